"""Which of the players that a turn may wait for are off now."""

from __future__ import annotations

from accounts.services.days_off import off_now
from games.play.putting_off import Off, may_wait_for
from games.play.run import Run


def who_is_off(run: Run) -> dict[int, Off]:
    """The players who are off, by seat. Queries the database only if the turn may wait for
    somebody."""
    members = {seat.user_id: seat.number for seat in may_wait_for(run) if seat.user_id is not None}
    if not members:
        return {}
    found = off_now(members, run.now)
    return {members[member]: Off(back, day) for member, (back, day) in found.items()}
