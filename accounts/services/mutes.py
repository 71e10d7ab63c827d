"""Muting and unmuting members, and looking up who has muted whom."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime

from django.db import transaction

from accounts.models import Mute, User
from accounts.services.locking import lock_member
from accounts.sockets import tell_sockets
from transport.refusals import Refused

MOST_MUTED = 200
"""How many members one member can mute: every page gets the whole list."""


def mute(*, member: User, muted: User, now: datetime) -> None:
    """Hides from the member what ``muted`` writes. Idempotent. Locks the member's row.

    Raises Refused ``self``, ``bot`` or ``too-many``.
    """
    if member.pk == muted.pk:
        raise Refused("self", "You cannot mute yourself.")
    if muted.is_bot:
        raise Refused("bot", "Bots say nothing.")
    with transaction.atomic():
        lock_member(member.pk)
        if member.mutes.exclude(muted=muted).count() >= MOST_MUTED:
            raise Refused(
                "too-many",
                "You can mute at most %(most)s members.",
                values={"most": MOST_MUTED},
            )
        Mute.objects.get_or_create(member=member, muted=muted, defaults={"at": now})
        tell_sockets(member.pk)


def unmute(*, member: User, muted_id: int) -> None:
    """Shows the member again what the muted member writes."""
    with transaction.atomic():
        Mute.objects.filter(member=member, muted_id=muted_id).delete()
        tell_sockets(member.pk)


def muted_names(member: User) -> list[str]:
    """The names of the members whom this member mutes, sorted."""
    muted = Mute.objects.filter(member=member)
    return list(muted.order_by("muted__username").values_list("muted__username", flat=True))


def mutes(member: User, other_id: int | None) -> bool:
    """Whether the member has muted the user with this id."""
    return Mute.objects.filter(member=member, muted_id=other_id).exists()


def those_who_mute(author_id: int, members: Collection[int]) -> set[int]:
    """The ids of those ``members`` who mute this author."""
    if not members:
        return set()
    muting = Mute.objects.filter(muted_id=author_id, member_id__in=members)
    return set(muting.values_list("member_id", flat=True))
