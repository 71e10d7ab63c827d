"""Rate limits, counted over all sockets and processes.

``LIMITS`` lists them, with rates in the notation of the library `limits`. Members are counted by
member, whatever address they use; visitors by address. Each process lets the first 10 % of a limit
pass by itself, so that most people cost no request to Redis (:class:`LocalBurst`); not of limits
that guard a secret.
While Redis is unavailable nobody is refused, so that games go on; only limits that guard a secret
still count, in each process separately.

    count(CHAT, rate_key_of(request))           # in a view: raises RateLimited
    await acount(CHAT, rate_key)                # in a consumer
"""

from __future__ import annotations

import functools
import math
import re
import time
from contextlib import suppress
from dataclasses import dataclass
from threading import Lock
from typing import Any, Literal, get_args

from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from django.http import HttpRequest
from limits import RateLimitItem, parse_many

from transport.addresses import address_of_request
from transport.refusals import RateLimited
from transport.store import RedisUnavailable, ask
from transport.windows import free_at, limiter, loop_limiter, own_limiter, uncount

CountedBy = Literal["member", "address"]

REMEMBERED = 1.0
"""How long a refusal is repeated without asking Redis, in seconds, so that a flood is cheap."""

MOST_REMEMBERED = 10_000
"""How many refusals are remembered, and how many beginnings of windows; beyond that all are
forgotten."""


@dataclass(frozen=True)
class Limit:
    """How often a member, or an address, may do something; None: as often as they like.

    ``guards``: limits guesses at a secret, so it holds without Redis, too.
    """

    name: str
    member: str | None = None
    address: str | None = None
    guards: bool = False

    def rates(self, kind: CountedBy) -> list[RateLimitItem]:
        """The rates for members or for addresses, from ``settings.LIMITS`` or the default."""
        default = self.member if kind == "member" else self.address
        if default is None:
            return []
        return _parsed(settings.LIMITS.get(f"{self.name}.{kind}", default))


SEALING = Limit("sealing", member="60/10 seconds", address="180/10 seconds")
"""Sealing a choice or taking it back, and nothing else; by address for guests."""

GUEST_GAMES = Limit("guest-games", address="20/hour", guards=True)
"""Starting a game without an account."""

CHAT = Limit("chat", member="20/minute")
"""Saying something in a game."""

SNAPSHOTS = Limit("snapshots", member="40/10 seconds", address="120/10 seconds")
"""Loading a game's whole state: opening its socket, or ``snapshot.ask``."""

CHOICES = Limit("choices", member="300/10 seconds")
"""Listing the legal choices of one's seat. A bot asks after each step of each of its games, also
after those in which only others chose; that is five times as often as it may choose."""

STREAMS = Limit("streams", member="60/10 seconds")
"""Opening the stream of events. Counted by itself, so that a program that reads many states can
come back after a cut."""

COMMANDS = Limit("commands", member="40/10 seconds", address="120/10 seconds")
"""All other actions at tables and in games, and unreadable messages."""

PAGES = Limit("pages", member="150/10 seconds", address="300/10 seconds")
"""Slower pages: games, logs, records, the archive, lists, tables. Also requests of programs whose
token does not work or may not do what they ask for."""

STEPS = Limit("steps", member="600/10 seconds", address="1000/10 seconds")
"""Steps of games and what is computed from them: paging through a game loads many."""

PICTURES = Limit("pictures", address="2000/10 seconds")
"""Small pictures of games; by address for members, too, as these requests read no session."""

PNG_PICTURES = Limit("png-pictures", address="60/10 seconds")
"""Pictures of games as PNG, which take ten times as long to make."""

ANIMATIONS = Limit("animations", address="10/10 minutes")
"""Animations of games that a worker has to make."""

ALL_ANIMATIONS = Limit("all-animations", address="60/10 minutes")
"""Animations for everybody together, so that workers have time for other things."""

SGF_FILES = Limit("sgf-files", member="20/minute", address="20/minute")
"""Games as SGF, for which each is replayed from its first step."""

TABLE_INVITATIONS = Limit("table-invitations", member="30/hour")
"""Inviting members to a table by name."""

TABLES = Limit("tables", member="20/hour")
"""Opening tables. Each tells the club's webhook, and members whose wishes it fits."""

INVITATIONS = Limit("invitations", member="20/hour")
"""Inviting people to the club. Those withdrawn unused do not count towards what a member has."""

OWN_DATA = Limit("own-data", member="5/hour")
"""Downloading one's own data."""

REPORTS = Limit("reports", member="5/10 minutes;20/day")
"""Reporting a message or a player to the moderators."""

STOPS = Limit("stops", member="20/minute")
"""Following the unsubscribe link of a mail. Counted for the member: it is mail providers that
follow these links, for many members from one address."""

UPLOADS = Limit("uploads", member="10/minute", address="5/minute")
"""Uploading a game file to look at it."""

TRIALS = Limit("trials", member="20/minute", address="10/minute")
"""Trying choices out after a record that is sent along."""

ARCHIVE_FILE = Limit("archive-file", member="10/hour", address="20/hour")
"""Downloading all finished games as one file."""

WEBHOOK_TESTS = Limit("webhook-tests", member="10/hour")
"""Having a test sent to one's webhook."""

HANDSHAKES = Limit("handshakes", address="1200/minute")
"""Opening sockets; by address for members, too, as the session has not been read yet."""

INVITATION_CODES = Limit("invitation-codes", address="10/5 minutes;40/day", guards=True)
"""Trying invitation codes that do not exist."""

PASSWORDS = Limit("passwords", address="5/5 minutes;40/day", guards=True)
"""Wrong passwords in a row for one name, from one address."""

PASSWORDS_OF_ADDRESS = Limit("passwords-of-address", address="10/minute;300/day", guards=True)
"""Wrong passwords from one address, for any names."""

PASSWORDS_OF_NAME = Limit("passwords-of-name", member="60/hour", guards=True)
"""Wrong passwords for one name, from browsers in which its member has never logged in."""

PASSWORDS_OF_BROWSER = Limit("passwords-of-browser", member="10/5 minutes;30/day", guards=True)
"""Wrong passwords in a row for one name, from one browser in which its member has logged in."""

SECOND_FACTORS = Limit("second-factors", member="5/5 minutes;40/day", guards=True)
"""Wrong second-factor codes of one member in a row."""

CODES_AGAIN = Limit("codes-again", member="1/3 minutes", guards=True)
"""Using the same app code again: each code works once while it is valid."""

LIMITS = (
    SEALING,
    GUEST_GAMES,
    CHAT,
    SNAPSHOTS,
    CHOICES,
    STREAMS,
    COMMANDS,
    PAGES,
    STEPS,
    PICTURES,
    PNG_PICTURES,
    ANIMATIONS,
    ALL_ANIMATIONS,
    SGF_FILES,
    TABLE_INVITATIONS,
    TABLES,
    INVITATIONS,
    OWN_DATA,
    REPORTS,
    STOPS,
    UPLOADS,
    TRIALS,
    ARCHIVE_FILE,
    WEBHOOK_TESTS,
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
class RateKey:
    """Whose requests are counted together: a member's, by primary key, or an address's."""

    kind: CountedBy
    key: str


def member_rate_key(user: Any) -> RateKey:
    """Counts for this member, from whatever address."""
    return RateKey("member", str(user.pk))


def address_rate_key(address: str) -> RateKey:
    """Counts for everybody at this address (:mod:`transport.addresses`)."""
    return RateKey("address", address)


def rate_key_of(request: HttpRequest) -> RateKey:
    """Counts for the logged-in member, or for the address if nobody is logged in."""
    if request.user.is_authenticated:
        return member_rate_key(request.user)
    return address_rate_key(address_of_request(request))


def count(limit: Limit, rate_key: RateKey, about: str = "") -> None:
    """Counts one request. Raises RateLimited over the limit; such a request is not counted.

    Requests with different ``about``, such as the name that a password is tried for, are counted
    separately.
    """
    for rate in limit.rates(rate_key.kind):
        key = _key(limit, rate_key, about)
        _refuse_as_before(rate, key)
        number = 1 if limit.guards else _local_burst.to_count(rate, key)
        if not number:
            continue
        try:
            if not ask(functools.partial(limiter().hit, rate, *key, cost=number)):
                raise _refused(rate, key, ask(functools.partial(free_at, limiter(), rate, key)))
        except RedisUnavailable:
            if limit.guards and not own_limiter().hit(rate, *key):
                raise _refused(rate, key, free_at(own_limiter(), rate, key)) from None
        else:
            _local_burst.counted(rate, key)


async def acount(limit: Limit, rate_key: RateKey, about: str = "") -> None:
    """``count`` for an event loop."""
    for rate in limit.rates(rate_key.kind):
        key = _key(limit, rate_key, about)
        _refuse_as_before(rate, key)
        number = 1 if limit.guards else _local_burst.to_count(rate, key)
        if not number:
            continue
        in_loop, store = loop_limiter()
        try:
            if not await store.ask(functools.partial(in_loop.hit, rate, *key, cost=number)):
                window = await store.ask(functools.partial(in_loop.get_window_stats, rate, *key))
                raise _refused(rate, key, window.reset_time)
        except RedisUnavailable:
            return
        _local_burst.counted(rate, key)


def give_back(limit: Limit, rate_key: RateKey, about: str = "") -> None:
    """Uncounts the request that ``count`` counted last, for limits that guard a secret: an attempt
    is counted before it is checked, and given back if it was right. So attempts at the same time
    cannot exceed the limit."""
    for rate in limit.rates(rate_key.kind):
        key = _key(limit, rate_key, about)
        _refusals.pop((rate, key), None)
        try:
            ask(functools.partial(uncount, limiter(), rate, key))
        except RedisUnavailable:
            uncount(own_limiter(), rate, key)


def forget(limit: Limit, rate_key: RateKey, about: str = "") -> None:
    """Forgets what was counted for this key and ``about``."""
    for rate in limit.rates(rate_key.kind):
        key = _key(limit, rate_key, about)
        _refusals.pop((rate, key), None)
        _local_burst.forget(rate, key)
        own_limiter().clear(rate, *key)
        with suppress(RedisUnavailable):
            ask(functools.partial(limiter().clear, rate, *key))


def check_settings() -> None:
    """Raises ImproperlyConfigured if ``settings.LIMITS`` has an unknown limit or a bad rate."""
    known = {
        f"{limit.name}.{kind}"
        for limit in LIMITS
        for kind in get_args(CountedBy)
        if getattr(limit, kind) is not None
    }
    for name, rate in settings.LIMITS.items():
        if name not in known:
            raise ImproperlyConfigured(f"LIMITS: {name} is not one of {', '.join(sorted(known))}.")
        try:
            parse_many(rate)
        except ValueError:
            raise ImproperlyConfigured(
                f"LIMITS: {name} is {rate!r}, and should be like 40/10 seconds."
            ) from None


class LocalBurst:
    """Lets the first 10 % of a limit pass without asking Redis.

    Beyond that the whole window is counted in Redis, from its first request on. Worst case: the
    limit plus 10 % for each further process.
    """

    def __init__(self) -> None:
        self.lock = Lock()
        self.waiting: dict[tuple[RateLimitItem, tuple[str, ...]], tuple[float, int | None]] = {}
        """The start of the window, in seconds since the epoch, and how many requests are not yet
        counted in Redis; None once all of them are, and all that follow."""

    def to_count(self, rate: RateLimitItem, key: tuple[str, ...]) -> int:
        """How many requests to count in Redis now: 0, or this one and all that wait."""
        now = time.time()
        with self.lock:
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
        """Notes that Redis has counted all that waited."""
        with self.lock:
            if (rate, key) in self.waiting:
                self.waiting[rate, key] = (self.waiting[rate, key][0], None)

    def forget(self, rate: RateLimitItem, key: tuple[str, ...]) -> None:
        """Forgets what was counted."""
        with self.lock:
            self.waiting.pop((rate, key), None)


_local_burst = LocalBurst()


_refusals: dict[tuple[RateLimitItem, tuple[str, ...]], tuple[float, float]] = {}
"""By rate and key: when to ask Redis again and when a request is allowed again, in seconds since
the epoch."""


def _key(limit: Limit, rate_key: RateKey, about: str) -> tuple[str, ...]:
    return (limit.name, rate_key.kind, rate_key.key, *([about] if about else []))


@functools.cache
def _parsed(rates: str) -> list[RateLimitItem]:
    return parse_many(re.sub(r"\s+", " ", rates))


def _refuse_as_before(rate: RateLimitItem, key: tuple[str, ...]) -> None:
    now = time.time()
    ask_again, free_at = _refusals.get((rate, key), (0.0, 0.0))
    if now < ask_again <= now + REMEMBERED:  # not for long if the clock is set back
        raise RateLimited(_seconds_until(free_at, now), key[0])


def _refused(rate: RateLimitItem, key: tuple[str, ...], free_at: float) -> RateLimited:
    now = time.time()
    if len(_refusals) >= MOST_REMEMBERED:
        _refusals.clear()
    _refusals[rate, key] = (min(free_at, now + REMEMBERED), free_at)
    return RateLimited(_seconds_until(free_at, now), key[0])


def _seconds_until(free_at: float, now: float) -> int:
    return max(1, math.ceil(free_at - now))


check_settings()
