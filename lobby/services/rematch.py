"""Rematches: playing the same game again, at a table that keeps seats for those who played."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.db import transaction

from accounts.models import User
from accounts.names import address_in
from engines.rules import Rules
from games.models import Game, Seat
from games.pages.access import refuse_suspended
from games.play.clock import is_live, is_quick
from games.store.punctuality import refuse_another_game
from lobby.colours import Colours, seat_colours
from lobby.models import Place, Table, TableInvitation
from lobby.publishing import RematchOffered, emit
from lobby.seating import Seating
from lobby.services.joining import join_table
from lobby.services.locking import settle
from lobby.services.members_bots import lock_available_bot
from lobby.table_settings import TableSettings, check_table_settings
from transport.refusals import Refused

OFFERED_WITHIN = timedelta(days=7)
"""How long after the end of a game a rematch can be offered."""

LASTS = timedelta(minutes=10)
LASTS_BY_CORRESPONDENCE = timedelta(days=1)
"""How long an offer lasts: ``LASTS`` if a turn takes less than ten minutes, else
``LASTS_BY_CORRESPONDENCE``."""


def offer_rematch(*, game_id: int, by: User, now: datetime) -> Table:
    """Offers a rematch to everybody who played, or accepts it if somebody else has offered one
    already; a game has at most one rematch. Bots sit down again at once. Locks the game's row.

    Raises Refused: ``not-your-seat``, ``suspended``, ``not-over``, ``too-late``,
    ``rematch-over``, and what :func:`lobby.services.joining.join_table`,
    :func:`games.store.punctuality.refuse_another_game` and
    :func:`lobby.table_settings.check_table_settings` refuse.
    """
    with transaction.atomic():
        game = Game.objects.select_for_update().get(pk=game_id)
        seats = list(game.seats.select_related("user").order_by("number"))
        if not any(seat.user_id == by.pk and not seat.engine_plays for seat in seats):
            raise Refused("not-your-seat", "You did not play in this game.")
        refuse_suspended(by, now)
        if any(seat.is_person and seat.user_id != by.pk for seat in seats):
            refuse_another_game(by, now, live=is_live(game.settings))
        offered = Table.objects.filter(rematch_of=game).first()
        if offered is None:
            return _open(game, seats, by, now)
    if not offered.places.filter(user=by).exists():
        take_up(table=offered, user=by, now=now)
    return offered


def take_up(*, table: Table, user: User, now: datetime) -> None:
    """Seats the member at the table of the rematch, on the seat kept for them, and ready. Raises
    Refused ``rematch-over`` if the offer has ended, and what
    :func:`lobby.services.joining.join_table` refuses."""
    try:
        join_table(table_id=table.pk, user=user, now=now)
    except Refused as refused:
        if refused.code in ("table-closed", "table-started", "link-needed"):
            raise Refused("rematch-over", "This rematch is no longer offered.") from None
        raise


def may_offer(game: Game, now: datetime) -> bool:
    """Whether a rematch of this game can be offered now."""
    over = game.is_over and game.finished_at is not None
    return over and game.finished_at is not None and now - game.finished_at <= OFFERED_WITHIN


def title_of(game: Game) -> str:
    """The game's title; if that contains an address, as titles once could, the name of its
    rules."""
    return game.engine.name if address_in(game.title) else game.title


def rotates(engine: Rules[object]) -> bool:
    """Whether everybody moves to the next seat: if seats differ or the rules give them colours."""
    return engine.seats_differ or bool(engine.fixed_colours)


def _open(game: Game, seats: list[Seat], by: User, now: datetime) -> Table:
    if not game.is_over:
        raise Refused("not-over", "The game is not over yet.")
    if not may_offer(game, now):
        raise Refused("too-late", "This game ended long ago. Open a new table instead.")
    chosen = TableSettings(
        variant=game.variant,
        options=game.engine.table_options(game.options),
        seats=len(seats),
        settings=game.settings,
        joining=Table.Joining.LINK,
        title=title_of(game),
    )
    check_table_settings(chosen)
    table = Table.objects.create(
        host=by,
        variant=chosen.variant,
        options=dict(chosen.options),
        seats=chosen.seats,
        settings=chosen.settings,
        joining=chosen.joining,
        title=chosen.title,
        rematch_of=game,
        closes_at=now + (LASTS if is_quick(game.settings) else LASTS_BY_CORRESPONDENCE),
        created_at=now,
        touched_at=now,
        host_seen_at=now,
    )
    moved = 1 if rotates(game.engine) else 0
    for seat in seats:
        _keep_seat(table, seat, (seat.number + moved) % len(seats), by, now)
    settle(table, now)
    return table


def _keep_seat(table: Table, seat: Seat, number: int, by: User, now: datetime) -> None:
    """Keeps the table's seat ``number`` for the player of ``seat``. Bots and the member who offers
    sit down at once; others are invited. Deleted and deactivated accounts are left out."""
    if seat.user is None or not seat.user.is_active:
        return
    colours = Colours(seat.stone_colour, seat.mark_colour)
    if table.engine.fixed_colours:
        colours = seat_colours(table, number, seat.mark_colour)
    if seat.engine_plays or seat.user_id == by.pk:
        Place.objects.create(
            table=table,
            number=number,
            user=seat.user,
            engine_plays=seat.engine_plays,
            bot_name=seat.bot_name,
            seated_by=by if seat.engine_plays else None,
            stone_colour=colours.stone,
            mark_colour=colours.mark,
            ready=True,
            joined_at=now,
        )
    elif seat.user.owner_id is not None:
        _keep_bots_seat(table, seat.user, number, colours, by, now)
    elif not seat.user.is_bot:
        TableInvitation.objects.create(
            table=table,
            member=seat.user,
            by=by,
            invited_at=now,
            number=number,
            stone_colour=colours.stone,
            mark_colour=colours.mark,
        )
        emit(RematchOffered(table, seat.user.pk, by.pk))


def _keep_bots_seat(
    table: Table, bot: User, number: int, colours: Colours, by: User, now: datetime
) -> None:
    """Seats a member's bot again, if it is connected and has room for another game."""
    try:
        lock_available_bot(table, Seating.of(table), bot.pk, now)
    except Refused:
        return
    Place.objects.create(
        table=table,
        number=number,
        user=bot,
        seated_by=by,
        stone_colour=colours.stone,
        mark_colour=colours.mark,
        ready=True,
        joined_at=now,
    )
