"""Open tables that fit members' wishes for a game."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import datetime

from accounts.models import User
from games.play.clock import is_live
from lobby.matching import OpenWish, fit
from lobby.models import Table, Wish
from lobby.seating import Seating
from lobby.services.matching import open_wishes


def tables_for(
    wishes: Collection[Wish], tables: Collection[Seating], now: datetime
) -> dict[int, list[Table]]:
    """The tables that fit each wish, by the wish's key; wishes that no table fits are left out.

    A table fits if anybody may join it, and if matching would ask the member and everybody there
    about a game together, had they all wished for the table's game.
    """
    found: dict[int, list[Table]] = {}
    for pace in sorted({wish.pace for wish in wishes}):
        asked = [wish for wish in wishes if wish.pace == pace]
        possible = [(wish, at) for wish in asked for at in tables if _is_wished_for(wish, at, now)]
        if not possible:
            continue
        people = _as_wishes([at for _, at in possible], pace)
        known = open_wishes(
            [*asked, *(wish for each in people.values() for wish in each)], pace, now
        )
        by_key = {wish.key: wish for wish in known}
        for wish, at in possible:
            if _fits(wish, at, [each.pk for each in people[at.table.pk]], by_key):
                found.setdefault(wish.pk, []).append(at.table)
    return found


def _is_wished_for(wish: Wish, at: Seating, now: datetime) -> bool:
    """Whether the table has such a game and a seat for the member."""
    table = at.table
    return (
        table.joining == Table.Joining.ANYONE
        and table.settings.listed
        and not at.is_full
        and is_live(table.settings) == wish.is_live
        and (not wish.games or table.variant in wish.games)
        and wish.least <= table.seats <= wish.most
        and wish.begins_at <= now
        and wish.member_id not in _people(at)
    )


def _people(at: Seating) -> set[int]:
    """The keys of the people at the table, the host among them."""
    there = {place.user_id for place in (*at.seated, *at.asking) if not place.is_bot}
    return there | ({at.table.host_id} if at.table.host_id is not None else set())


def _as_wishes(tables: Sequence[Seating], pace: str) -> dict[int, list[Wish]]:
    """The people at each table, by its key, as wishes for its game that are not stored. The keys of
    these wishes are negative, so that no stored wish has them."""
    there = {at.table.pk: (at.table, _people(at)) for at in tables}
    members = User.objects.in_bulk({key for _, people in there.values() for key in people})
    found: dict[int, list[Wish]] = {}
    last = 0
    for key, (table, people) in there.items():
        found[key] = []
        for person in sorted(people & members.keys()):
            last -= 1
            wish = Wish(
                pk=last,
                member=members[person],
                pace=pace,
                games=[table.variant],
                least=table.seats,
                most=table.seats,
                lets_in=table.settings.lets_in,
            )
            found[key].append(wish)
    return found


def _fits(wish: Wish, at: Seating, people: Sequence[int], known: dict[int, OpenWish]) -> bool:
    """Whether the member fits everybody at the table. ``known``: the wishes of those who may play
    now."""
    if wish.pk not in known or not all(person in known for person in people):
        return False
    game = at.table.variant
    return all(fit(known[wish.pk], known[person], game) for person in people)
