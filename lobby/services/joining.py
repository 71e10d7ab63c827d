"""Sitting down at a table, at once or after the host agrees."""

from __future__ import annotations

from datetime import datetime

from django.conf import settings
from django.db import transaction

from accounts.models import User
from games.pages.access import refuse_suspended
from games.play.settings import LetsIn
from lobby.access import has_key, invitation_of, refuse_others_than_host
from lobby.colours import (
    Colours,
    bots_colours,
    check_colours,
    fitting_colours,
    free_colours,
    seat_colours,
)
from lobby.models import Place, Table, TableInvitation
from lobby.publishing import Asked, Declined, LetIn, emit
from lobby.seating import Seating
from lobby.services.locking import lock_open_table, settle
from lobby.services.reliability import refuse_another
from transport.refusals import Refused


def join_table(
    *,
    table_id: int,
    user: User,
    colours: Colours | None = None,
    number: int | None = None,
    key: str = "",
    now: datetime,
) -> Place:
    """Takes a seat, or asks for one if the host must agree first (the place has no number yet).

    ``colours``: the member's choice; None for the preferred colours or, if they are taken, free
    ones that differ clearly from the others'. ``number``: the seat, if seats are picked; None for
    the first free one.

    Invited members need neither the link nor the host's agreement, and any of them may join. In a
    rematch they get the seat kept for them and are ready at once.

    Locks the table's row. Raises Refused: ``suspended``, ``not-allowed`` (bots),
    ``already-here``, ``link-needed``, ``full``, ``bad-seat``, ``seat-taken``, ``bad-colour``,
    ``too-close``, and what :func:`lobby.services.reliability.refuse_another` does.
    """
    with transaction.atomic():
        table = lock_open_table(table_id)
        refuse_suspended(user, now)
        if user.is_bot and not table.bots_join:
            raise Refused("not-allowed", "Bots take a seat here only if somebody adds them.")
        seating = Seating.of(table)
        if seating.of_user(user):
            raise Refused("already-here", "You are already at this table.")
        invited = invitation_of(table, user, now)
        by_link = table.joining == Table.Joining.LINK
        if by_link and invited is None and not has_key(table, user, key):
            raise Refused(
                "link-needed", "You need the link to join this table. Ask the host for it."
            )
        refuse_full(seating)
        asked = table.settings.lets_in if invited is None else LetsIn.ANYONE
        refuse_another(seating, user, now, asked=asked)
        place = Place(table=table, user=user, joined_at=now)
        if invited is not None:
            number, colours = _meant_for(invited, seating, user, number, colours)
            invited.delete()
        take_seat(seating, place, number, colours)
        asks = table.joining == Table.Joining.APPROVAL and table.host_id != user.pk
        if asks and invited is None:
            place.number = None
        by_itself = table.starts == Table.Starts.FULL or table.rematch_of_id is not None
        place.ready = place.number is not None and by_itself
        place.save()
        if place.number is None:
            emit(Asked(table, user.pk))
        settle(table, now)
    return place


def agree(*, table_id: int, by: User, place_id: int, now: datetime) -> Place:
    """The host seats somebody who asked: in the colours they chose or, if somebody has taken those
    since, in the nearest free ones, which they can still change.

    Locks the table's row. Raises Refused: ``not-allowed``, ``suspended``, ``not-asking``,
    ``full``.
    """
    with transaction.atomic():
        table = lock_open_table(table_id)
        refuse_others_than_host(table, by)
        refuse_suspended(by, now)
        seating = Seating.of(table)
        place = _asking(seating, place_id)
        refuse_full(seating)
        wanted = Colours(place.stone_colour, place.mark_colour)
        if table.engine.fixed_colours:
            numbers = seating.free_numbers
            liked = [
                n for n in numbers if seat_colours(table, n, wanted.mark).stone == wanted.stone
            ]
            take_seat(seating, place, (liked or numbers)[0], wanted)
        else:
            take_seat(seating, place, None, fitting_colours(seating, place.user, wanted))
        place.joined_at = now
        place.ready = table.starts == Table.Starts.FULL
        place.save()
        emit(LetIn(table, place.user_id))
        settle(table, now)
    return place


def decline(*, table_id: int, by: User, place_id: int, now: datetime) -> None:
    """The host refuses somebody who asked for a seat. Locks the table's row.

    Raises Refused: ``not-allowed``, ``suspended``, ``not-asking``.
    """
    with transaction.atomic():
        table = lock_open_table(table_id)
        refuse_others_than_host(table, by)
        refuse_suspended(by, now)
        place = _asking(Seating.of(table), place_id)
        place.delete()
        emit(Declined(table, place.user_id))
        settle(table, now)


def _meant_for(
    invited: TableInvitation,
    seating: Seating,
    user: User,
    number: int | None,
    colours: Colours | None,
) -> tuple[int | None, Colours | None]:
    """The seat and colours that the member chose; where they chose none, the invitation's, as far
    as they are free."""
    if number is None and invited.number in seating.free_numbers:
        number = invited.number
    if colours is None and invited.stone_colour:
        wish = Colours(invited.stone_colour, invited.mark_colour)
        colours = fitting_colours(seating, user, wish)
    return number, colours


def take_seat(seating: Seating, place: Place, number: int | None, colours: Colours | None) -> None:
    """Gives ``place`` a free seat and fitting colours; does not save it. ``number`` is used only
    for bots and at tables where people pick their seats.

    Raises Refused like :func:`join_table`.
    """
    table, user = seating.table, place.user
    if table.picks_seats or place.is_bot:
        place.number = seating.free_numbers[0] if number is None else number
        refuse_taken(seating, place.number)
    else:
        place.number = seating.next_number
    chosen = colours or free_colours(seating, user)
    if table.engine.fixed_colours:
        chosen = seat_colours(table, place.number, chosen.mark)
    else:
        check_colours(seating, user, chosen)
    place.stone_colour, place.mark_colour = chosen.stone, chosen.mark


def seat_bot(
    seating: Seating, place: Place, number: int | None = None, colours: Colours | None = None
) -> None:
    """Gives a bot's ``place`` a free seat and colours, by default the first free ones, and saves
    it. The bot becomes ready after ``BOTS_READY_AFTER`` seconds.

    Raises Refused like :func:`join_table`.
    """
    place.ready = settings.BOTS_READY_AFTER <= 0
    take_seat(seating, place, number, colours or bots_colours(seating))
    place.save()


def refuse_full(seating: Seating) -> None:
    """Raises Refused ``full`` if no seat is free."""
    if seating.is_full:
        raise Refused("full", "All seats at this table are taken.")


def refuse_taken(seating: Seating, number: int) -> None:
    """Raises Refused ``bad-seat`` if there is no such seat, or ``seat-taken``."""
    if not 0 <= number < seating.table.seats:
        raise Refused("bad-seat", "There is no such seat at this table.")
    if number not in seating.free_numbers:
        raise Refused("seat-taken", "Somebody else was faster: that seat is taken.")


def _asking(seating: Seating, place_id: int) -> Place:
    for place in seating.asking:
        if place.pk == place_id:
            return place
    raise Refused("not-asking", "They are no longer asking to join.")
