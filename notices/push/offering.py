"""The offer of push notifications, made once to members whose games have long turns."""

from __future__ import annotations

import json
from datetime import datetime
from functools import cache

from django.db.models import Exists, OuterRef, Q

from accounts.models import User
from database.queries import KEY, Compiled, compiled, is_there
from games.archive.tenures import seats_held_by
from games.play.clock import is_live
from games.play.rows import GOING_ON
from games.play.settings import read_settings
from lobby.models import Place, Table
from notices.models import PushOffer
from notices.push.keys import is_on


def is_offered(member: User) -> bool:
    """Whether to offer push notifications to the member: they have, or have asked for, a seat in a
    game by correspondence, which is played without keeping its page open, and have not answered
    the offer yet."""
    if not is_on():
        return False
    found = _settings_of_seats().rows(member=member.pk)
    settings = (read_settings(json.loads(text)) for (text,) in found)
    return any(not is_live(each) for each in settings)


@cache
def _settings_of_seats() -> Compiled:
    """The settings of the games and tables at which a member has or has requested a seat; none if
    they have answered."""
    member = User(pk=KEY)
    unanswered = ~Exists(PushOffer.objects.filter(member=member))
    games = seats_held_by(member).filter(unanswered, game__status__in=GOING_ON)
    # Looked up for each open table: a member of many years has places at thousands that are over.
    seat = is_there(Place.objects.filter(table=OuterRef("pk"), user=member))
    tables = Table.objects.filter(unanswered, Q(seat), closed_at=None, game=None)
    return compiled(
        "SELECT DISTINCT settings::text FROM ({games} UNION ALL {tables}) AS seat (settings)",
        {"member": KEY},
        games=games.order_by().values_list("game__settings"),
        tables=tables.order_by().values_list("settings"),
    )


def answer_offer(*, member: User, now: datetime) -> None:
    """Records that the member has answered, so that push is not offered again."""
    PushOffer.objects.get_or_create(member=member, defaults={"answered_at": now})
