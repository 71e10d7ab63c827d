"""The offer of push notifications, made once to members whose games have long turns."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.db.models import Exists

from accounts.models import User
from games.archive.tenures import seats_held_by
from games.models import Game
from games.play.clock import turn_length
from lobby.models import Table
from notices.models import PushOffer
from notices.push.keys import is_on

LONG_TURN = timedelta(hours=1)
"""From this length of a turn on, players leave the page and want to be notified."""


def is_offered(member: User) -> bool:
    """Whether to offer push to the member: they have or have requested a seat with long turns, and
    have not answered yet."""
    if not is_on():
        return False
    unanswered = ~Exists(PushOffer.objects.filter(member=member))
    games = seats_held_by(member).filter(
        unanswered, game__status__in=[Game.Status.RUNNING, Game.Status.PAUSED]
    )
    tables = Table.objects.filter(unanswered, places__user=member, closed_at=None, game=None)
    found = (
        games.order_by()
        .values_list("game__settings")
        .union(tables.order_by().values_list("settings"), all=True)
    )
    return any(turn_length(settings) >= LONG_TURN for (settings,) in found)


def answer_offer(*, member: User, now: datetime) -> None:
    """Records that the member has answered, so that push is not offered again."""
    PushOffer.objects.get_or_create(member=member, defaults={"answered_at": now})
