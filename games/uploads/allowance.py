"""How many records one person may have replayed: members more than visitors."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta

from games.pace import within_pace

WINDOW = timedelta(minutes=1)


@dataclass(frozen=True)
class Allowance:
    """``in_window``: records a minute. ``at_once``: records that wait or are being replayed."""

    in_window: int
    at_once: int


MEMBERS = Allowance(in_window=10, at_once=4)
VISITORS = Allowance(in_window=5, at_once=2)
"""Of one address."""


@dataclass(frozen=True)
class Sender:
    """Whoever uploads: ``name`` is what is counted under; ``token`` opens what was sent again."""

    name: str
    member: bool
    token: str

    @property
    def allowance(self) -> Allowance:
        """How many records it may send."""
        return MEMBERS if self.member else VISITORS

    def within_pace(self) -> bool:
        """Counts one more record; whether it may be sent now."""
        return within_pace(f"uploads:{self.name}", most=self.allowance.in_window, window=WINDOW)
