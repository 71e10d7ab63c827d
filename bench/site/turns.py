"""Measures deadlines: games of four bots, whose turns the timer resolves."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from typing import Any

import msgspec

from bench.site.comparing import Measured
from bench.site.running_site import Running
from bench.site.sockets import Frame, Socket, opened

BOTS = 4
WHOLE = 2**20
"""A number of bytes that no frame here exceeds, so that frames are read whole."""


class Step(msgspec.Struct):
    """The part of a step that is read. Older commits call ``resolved_at`` ``opened_at``."""

    cause: str
    resolved_at: datetime | None = None
    opened_at: datetime | None = None

    @property
    def at(self) -> datetime:
        """When the step was resolved."""
        at = self.resolved_at or self.opened_at
        assert at is not None
        return at


class Clock(msgspec.Struct):
    """The part of a clock that is read."""

    deadline: datetime | None


class Resolved(msgspec.Struct):
    """The part of a frame about a resolved turn that is read."""

    step: Step
    clock: Clock


@dataclass
class Listener:
    """Records how late turns are resolved. ``counts``: only turns heard of after this time count,
    in seconds since 1970."""

    counts: float = float("inf")

    def __post_init__(self) -> None:
        self.begins = float("inf")
        self.deadlines: dict[str, float] = {}
        self.late: list[float] = []
        self.resolved = 0

    def begin(self, deadlines: dict[str, float], games: Iterable[str]) -> None:
        """Sets the current deadlines of ``games``; ``deadlines`` may have others. Turns resolved
        before the first of them are ignored, even if they are heard of later: they had an older
        deadline."""
        self.deadlines = {game: deadlines[game] for game in games}
        self.begins = min(self.deadlines.values())

    def hear(self, game: str, frame: Frame) -> None:
        """Handles a frame of a game."""
        arrived = time.time()
        if frame.type != "step.resolved":
            return
        told = msgspec.json.decode(frame.text, type=Resolved)
        if told.step.at.timestamp() < self.begins:
            return
        due = self.deadlines.pop(game, None)
        self.resolved += 1
        if due is not None and told.step.cause == "timer" and arrived > self.counts:
            self.late.append(arrived - due)
        if told.clock.deadline is not None:
            self.deadlines[game] = told.clock.deadline.timestamp()

    def overdue(self) -> list[float]:
        """How late the turns are that should have been resolved by now, in seconds."""
        waited = (time.time() - due for due in self.deadlines.values())
        return [seconds for seconds in waited if seconds > 0]


@dataclass(frozen=True)
class Overdue:
    """Resolves overdue turns of games in one process: what a turn costs, even on a busy machine."""

    games: int
    rounds: int = 3
    webs: int = 0

    def club(self) -> Any:
        """The games to make."""
        return Deadlines(self.games).club()

    async def measure(self, running: Running, club: Any) -> Measured:
        """Processor time for a turn of four bots, in milliseconds."""
        gave = running.prepare("overdue", {"rounds": self.rounds})
        own, database = (1000 * gave[kind] / gave["turns"] for kind in ("process", "PostgreSQL"))
        return {"together": [own + database], "process": [own], "PostgreSQL": [database]}


@dataclass(frozen=True)
class Deadlines:
    """Games whose deadlines are spread over the length of a turn."""

    games: int
    turn_seconds: int = 10
    lead: float = 2
    """Seconds from the moment the deadlines are spread until the first turn is due."""
    seconds: float = 20
    webs: int = 1

    def club(self) -> Any:
        """The games to make."""
        game = {
            "variant": "multiplayer-go",
            "options": {"size": 9},
            "seats": BOTS,
            "turn_seconds": self.turn_seconds,
            "turn_ends": "timer",
        }
        return {"games": [game] * self.games}

    async def measure(self, running: Running, club: Any) -> Measured:
        """Milliseconds from a deadline to the frame about its turn, and processor time per turn in
        milliseconds.

        Turns resolved during the start, and the first turn of every game after that, do not count.
        A turn that is still unresolved at the end counts with the time that it is late so far.
        """
        listener = Listener()
        ids = [game["id"] for game in club["games"]]
        sockets = [
            Socket(running.ports[0], game, hear=partial(listener.hear, game), keep=WHOLE)
            for game in ids
        ]
        async with opened(sockets):
            listener.begin(running.prepare("spread", {"lead": self.lead, "games": ids}), ids)
            await asyncio.sleep(self.lead + self.turn_seconds)
            listener.counts, first = time.time(), listener.resolved
            before = running.processor_time()
            await asyncio.sleep(self.seconds)
            used = running.processor_time().since(before)
            count = listener.resolved - first
            late = listener.late + listener.overdue()
        turns = max(count, 1)
        worker_and_database = used["worker"] + used["PostgreSQL"]
        return {
            "late": [seconds * 1000 for seconds in late],
            "turns a second": [count / self.seconds],
            "worker with PostgreSQL": [worker_and_database * 1000 / turns],
            **{kind: [seconds * 1000 / turns] for kind, seconds in used.items()},
        }
