"""What follows at tables from how reliable members are: who may sit down and start, and that those
who abandon a live game leave the others."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from django.conf import settings as site_settings
from django.db import transaction

from accounts.models import User
from games.models import MemberPunctuality
from games.play.clock import is_live
from games.play.reliability import refusal
from games.play.settings import LetsIn
from games.store.punctuality import playing, refuse_another_game
from lobby.live import hint_wishes_on_commit
from lobby.models import Place
from lobby.seating import Seating
from lobby.services.closing import close_locked
from lobby.services.locking import lock_open_table, settle
from lobby.services.wishing import end_live_wishes, lock_wishes
from transport.refusals import Refused


def refuse_another(
    seating: Seating, user: User, now: datetime, *, asked: LetsIn = LetsIn.ANYONE
) -> None:
    """Raises Refused if the member may not play another game like the one of this table, unless
    bots have all the other seats: ``must-wait``, ``reliable-only``, ``enough-games``. ``asked``:
    which members the table lets in. A member's bot is refused only if its owner
    has to wait or would not be let in."""
    if user.owner is not None:
        refuse_for_owner(user.owner, seating, now, asked=asked)
        return
    others = seating.others(user)
    full = len(others) >= seating.table.seats - 1
    if not (full and all(place.user.is_bot for place in others)):
        refuse_another_game(user, now, live=is_live(seating.table.settings), asked=asked)


def refuse_for_owner(
    owner: User, seating: Seating, now: datetime, *, asked: LetsIn = LetsIn.ANYONE
) -> None:
    """Raises Refused ``must-wait`` or ``reliable-only`` if there are people at the table and the
    bot's owner has to wait before playing such a game, or would not be let in: the same goes for
    the bot."""
    if all(place.is_bot for place in seating.seated):
        return
    try:
        refuse_another_game(owner, now, live=is_live(seating.table.settings), asked=asked)
    except Refused as refused:
        if refused.code in ("must-wait", "reliable-only"):
            raise


def may_not_start(seating: Seating, now: datetime) -> list[Place]:
    """The places of those who may not begin another game now, though they could when they sat
    down."""
    bots = [place for place in seating.seated if _waits_with_owner(place, seating, now)]
    people = [place for place in seating.seated if not place.user.is_bot]
    if len(people) < 2 or not site_settings.RELIABILITY:
        return bots
    known, live = playing([place.user_id for place in people]), is_live(seating.table.settings)
    late = [place for place in people if refusal(known[place.user_id], now, live=live) is not None]
    return [*bots, *late]


def _waits_with_owner(place: Place, seating: Seating, now: datetime) -> bool:
    if place.user.owner is None:
        return False
    try:
        refuse_for_owner(place.user.owner, seating, now)
    except Refused:
        return True
    return False


def leave_live_tables(*, member_id: int, now: datetime) -> bool:
    """Makes a member who has abandoned a live game leave the gathering tables of live games, and
    ends their wishes for one; returns whether there was anything to do.

    A table that only they run and at which nobody else is closes. Locks the member's row, the
    tables and all wishes, one after the other.
    """
    due = MemberPunctuality.objects.filter(member=member_id, leaves_tables=True)
    if not due.exists():
        return False
    for table_id in _live_tables_of(member_id):
        _leave(table_id, member_id, now)
    with transaction.atomic():
        lock_wishes()
        end_live_wishes([member_id])
        hint_wishes_on_commit([member_id])
    due.update(leaves_tables=False)
    return True


def _live_tables_of(member_id: int) -> Sequence[int]:
    waiting = Place.objects.filter(user=member_id, table__closed_at=None, table__game=None)
    tables = [place.table for place in waiting.select_related("table")]
    # In order, so that two workers that each lock several do not wait for each other.
    return sorted(table.pk for table in tables if is_live(table.settings))


def _leave(table_id: int, member_id: int, now: datetime) -> None:
    with transaction.atomic():
        try:
            table = lock_open_table(table_id)
        except Refused:
            return  # it has started or closed meanwhile
        table.places.filter(user=member_id).delete()
        if table.host_id == member_id and not table.places.filter(user__is_bot=False).exists():
            close_locked(table, now)
        else:
            settle(table, now)
