"""What happens in the club and when: a queue of events, and the time that is moved from one to the
next."""

from __future__ import annotations

import heapq
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from itertools import count

import time_machine

Event = Callable[[], object]


class Moments:
    """The events to come. Nothing else moves the time."""

    def __init__(self, traveller: time_machine.Traveller, start: datetime) -> None:
        self.traveller = traveller
        self.now = start
        self._events: list[tuple[datetime, int, Event]] = []
        self._numbers = count()

    def at(self, when: datetime, event: Event) -> None:
        """Has something happen at a time; at once if that has passed."""
        heapq.heappush(self._events, (max(when, self.now), next(self._numbers), event))

    def after(self, seconds: float, event: Event) -> None:
        """Has something happen ``seconds`` from now."""
        self.at(self.now + timedelta(seconds=seconds), event)

    def next_at(self) -> datetime | None:
        """When the next event is; None if there is none."""
        return self._events[0][0] if self._events else None

    def step(self) -> None:
        """Moves the time to the next event, and lets it happen."""
        when, _, event = heapq.heappop(self._events)
        if when > self.now:
            self.now = when
            self.traveller.move_to(when)
        event()


@contextmanager
def moments_from(start: datetime) -> Iterator[Moments]:
    """Stops the clock at ``start`` for the duration of the block. Only :meth:`Moments.step` moves
    it, from event to event."""
    with time_machine.travel(start, tick=False) as traveller:
        yield Moments(traveller, start)
