"""One sweep: whatever is due is handled, each thing not before its time.

1. Every kind is asked when its first thing is due.
2. Where that is now, a batch of it is claimed and handled.
3. Where nothing is due yet, the sweep holds until the first thing is; where nothing will be before
   the next tick, it ends.

A sweep looks as far ahead as the next tick, so that things are handled when they are due and not
at the next tick after it. Any number of sweeps may run at the same time: each thing is claimed by
one of them.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Sequence
from datetime import datetime, timedelta

from django.utils import timezone

from scheduler.kinds import BATCH, Kind, LeftAlone
from scheduler.transient import is_transient
from transport.refusals import fault_of

logger = logging.getLogger(__name__)

LATE_TICK = timedelta(seconds=0.25)
"""A sweep looks so much further ahead than to the next tick, which may be late."""

MOST_AHEAD = timedelta(seconds=1) + LATE_TICK
"""No sweep looks further ahead, however seldom there is one."""

LOOK_AGAIN = timedelta(seconds=0.02)
"""Where all that is due is locked by somebody else, a sweep looks again after so long: had it ended
instead, nobody would be there for what is due next."""

OVERTIME = timedelta(seconds=5)
"""For so long a sweep goes on after its time where it finds one whole batch after the other: the
next tick calls another worker, which then shares the work."""


def sweep(
    kinds: Sequence[Kind], *, ahead: timedelta, sleep: Callable[[float], None] | None = None
) -> int:
    """Handles what is due of these kinds until ``ahead`` from now; returns how many things.

    A kind that fails is left to the next sweep, and stops no other. ``sleep`` waits for a number of
    seconds.
    """
    swept = [_Swept(kind) for kind in kinds]
    ends = timezone.now() + min(ahead, MOST_AHEAD)
    handled = 0
    while True:
        now = timezone.now()
        counts = [each.handle_what_is_due(now, max(ends, now)) for each in swept]
        handled += sum(counts)
        if timezone.now() >= ends + (OVERTIME if max(counts, default=0) >= BATCH else timedelta()):
            return handled
        if not any(counts):
            coming = [each.next_at for each in swept if each.next_at is not None]
            if not coming:
                return handled
            (sleep or time.sleep)(max((min(coming) - timezone.now()).total_seconds(), 0.0))


class _Swept:
    """A kind in one sweep. ``next_at``: when its next thing is due, as far as was looked."""

    def __init__(self, kind: Kind) -> None:
        self.kind = kind
        self.left_alone: LeftAlone = set()
        self.gives_up = False
        self.next_at: datetime | None = None

    def handle_what_is_due(self, now: datetime, until: datetime) -> int:
        """Handles a batch of what is due by now, and finds out when the next is otherwise."""
        if self.gives_up:
            return 0
        try:
            return self._handle(now, until)
        except Exception as error:  # noqa: BLE001 one kind that fails must not stall the others
            if is_transient(error):
                logger.warning(
                    "%s: %s, again at the next tick", self.kind.name, type(error).__name__
                )
            else:
                logger.error("%s failed: %s", self.kind.name, fault_of(error))
            self._give_up()
            return 0

    def _handle(self, now: datetime, until: datetime) -> int:
        self.next_at = self.kind.first(until, self.left_alone)
        if self.next_at is None or self.next_at > now:
            return 0
        known = len(self.left_alone)
        handled = self.kind.handle(now, self.left_alone)
        if not handled and len(self.left_alone) == known:
            self.next_at = now + LOOK_AGAIN  # somebody else is at all of it
        return handled

    def _give_up(self) -> None:
        self.gives_up, self.next_at = True, None
