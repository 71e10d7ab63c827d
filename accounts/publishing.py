"""Events about members and moderation. Other apps subscribe to them; accounts do not know which."""

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
    """A link for a new password was made or used for this member, or their second factors were
    removed. ``how``: ``link-made``, ``link-used`` or ``factors-removed``."""

    user: User
    how: str


@dataclass(frozen=True, slots=True)
class Renamed:
    """Somebody else changed a member's name, which the member needs for logging in."""

    user: User


@dataclass(frozen=True, slots=True)
class NameGivenUp:
    """A member has another name now, by their own choice or a moderator's; ``name`` is the old
    one."""

    user: User
    name: str


@dataclass(frozen=True, slots=True)
class Deleting:
    """These members or bots are about to be deleted, in the same transaction. Subscribers lock what
    others lock before they refer to a member, so that both lock in the same order."""

    members: frozenset[int]


@dataclass(frozen=True, slots=True)
class Reported:
    """Somebody reported ``about``. ``deciders``: the ids of the moderators who may decide."""

    about: User
    deciders: frozenset[int]


@dataclass(frozen=True, slots=True)
class ReportsDecided:
    """A moderator decided about all reports of the same thing.

    ``reporters``: the ids of the members who made them. ``about``: the reported member; None if the
    account is gone. ``outcome``: the measure, a value of ``reports.models.ReportOutcome``;
    ``nothing`` if there was none. ``taken_down``: whether the reported message was removed.
    ``reason``: what the member is told about the message if there was no measure.
    """

    reporters: frozenset[int]
    about: User | None
    outcome: str
    taken_down: bool
    reason: str


@dataclass(frozen=True, slots=True)
class QueueChanged:
    """Fewer reports are waiting than before. ``moderators``: all whom this concerns. ``deciders``:
    those of them who still have reports to decide."""

    moderators: frozenset[int]
    deciders: frozenset[int]


@dataclass(frozen=True, slots=True)
class QueueSeen:
    """A moderator looked at the list of waiting reports."""

    moderator: int


AccountEvent = (
    Measure
    | Joined
    | Helped
    | Renamed
    | NameGivenUp
    | Deleting
    | Reported
    | ReportsDecided
    | QueueChanged
    | QueueSeen
)

Subscriber = Callable[[AccountEvent], None]

_subscribers: list[Subscriber] = []


def subscribe(subscriber: Subscriber) -> None:
    """From now on the subscriber is called with every event of this module and every measure that
    is taken or lifted, in the same transaction."""
    if subscriber not in _subscribers:
        _subscribers.append(subscriber)


def emit(event: AccountEvent) -> None:
    """Calls all subscribers. The caller holds the transaction."""
    for subscriber in _subscribers:
        subscriber(event)
