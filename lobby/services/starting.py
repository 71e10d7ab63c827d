"""Starting a table's game, exactly once."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction

from accounts.models import Suspension, User
from games.models import Game
from games.store.starting import NewSeat, start_game
from lobby.live import hint_on_commit
from lobby.models import Place, Table
from lobby.publishing import StartStopped, TableStarted, emit
from lobby.seating import Seating
from lobby.services.bots_alone import (
    bots_alone,
    hint_held_back_on_commit,
    lock_starts_of_bots_alone,
    refuse_more_bots_alone,
)
from lobby.services.locking import settle
from lobby.services.reliability import may_not_start
from lobby.services.wishing import lock_wishes, meet_wishes
from lobby.table_settings import table_settings_of
from transport.refusals import Refused


def start_table(*, table_id: int, now: datetime, of_match: bool = False) -> Game | None:
    """Starts the game of a table whose countdown has ended; returns None if it starts none.

    May be called too early, twice or by two workers: it locks the row and checks it again, so that
    only one call starts the game, and none does if somebody is no longer ready. Those who may not
    begin another game by now lose their seat; the others stay ready. ``of_match``: the caller ends
    the wishes that the game meets, and reports how long everybody waited.
    """
    with transaction.atomic():
        table = Table.objects.select_for_update().filter(pk=table_id).first()
        if table is None or not table.is_open or table.starts_at is None or table.starts_at > now:
            return None
        seating = Seating.of(table)
        unfit = {*_barred(seating, now), *may_not_start(seating, now)}
        if unfit or not seating.is_full or not seating.is_ready:
            table.places.filter(pk__in=[place.pk for place in unfit]).delete()
            settle(table, now)
            return None
        if bots_alone(seating) and not _may_start(table, now):
            _stop(table)
            return None
        lock_wishes()  # before what start_game locks, in the order of a match that begins
        table.game = start_game(
            variant=table.variant,
            options=table_settings_of(table).options,
            title=table.title,
            settings=table.settings,
            seats=[
                NewSeat(
                    place.user,
                    place.stone_colour,
                    place.mark_colour,
                    place.engine_plays,
                    place.bot_name,
                )
                for place in seating.seated
            ],
            now=now,
        )
        table.starts_at = None
        table.touched_at = now
        table.save(update_fields=["game", "starts_at", "touched_at"])
        hint_on_commit(table)
        if bots_alone(seating):
            hint_held_back_on_commit()
        if not of_match:
            _note_waiting(table.game, seating, now)
        return table.game


def _note_waiting(game: Game, seating: Seating, now: datetime) -> None:
    """Ends the players' wishes that this game meets, and reports how long everybody waited. A game
    of one person against bots meets no wish."""
    people = [place for place in seating.seated if not place.user.is_bot]
    members = [place.user_id for place in people]
    wished = meet_wishes(game, members, now=now) if len(people) > 1 else set()
    sat = [now - place.joined_at for place in people if place.user_id not in wished]
    emit(TableStarted(game, sat))


def stop_countdown(*, table_id: int) -> None:
    """Stops the countdown of a table that cannot start. Locks the table's row."""
    with transaction.atomic():
        table = Table.objects.select_for_update().filter(pk=table_id).first()
        if table is not None and table.is_open:
            _stop(table)


def _barred(seating: Seating, now: datetime) -> list[Place]:
    """The places of suspended members and of closed accounts, and of their bots: the others would
    wait for them in vain."""
    suspended = Suspension.among([place.user for place in seating.seated], now)
    return [
        place for place in seating.seated if place.user_id in suspended or not _is_open(place.user)
    ]


def _is_open(user: User) -> bool:
    """Whether the account is open; for a member's bot, also its owner's."""
    return user.is_active and (user.owner is None or user.owner.is_active)


def _may_start(table: Table, now: datetime) -> bool:
    """Whether another bots-only game may start; others may have started during the countdown."""
    lock_starts_of_bots_alone()
    try:
        refuse_more_bots_alone(table, now)
    except Refused:
        return False
    return True


def _stop(table: Table) -> None:
    """Stops the countdown and makes everybody not ready, because the game cannot start. Bots stay
    ready if there are people at the table; if not, they become ready again when their game may
    start."""
    table.starts_at = None
    table.save(update_fields=["starts_at"])
    alone = bots_alone(Seating.of(table))
    unready = table.places.all() if alone else table.places.filter(user__is_bot=False)
    unready.update(ready=False)
    emit(StartStopped(table))
    hint_on_commit(table)
