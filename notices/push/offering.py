"""Offering to push, once: to members whose games go on while nobody sits before the board."""

from __future__ import annotations

from datetime import datetime, timedelta

from accounts.models import User
from games.models import Game
from games.play.clock import turn_length
from lobby.models import Table
from notices.models import PushOffer
from notices.push.keys import is_on

LONG_TURN = timedelta(hours=1)
"""With turns of that length people go away and want to be called."""


def is_offered(member: User) -> bool:
    """Whether the member has a seat where turns are long, or asks for one, and has not answered
    yet."""
    if not is_on() or PushOffer.objects.filter(member=member).exists():
        return False
    games = Game.objects.filter(
        status__in=[Game.Status.RUNNING, Game.Status.PAUSED],
        seats__user=member,
        seats__left_why="",
    )
    tables = Table.objects.filter(places__user=member, closed_at=None, game=None)
    found = [*games.values_list("settings", flat=True), *tables.values_list("settings", flat=True)]
    return any(turn_length(settings) >= LONG_TURN for settings in found)


def answer_offer(*, member: User, now: datetime) -> None:
    """The member has said yes or no: the site does not offer it again."""
    PushOffer.objects.get_or_create(member=member, defaults={"answered_at": now})
