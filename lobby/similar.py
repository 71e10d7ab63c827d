"""An open table like the one that a member is about to open, and the next game for a newcomer."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache

from django.conf import settings

from accounts.models import User
from database.queries import KEY, Compiled, compiled
from games.models import ArchivedPlayer
from games.play.reliability import lets_in
from games.store.punctuality import punctuality_of
from lobby import lists
from lobby.lists import TableRow
from lobby.models import Table
from lobby.own_games import OwnGame
from lobby.table_settings import TableSettings


def table_like(chosen: TableSettings, user: User) -> TableRow | None:
    """The open table that anybody may join with the same game and the same time for a turn as the
    one that the member is about to open; of several, the one that will start soonest. None if there
    is none, or if the member's own table would not be for everybody."""
    if chosen.joining == Table.Joining.LINK or not chosen.settings.listed:
        return None
    muted = set(user.mutes.values_list("muted", flat=True))
    return soonest(
        row
        for row in tables_open_to(user)
        if row.table.variant == chosen.variant
        and row.table.settings.turn_seconds == chosen.settings.turn_seconds
        and row.table.settings.calendar == chosen.settings.calendar
        and row.table.host_id not in muted
    )


def tables_open_to(user: User) -> list[TableRow]:
    """The listed open tables of others that let the member in."""
    rows, word = lists.other_tables(user), punctuality_of(user).word
    if not settings.RELIABILITY:
        return rows
    return [row for row in rows if lets_in(row.table.settings.lets_in, word)]


def is_new(user: User, own: Sequence[OwnGame]) -> bool:
    """Whether the member has played no public game yet. ``own``: their running games."""
    if user.is_bot or any(each.game.settings.listed for each in own):
        return False
    ((played,),) = _has_played().rows(member=user.pk)
    return not played


@cache
def _has_played() -> Compiled:
    played = ArchivedPlayer.objects.filter(member=KEY, public=True).order_by().values("pk")[:1]
    return compiled("SELECT EXISTS ({played})", {"member": KEY}, played=played)


def soonest(rows: Iterable[TableRow]) -> TableRow | None:
    """Of the tables at which anybody can sit down at once, the one that will start soonest: the one
    with the fewest free seats, or the oldest of these."""
    open_to_all = [
        row for row in rows if row.can_be_joined and row.table.joining == Table.Joining.ANYONE
    ]
    return min(
        open_to_all,
        key=lambda row: (row.table.seats - len(row.seated), row.table.created_at),
        default=None,
    )
