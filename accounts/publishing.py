"""What moderators did about members, for whoever listens; accounts know of nobody."""

from __future__ import annotations

from collections.abc import Callable

from accounts.models import Measure

Listener = Callable[[Measure], None]

_listeners: list[Listener] = []


def listen(listener: Listener) -> None:
    """From now on ``listener`` hears of every measure that is taken or lifted, in the transaction
    in which that happens."""
    if listener not in _listeners:
        _listeners.append(listener)


def tell(measure: Measure) -> None:
    """Tells everybody who listens. The caller holds the transaction."""
    for listener in _listeners:
        listener(measure)
