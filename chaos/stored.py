"""The contents of the database as plain values. Times are seconds since the epoch."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

Json = dict[str, Any]


@dataclass(frozen=True)
class StoredStep:
    """A resolved step: the actions by seat, or the seats that left, and the engine's state after
    it. ``state``: None if it cannot be read."""

    number: int
    actions: dict[int, Json] | None
    leave: list[int] | None
    cause: str
    resolved_at: float
    state: Json | None = None


@dataclass(frozen=True)
class StoredSeat:
    """A seat. ``left_why``: why its player left, empty if they did not."""

    number: int
    bot: bool
    left_at_step: int | None = None
    left_why: str = ""


@dataclass(frozen=True)
class StoredEvent:
    """An event of the game's stream."""

    audience: str
    seq: int
    kind: str
    data: Json


@dataclass(frozen=True)
class Outage:
    """An outage for which clocks got their time back."""

    began: float
    ended: float


@dataclass
class StoredGame:
    """A game with all its rows. ``sealed``: actions by step and seat. ``acts``: what moderators,
    votes or the server did to it, such as ``away``."""

    public_id: str
    variant: str
    options: Json
    seed: int
    turn_seconds: int | None
    absences_allowed: int | None
    status: str
    step: int
    deadline: float | None
    outcome: Json | None
    numbers: dict[str, int]
    seats: list[StoredSeat]
    steps: list[StoredStep]
    events: list[StoredEvent]
    sealed: dict[tuple[int, int], Json] = field(default_factory=dict)
    acts: list[str] = field(default_factory=list)
