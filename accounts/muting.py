"""Which members somebody has muted."""

from __future__ import annotations

from collections.abc import Collection

from accounts.models import Mute, User


def muted_names(member: User) -> list[str]:
    """The names of the members whom this member mutes, sorted."""
    muted = Mute.objects.filter(member=member)
    return list(muted.order_by("muted__username").values_list("muted__username", flat=True))


def mutes(member: User, other_id: int | None) -> bool:
    """Whether the member mutes the user with this id."""
    return Mute.objects.filter(member=member, muted_id=other_id).exists()


def those_who_mute(author_id: int, members: Collection[int]) -> set[int]:
    """The ids of those ``members`` who mute this author."""
    if not members:
        return set()
    muting = Mute.objects.filter(muted_id=author_id, member_id__in=members)
    return set(muting.values_list("member_id", flat=True))
