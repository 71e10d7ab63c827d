"""Events at tables, for other apps to listen to; the lobby does not know its listeners."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from accounts.models import User
from lobby.models import Table


@dataclass(frozen=True, slots=True)
class TableEvent:
    """Something happened to a member at a table. ``by_id``: who did it, given only for events that
    others than the host can cause."""

    table: Table
    user_id: int
    by_id: int | None = None


class Asked(TableEvent):
    """The member asks the host for a seat."""


class LetIn(TableEvent):
    """The host gave the member a seat."""


class Declined(TableEvent):
    """The host refused the member a seat."""


class Invited(TableEvent):
    """The member was invited by name."""


class RematchOffered(TableEvent):
    """A player offers the member a rematch."""


class Starting(TableEvent):
    """The countdown has begun at the member's table."""


class ClosedByModerator(TableEvent):
    """A moderator closed the table at which the member sits or is the host."""


@dataclass(frozen=True, slots=True)
class StartStopped:
    """The countdown at the table was stopped, for example because somebody is no longer ready."""

    table: Table


@dataclass(frozen=True, slots=True)
class Touched:
    """Something at the table changed, for example who is invited."""

    table: Table


@dataclass(frozen=True, slots=True)
class Said:
    """A member said something at a table."""

    table: Table
    author: User
    text: str


Happening = TableEvent | StartStopped | Touched | Said

Listener = Callable[[Happening], None]

_listeners: list[Listener] = []


def listen(listener: Listener) -> None:
    """Registers ``listener``: it is called for every event, in the transaction that causes it."""
    if listener not in _listeners:
        _listeners.append(listener)


def tell(event: Happening) -> None:
    """Calls every listener with ``event``. The caller holds the transaction."""
    for listener in _listeners:
        listener(event)
