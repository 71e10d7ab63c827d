"""From what happened in a run to what is sent: numbered, encoded once, sent when it is stored."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Sequence
from typing import Any, TypeVar

from django.db import DatabaseError
from django.utils import timezone

from games.live import groups
from games.play.run import Run
from transport.messages import Event
from transport.refusals import fault_of
from transport.sending import send_on_commit

logger = logging.getLogger(__name__)

What = TypeVar("What")

Listener = Callable[[Run], Iterable[tuple[str, Event]]]

Statement = tuple[str, Sequence[Any]]
"""SQL that SQLite and PostgreSQL understand alike, and the values that it is sent with."""

Follower = Callable[[Run], Iterable[Statement]]

_listeners: list[Listener] = []
_followers: list[Follower] = []


def listen(listener: Listener) -> None:
    """From now on ``listener`` is called once for every run in which something is to be sent. The
    messages that it gives, with their groups, are sent with the run's own, after the commit.

    It is called before the commit, but on the short way (:mod:`games.services.hot_path`) after it,
    in the event loop. So it must neither read nor write the database, nor change the run: what is
    to be stored with the run is for :func:`follow`."""
    if listener not in _listeners:
        _listeners.append(listener)


def follow(follower: Follower) -> None:
    """From now on ``follower`` hears once of every run in which something happened, before it is
    stored. The statements that it gives are carried out in the same transaction, whichever way the
    run is stored; no two of them may change the same row. It may add to ``run.also``."""
    if follower not in _followers:
        _followers.append(follower)


def what_follows(run: Run) -> list[Statement]:
    """What others store of what happened in a run, to be asked once a run."""
    if not (run.happened or run.begins):
        return []
    return [statement for follower in _followers for statement in _asked(follower, run)]


def _asked(other: Callable[[Run], Iterable[What]], run: Run) -> list[What]:
    """What somebody who hears of the run makes of it; nothing where that fails, as no game may stop
    because of it. What the database refuses has ended the transaction, and the run with it."""
    try:
        return list(other(run))
    except DatabaseError:
        raise
    except Exception as error:  # noqa: BLE001 whatever it is, what was played is stored
        who = f"{other.__module__}.{getattr(other, '__qualname__', '')}"
        logger.error("game %s goes on without %s: %s", run.game.id, who, fault_of(error))
        return []


def publish_on_commit(run: Run) -> None:
    """Sends what happened in a run to those it is for, once the transaction has committed."""
    send_on_commit(*messages_of(run))


def messages_of(run: Run) -> list[tuple[str, Event]]:
    """What happened in a run, and what others make of it: messages with their groups."""
    if not (run.happened or run.also):
        return []
    holders = {seat.number: seat.user_id for seat in run.seats}
    group_of = groups.of_game(run.game.public_id, holders)
    messages = [(group_of(each.audience), each.message) for each in run.happened]
    for listener in _listeners:
        messages.extend(_asked(listener, run))
    messages.extend(run.also)
    now = timezone.now()
    for _, message in messages:
        message.now = now
    return messages
