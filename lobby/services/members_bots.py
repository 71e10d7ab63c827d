"""Putting bots of members on free seats."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction

from accounts.models import User
from games.pages.access import refuse_suspended
from lobby.access import refuse_unless_may_seat_bot
from lobby.members_bots import bots_to_add
from lobby.models import Place, Table
from lobby.seating import Seating
from lobby.services.bots_alone import refuse_if_bots_alone
from lobby.services.joining import refuse_full, seat_bot
from lobby.services.locking import lock_open_table, settle
from lobby.services.reliability import refuse_for_owner
from transport.refusals import Refused


def put_members_bot(
    *, table_id: int, by: User, bot_id: int, number: int | None = None, now: datetime
) -> Place:
    """Puts a member's bot on a free seat, for a member who may add bots
    (:func:`lobby.access.may_seat_bot`). The bot must be connected, take such a game, and have room
    for one more. It becomes ready after ``BOTS_READY_AFTER`` seconds, like the game's own bots.

    ``number``: the seat; None for the first free one.

    Locks the table's row and the bot's. Raises Refused: ``not-allowed``, ``suspended``, ``full``,
    ``bad-seat``, ``seat-taken``, ``bot-away``, ``must-wait``, ``too-many-bots``.
    """
    with transaction.atomic():
        table = lock_open_table(table_id)
        seating = Seating.of(table)
        refuse_unless_may_seat_bot(table, by, seating.seated, now)
        refuse_suspended(by, now)
        refuse_full(seating)
        bot = lock_available_bot(table, seating, bot_id, now)
        place = Place(table=table, user=bot, joined_at=now, seated_by=by)
        seat_bot(seating, place, number)
        refuse_if_bots_alone(table, now)
        settle(table, now)
    return place


def lock_available_bot(table: Table, seating: Seating, bot_id: int, now: datetime) -> User:
    """Locks the bot's row until the transaction ends, so that two tables do not give it more games
    at once than it takes. Returns the bot. Raises Refused ``bot-away`` if it cannot sit down at the
    table now, and ``must-wait`` if its owner has to wait."""
    User.objects.select_for_update(no_key=True).filter(pk=bot_id, owner__isnull=False).first()
    bot = next((each for each in bots_to_add(table, seating, now) if each.pk == bot_id), None)
    if bot is None:
        raise Refused(
            "bot-away",
            "This bot is not connected, does not play such a game, or already plays as many games "
            "as it can. Choose another.",
        )
    assert bot.owner is not None
    refuse_for_owner(bot.owner, seating, now)
    return bot
