"""Reporting a message or a player to the moderators."""

from __future__ import annotations

from datetime import datetime

from django.db import IntegrityError, transaction

from accounts.models import User
from accounts.publishing import Reported, emit
from games.models import ChatMessage
from lobby.models import TableMessage
from reports.context import context_of
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
