"""Filling seats that stay free with bots, at tables whose settings say so."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from django.conf import settings
from django.db import transaction

from engines.bots import Level
from games.pages.opponents import beaten_levels, suggested_level
from games.store.starting import bot_member
from lobby.colours import bots_colours
from lobby.models import Place, Table
from lobby.seating import Seating
from lobby.services.joining import take_seat
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
        level = fitting_level(table, Seating.of(table).seated)
        while not (seating := Seating.of(table)).is_full:
            _seat_bot(table, seating, level, now)
        table.bots_after = None
        settle(table, now)
    return True


def fitting_level(table: Table, seated: Sequence[Place]) -> Level:
    """The level of bots that fits the people at a table: of the levels that the site suggests to
    each of them, the one in the middle, or the lower of two."""
    people = [place.user for place in seated if not place.engine_plays]
    suggested = sorted(
        suggested_level(table.engine, beaten_levels(user).get(table.variant)) for user in people
    )
    return suggested[(len(suggested) - 1) // 2] if suggested else Level.MEDIUM


def _seat_bot(table: Table, seating: Seating, level: Level, now: datetime) -> None:
    bot = bot_member(table.engine, {place.user_id for place in seating.seated}, level)
    place = Place(table=table, user=bot, engine_plays=True, joined_at=now)
    place.ready = settings.BOTS_READY_AFTER <= 0
    take_seat(seating, place, None, bots_colours(seating))
    place.save()
