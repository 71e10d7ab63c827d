"""Tells members who like to know that somebody looks for a live game that they play. The wish is
anonymous, as all are."""

from __future__ import annotations

from datetime import datetime, timedelta
from secrets import SystemRandom

from django.db.models import Exists, OuterRef, Q, Value
from django.db.models.functions import Coalesce
from django.utils import timezone

from accounts.models import User
from accounts.services.days_off import off_now
from games.models import Tenure, timed_turns
from games.play.clock import CORRESPONDENCE_TURN
from lobby.fitting_members import fitting_members
from lobby.models import Pace, Wish
from lobby.models.wishes import is_free
from notices.channels import due_columns
from notices.live import hint_on_commit
from notices.models import Kind, Notice, What
from notices.services.preferences import members_who_asked_for
from notices.services.waiting import quiet_end

MOST_TOLD = 4
"""How many members are told of one wish at a time. Each member is told only once in a while, so
that with more of them nobody would be left to tell of the next wish."""
ONCE_IN = timedelta(hours=1)
"""A member is told of somebody who looks for a game at most once within this time."""
ONCE_IN_IF_PLAYED = timedelta(minutes=15)
"""The same for members of whom a live game has begun since they were last told: they are on the
site, and want to play."""
AGAIN_AFTER = timedelta(minutes=15)
"""Nobody is told of a member's next wish within this time, so that nobody can make the phones of
the whole club ring by wishing over and over; unless a live game of theirs has begun since."""
MOST_CONSIDERED = 200
"""How many of the members who like to know are looked at, to find those who fit."""


def tell_of_wish(wish: Wish) -> None:
    """Tells some of the members who like to know, and could play, of a wish to play now. Which of
    them is left to chance. The caller holds the transaction, and the lock on all wishes."""
    now = timezone.now()
    told = Notice.objects.filter(kind=Kind.LOOKING)
    of_another = told.filter(who=wish.member_id, at__gt=now - AGAIN_AFTER).exclude(wish=wish)
    if of_another.filter(~_has_played_since("who")).exists():
        return
    too_soon = Q(at__gt=now - ONCE_IN_IF_PLAYED) | ~_has_played_since("member")
    lately = told.filter(too_soon, at__gt=now - ONCE_IN)
    asked_for = members_who_asked_for(Kind.LOOKING).exclude(member__in=lately.values("member"))
    willing = list(asked_for)
    chance = SystemRandom()
    considered = chance.sample(willing, min(len(willing), MOST_CONSIDERED))
    fitting = list(fitting_members(wish, _undisturbed(considered, now), now))
    members = chance.sample(fitting, min(len(fitting), MOST_TOLD))
    told.filter(member__in=members).delete()
    Notice.objects.bulk_create(
        Notice(
            member_id=member,
            kind=Kind.LOOKING,
            what=What.LOOKS,
            wish=wish,
            who_id=wish.member_id,
            at=now,
            **due_columns(now),
        )
        for member in members
    )
    for member in members:
        hint_on_commit(member)


def withdraw_notices_of_wishes(pace: str) -> None:
    """Withdraws the notices of wishes of this pace that are met or withdrawn: they count as read.
    Pages also get a hint if the member of a wish is being asked about a game, as its notice is not
    shown meanwhile."""
    if pace != Pace.NOW:
        return
    known = Notice.objects.filter(kind=Kind.LOOKING, wish__isnull=False)
    wishes = Wish.objects.filter(pk=OuterRef("wish"))
    now = timezone.now()
    unread = known.filter(~Exists(wishes.filter(is_free(now))), read_at=None)
    hinted = list(unread.values_list("member", flat=True))
    read_at = Coalesce("read_at", Value(now))
    known.filter(~Exists(wishes)).update(wish=None, read_at=read_at)
    for member in hinted:
        hint_on_commit(member)


def _has_played_since(field: str) -> Exists:
    """Whether a public live game of the member in this field of a notice has begun after it."""
    games = Tenure.objects.filter(
        timed_turns("game__", lt=CORRESPONDENCE_TURN),
        member=OuterRef(field),
        game__started_at__gt=OuterRef("at"),
        game__listed=True,
    )
    return Exists(games)


def _undisturbed(members: list[int], now: datetime) -> list[int]:
    """Those of the members who have neither a day off nor quiet hours now."""
    off = off_now(members, now)
    found = User.objects.filter(pk__in=members).select_related("timing", "preferences")
    return [each.pk for each in found if each.pk not in off and quiet_end(each, now) is None]
