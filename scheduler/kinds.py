"""Kinds of things that are due at some time, as the apps name them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from enum import StrEnum
from typing import Any

from scheduler.late import Late


class Queue(StrEnum):
    """Whose workers handle it. Each queue has workers of its own, so that none waits for the
    work of another."""

    TURNS = "turns"
    """What people wait for."""
    BOTS = "bots"
    """What bots think about."""
    SENDING = "sending"
    """What other people's servers are asked for, which may not answer."""
    BACKGROUND = "background"
    """All that may be slow or late."""


LeftAlone = set[Any]
"""Keys of what one sweep does not touch again: it failed, or somebody else is at it."""

LONG_AGO = datetime.min.replace(tzinfo=UTC)
"""When things are due that have no time of their own: as soon as they are found."""

BATCH = 16
"""How many due things are claimed at a time."""


@dataclass(frozen=True)
class Kind:
    """A kind of thing that is due at some time.

    ``first(until, left_alone)``: when the first one is due, where that is not after ``until``; it
    may lie in the past. None: none is. ``handle(now, left_alone)``: claims at most :data:`BATCH`
    of those that are due by ``now`` and handles each exactly once, however many sweeps there are;
    returns how many. It adds to ``left_alone`` what this sweep is not to try again.

    ``every``: seconds between two sweeps. ``late(now)``: how many should have been handled by now,
    where somebody waits for it. ``longest``: seconds that handling one may take.
    """

    name: str
    queue: Queue
    every: float
    first: Callable[[datetime, LeftAlone], datetime | None]
    handle: Callable[[datetime, LeftAlone], int]
    late: Callable[[datetime], Late] | None = None
    longest: float = 60


def periodic(
    name: str,
    queue: Queue,
    every: float,
    work: Callable[[datetime], object],
    *,
    longest: float = 60,
) -> Kind:
    """Something that is done once in every sweep: ``work(now)``, which finds out what there is."""

    def do_it(now: datetime, left_alone: LeftAlone) -> int:
        work(now)
        left_alone.add(name)
        return 1

    def until_done(_until: datetime, left_alone: LeftAlone) -> datetime | None:
        return None if name in left_alone else LONG_AGO

    return Kind(name, queue, every, until_done, do_it, longest=longest)


_kinds: dict[str, Kind] = {}


def register(*kinds: Kind) -> None:
    """From now on these are swept for. Raises ValueError where a name is taken."""
    for kind in kinds:
        if _kinds.setdefault(kind.name, kind) is not kind:
            raise ValueError(f"two kinds of due things are called {kind.name!r}")


def all_kinds() -> list[Kind]:
    """Every kind, in the order in which they were registered."""
    return list(_kinds.values())


def kinds_of(queue: str, every: float) -> list[Kind]:
    """Those that one tick is for."""
    return [kind for kind in all_kinds() if (kind.queue, kind.every) == (queue, every)]
