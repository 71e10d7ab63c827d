"""The chat at a table before its game."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Q

from accounts.models import User
from games.pages.access import refuse_chat_banned, refuse_suspended
from games.play.chat import what_is_said
from lobby.live import hint_page_on_commit
from lobby.models import TableMessage
from lobby.publishing import Said, emit
from lobby.services.locking import lock_open_table
from transport.refusals import Refused

KEPT_FOR = timedelta(days=1)
"""How long the chat is kept for moderators after the table has closed or its game has begun."""


def say(*, table_id: int, by: User, text: str, now: datetime) -> TableMessage:
    """Stores a message in the chat of a table that the member may see. Locks the table's row.

    Raises Refused: ``not-allowed`` (bots), ``bad-command`` (nothing to say, or too much),
    ``suspended``, ``chat-ban``, ``table-closed``, ``table-started``.
    """
    if by.is_bot:
        raise Refused("not-allowed", "Bots do not chat.")
    said = what_is_said(text)
    with transaction.atomic():
        table = lock_open_table(table_id)
        refuse_suspended(by, now)
        refuse_chat_banned(by, now)
        message = TableMessage.objects.create(table=table, author=by, text=said, said_at=now)
        table.touched_at = now
        table.save(update_fields=["touched_at"])
        emit(Said(table, by, said))
        hint_page_on_commit(table)
    return message


def take_down(message: TableMessage) -> None:
    """Deletes a message and sends a hint, so that open pages of the table remove it. The caller has
    checked that a moderator does this. Deleting a message twice does no harm."""
    with transaction.atomic():
        TableMessage.objects.filter(pk=message.pk).delete()
        hint_page_on_commit(message.table)


def prune_chat(*, now: datetime) -> int:
    """Deletes the chat of tables that have been over for :data:`KEPT_FOR`; returns how many
    messages."""
    old = now - KEPT_FOR
    over = Q(table__closed_at__lte=old) | Q(table__game__isnull=False, table__touched_at__lte=old)
    return TableMessage.objects.filter(over).delete()[0]
