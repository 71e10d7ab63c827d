"""What happens at tables, for whoever listens; the lobby knows of nobody."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from lobby.models import Table


@dataclass(frozen=True, slots=True)
class TableEvent:
    """Something happened to a member at a table."""

    table: Table
    user_id: int


class Asked(TableEvent):
    """The member asks the host for a seat."""


class LetIn(TableEvent):
    """The host gave the member a seat."""


class Declined(TableEvent):
    """The host gave the member none."""


Listener = Callable[[TableEvent], None]

_listeners: list[Listener] = []


def listen(listener: Listener) -> None:
    """From now on ``listener`` hears of everything, in the transaction in which it happens."""
    if listener not in _listeners:
        _listeners.append(listener)


def tell(event: TableEvent) -> None:
    """Tells everybody who listens. The caller holds the transaction."""
    for listener in _listeners:
        listener(event)
