"""Stores which notices a member wants, by which channels, and when."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from datetime import datetime, time, timedelta

from django.db import transaction
from django.db.models import QuerySet

from accounts.models import User
from notices.kinds import ALWAYS_IN_SITE
from notices.live import hint_on_commit
from notices.models import Channel, Kind, Notice, Preference, Sending, Timing, TurnWarning
from notices.services.sending import LONGEST_PAUSE


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


def has_answered(member: User, kind: Kind) -> bool:
    """Whether the member has said, for any channel, if they want notices of this kind."""
    return Preference.objects.filter(member=member, kind=kind).exists()


def answer_telling(*, member: User, tells: bool) -> None:
    """Sets whether the member is told that somebody looks for a live game: on the site, and at once
    wherever else they can be reached. Mail comes too late for that."""
    channels = [Channel.SITE, Channel.PUSH, Channel.HOOK]
    kinds = [Kind.LOOKING] if tells else []
    set_preferences(member=member, by=dict.fromkeys(channels, kinds), offered=[Kind.LOOKING])


def save_quiet_hours(*, member: User, hours: tuple[time, time] | None, now: datetime) -> None:
    """Sets the member's quiet hours; None: no quiet hours. Notices held back until the end of the
    old ones become due again."""
    quiet_from, quiet_until = hours or (None, None)
    values = {"quiet_from": quiet_from, "quiet_until": quiet_until}
    late = now + LONGEST_PAUSE  # only quiet hours hold back sending for longer
    with transaction.atomic():
        Timing.objects.update_or_create(member=member, defaults=values)
        Sending.objects.filter(member=member, held_until__gt=late).update(held_until=now)
    # Each row in its own transaction, so that this cannot deadlock with a game.
    put_off = Notice.objects.filter(member=member, read_at=None, mail_due_at__gt=late)
    for key in put_off.values_list("pk", flat=True):
        Notice.objects.filter(pk=key, mail_due_at__gt=late).update(mail_due_at=now)


def save_warning_time(*, member: User, before: timedelta | None) -> None:
    """Sets how long before the end of a turn the member is warned, including turns in progress;
    None: the default."""
    Timing.objects.update_or_create(member=member, defaults={"warn_before": before})
    # Each row in its own transaction: no other row is locked while this waits for a game, so that
    # games written together cannot deadlock with it.
    for game in TurnWarning.objects.filter(game__seats__user=member).values_list("game", flat=True):
        TurnWarning.objects.filter(game=game).update(planned=False)
