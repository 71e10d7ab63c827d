"""Turning a table into a game, exactly once."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction

from accounts.models import Suspension
from games.models import Game
from games.store.starting import NewSeat, start_game
from lobby.live import hint_on_commit
from lobby.models import Table
from lobby.publishing import StartStopped, tell
from lobby.seating import Seating
from lobby.services.bots_alone import (
    bots_alone,
    lock_starts_of_bots_alone,
    refuse_more_bots_alone,
)
from lobby.table_settings import table_settings_of
from transport.refusals import Refused


def start_table(*, table_id: int, now: datetime) -> Game | None:
    """Starts the game of a table whose countdown has ended; None where there is nothing to do.

    May be called twice, early or by two workers: the row is locked and looked at again, so
    that one call starts the game, and an un-ready that came first stops it.
    """
    with transaction.atomic():
        table = Table.objects.select_for_update().filter(pk=table_id).first()
        if table is None or not table.is_open or table.starts_at is None or table.starts_at > now:
            return None
        seating = Seating.of(table)
        users = [place.user for place in seating.seated]
        complete = len(seating.seated) == table.seats and seating.is_ready
        if not complete or Suspension.holds_for_any(users, now):
            _stop(table)
            return None
        if bots_alone(seating) and not _may_start(table):
            _stop(table)
            return None
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
        return table.game


def stop_countdown(*, table_id: int) -> None:
    """Stops the countdown of a table that cannot start. Locks the table's row."""
    with transaction.atomic():
        table = Table.objects.select_for_update().filter(pk=table_id).first()
        if table is not None and table.is_open:
            _stop(table)


def _may_start(table: Table) -> bool:
    """Another one may have started while this one counted down."""
    lock_starts_of_bots_alone()
    try:
        refuse_more_bots_alone(table)
    except Refused:
        return False
    return True


def _stop(table: Table) -> None:
    """Somebody's account went while it counted down, say, or was suspended: nobody is ready any
    more. Bots among people stay ready; bots alone are ready again when they may start."""
    table.starts_at = None
    table.save(update_fields=["starts_at"])
    alone = bots_alone(Seating.of(table))
    unready = table.places.all() if alone else table.places.filter(engine_plays=False)
    unready.update(ready=False)
    tell(StartStopped(table))
    hint_on_commit(table)
