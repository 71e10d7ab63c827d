"""Which of a member's waiting notices a channel sends now, and the member's quiet hours."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime, time, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from django.db.models import Exists, OuterRef, QuerySet, Subquery

from accounts.models import User
from accounts.zones import own_zone
from games.models import Step
from games.play.rows import GOING_ON
from notices.channels import OutgoingChannel
from notices.lists import current, with_words
from notices.models import Notice, Timing
from notices.preferences import is_told, preferences_of
from notices.stakes import ends_at, is_at_stake


@dataclass(frozen=True)
class Divided:
    """A member's waiting notices, divided into those to send now, those never to send, those that
    keep waiting, and those that only quiet hours hold back."""

    send: list[Notice]
    forget: list[Notice]
    wait: list[Notice]
    till_morning: list[Notice]


def waiting_by(out: OutgoingChannel[Any]) -> QuerySet[Notice]:
    """All notices that wait to be sent by this channel."""
    return Notice.objects.filter(read_at=None, **{f"{out.due}__isnull": False})


def divide(
    out: OutgoingChannel[Any], member: User, now: datetime, *, rests: bool, quiet: datetime | None
) -> Divided:
    """Divides a member's waiting notices, oldest first. If one is due, all are sent with it.

    ``rests``: a letter was sent recently, so only urgent notices (:mod:`notices.stakes`) cause
    another. ``quiet``: when the current quiet hours end; until then only notices are sent that
    would be too late afterwards.
    """
    waiting = list(waiting_by(out).filter(member=member))
    told = is_told(out, preferences_of(member))
    found = current(member).filter(told, read_at=None, **{f"{out.due}__isnull": False})
    to_send = with_words(found).order_by("at", "pk")
    if out.once_a_turn:
        to_send = to_send.annotate(was_sent=Exists(_sent_this_turn(out)))
    send: list[Notice] = []
    wait: list[Notice] = []
    for notice in to_send:
        was_sent = getattr(notice, "was_sent", False) and not _insists(out, notice)
        (wait if was_sent else send).append(notice)
    stand = {notice.pk for notice in (*send, *wait)}
    forget = [notice for notice in waiting if notice.pk not in stand]
    due = [notice for notice in send if getattr(notice, out.due) <= now]
    if rests or quiet is not None:
        due = [notice for notice in due if _insists(out, notice)]
    if quiet is None:
        return Divided(send if due else [], forget, wait, [])
    pressing = [notice for notice in due if _is_too_late(notice, quiet)]
    return Divided(pressing, forget, wait, [each for each in due if each not in pressing])


def _insists(out: OutgoingChannel[Any], notice: Notice) -> bool:
    at_risk = is_at_stake(notice.what, last_chance=notice.last_chance)
    return out.insists is not None and at_risk


def _is_too_late(notice: Notice, quiet: datetime) -> bool:
    """Whether it is too late to react to the notice after the quiet hours."""
    end = ends_at(notice)
    return end is not None and end <= quiet


def _sent_this_turn(out: OutgoingChannel) -> QuerySet[Notice]:
    """The notices sent to the member about the same running game since its last step."""
    steps = Step.objects.filter(game=OuterRef("game")).order_by("-number")
    since = Subquery(steps.values("resolved_at")[:1])
    sent = Notice.objects.filter(
        member=OuterRef("member"), game=OuterRef("game"), game__status__in=GOING_ON
    )
    return sent.filter(**{f"{out.sent}__gte": since})


def quiet_end(member: User, now: datetime) -> datetime | None:
    """When the member's current quiet hours end; None if it is not quiet now."""
    timing: Timing | None = getattr(member, "timing", None)
    if timing is None or timing.quiet_from is None or timing.quiet_until is None:
        return None
    return quiet_until(now, own_zone(member), timing.quiet_from, timing.quiet_until)


def quiet_until(now: datetime, zone: ZoneInfo, begins: time, ends: time) -> datetime | None:
    """When the current quiet hours end, by local time in ``zone``; None if ``now`` is outside them.
    They may span midnight; with equal times there are none.

    If the clocks skip the end, it is where it would have been without the change; if they show it
    twice, the first time counts.

    >>> berlin = ZoneInfo("Europe/Berlin")
    >>> night = datetime(2026, 10, 24, 23, 0, tzinfo=UTC)  # before clocks are put back
    >>> str(quiet_until(night, berlin, time(22), time(7)))
    '2026-10-25 06:00:00+00:00'
    """
    local = now.astimezone(zone)
    clock = local.time()
    is_quiet = begins <= clock < ends if begins <= ends else clock >= begins or clock < ends
    if not is_quiet:
        return None
    day = local.date() + timedelta(days=0 if clock < ends else 1)
    shown = [datetime.combine(day, ends.replace(fold=fold), zone) for fold in (0, 1)]
    return next(end for each in shown if (end := each.astimezone(UTC)) > now)
