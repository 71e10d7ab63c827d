"""What happens at tables, for whoever listens; the lobby knows of nobody."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from accounts.models import User
from lobby.models import Table


@dataclass(frozen=True, slots=True)
class TableEvent:
    """Something happened to a member at a table. ``by_id``: whoever did it, where the host need
    not have."""

    table: Table
    user_id: int
    by_id: int | None = None


class Asked(TableEvent):
    """The member asks the host for a seat."""


class LetIn(TableEvent):
    """The host gave the member a seat."""


class Declined(TableEvent):
    """The host gave the member none."""


class Invited(TableEvent):
    """The member was invited by name."""


class RematchOffered(TableEvent):
    """A player offers the member a rematch."""


class Starting(TableEvent):
    """The countdown has begun at the table at which the member sits."""


class ClosedByModerator(TableEvent):
    """A moderator closed the table at which the member sits, or whose host they are."""


@dataclass(frozen=True, slots=True)
class StartStopped:
    """The countdown at the table has been stopped: somebody is not ready any more, say."""

    table: Table


@dataclass(frozen=True, slots=True)
class Touched:
    """Something at the table has changed, such as who is invited."""

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
    """From now on ``listener`` hears of everything, in the transaction in which it happens."""
    if listener not in _listeners:
        _listeners.append(listener)


def tell(event: Happening) -> None:
    """Tells everybody who listens. The caller holds the transaction."""
    for listener in _listeners:
        listener(event)
