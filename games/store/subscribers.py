"""Subscribers: code of other apps that is called for each run before it is committed."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable
from typing import TypeVar

from django.db import DatabaseError

from games.play.events import group_of, seat
from games.play.game_transaction import GameTransaction
from games.store.statements import Write
from transport.messages import Event
from transport.refusals import fault_of

logger = logging.getLogger(__name__)

Made = TypeVar("Made")

Message = tuple[str, Event]
"""A group, and a message for it."""

Subscriber = Callable[[GameTransaction], Iterable[Message]]
SqlSubscriber = Callable[[GameTransaction], Iterable[Write]]

_subscribers: list[Subscriber] = []
_sql_subscribers: list[SqlSubscriber] = []
_sql_subscribers_of_ends: list[SqlSubscriber] = []


def subscribe(subscriber: Subscriber) -> None:
    """Calls ``subscriber`` once for every run in which something happened, before it is committed.
    The messages that it returns are sent after the commit, with the run's own.

    It must neither read nor write the database, nor change the run: it may be called in an event
    loop. What is to be stored with the run is for :func:`subscribe_sql`.
    """
    if subscriber not in _subscribers:
        _subscribers.append(subscriber)


def subscribe_sql(subscriber: SqlSubscriber, *, at_end: bool = False) -> None:
    """Calls ``subscriber`` once for every run in which something happened, before it is stored;
    with ``at_end`` only for those that end a game with a result.

    The statements that it returns are executed in the same transaction; no two of them may change
    the same row. It may add to ``run.extra_messages``, and may read the database, but not because
    of a command that is carried out in the event loop (:class:`games.play.commands.Entry`).
    """
    subscribers = _sql_subscribers_of_ends if at_end else _sql_subscribers
    if subscriber not in subscribers:
        subscribers.append(subscriber)


def unsubscribe_sql(subscriber: SqlSubscriber) -> None:
    """No longer calls a subscriber of all runs."""
    _sql_subscribers.remove(subscriber)


def statements_for(run: GameTransaction) -> list[Write]:
    """What subscribers store with a run; to be called once for each run."""
    if not (run.emitted or run.begins):
        return []
    asked = [*_sql_subscribers_of_ends, *_sql_subscribers] if run.ends else _sql_subscribers
    return _call(asked, run)


def messages_of(run: GameTransaction) -> list[Message]:
    """The run's own messages and those of subscribers, with their groups."""
    if not (run.emitted or run.begins or run.extra_messages):
        return []
    game, holders = run.game.public_id, {seat(own.number): own.user_id for own in run.seats}
    messages = [
        (group_of(game, each.audience, holders.get(each.audience)), each.message)
        for each in run.emitted
    ]
    return messages + _call(_subscribers, run) + run.extra_messages


def _call(
    subscribers: Iterable[Callable[[GameTransaction], Iterable[Made]]], run: GameTransaction
) -> list[Made]:
    """Calls subscribers, and returns what they made; logs and drops their errors. Database errors
    are raised: the transaction is lost anyway."""
    made: list[Made] = []
    for subscriber in subscribers:
        try:
            made += list(subscriber(run))  # what one has made before it failed counts for nothing
        except DatabaseError:
            raise
        except Exception as error:  # noqa: BLE001 no game may stop because of a subscriber
            who = f"{subscriber.__module__}.{getattr(subscriber, '__qualname__', '')}"
            logger.error("game %s goes on without %s: %s", run.game.id, who, fault_of(error))
    return made
