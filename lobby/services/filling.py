"""Filling seats that stay free with bots, at tables whose settings say so."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction

from engines.bots import Level
from games.pages.opponents import fitting_level
from games.play.clock import is_live
from games.store.starting import bot_member
from lobby.models import Place, Table
from lobby.seating import Seating
from lobby.services.joining import seat_bot
from lobby.services.locking import lock_open_table, settle


def fill_with_bots(*, table_id: int, now: datetime) -> bool:
    """Puts bots on all free seats of a table if its agreed time is over; returns whether it did.
    They become ready like other bots, so that people can still stop the game. This is done once:
    a bot that is removed does not come back.

    Locks the table's row. Raises Refused ``table-started`` or ``table-closed``.
    """
    with transaction.atomic():
        table = lock_open_table(table_id)
        if table.fills_at is None or table.fills_at > now:
            return False
        people = [place.user for place in Seating.of(table).seated if not place.is_bot]
        level = fitting_level(table.engine, people, live=is_live(table.settings))
        while not (seating := Seating.of(table)).is_full:
            _seat_bot(table, seating, level, now)
        table.bots_after = None
        settle(table, now)
    return True


def _seat_bot(table: Table, seating: Seating, level: Level, now: datetime) -> None:
    bot = bot_member(table.engine, {place.user_id for place in seating.seated}, level)
    seat_bot(seating, Place(table=table, user=bot, engine_plays=True, joined_at=now))
