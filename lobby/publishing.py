"""Events at tables, for other apps to subscribe to; the lobby does not know which."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from datetime import timedelta

from accounts.models import User
from games.models import Game
from lobby.models import Match, Table, Wish


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


class AskedIfHere(TableEvent):
    """The game at the member's table can start as soon as they say that they are here."""


class FitsWish(TableEvent):
    """A table has been opened that fits what the member wishes for."""


class ClosedByModerator(TableEvent):
    """A moderator closed the table at which the member sits or is the host."""


@dataclass(frozen=True, slots=True)
class StartStopped:
    """The countdown at the table was stopped, for example because somebody is no longer ready."""

    table: Table


@dataclass(frozen=True, slots=True)
class TableUpdated:
    """Something at the table changed, for example who is invited."""

    table: Table


@dataclass(frozen=True, slots=True)
class TableOpened:
    """Somebody opened the table."""

    table: Table


@dataclass(frozen=True, slots=True)
class Said:
    """A member said something at a table."""

    table: Table
    author: User
    text: str


@dataclass(frozen=True, slots=True)
class MatchAsked:
    """These members are asked whether they play the game that they wished for."""

    match: Match
    members: Collection[int]


@dataclass(frozen=True, slots=True)
class MatchOver:
    """These members are no longer asked: they have answered, the time is up, or too few want to
    play."""

    members: Collection[int]


@dataclass(frozen=True, slots=True)
class PlayersSought:
    """Nobody has been found for this wish so far: members who like to know may be told that
    somebody looks for a game, but not who."""

    wish: Wish


@dataclass(frozen=True, slots=True)
class WishesChanged:
    """Wishes for this pace have come, gone, or found others. ``pace``: a :class:`Pace`."""

    pace: str


@dataclass(frozen=True, slots=True)
class TableStarted:
    """The game of a table has begun. ``waited``: how long each person had sat there, except those
    who had wished for such a game; :class:`WishesMet` tells of them."""

    game: Game
    waited: Sequence[timedelta]


@dataclass(frozen=True, slots=True)
class WishesMet:
    """A game that members wished for has begun. ``waited``: how long each wish had been open,
    without those that keep games going: these wait on purpose. ``pace``: a :class:`Pace`."""

    game: Game
    pace: str
    waited: Sequence[timedelta]


@dataclass(frozen=True, slots=True)
class WishesUnmet:
    """So many wishes for this pace have ended, or were withdrawn, without a game."""

    pace: str
    count: int


LobbyEvent = (
    TableEvent
    | StartStopped
    | TableUpdated
    | TableOpened
    | Said
    | MatchAsked
    | MatchOver
    | PlayersSought
    | WishesChanged
    | TableStarted
    | WishesMet
    | WishesUnmet
)

Subscriber = Callable[[LobbyEvent], None]

_subscribers: list[Subscriber] = []


def subscribe(subscriber: Subscriber) -> None:
    """From now on the subscriber is called with every event, in the same transaction."""
    if subscriber not in _subscribers:
        _subscribers.append(subscriber)


def unsubscribe(subscriber: Subscriber) -> None:
    """No longer calls the subscriber."""
    _subscribers.remove(subscriber)


def emit(event: LobbyEvent) -> None:
    """Calls every subscriber with ``event``. The caller holds the transaction."""
    for subscriber in _subscribers:
        subscriber(event)
