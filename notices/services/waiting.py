"""What waits for a member by a way out, and what of it is sent now."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import Exists, OuterRef, Q, QuerySet, Subquery

from accounts.models import User
from accounts.zones import own_zone
from games.models import Game, Step
from notices.channels import OutgoingChannel
from notices.kinds import OF_LOGGING_IN
from notices.lists import current, with_words
from notices.models import Notice, Timing
from notices.preferences import preferences_of, wanted_by
from notices.quiet import quiet_until
from notices.stakes import ends_at, is_at_stake


@dataclass(frozen=True)
class Looked:
    """What waits for a member: what is to be sent, what is never to be, what waits on, and what
    would go at once but for the quiet hours."""

    send: list[Notice]
    forget: list[Notice]
    wait: list[Notice]
    till_morning: list[Notice]


def waiting_by(out: OutgoingChannel[Any]) -> QuerySet[Notice]:
    """What waits by this way, for whomever."""
    return Notice.objects.filter(read_at=None, **{f"{out.due}__isnull": False})


def look(
    out: OutgoingChannel[Any], member: User, now: datetime, *, rests: bool, quiet: datetime | None
) -> Looked:
    """What waits for a member by a way, the oldest first. Nothing is sent where nothing is due;
    where something is, all that waits goes along.

    ``rests``: the member was sent something lately, so that only what is at stake calls for more.
    ``quiet``: when the quiet hours end, in which only that goes which would come too late then.
    """
    waiting = list(waiting_by(out).filter(member=member))
    wanted = wanted_by(out, preferences_of(member))
    is_told = Q(kind__in=wanted) | Q(what__in=OF_LOGGING_IN)
    found = current(member).filter(is_told, read_at=None, **{f"{out.due}__isnull": False})
    to_send = with_words(found).order_by("at", "pk")
    if out.once_a_turn:
        to_send = to_send.annotate(told=Exists(_sent_this_turn(out)))
    send: list[Notice] = []
    wait: list[Notice] = []
    for notice in to_send:
        told = getattr(notice, "told", False) and not _insists(out, notice)
        (wait if told else send).append(notice)
    stand = {notice.pk for notice in (*send, *wait)}
    forget = [notice for notice in waiting if notice.pk not in stand]
    due = [notice for notice in send if getattr(notice, out.due) <= now]
    if rests or quiet is not None:
        due = [notice for notice in due if _insists(out, notice)]
    if quiet is None:
        return Looked(send if due else [], forget, wait, [])
    pressing = [notice for notice in due if _is_too_late(notice, quiet)]
    return Looked(pressing, forget, wait, [each for each in due if each not in pressing])


def _insists(out: OutgoingChannel[Any], notice: Notice) -> bool:
    at_risk = is_at_stake(notice.what, last_chance=notice.last_chance)
    return out.insists is not None and at_risk


def _is_too_late(notice: Notice, quiet: datetime) -> bool:
    """Whether nothing can be done about it any more when the quiet hours end."""
    end = ends_at(notice)
    return end is not None and end <= quiet


def _sent_this_turn(out: OutgoingChannel) -> QuerySet[Notice]:
    """What the member was sent of the same running game since its last step."""
    steps = Step.objects.filter(game=OuterRef("game")).order_by("-number")
    since = Subquery(steps.values("resolved_at")[:1])
    running = [Game.Status.RUNNING, Game.Status.PAUSED]
    sent = Notice.objects.filter(
        member=OuterRef("member"), game=OuterRef("game"), game__status__in=running
    )
    return sent.filter(**{f"{out.sent}__gte": since})


def quiet_end(member: User, now: datetime) -> datetime | None:
    """When the member's quiet hours end; None where they have none now."""
    timing: Timing | None = getattr(member, "timing", None)
    if timing is None or timing.quiet_from is None or timing.quiet_until is None:
        return None
    return quiet_until(now, own_zone(member), timing.quiet_from, timing.quiet_until)
