"""What moderators did about members, for whoever listens; accounts know of nobody."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from accounts.models import Measure, User


@dataclass(frozen=True, slots=True)
class Renamed:
    """A member has another name, with which they log in."""

    user: User


Deed = Measure | Renamed

Listener = Callable[[Deed], None]

_listeners: list[Listener] = []


def listen(listener: Listener) -> None:
    """From now on ``listener`` hears of every measure that is taken or lifted, and of new names, in
    the transaction in which that happens."""
    if listener not in _listeners:
        _listeners.append(listener)


def tell(deed: Deed) -> None:
    """Tells everybody who listens. The caller holds the transaction."""
    for listener in _listeners:
        listener(deed)
