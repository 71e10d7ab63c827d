"""Stores which notices a member wants, by which channels."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from django.db import transaction
from django.db.models import QuerySet

from accounts.models import User
from notices.kinds import ALWAYS_IN_SITE
from notices.live import hint_on_commit
from notices.models import Channel, Kind, Preference


def is_fixed(kind: Kind, channel: Channel) -> bool:
    """Whether this kind is always sent by this channel, whatever members prefer."""
    return channel == Channel.SITE and kind in ALWAYS_IN_SITE


def members_who_asked_for(kind: Kind) -> QuerySet[Preference, int]:
    """The keys of the members who have turned this kind on, for any channel."""
    wanting = Preference.objects.filter(kind=kind, wanted=True)
    return wanting.values_list("member_id", flat=True).distinct()


def set_preferences(
    *, member: User, by: Mapping[Channel, Collection[str]], offered: Collection[Kind] = tuple(Kind)
) -> None:
    """Sets the kinds that the member gets by each of these channels; other kinds that were
    ``offered`` are turned off. Preferences for other channels stay."""
    rows = [
        Preference(
            member=member,
            kind=kind,
            channel=channel,
            wanted=kind.value in kinds or is_fixed(kind, channel),
        )
        for channel, kinds in by.items()
        for kind in offered
    ]
    with transaction.atomic():
        Preference.objects.bulk_create(
            rows,
            update_conflicts=True,
            unique_fields=["member", "kind", "channel"],
            update_fields=["wanted"],
        )
        hint_on_commit(member.pk)
