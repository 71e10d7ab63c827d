"""From what happened in a run to what is sent: numbered, encoded once, sent when it is stored."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from django.utils import timezone

from games.core.run import Run
from games.live import groups
from transport.messages import Event
from transport.sending import send_on_commit

Listener = Callable[[Run], Iterable[tuple[str, Event]]]

Statement = tuple[str, Sequence[Any]]
"""SQL that SQLite and PostgreSQL understand alike, and the values that it is sent with."""

Follower = Callable[[Run], Iterable[Statement]]

_listeners: list[Listener] = []
_followers: list[Follower] = []


def listen(listener: Listener) -> None:
    """From now on ``listener`` hears of every run in which something happened, before it is
    stored. The messages that it gives, with their groups, are sent with the run's own."""
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
    return [statement for follower in _followers for statement in follower(run)]


def publish_on_commit(run: Run) -> None:
    """Sends what happened in a run to whom it is for, once the transaction has committed."""
    send_on_commit(*messages_of(run))


def messages_of(run: Run) -> list[tuple[str, Event]]:
    """What happened in a run, and what others make of it: messages with their groups."""
    if not (run.happened or run.also):
        return []
    holders = {seat.number: seat.user_id for seat in run.seats}
    group_of = groups.of_game(run.game.public_id, holders)
    messages = [(group_of(each.audience), each.message) for each in run.happened]
    for listener in _listeners:
        messages.extend(listener(run))
    messages.extend(run.also)
    now = timezone.now()
    for _, message in messages:
        message.now = now
    return messages
