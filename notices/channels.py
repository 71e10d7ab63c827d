"""Outgoing channels: how notices leave the site, and what a channel has to implement.

A channel is one :class:`OutgoingChannel`, made in a module of its own (such as :mod:`notices.mail`)
and registered in ``NoticesConfig.ready``, before ``schedule.register_jobs()``::

    BY_MAIL = OutgoingChannel(Channel.MAIL, write=write, carry=carry, reaches=reaches, …)
    register(BY_MAIL)

Everything else is done for it. Each notice stores when it is due by each channel
(``Notice.push_due_at`` and so on). A job in a queue of its own finds due notices, and
:mod:`notices.services.sending` decides for each member what is sent: nothing that was read
meanwhile, that no longer matters, or that the member does not want by this channel, and nothing in
their quiet hours. For each member it then calls::

    write(member, notices, key) -> Letter | SendOutcome

``member`` is active, with preferences prefetched. ``notices`` are the member's own, at least one,
oldest first, with ``game``, ``table`` and ``who``; :mod:`notices.words` has their sentences. The
member's language and time zone are active. ``key`` identifies this attempt to send these notices:
if the process is killed before the outcome is known, the next attempt has the same key and the same
notices, so that the recipient can recognise a duplicate. ``write`` may query the database, but no
other server. It returns a letter, of any type, or an outcome if there is nothing to send. Then, for
all letters at once::

    carry(letters) -> [SendOutcome | Exception, …]

is called outside any transaction and without locks. It may take as long as a network takes, up to
:data:`LONGEST`, and sends several letters at a time, so that a slow one delays no other. It writes
no notices. It returns one result per letter, in their order:

- ``SENT``: another server has accepted it. It is not sent again.
- ``GONE``: the channel no longer reaches this member (the channel has to forget the address).
  Nothing that waits is sent.
- ``LATER``: certainly not sent, for a reason that concerns this member alone. Retried after a pause
  that grows; a notice that has been due for :data:`notices.services.sending.GIVEN_UP` is given up.
- a :class:`NotAccepted`: the same, but the recipient may have got it, so it is sent again with the
  same key, before anything else, and not before the pause that the recipient asks for.
- ``UNTRIED``: no attempt was made. Sent with the next sweep.
- an :class:`OutOfOrder`: certainly not sent, and others would not be either: the server does not
  answer. Like ``LATER``, and this sweep sends nothing more. Its text is logged: it must contain no
  addresses.
- any other exception: it may have been sent or not. Logged, and retried with the same key.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import Enum, auto
from functools import cached_property
from typing import Any, Generic, TypeVar

from accounts.models import User
from notices.models import Channel, Kind, Notice

DUE_COLUMNS = ("push_due_at", "mail_due_at", "hook_due_at")
"""The columns of a notice that say when it is due by each channel."""

LONGEST = timedelta(seconds=60)
"""How long ``carry`` may take, including the last answer it waits for."""

Letter = TypeVar("Letter")


class SendOutcome(Enum):
    """The result of an attempt to send."""

    SENT = auto()
    GONE = auto()
    LATER = auto()
    UNTRIED = auto()


class OutOfOrder(Exception):
    """Nothing was sent, and nothing can be sent by this channel at the moment."""


class NotAccepted(Exception):
    """The recipient did not accept it, or gave no answer. ``wait``: the pause that they ask for, if
    any."""

    def __init__(self, wait: timedelta | None = None) -> None:
        super().__init__()
        self.wait = wait or timedelta()


@dataclass(frozen=True)
class OutgoingChannel(Generic[Letter]):
    """A channel by which notices leave the site.

    ``channel``: its value begins the names of the notice's columns. ``works()``: whether this site
    has all that the channel needs; if not, nothing is due by it and members do not see it.
    ``reaches(members)``: the keys of those who can be reached. ``addresses``: SQL that finds where
    ``told.member_id`` can be reached; a notice of a game is due only if that finds anything when
    the notice is written. ``write``, ``carry``: see above.
    ``usual``: the kinds that it sends by default.

    ``settles``: how long a notice waits before it is sent, as the member may read it on the site.
    ``rest``: the least time between two letters to a member; the second has all that has come
    meanwhile. ``once_a_turn``: after a letter about a game, further notices of that game wait for
    the next turn. ``insists``: how long a notice waits that costs the member a seat or a game if
    they do not read it (:mod:`notices.stakes`); it ignores ``rest``, ``once_a_turn``, and quiet
    hours that end too late. None: no exception is made.

    ``on_request``: preferences show the channel only to members whom it reaches.

    ``every``: seconds between sweeps. Channels with the same pace share a sweep and would wait for
    each other, so each has its own.
    """

    channel: Channel
    write: Callable[[User, list[Notice], str], Letter | SendOutcome]
    carry: Callable[[Sequence[Letter]], Sequence[SendOutcome | Exception]]
    reaches: Callable[[Collection[int]], set[int]]
    addresses: str
    works: Callable[[], bool]
    usual: frozenset[Kind]
    settles: timedelta
    rest: timedelta = timedelta()
    once_a_turn: bool = False
    insists: timedelta | None = None
    on_request: bool = False
    every: float = 5.0

    @cached_property
    def due(self) -> str:
        """The field of a notice with the time when it is due."""
        return f"{self.channel.value}_due_at"

    @cached_property
    def sent(self) -> str:
        """The field of a notice with the time when it was sent."""
        return f"{self.channel.value}_sent_at"


_channels: dict[Channel, OutgoingChannel[Any]] = {}


def register(out: OutgoingChannel[Any]) -> None:
    """Adds a channel. Raises ValueError if there is another of that name."""
    if _channels.setdefault(out.channel, out) is not out:
        raise ValueError(f"two channels are called {out.channel.value!r}")


def all_channels() -> list[OutgoingChannel[Any]]:
    """All registered channels, whether they work or not."""
    return list(_channels.values())


def working_channels() -> list[OutgoingChannel[Any]]:
    """The channels that work on this site."""
    return [out for out in all_channels() if out.works()]


def channels_for(member: User) -> list[OutgoingChannel[Any]]:
    """The outgoing channels that the member's preferences show."""
    return [out for out in working_channels() if not out.on_request or out.reaches([member.pk])]


def due_columns(at: datetime, *, urgent: bool = False) -> dict[str, datetime | None]:
    """The columns of all outgoing channels that say when a notice written ``at`` this time is due;
    None where the channel does not work. ``urgent``: not reading it costs the member a seat or a
    game."""
    columns = dict[str, datetime | None].fromkeys(DUE_COLUMNS)
    for out in _channels.values():
        if out.works():
            insists = out.insists if urgent else None
            columns[out.due] = at + (out.settles if insists is None else insists)
    return columns


def due_in_sql() -> dict[str, str]:
    """SQL for when the notice in the row ``told`` is due, by column. It is null where the channel
    cannot reach the member, so that nobody has to look at that notice later."""
    return {
        out.due: f"CASE WHEN EXISTS ({out.addresses}) THEN told.{out.due} END"
        for out in _channels.values()
    }
