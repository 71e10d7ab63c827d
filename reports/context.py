"""The chat around a reported message or player."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django.db.models import QuerySet

from engines.rules import Json
from games.models import ChatMessage, Message
from games.play.rows import Room
from lobby.models import TableMessage
from reports.models import Report

LINES = 10
"""How many messages are kept before the reported one, and how many after it. A report of a player
keeps the last 2 * ``LINES``."""


def context_of(report: Report) -> list[Json]:
    """The messages around the report as they are now, oldest first."""
    chat = _chat_of(report)
    message = report.game_message_id or report.table_message_id
    if message is None:
        return [] if report.said_at else _lines(reversed(chat.order_by("-pk")[: 2 * LINES]))
    before = reversed(chat.filter(pk__lte=message).order_by("-pk")[: LINES + 1])
    after = chat.filter(pk__gt=message).order_by("pk")[:LINES]
    return _lines([*before, *after])


def _chat_of(report: Report) -> QuerySet[Any]:
    """The chat of the report: a room of the game, or the table's chat."""
    if report.table_id is not None:
        return TableMessage.objects.filter(table=report.table_id)
    room = report.game_message.room if report.game_message else Room.TABLE
    return ChatMessage.objects.filter(game=report.game_id, room=room)


def _lines(messages: Iterable[Message]) -> list[Json]:
    return [
        {"id": each.pk, "author": each.author_id, "text": each.text, "at": each.said_at.isoformat()}
        for each in messages
    ]
