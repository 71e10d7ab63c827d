"""From what happened in a run to what is sent: numbered, encoded once, sent when it is stored."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from django.utils import timezone

from games.core.events import Happened
from games.core.messages import Event
from games.core.run import Run
from games.live import groups
from games.live.sending import send_on_commit

Listener = Callable[[Run], Iterable[tuple[str, Event]]]

_listeners: list[Listener] = []


def listen(listener: Listener) -> None:
    """From now on ``listener`` hears of every run in which something happened, before it is
    stored. The messages that it gives, with their groups, are sent with the run's own."""
    if listener not in _listeners:
        _listeners.append(listener)


def numbered(
    happened: Sequence[Happened], numbers: dict[str, int]
) -> tuple[list[tuple[int, Happened]], dict[str, int]]:
    """The events that are kept, each with its number among those to its audience, which its
    message is given too; and the last number of each audience. ``numbers`` has the last ones
    before."""
    last = dict(numbers)
    kept = []
    for each in happened:
        if each.kept is not None:
            seq = last[each.audience] = last.get(each.audience, 0) + 1
            each.message.to, each.message.seq = each.audience, seq
            kept.append((seq, each))
    return kept, last


def publish_on_commit(run: Run) -> None:
    """Sends what happened in a run to whom it is for, once the transaction has committed."""
    if not run.happened:
        return
    group_of = groups.of_game(run.game.public_id)
    messages = [(group_of(each.audience), each.message) for each in run.happened]
    for listener in _listeners:
        messages.extend(listener(run))
    now = timezone.now()
    for _, message in messages:
        message.now = now
    send_on_commit(*messages)
