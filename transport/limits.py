"""How often somebody may do something, counted over all sockets and processes.

``LIMITS`` has what is limited, with rates in the notation of the library `limits`. Members are
counted by member, wherever they are; visitors by address. Over sockets the first tenth of a rate
is not asked about, so that most people cost no question (:class:`Firsts`). While Redis is away
nobody is refused, so that games go on; only limits that guard a secret still count, in each
process separately.

    count(CHAT, asker_of(request))           # in a view: raises TooFast
    await acount(CHAT, asker)                # in a consumer
"""

from __future__ import annotations

import functools
import math
import re
import time
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Literal
from weakref import WeakKeyDictionary

from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from django.http import HttpRequest
from django.utils.functional import lazy
from django.utils.translation import gettext, ngettext
from limits import RateLimitItem, parse_many
from limits.aio.storage import RedisStorage as RedisStorageInLoop
from limits.aio.strategies import MovingWindowRateLimiter as MovingWindowInLoop
from limits.storage import MemoryStorage, RedisStorage
from limits.strategies import MovingWindowRateLimiter

from transport.addresses import address_of_request
from transport.once import MadeOnce
from transport.refusals import Refused
from transport.store import Away, LoopStore, ask, client, loop_store

Kind = Literal["member", "address"]

REMEMBERED = 1.0
"""Seconds for which a refusal is repeated without asking Redis, so that a flood costs little."""

MOST_REMEMBERED = 10_000
"""Refusals; when there are more, all are forgotten."""


@dataclass(frozen=True)
class Limit:
    """Something that is counted, and how often a member, or an address, may do it.

    With None they are not limited. ``guards``: what is limited is guessing a secret.
    """

    name: str
    member: str | None = None
    address: str | None = None
    guards: bool = False

    def rates(self, kind: Kind) -> list[RateLimitItem]:
        """The rates for this kind of asker, from ``settings.LIMITS`` or the default."""
        default = self.member if kind == "member" else self.address
        if default is None:
            return []
        return _parsed(settings.LIMITS.get(f"{self.name}.{kind}", default))


SEALING = Limit("sealing", member="60/10 seconds")
"""Sealing a choice and taking it back; nothing else counts here."""

CHAT = Limit("chat", member="20/minute")
"""Saying something in a game."""

SNAPSHOTS = Limit("snapshots", member="40/10 seconds", address="120/10 seconds")
"""Asking for a game's whole state: opening its socket, and ``snapshot.ask``."""

COMMANDS = Limit("commands", member="40/10 seconds", address="120/10 seconds")
"""All other actions at tables and in games, and messages that cannot be read."""

PAGES = Limit("pages", member="150/10 seconds", address="300/10 seconds")
"""Pages that take longer: games, logs, records, the archive, the lists, tables."""

STEPS = Limit("steps", member="600/10 seconds", address="1000/10 seconds")
"""Steps of games and what is computed from them; stepping through a game asks for many."""

PICTURES = Limit("pictures", address="2000/10 seconds")
"""Small pictures of games, also for members: nobody's session is asked for."""

TABLE_INVITATIONS = Limit("table-invitations", member="30/hour")
"""Inviting members to a table by name."""

OWN_DATA = Limit("own-data", member="5/hour")
"""Downloading all that the site has about oneself."""

REPORTS = Limit("reports", member="5/10 minutes;20/day")
"""Reporting a message or a player to the moderators."""

STOPS = Limit("stops", member="20/minute")
"""Following the link in a mail that ends mails, by the member whose it is: those who follow it are
mail providers, with many members behind one address."""

UPLOADS = Limit("uploads", member="10/minute", address="5/minute")
"""Records shown without being stored."""

HANDSHAKES = Limit("handshakes", address="1200/minute")
"""Opening sockets, also by members: who asks is not known yet."""

INVITATION_CODES = Limit("invitation-codes", address="10/5 minutes;40/day", guards=True)
"""Codes that no invitation has."""

PASSWORDS = Limit("passwords", address="5/5 minutes;40/day", guards=True)
"""Wrong passwords in a row for one name, from one address."""

PASSWORDS_OF_ADDRESS = Limit("passwords-of-address", address="10/minute;300/day", guards=True)
"""Wrong passwords from one address, for any names."""

PASSWORDS_OF_NAME = Limit("passwords-of-name", member="60/hour", guards=True)
"""Wrong passwords for one name, from browsers in which its member has never logged in."""

PASSWORDS_OF_BROWSER = Limit("passwords-of-browser", member="10/5 minutes;30/day", guards=True)
"""Wrong passwords in a row for one name, from one browser in which its member has logged in."""

SECOND_FACTORS = Limit("second-factors", member="5/5 minutes;40/day", guards=True)
"""Wrong codes of a member's second factor in a row."""

CODES_AGAIN = Limit("codes-again", member="1/3 minutes", guards=True)
"""Using the same code of an app: it works once, as long as it is valid."""

LIMITS = (
    SEALING,
    CHAT,
    SNAPSHOTS,
    COMMANDS,
    PAGES,
    STEPS,
    PICTURES,
    TABLE_INVITATIONS,
    OWN_DATA,
    REPORTS,
    STOPS,
    UPLOADS,
    HANDSHAKES,
    INVITATION_CODES,
    PASSWORDS,
    PASSWORDS_OF_ADDRESS,
    PASSWORDS_OF_NAME,
    PASSWORDS_OF_BROWSER,
    SECOND_FACTORS,
    CODES_AGAIN,
)


@dataclass(frozen=True)
class Asker:
    """Who is counted: a member by primary key, or an address."""

    kind: Kind
    key: str


class TooFast(Refused):
    """Refused ``too-fast``; it may be tried again in ``retry_after`` seconds."""

    def __init__(self, retry_after: int) -> None:
        super().__init__(
            "too-fast",
            "That was too fast. Wait %(time)s and try again.",
            values={"time": lazily_in_words(retry_after)},
        )
        self.retry_after = retry_after


def member_asker(user: Any) -> Asker:
    """This member, wherever they ask from."""
    return Asker("member", str(user.pk))


def address_asker(address: str) -> Asker:
    """Whoever asks from this address (``transport.addresses``)."""
    return Asker("address", address)


def asker_of(request: HttpRequest) -> Asker:
    """Whom a request is counted for: the member who is logged in, else its address."""
    if request.user.is_authenticated:
        return member_asker(request.user)
    return address_asker(address_of_request(request))


def count(limit: Limit, asker: Asker, about: str = "") -> None:
    """Counts one more. Raises TooFast if that is over the limit; then nothing is counted.

    What has another ``about``, such as another name that is tried, is counted separately.
    """
    for rate in limit.rates(asker.kind):
        key = _key(limit, asker, about)
        _refuse_as_before(rate, key)
        try:
            if not ask(functools.partial(_limiter().hit, rate, *key)):
                raise _refused(rate, key, ask(functools.partial(_free_at, rate, key)))
        except Away:
            if limit.guards and not _own_limiter().hit(rate, *key):
                raise _refused(rate, key, _own_free_at(rate, key)) from None


async def acount(limit: Limit, asker: Asker, about: str = "") -> None:
    """``count`` for an event loop, but that the first ones are counted with those that follow."""
    for rate in limit.rates(asker.kind):
        key = _key(limit, asker, about)
        _refuse_as_before(rate, key)
        number = 1 if limit.guards else _firsts.to_count(rate, key)
        if not number:
            continue
        limiter, store = _limiter_in_loop()
        try:
            if not await store.ask(functools.partial(limiter.hit, rate, *key, cost=number)):
                window = await store.ask(functools.partial(limiter.get_window_stats, rate, *key))
                raise _refused(rate, key, window.reset_time)
        except Away:
            return
        _firsts.counted(rate, key)


def refuse_over(limit: Limit, asker: Asker, about: str = "") -> None:
    """Counts nothing. Raises TooFast if one more would be over the limit.

    For what counts only if it fails: ask this first, and ``count`` the failure.
    """
    for rate in limit.rates(asker.kind):
        key = _key(limit, asker, about)
        try:
            if not ask(functools.partial(_limiter().test, rate, *key)):
                raise _refused(rate, key, ask(functools.partial(_free_at, rate, key)))
        except Away:
            if limit.guards and not _own_limiter().test(rate, *key):
                raise _refused(rate, key, _own_free_at(rate, key)) from None


def forget(limit: Limit, asker: Asker, about: str = "") -> None:
    """Forgets what was counted for this asker and ``about``."""
    for rate in limit.rates(asker.kind):
        key = _key(limit, asker, about)
        _refusals.pop((rate, key), None)
        _own_limiter().clear(rate, *key)
        with suppress(Away):
            ask(functools.partial(_limiter().clear, rate, *key))


def check_settings() -> None:
    """Raises ImproperlyConfigured if ``settings.LIMITS`` has an unknown limit or a bad rate."""
    known = {f"{limit.name}.{kind}" for limit in LIMITS for kind in _kinds(limit)}
    for name, rate in settings.LIMITS.items():
        if name not in known:
            raise ImproperlyConfigured(f"LIMITS: {name} is not one of {', '.join(sorted(known))}.")
        try:
            parse_many(rate)
        except ValueError:
            raise ImproperlyConfigured(
                f"LIMITS: {name} is {rate!r}, and should be like 40/10 seconds."
            ) from None


def in_words(seconds: int) -> str:
    """A time to wait, for people.

    >>> in_words(1), in_words(8), in_words(61), in_words(7300)
    ('a second', '8 seconds', '2 minutes', '3 hours')
    """
    if seconds <= 1:
        return gettext("a second")
    if seconds <= 60:
        return ngettext("%(count)s second", "%(count)s seconds", seconds) % {"count": seconds}
    if seconds <= 3600:
        minutes = math.ceil(seconds / 60)
        return ngettext("%(count)s minute", "%(count)s minutes", minutes) % {"count": minutes}
    hours = math.ceil(seconds / 3600)
    return ngettext("%(count)s hour", "%(count)s hours", hours) % {"count": hours}


lazily_in_words = lazy(in_words, str)
"""``in_words`` in the language of whoever reads it."""


class Firsts:
    """The first tenth of a rate, which each process lets pass by itself. Whoever does more in the
    time for which the rate is, is counted from the first one on, in Redis, with all that other
    processes count: nobody gets more than the rate, and a tenth of it for each further process.
    """

    def __init__(self) -> None:
        self.waiting: dict[tuple[RateLimitItem, tuple[str, ...]], tuple[float, int | None]] = {}
        """When the time began, in seconds since the epoch, and how many wait to be counted; None
        where they are counted, with all that follow."""

    def to_count(self, rate: RateLimitItem, key: tuple[str, ...]) -> int:
        """How many are to be counted with one more: none, or it and all that wait."""
        now = time.time()
        began, waiting = self.waiting.get((rate, key), (now, 0))
        if not began <= now < began + rate.get_expiry():
            began, waiting = now, 0
        if waiting is None or waiting >= rate.amount // 10:
            return (waiting or 0) + 1
        if len(self.waiting) >= MOST_REMEMBERED:
            self.waiting.clear()
        self.waiting[rate, key] = (began, waiting + 1)
        return 0

    def counted(self, rate: RateLimitItem, key: tuple[str, ...]) -> None:
        """None of them waits any more."""
        if (rate, key) in self.waiting:
            self.waiting[rate, key] = (self.waiting[rate, key][0], None)


_firsts = Firsts()


_refusals: dict[tuple[RateLimitItem, tuple[str, ...]], tuple[float, float]] = {}
"""When Redis may be asked about a rate again, and when it is free, in seconds since the epoch."""


def _key(limit: Limit, asker: Asker, about: str) -> tuple[str, ...]:
    return (limit.name, asker.kind, asker.key, *([about] if about else []))


def _kinds(limit: Limit) -> Iterator[Kind]:
    if limit.member is not None:
        yield "member"
    if limit.address is not None:
        yield "address"


@functools.cache
def _parsed(rates: str) -> list[RateLimitItem]:
    return parse_many(re.sub(r"\s+", " ", rates))


def _refuse_as_before(rate: RateLimitItem, key: tuple[str, ...]) -> None:
    now = time.time()
    ask_again, free_at = _refusals.get((rate, key), (0.0, 0.0))
    if now < ask_again <= now + REMEMBERED:  # not for long if the clock is set back
        raise TooFast(_seconds_until(free_at, now))


def _refused(rate: RateLimitItem, key: tuple[str, ...], free_at: float) -> TooFast:
    now = time.time()
    if len(_refusals) >= MOST_REMEMBERED:
        _refusals.clear()
    _refusals[rate, key] = (min(free_at, now + REMEMBERED), free_at)
    return TooFast(_seconds_until(free_at, now))


def _seconds_until(free_at: float, now: float) -> int:
    return max(1, math.ceil(free_at - now))


@MadeOnce
def _limiter() -> MovingWindowRateLimiter:
    storage = RedisStorage(
        "redis://", connection_pool=client().connection_pool, key_prefix=_prefix()
    )
    return MovingWindowRateLimiter(storage)


def _free_at(rate: RateLimitItem, key: tuple[str, ...]) -> float:
    return _limiter().get_window_stats(rate, *key).reset_time


@MadeOnce
def _own_limiter() -> MovingWindowRateLimiter:
    """What this process has counted by itself while Redis was away."""
    return MovingWindowRateLimiter(MemoryStorage())


def _own_free_at(rate: RateLimitItem, key: tuple[str, ...]) -> float:
    return _own_limiter().get_window_stats(rate, *key).reset_time


_limiters: WeakKeyDictionary[LoopStore, MovingWindowInLoop] = WeakKeyDictionary()


def _limiter_in_loop() -> tuple[MovingWindowInLoop, LoopStore]:
    store = loop_store()
    if store not in _limiters:
        storage = RedisStorageInLoop(
            "async+redis://",
            implementation="redispy",
            connection_pool=store.client.connection_pool,  # type: ignore[arg-type]
            key_prefix=_prefix(),
        )
        _limiters[store] = MovingWindowInLoop(storage)
    return _limiters[store], store


def _prefix() -> str:
    return f"{settings.REDIS_PREFIX}:limits"


check_settings()
