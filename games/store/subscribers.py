"""Subscribers: code of other apps that is called for each run before it is committed."""

from __future__ import annotations

import logging
from collections import defaultdict
from collections.abc import Callable, Iterable
from enum import Enum, auto
from typing import TypeVar

from django.db import DatabaseError

from games.play.events import group_of, seat
from games.play.game_transaction import GameTransaction
from games.play.messages import ActionKept, ActionSealed, ActionWithdrawn
from games.store.statements import Write
from transport.messages import Event
from transport.refusals import fault_of

logger = logging.getLogger(__name__)

Made = TypeVar("Made")

Message = tuple[str, Event]
"""A group, and a message for it."""

Subscriber = Callable[[GameTransaction], Iterable[Message]]
SqlSubscriber = Callable[[GameTransaction], Iterable[Write]]


class RunTopic(Enum):
    """What a run is about. A run in which nothing happened but that choices were sealed or taken
    back has the one topic :attr:`CHOICES`. Every other run has :attr:`COURSE`, and as many of
    the remaining three as apply."""

    BEGINNING = auto()
    """The game has just been made."""
    PARTING = auto()
    """Somebody's part in the game has ended, by itself or with the game."""
    END = auto()
    """The game has ended with a result."""
    COURSE = auto()
    """Anything happened, such as a step, a vote, or a message in the chat."""
    CHOICES = auto()
    """Choices were sealed or taken back, and nothing else happened."""


CHOICES_ALONE = (ActionKept, ActionSealed, ActionWithdrawn)
"""The messages of a run about :attr:`RunTopic.CHOICES`."""

_subscribers: dict[RunTopic, list[Subscriber]] = defaultdict(list)
_sql_subscribers: dict[RunTopic, list[SqlSubscriber]] = defaultdict(list)


def subscribe(subscriber: Subscriber, *topics: RunTopic) -> None:
    """Calls ``subscriber`` for every run about one of ``topics``, once for each of them, before it
    is committed. The messages that it returns are sent after the commit, with the run's own.

    It must neither read nor write the database, nor change the run: it may be called in an event
    loop. What is to be stored with the run is for :func:`subscribe_sql`.
    """
    for topic in topics:
        if subscriber not in _subscribers[topic]:
            _subscribers[topic].append(subscriber)


def subscribe_sql(subscriber: SqlSubscriber, *topics: RunTopic) -> None:
    """Calls ``subscriber`` for every run about one of ``topics``, once for each of them, before it
    is stored; in the order of topics in :class:`RunTopic`.

    The statements that it returns are executed in the same transaction; no two of them may change
    the same row. It may add to ``run.extra_messages``, and may read the database, but not because
    of a command that is carried out in the event loop (:class:`games.play.commands.Entry`).
    """
    for topic in topics:
        if subscriber not in _sql_subscribers[topic]:
            _sql_subscribers[topic].append(subscriber)


def unsubscribe_sql(subscriber: SqlSubscriber) -> None:
    """No longer calls the subscriber."""
    for subscribers in _sql_subscribers.values():
        if subscriber in subscribers:
            subscribers.remove(subscriber)


def ask_subscribers(run: GameTransaction) -> tuple[list[Write], list[Message]]:
    """What subscribers store with a run; and its own messages and those of subscribers, with their
    groups. To be called once for each run."""
    if not (run.emitted or run.begins):
        return [], []
    game, holders = run.game.public_id, {seat(own.number): own.user_id for own in run.seats}
    messages = [
        (group_of(game, each.audience, holders.get(each.audience)), each.message)
        for each in run.emitted
    ]
    writes: list[Write] = []
    for topic in _topics_of(run):
        writes += _call(_sql_subscribers[topic], run)
        messages += _call(_subscribers[topic], run)
    return writes, messages + run.extra_messages


def _topics_of(run: GameTransaction) -> list[RunTopic]:
    if not run.begins and all(isinstance(each.message, CHOICES_ALONE) for each in run.emitted):
        return [RunTopic.CHOICES]
    happened = {
        RunTopic.BEGINNING: run.begins,
        RunTopic.PARTING: run.tenures_ended,
        RunTopic.END: run.ends,
        RunTopic.COURSE: True,
    }
    return [topic for topic, did in happened.items() if did]


def _call(
    subscribers: Iterable[Callable[[GameTransaction], Iterable[Made]]], run: GameTransaction
) -> list[Made]:
    """Calls subscribers, and returns what they made; logs and drops their errors. Database errors
    are raised: the transaction is lost anyway."""
    made: list[Made] = []
    for subscriber in subscribers:
        try:
            made += list(subscriber(run))  # a list, so that one that fails half way adds nothing
        except DatabaseError:
            raise
        except Exception as error:  # noqa: BLE001 no game may stop because of a subscriber
            who = f"{subscriber.__module__}.{getattr(subscriber, '__qualname__', '')}"
            logger.error("game %s goes on without %s: %s", run.game.id, who, fault_of(error))
    return made
