"""Which bots of members can be added to a table."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection
from datetime import datetime

from accounts.models import Suspension, User
from accounts.names import name_key
from games.models import Tenure
from games.pages.members_bots import connected_bots
from games.play.rows import GOING_ON
from lobby.models import Place, Table
from lobby.seating import Seating


def bots_to_add(table: Table, seating: Seating, now: datetime) -> list[User]:
    """The members' bots that could sit down at the table now, by name: those that are connected,
    take such a game, have room for one more, and are not here yet. Bots of suspended members are
    left out."""
    here = {place.user_id for place in (*seating.seated, *seating.asking)}
    game = table.variant, table.options, table.seats, table.settings
    fitting = [
        each for each in connected_bots(now) if each.bot.pk not in here and each.takes.fits(*game)
    ]
    busy = _count_games([each.bot.pk for each in fitting])
    held = Suspension.objects.holding(now).filter(user__in=[each.bot.owner_id for each in fitting])
    suspended = set(held.values_list("user_id", flat=True)) if fitting else set()
    return [
        each.bot
        for each in fitting
        if busy[each.bot.pk] < each.takes.at_once and each.bot.owner_id not in suspended
    ]


def members_bot_named(name: str) -> User | None:
    """The member's bot with this name, whatever its case; None if there is none."""
    if "\x00" in name:  # databases reject null characters
        return None
    bots = User.objects.filter(owner__isnull=False, is_active=True)
    return bots.filter(name_key=name_key(name.strip())).first()


def _count_games(bots: Collection[int]) -> Counter[int]:
    """How many seats each bot has in games that go on and at tables whose game has not begun."""
    if not bots:
        return Counter()
    plays = Tenure.objects.filter(member__in=bots, to_step=None, game__status__in=GOING_ON)
    waits = Place.objects.filter(user__in=bots, table__closed_at=None, table__game=None)
    return Counter(
        key
        for found, field in ((plays, "member_id"), (waits, "user_id"))
        for key in found.values_list(field, flat=True)
    )
