"""Locking a member's row."""

from __future__ import annotations

from accounts.models import User


def lock_member(member_id: int) -> User:
    """Returns the member, with their row locked until the transaction ends, so that two requests at
    the same time cannot both use what is left of a limit.

    Other transactions can still write rows that refer to the member; otherwise there would be
    deadlocks. A game that starts refers to its players while it holds other locks. Two members who
    each lock their own row may then refer to each other.
    """
    return User.objects.select_for_update(no_key=True).get(pk=member_id)
