"""Stores a member's quiet hours and time of warnings."""

from __future__ import annotations

from datetime import datetime, time, timedelta

from django.db import transaction

from accounts.models import User
from notices.models import Notice, Sending, Timing, TurnWarning
from notices.services.sending import LONGEST_PAUSE


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
