"""The ways out: how a notice leaves the site. What a way implements, and where it is registered.

A way is one :class:`WayOut`, made in a module of its own (:mod:`notices.mail` is one) and
registered once, in ``NoticesConfig.ready``, before ``clock.register_kinds()``::

    MAIL = WayOut(Way.MAIL, write=write, carry=carry, reaches=reaches, …)
    register(MAIL)

All the rest is done for it. Every notice is written with the time at which it is due by each way
(``Notice.push_due_at`` and so on). A kind of due things in a queue of its own finds those that
are due, and :mod:`notices.services.sending` decides for each member what is sent: not what was read
meanwhile, nor what is not to be done any more, what the member does not want to be told by this
way, or anything in their quiet hours. For one member after the other it then calls::

    write(member, notices, key) -> Letter | Outcome

``member`` is active, and has preferences read along. ``notices`` are the member's own and at least
one, the oldest first, with ``game``, ``table`` and ``who`` read; :mod:`notices.words` has their
sentences. The language and the time zone of the member are active. ``key`` names this attempt to
send these notices: if the process is killed before it is known whether they went out, the next
attempt has the same key and no notices but these, so that whoever gets both can tell. It may ask
the database, and nobody else: what it answers is a letter, of whatever type the way has, or what
became of the notices where there is nothing to carry. Then, for all letters at once::

    carry(letters) -> [Outcome | Exception, …]

It is called in no transaction, holds no lock, and may take as long as a network does, up to
:data:`LONGEST`: it carries several at a time, so that one that takes long holds up no other. It
writes nothing of notices. It answers for each letter, in their order:

- ``SENT``: somebody else has it now. It is not sent again.
- ``GONE``: this member is not reached by this way any more (it is up to the way to forget the
  address). Nothing that waits is sent.
- ``LATER``: certainly not sent, for a reason of this member's alone. Tried again after a pause that
  grows; a notice that was due for :data:`notices.services.sending.GIVEN_UP` is given up.
- ``UNTRIED``: nobody was asked to take it. It goes with the next sweep.
- an :class:`OutOfOrder`: certainly not sent, and nobody else's would be: the server does not
  answer. As ``LATER``, and this sweep writes to nobody else. Its words are logged: no addresses.
- any other exception: nobody knows whether it was sent. Logged, and tried again with the same key.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import Enum, auto
from typing import Any, Generic, TypeVar

from accounts.models import User
from notices.models import Kind, Notice, Way

LONGEST = timedelta(seconds=60)
"""So long ``carry`` may take, and an answer to what it asked last."""

Letter = TypeVar("Letter")


class Outcome(Enum):
    """What became of an attempt to send."""

    SENT = auto()
    GONE = auto()
    LATER = auto()
    UNTRIED = auto()


class OutOfOrder(Exception):
    """Nothing can be sent by this way just now, and nothing was."""


@dataclass(frozen=True)
class WayOut(Generic[Letter]):
    """A way out.

    ``way``: which; its name begins the names of the notice's columns. ``works()``: whether there is
    all that it needs; where there is not, nothing is noted for it and members hear nothing of it.
    ``reaches(members)``: the keys of those who have somewhere to send to. ``write``, ``carry``: see
    above. ``usual``: the kinds that somebody who has not chosen is told by it. ``settles``: so long
    a notice waits, for somebody who reads it in the site meanwhile. ``rest``: between two that are
    sent to a member, the later has all that has come meanwhile. ``once_a_turn``: what is told of a
    game after something of it was sent waits for the next turn. ``insists``: so long waits what
    costs the member a seat or a game if it is not read (:mod:`notices.stakes`); it minds neither
    rest nor turn, nor quiet hours after which it would come too late; None: it is as all else.
    ``every``: seconds between looks;
    each way has a pace of its own, as what has the same shares a sweep, and waits for each other.
    """

    way: Way
    write: Callable[[User, list[Notice], str], Letter | Outcome]
    carry: Callable[[Sequence[Letter]], Sequence[Outcome | Exception]]
    reaches: Callable[[Collection[int]], set[int]]
    works: Callable[[], bool]
    usual: frozenset[Kind]
    settles: timedelta
    rest: timedelta = timedelta()
    once_a_turn: bool = False
    insists: timedelta | None = None
    every: float = 5.0

    @property
    def due(self) -> str:
        """The notice's field that says when it is due."""
        return f"{self.way.value}_due_at"

    @property
    def sent(self) -> str:
        """The notice's field that says when it was sent."""
        return f"{self.way.value}_sent_at"


_ways: dict[Way, WayOut[Any]] = {}


def register(out: WayOut[Any]) -> None:
    """From now on notices leave by this way, where it works. Raises ValueError where there is
    another of that name already."""
    if _ways.setdefault(out.way, out) is not out:
        raise ValueError(f"two ways out are called {out.way.value!r}")


def all_ways() -> list[WayOut[Any]]:
    """Every way out that is registered, whether it works or not."""
    return list(_ways.values())


def working_ways() -> list[WayOut[Any]]:
    """Those that work on this site."""
    return [out for out in all_ways() if out.works()]


def due_by(way: Way, at: datetime, *, urgent: bool = False) -> datetime | None:
    """When a notice of this moment is due by a way; None: it does not go there. ``urgent``: it
    costs its member a seat or a game if it is not read."""
    out = _ways.get(way)
    if out is None or not out.works():
        return None
    return at + (out.insists if urgent and out.insists is not None else out.settles)
