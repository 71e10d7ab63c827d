"""Deadlines: games of four bots, whose turns the timer resolves."""

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
"""Bytes: frames are read whole here."""


class Step(msgspec.Struct):
    """What is read of a step. ``opened_at``: what older commits call ``resolved_at``."""

    cause: str
    resolved_at: datetime | None = None
    opened_at: datetime | None = None

    @property
    def at(self) -> datetime:
        """When it was resolved."""
        at = self.resolved_at or self.opened_at
        assert at is not None
        return at


class Clock(msgspec.Struct):
    """What is read of a clock."""

    deadline: datetime | None


class Resolved(msgspec.Struct):
    """What is read of a frame that tells of a resolved turn."""

    step: Step
    clock: Clock


@dataclass
class Listener:
    """Notes how late turns are resolved. ``counts``: those after that, in seconds since 1970."""

    counts: float = float("inf")

    def __post_init__(self) -> None:
        self.begins = float("inf")
        self.deadlines: dict[str, float] = {}
        self.late: list[float] = []
        self.resolved = 0

    def begin(self, deadlines: dict[str, float], games: Iterable[str]) -> None:
        """From now on these are the deadlines of the games that are listened to; others may be due,
        too. What was resolved before the first had another, even where it is heard of only now."""
        self.deadlines = {game: deadlines[game] for game in games}
        self.begins = min(self.deadlines.values())

    def hear(self, game: str, frame: Frame) -> None:
        """Takes in a frame of a game."""
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
        """How late the turns are that should have been resolved by now."""
        waited = (time.time() - due for due in self.deadlines.values())
        return [seconds for seconds in waited if seconds > 0]


@dataclass(frozen=True)
class Overdue:
    """So many games whose turns are overdue, in one process: what a turn costs, on a busy machine,
    too."""

    games: int
    rounds: int = 3
    webs: int = 0

    def club(self) -> Any:
        """The games."""
        return Deadlines(self.games).club()

    async def measure(self, running: Running, club: Any) -> Measured:
        """Processor time for a turn of four bots."""
        gave = running.prepare("overdue", {"rounds": self.rounds})
        own, database = (1000 * gave[kind] / gave["turns"] for kind in ("process", "PostgreSQL"))
        return {"together": [own + database], "process": [own], "PostgreSQL": [database]}


@dataclass(frozen=True)
class Deadlines:
    """So many games, their deadlines spread over the length of a turn."""

    games: int
    turn_seconds: int = 10
    lead: float = 2
    """Seconds before the first turn is due, counted from when deadlines have been spread."""
    seconds: float = 20
    webs: int = 1

    def club(self) -> Any:
        """The games."""
        game = {
            "variant": "multiplayer-go",
            "options": {"size": 9},
            "seats": BOTS,
            "turn_seconds": self.turn_seconds,
            "turn_ends": "timer",
        }
        return {"games": [game] * self.games}

    async def measure(self, running: Running, club: Any) -> Measured:
        """From a deadline to the frame that tells of the turn, and what a turn costs.

        What is resolved while it starts, and the first turn of every game after that, do not count.
        A turn that has not been resolved in the end counts with the time that it has waited.
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
