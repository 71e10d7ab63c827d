"""Changing seats, colours and bots at a table before its game starts."""

from __future__ import annotations

from datetime import datetime

from django.core.exceptions import ValidationError
from django.db import transaction

from accounts.lookalikes import lookalike_key
from accounts.models import User
from accounts.names import name_key, tidy_name, validate_name
from accounts.services.names import why_taken
from engines.bots import Level
from games.pages.access import refuse_suspended
from games.store.starting import bot_member
from lobby.access import (
    may_change_bot,
    may_remove_bot,
    refuse_others_than_host,
    refuse_unless_may_seat_bot,
)
from lobby.colours import Colours, check_colours, seat_colours
from lobby.models import Place, Table
from lobby.offered import unknown_level
from lobby.seating import Seating
from lobby.services.bots_alone import refuse_if_bots_alone
from lobby.services.joining import refuse_full, refuse_taken, seat_bot
from lobby.services.locking import lock_open_table, settle
from transport.refusals import Refused


def change_colours(*, table_id: int, user: User, colours: Colours, now: datetime) -> None:
    """Changes the member's colours; only the mark if the rules give the stones' colours.

    Locks the table's row. Raises Refused: ``not-here``, ``suspended``, ``bad-colour``,
    ``too-close``.
    """
    with transaction.atomic():
        table = lock_open_table(table_id)
        refuse_suspended(user, now)
        seating = Seating.of(table)
        place = place_of(seating, user)
        if table.engine.fixed_colours and place.number is not None:
            colours = seat_colours(table, place.number, colours.mark)
        check_colours(seating, user, colours)
        place.stone_colour, place.mark_colour = colours.stone, colours.mark
        place.save(update_fields=["stone_colour", "mark_colour"])
        settle(table, now)


def change_seat(*, table_id: int, user: User, number: int, now: datetime) -> None:
    """Moves the member to a free seat, at tables where people pick their seats. If the rules give
    the seat a colour, the member gets that colour. Locks the table's row.

    Raises Refused: ``not-here``, ``suspended``, ``bad-seat``, ``seat-taken``.
    """
    with transaction.atomic():
        table = lock_open_table(table_id)
        refuse_suspended(user, now)
        seating = Seating.of(table)
        place = place_of(seating, user)
        if not table.picks_seats or place.number is None:
            raise Refused("bad-seat", "At this table players do not choose their seats.")
        refuse_taken(seating, number)
        place.number = number
        if table.engine.fixed_colours:
            colours = seat_colours(table, number, place.mark_colour)
            place.stone_colour, place.mark_colour = colours.stone, colours.mark
        place.save(update_fields=["number", "stone_colour", "mark_colour"])
        settle(table, now)


def swap_seats(*, table_id: int, user: User, place_id: int, now: datetime) -> None:
    """Asks somebody seated to swap seats, at tables where people pick their seats.

    They swap once each has asked the other; a bot swaps at once. ``place_id`` of the member's own
    place withdraws the request. Locks the table's row.

    Raises Refused: ``not-here``, ``suspended``, ``bad-seat``.
    """
    with transaction.atomic():
        table = lock_open_table(table_id)
        refuse_suspended(user, now)
        seating = Seating.of(table)
        mine = place_of(seating, user)
        if not table.picks_seats or mine.number is None:
            raise Refused("bad-seat", "At this table players do not choose their seats.")
        theirs = next((place for place in seating.seated if place.pk == place_id), None)
        if theirs is None:
            raise Refused("not-here", "They no longer sit at this table.")
        if theirs.pk == mine.pk:
            mine.swap_with = None
        elif theirs.is_bot or theirs.swap_with_id == mine.pk:
            _swap(table, mine, theirs)
        else:
            mine.swap_with = theirs
        mine.save(update_fields=["swap_with"])
        settle(table, now)


def _swap(table: Table, one: Place, other: Place) -> None:
    """Exchanges the numbers of two places and, if the rules give seats colours, their colours."""
    numbers = one.number, other.number
    Place.objects.filter(pk=one.pk).update(number=None)  # numbers are unique at a table
    for place, number in ((other, numbers[0]), (one, numbers[1])):
        assert number is not None
        place.number, place.swap_with = number, None
        if table.engine.fixed_colours:
            colours = seat_colours(table, number, place.mark_colour)
            place.stone_colour, place.mark_colour = colours.stone, colours.mark
        place.save(update_fields=["number", "swap_with", "stone_colour", "mark_colour"])


def leave_table(*, table_id: int, user: User, now: datetime) -> None:
    """Frees the member's seat, or withdraws their request for one. Suspended members may do that
    too, as it makes room for others. Locks the table's row.

    Raises Refused ``not-here``.
    """
    with transaction.atomic():
        table = lock_open_table(table_id)
        place_of(Seating.of(table), user).delete()
        settle(table, now)


def remove_place(*, table_id: int, by: User, place_id: int, now: datetime) -> None:
    """The host frees the seat of a member or a bot, or a member frees the seat of a bot that they
    seated or own. Locks the table's row.

    Raises Refused: ``not-allowed``, ``suspended``, ``not-here``.
    """
    with transaction.atomic():
        table = lock_open_table(table_id)
        place = next((p for p in Seating.of(table).seated if p.pk == place_id), None)
        if place is None or not may_remove_bot(table, by, place):
            refuse_others_than_host(table, by)
        refuse_suspended(by, now)
        if place is None:
            raise Refused("not-here", "They no longer sit at this table.")
        place.delete()
        settle(table, now)


def put_bot(
    *,
    table_id: int,
    by: User,
    number: int | None = None,
    level: Level = Level.MEDIUM,
    name: str = "",
    colours: Colours | None = None,
    now: datetime,
) -> Place:
    """Puts a bot of this level on a free seat, for a member who may do so
    (:func:`lobby.access.may_seat_bot`). It becomes ready after ``BOTS_READY_AFTER`` seconds.

    ``number``: the seat; None for the first free one. ``name``: empty for the bot's usual name.
    ``colours``: None for free ones.

    Locks the table's row. Raises Refused: ``not-allowed``, ``suspended``, ``full``, ``bad-seat``,
    ``seat-taken``, ``unknown-level``, ``bad-name``, ``bad-colour``, ``too-close``,
    ``too-many-bots``.
    """
    with transaction.atomic():
        table = lock_open_table(table_id)
        seating = Seating.of(table)
        refuse_unless_may_seat_bot(table, by, seating.seated, now)
        refuse_suspended(by, now)
        refuse_full(seating)
        if level not in {bot.level for bot in table.engine.bots}:
            raise unknown_level()
        bot = bot_member(table.engine, {place.user_id for place in seating.seated}, level)
        place = Place(table=table, user=bot, engine_plays=True, joined_at=now, seated_by=by)
        place.bot_name = bots_name(seating, name, place)
        seat_bot(seating, place, number, colours)
        refuse_if_bots_alone(table, now)
        settle(table, now)
    return place


def change_bot(
    *, table_id: int, by: User, place_id: int, name: str, colours: Colours | None, now: datetime
) -> None:
    """The host, or whoever seated a bot, changes its name and colours. ``name``: empty for the
    bot's usual name. ``colours``: None to keep them. Locks the table's row.

    Raises Refused: ``not-allowed``, ``suspended``, ``not-here``, ``bad-name``, ``bad-colour``,
    ``too-close``.
    """
    with transaction.atomic():
        table = lock_open_table(table_id)
        seating = Seating.of(table)
        place = next((p for p in seating.seated if p.pk == place_id and p.engine_plays), None)
        if place is None:
            raise Refused("not-here", "That bot no longer sits at this table.")
        if not may_change_bot(table, by, place):
            raise Refused("not-allowed", "Only the host or whoever added this bot can do that.")
        refuse_suspended(by, now)
        place.bot_name = bots_name(seating, name, place)
        if colours is not None:
            if table.engine.fixed_colours and place.number is not None:
                colours = seat_colours(table, place.number, colours.mark)
            check_colours(seating, place.user, colours)
            place.stone_colour, place.mark_colour = colours.stone, colours.mark
        place.save(update_fields=["bot_name", "stone_colour", "mark_colour"])
        settle(table, now)


def bots_name(seating: Seating, wished: str, place: Place) -> str:
    """The name to store for a bot; empty for its usual name.

    Raises Refused ``bad-name`` if the name breaks the rules for members' names, or is the name of a
    member or of somebody else at the table.
    """
    name = tidy_name(wished)
    if not name or name_key(name) == name_key(str(place.user)):
        return ""
    try:
        validate_name(name)
    except ValidationError as error:
        raise Refused("bad-name", error.messages[0]) from None
    here = {lookalike_key(other.name) for other in seating.seated if other.pk != place.pk}
    if lookalike_key(name) in here or why_taken(name, people_only=True) is not None:
        raise Refused("bad-name", "That name is taken. Give the bot another.")
    return name


def place_of(seating: Seating, user: User) -> Place:
    """The user's place. Raises Refused ``not-here``."""
    place = seating.of_user(user)
    if place is None:
        raise Refused("not-here", "You are not at this table.")
    return place
