"""Locking a member's row."""

from __future__ import annotations

from accounts.models import User


def lock_member(member_id: int) -> User:
    """Returns the member, with their row locked until the transaction ends, so that two requests at
    the same time cannot both use what is left of a limit.

    Rows that refer to the member can be written meanwhile. A game that starts refers to its players
    when it holds other locks, which whoever locked a player may want next; and of two who lock
    themselves, each may refer to the other.
    """
    return User.objects.select_for_update(no_key=True).get(pk=member_id)
