"""When a member is sent notices, and how early they are warned."""

from __future__ import annotations

from datetime import datetime, time, timedelta

from django.db import transaction

from accounts.models import User
from notices.models import Notice, Sending, Timing, TurnWarning
from notices.services.sending import LONGEST_PAUSE


def save_quiet_hours(*, member: User, hours: tuple[time, time] | None, now: datetime) -> None:
    """From now on nothing is sent to the member in these hours; None: there are none. What waits
    for the end of others is looked at again."""
    quiet_from, quiet_until = hours or (None, None)
    values = {"quiet_from": quiet_from, "quiet_until": quiet_until}
    late = now + LONGEST_PAUSE  # nothing but quiet hours holds for longer
    with transaction.atomic():
        Timing.objects.update_or_create(member=member, defaults=values)
        Sending.objects.filter(member=member, held_until__gt=late).update(held_until=now)
    # One by one, each at once: no game waits here for a row while its own are waited for.
    put_off = Notice.objects.filter(member=member, read_at=None, mail_due_at__gt=late)
    for key in put_off.values_list("pk", flat=True):
        Notice.objects.filter(pk=key, mail_due_at__gt=late).update(mail_due_at=now)


def save_warning_time(*, member: User, before: timedelta | None) -> None:
    """From now on the member is warned so long before a turn ends, those that go on, too; None: as
    is usual."""
    Timing.objects.update_or_create(member=member, defaults={"warn_before": before})
    # One by one, each at once: a warning that a game is just writing is waited for with no other
    # in hand, so that games which are written together wait for nobody who waits for them.
    for game in TurnWarning.objects.filter(game__seats__user=member).values_list("game", flat=True):
        TurnWarning.objects.filter(game=game).update(planned=False)
