"""What a member wants to be told, and by which way."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from django.db import transaction
from django.db.models import QuerySet

from accounts.models import User
from notices.kinds import ALWAYS_IN_SITE
from notices.live import hint_on_commit
from notices.models import Kind, Way, Wish


def is_fixed(kind: Kind, way: Way) -> bool:
    """Whether everybody is told of this kind by this way."""
    return way == Way.SITE and kind in ALWAYS_IN_SITE


def members_who_asked_for(kind: Kind) -> QuerySet[Wish, int]:
    """The keys of the members who have asked to be told of this kind, by whichever way."""
    return (
        Wish.objects.filter(kind=kind, wanted=True).values_list("member_id", flat=True).distinct()
    )


def wish(
    *, member: User, by: Mapping[Way, Collection[str]], offered: Collection[Kind] = tuple(Kind)
) -> None:
    """From now on the member is told of these kinds by each of these ways, and of no others that
    were ``offered``; what they want by other ways stays."""
    wishes = [
        Wish(member=member, kind=kind, way=way, wanted=kind.value in kinds or is_fixed(kind, way))
        for way, kinds in by.items()
        for kind in offered
    ]
    with transaction.atomic():
        Wish.objects.bulk_create(
            wishes,
            update_conflicts=True,
            unique_fields=["member", "kind", "way"],
            update_fields=["wanted"],
        )
        hint_on_commit(member.pk)
