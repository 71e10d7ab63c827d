"""The start and end of every write to a table: locking its row, and settling the table."""

from __future__ import annotations

from datetime import datetime, timedelta

from games.play.clock import is_quick
from lobby.live import hint_on_commit
from lobby.models import Table
from lobby.publishing import AskedIfHere, Starting, StartStopped, emit
from lobby.seating import Seating
from transport.refusals import Refused

COUNTDOWN = timedelta(seconds=5)
"""How long everybody can still change their mind once all are ready."""

HERE_FOR = timedelta(minutes=2)
"""How long people count as being at the table after they sat down, or said that they are there."""
HERE_WITHIN = timedelta(minutes=1)
"""How long those who are asked have time to say that they are here."""


def lock_open_table(table_id: int) -> Table:
    """The table, with its row locked until the transaction ends.

    Raises Refused ``not-found``, ``table-started`` or ``table-closed``.
    """
    try:
        table = Table.objects.select_for_update().get(pk=table_id)
    except Table.DoesNotExist:
        raise Refused("not-found", "There is no such table.") from None
    if table.game_id is not None:
        raise Refused("table-started", "The game at this table has started.")
    if table.closed_at is not None:
        raise Refused("table-closed", "This table has closed.")
    return table


def settle(table: Table, now: datetime) -> None:
    """Ends a write to a locked table: starts or stops the countdown to match the places, sets
    ``touched_at``, saves the table and sends hints on commit."""
    seating = Seating.of(table)
    if not table.picks_seats:
        close_gaps(seating)
    starts = seating.is_full and seating.is_ready
    if starts and table.starts_at is None:
        starts = not ask_who_is_here(seating, now)
    if starts:
        if table.starts_at is None:
            _tell_of_start(table, seating)
        table.starts_at = table.starts_at or now + COUNTDOWN
        table.here_by = None
    elif table.starts_at is not None:
        table.starts_at = None
        emit(StartStopped(table))
    table.fills_at = _filled_at(seating)
    table.touched_at = now
    changed = ["starts_at", "fills_at", "bots_after", "here_by", "touched_at", "seats"]
    table.save(update_fields=changed)
    hint_on_commit(table)


def ask_who_is_here(seating: Seating, now: datetime) -> bool:
    """Asks those who sat down, or said that they are ready, more than :data:`HERE_FOR` ago whether
    they are here; returns whether anybody is asked. Only at tables for several people that start by
    themselves and have short turns: there nobody has said that they are ready. The caller settles
    the table."""
    table = seating.table
    people = [place for place in seating.seated if not place.is_bot]
    by_itself = table.starts == Table.Starts.FULL and is_quick(table.settings)
    if not by_itself or len(people) < 2:
        return False
    asked = [place for place in people if place.here_at <= now - HERE_FOR]
    for place in asked:
        place.ready = False
        place.save(update_fields=["ready"])
        emit(AskedIfHere(table, place.user_id))
    if asked:
        table.here_by = now + HERE_WITHIN
    return bool(asked)


def _filled_at(seating: Seating) -> datetime | None:
    """When bots fill the free seats, if the table's settings say so and somebody sits there."""
    minutes = seating.table.bots_after
    sat_down = [place.joined_at for place in seating.seated if not place.is_bot]
    if minutes is None or seating.is_full or not sat_down:
        return None
    return max(sat_down) + timedelta(minutes=minutes)


def _tell_of_start(table: Table, seating: Seating) -> None:
    people = [place for place in seating.seated if not place.is_bot]
    if len(people) > 1:  # a single person started the countdown themselves
        for place in people:
            emit(Starting(table, place.user_id))


def close_gaps(seating: Seating) -> None:
    """Moves people up to fill seats that have been left, one by one from the front, so that two
    places never have the same number. Bots stay where they were put, unless the table now has too
    few seats for that."""
    seats = range(seating.table.seats)
    moving = [place for place in seating.seated if not place.is_bot]
    bots = [place.number for place in seating.seated if place.is_bot]
    if all(number in seats for number in bots):
        numbers = [number for number in seats if number not in bots]
    else:
        moving, numbers = list(seating.seated), list(seats)
    for number, place in zip(numbers, moving, strict=False):
        if place.number != number:
            place.number = number
            place.save(update_fields=["number"])
