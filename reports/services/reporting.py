"""Sending a report to the moderators, with the chat around what is reported."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from typing import Any

from django.db import IntegrityError, transaction
from django.db.models import QuerySet

from accounts.models import User
from accounts.publishing import Reported, emit
from engines.rules import Json
from games.models import ChatMessage, Message
from games.play.rows import Room
from lobby.models import TableMessage
from reports.models import Report, Why
from reports.queue import deciders_of
from reports.subjects import Subject
from transport.refusals import Refused


def report(*, by: User, subject: Subject, why: str, now: datetime) -> Report:
    """Stores a report with the chat around it and notifies the moderators who may decide about it.
    Each member can report a message or player only once.

    Raises Refused: ``bad-command`` (no such reason), ``already-reported``.
    """
    if why not in Why.values:
        raise Refused("bad-command", "Choose what is wrong.")
    message = subject.message
    made = Report(
        by=by,
        about=subject.about,
        why=why,
        game=subject.game,
        table=subject.table,
        game_message=message if isinstance(message, ChatMessage) else None,
        table_message=message if isinstance(message, TableMessage) else None,
        text=message.text if message else "",
        said_at=message.said_at if message else None,
        reported_at=now,
    )
    made.context = context_of(made)
    try:
        with transaction.atomic():
            made.save()
            emit(Reported(subject.about, deciders_of(made)))
    except IntegrityError:
        raise Refused("already-reported", "You have reported this already.") from None
    return made


LINES = 10
"""How many messages are kept before the reported one, and how many after it."""

KEPT_OF_CHAT = 20
"""How many messages, the last ones, a report of a player keeps."""


def context_of(report: Report) -> list[Json]:
    """The messages around the report as they are now, oldest first."""
    chat = _chat_of(report)
    message = report.game_message_id or report.table_message_id
    if message is None:
        return [] if report.said_at else _lines(reversed(chat.order_by("-pk")[:KEPT_OF_CHAT]))
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
