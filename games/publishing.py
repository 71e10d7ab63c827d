"""From what happened in a run to what is sent: numbered, encoded once, sent when it is stored."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from django.utils import timezone

from games.core.run import Run
from games.live import groups
from transport.messages import Event
from transport.sending import send_on_commit

Listener = Callable[[Run], Iterable[tuple[str, Event]]]

_listeners: list[Listener] = []


def listen(listener: Listener) -> None:
    """From now on ``listener`` hears of every run in which something happened, before it is
    stored. The messages that it gives, with their groups, are sent with the run's own."""
    if listener not in _listeners:
        _listeners.append(listener)


def publish_on_commit(run: Run) -> None:
    """Sends what happened in a run to whom it is for, once the transaction has committed."""
    send_on_commit(*messages_of(run))


def messages_of(run: Run) -> list[tuple[str, Event]]:
    """What happened in a run, and what others make of it: messages with their groups."""
    if not run.happened:
        return []
    group_of = groups.of_game(run.game.public_id)
    messages = [(group_of(each.audience), each.message) for each in run.happened]
    for listener in _listeners:
        messages.extend(listener(run))
    now = timezone.now()
    for _, message in messages:
        message.now = now
    return messages
