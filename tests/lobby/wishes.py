"""Wishes for a game; short to make in tests."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from django.utils import timezone

from accounts.models import User
from games.models import Game
from lobby.models import Match, Wish
from lobby.schedule import ANSWERS, MATCHING
from lobby.services.matching import answer_match
from lobby.services.wishing import WishChoice, make_wish
from scheduler.sweeping import sweep


def wish(user: User, pace: str = "now", *, is_there: bool = False, **choice: Any) -> Wish:
    """The member wishes for a game, of Territory unless the test says otherwise. They are asked
    whether they are there however soon others are found, unless ``is_there``."""
    chosen = WishChoice(**{"pace": pace, "games": ["territory"], **choice})
    return make_wish(user=user, choice=chosen, now=timezone.now(), is_there=is_there)


def look() -> None:
    """What a worker does at a tick: it compares the wishes and ends times to answer."""
    sweep([MATCHING, ANSWERS], ahead=timedelta(0), sleep=lambda _seconds: None)


def asked(user: User) -> Match | None:
    """The match about which the member is asked."""
    found = Wish.objects.filter(member=user, match__isnull=False).select_related("match").first()
    return None if found is None else found.match


def answer(user: User, plays: bool = True) -> Game | None:
    """The member answers; returns the game if that begins it."""
    match = asked(user)
    assert match is not None, f"{user} is not asked"
    return answer_match(user=user, match_id=match.pk, plays=plays, now=timezone.now())
