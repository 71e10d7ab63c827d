"""What moderators did about members, and what members ask moderators to do, for whoever listens;
accounts know of nobody."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from accounts.models import Measure, User


@dataclass(frozen=True, slots=True)
class Joined:
    """Somebody has become a member."""

    user: User


@dataclass(frozen=True, slots=True)
class Helped:
    """Somebody else did something with which one logs in as this member. ``how``: ``link-made``,
    ``link-used`` or ``factors-removed``."""

    user: User
    how: str


@dataclass(frozen=True, slots=True)
class Renamed:
    """A member has another name, with which they log in."""

    user: User


@dataclass(frozen=True, slots=True)
class Reported:
    """Somebody reported ``about``. ``deciders``: the keys of the moderators who may decide."""

    about: User
    deciders: frozenset[int]


@dataclass(frozen=True, slots=True)
class ReportsDecided:
    """A moderator decided about reports of the same. ``reporters``: the keys of those who made
    them. ``about``: the reported member; None: the account is gone. ``outcome``: the measure, as
    ``reports.models.Outcome`` has it, ``nothing`` for none. ``taken_down``: whether the reported
    message was; ``reason``: what the member is told of that where there is no measure."""

    reporters: frozenset[int]
    about: User | None
    outcome: str
    taken_down: bool
    reason: str


@dataclass(frozen=True, slots=True)
class QueueChanged:
    """Fewer reports wait for moderators than before, for all of them but ``deciders`` none."""

    moderators: frozenset[int]
    deciders: frozenset[int]


@dataclass(frozen=True, slots=True)
class QueueSeen:
    """A moderator looked at the list of reports that wait."""

    moderator: int


Deed = Measure | Joined | Helped | Renamed | Reported | ReportsDecided | QueueChanged | QueueSeen

Listener = Callable[[Deed], None]

_listeners: list[Listener] = []


def listen(listener: Listener) -> None:
    """From now on ``listener`` hears of every measure that is taken or lifted, of new members, new
    names and reports, in the transaction in which that happens."""
    if listener not in _listeners:
        _listeners.append(listener)


def tell(deed: Deed) -> None:
    """Tells everybody who listens. The caller holds the transaction."""
    for listener in _listeners:
        listener(deed)
