"""Clients of Redis, for threads and for event loops, and the broker's address for Celery.

``REDIS_URL`` names one server, or the sentinels that know which of several servers is the primary::

    redis://:PASSWORD@host:6379/0     rediss://host:6379/0     unix:///path?db=0
    redis+sentinel://:PASSWORD@host1:26379,host2:26379,host3:26379/NAME/0?sentinel_password=…

With sentinels, every new connection asks them for the primary. A connection is closed when it
breaks, when an answer is late, and when its server refuses to write because it is the primary no
longer; the next attempt then asks the sentinels again. So a fail-over needs no restart.
"""

from __future__ import annotations

import asyncio
import copy
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import Any
from urllib.parse import parse_qsl, quote, unquote, urlsplit

import redis
import redis.asyncio as redis_in_loop
from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from redis.asyncio.retry import Retry as RetryInLoop
from redis.asyncio.sentinel import Sentinel as SentinelInLoop
from redis.asyncio.sentinel import SentinelConnectionPool as PoolInLoop
from redis.backoff import NoBackoff
from redis.connection import parse_url
from redis.retry import Retry
from redis.sentinel import Sentinel, SentinelConnectionPool, SentinelManagedConnection

SCHEME = "redis+sentinel://"
SENTINEL_PORT = 26379

SENTINEL_TIMEOUT = 0.5
"""The most seconds for a sentinel's answer. Frozen ones cost that once: the one that has answered
is asked first from then on."""

BROKER_TIMEOUT = 2.0
"""How long Celery waits for an answer of Redis, in seconds."""

EXAMPLE = f"{SCHEME}host1:26379,host2:26379,host3:26379/NAME/0"

OPTIONS = {"sentinel_username": "username", "sentinel_password": "password"}
"""What may follow the ``?`` of sentinels' address, and what redis-py calls it."""


CACHE_OPTIONS = {
    "pool_class": "transport.redis_clients.CachePool",
    "socket_timeout": 2.0,
    "socket_connect_timeout": 2.0,
    "retry": Retry(NoBackoff(), 1, (redis.ConnectionError,)),  # a connection may be stale
}
"""Of Django's caches."""


@dataclass(frozen=True)
class Sentinels:
    """What an address of sentinels says. ``login``: to the primary; ``own_login``: to sentinels;
    both in redis-py's terms."""

    hosts: tuple[tuple[str, int], ...]
    primary: str
    database: int
    login: Mapping[str, str]
    own_login: Mapping[str, str]


def sentinels_of(address: str) -> Sentinels | None:
    """The sentinels that the address names; None if it names a server. Raises
    ImproperlyConfigured."""
    if address.startswith(SCHEME):
        return _parsed(address)
    try:
        parse_url(address)
    except ValueError:  # whose words may hold a part of the password
        raise ImproperlyConfigured(
            f"REDIS_URL must be like redis://host:6379/0, rediss://host:6379/0, unix:///path"
            f" or {EXAMPLE}"
        ) from None
    return None


def thread_client(*, timeout: float, late_again: bool = False) -> redis.Redis:
    """A client for threads. ``timeout``: seconds for each answer and each attempt to connect.

    A request whose connection breaks is made once more, on another one. One whose answer is late
    is made again only if ``late_again``: it doubles the wait.
    """
    again = (redis.ConnectionError, *((redis.TimeoutError,) if late_again else ()))
    options = {**_timeouts(timeout), "retry": Retry(NoBackoff(), 1, again)}
    return redis.Redis(connection_pool=CachePool.from_url(settings.REDIS_URL, **options))


def loop_client(
    *, timeout: float | None, once: bool = False, **options: Any
) -> redis_in_loop.Redis:
    """A client for the running event loop, as :func:`thread_client`. Without a timeout its caller
    gives up by itself. ``once``: broken connections are the caller's business, too. ``options`` are
    redis-py's, for connections."""
    again = RetryInLoop(NoBackoff(), 0 if once else 1, (redis.ConnectionError,))
    options |= {"retry": again, "socket_timeout": timeout}
    if timeout is not None:
        options["socket_connect_timeout"] = timeout
    named = sentinels_of(settings.REDIS_URL)
    if named is None:
        return redis_in_loop.Redis.from_url(settings.REDIS_URL, **options)
    own = {**_timeouts(_of_sentinels(timeout)), "retry": RetryInLoop(NoBackoff(), 0)}
    sentinel = AllAtOnce(named.hosts, sentinel_kwargs={**named.own_login, **own})
    of_primary = {"db": named.database, **named.login, **options}
    return redis_in_loop.Redis.from_pool(PoolInLoop(named.primary, sentinel, **of_primary))


class CachePool:
    """Makes the pools of connections for threads; Django's cache asks for such a class."""

    @staticmethod
    def from_url(address: str, **options: Any) -> redis.ConnectionPool:
        """A pool of connections to the server, or to the primary, with redis-py's options."""
        named = sentinels_of(address)
        if named is None:
            return redis.ConnectionPool.from_url(address, **options)
        own = {
            **_timeouts(_of_sentinels(options.get("socket_timeout"))),
            "retry": Retry(NoBackoff(), 0),
        }
        sentinel = OrderOfThread(named.hosts, sentinel_kwargs={**named.own_login, **own})
        own_class = {"connection_class": ToPrimary}
        of_primary = {"db": named.database, **named.login, **own_class, **options}
        return SentinelConnectionPool(named.primary, sentinel, **of_primary)


def broker(address: str) -> tuple[str, dict[str, Any]]:
    """The address as Celery knows it, and options for its transport."""
    options: dict[str, Any] = {
        "socket_timeout": BROKER_TIMEOUT,
        "socket_connect_timeout": BROKER_TIMEOUT,
        # A worker's wait for tasks is over after a second, or Redis does not answer. Celery looks
        # this often for that, and waits this long before it takes another connection.
        "health_check_interval": 1,
    }
    named = sentinels_of(address)
    if named is None:
        if address.startswith("unix://"):
            address = address.replace("unix://", "redis+socket://").replace(
                "?db=", "?virtual_host="
            )
        return address, options
    name, password = named.login.get("username", ""), named.login.get("password")
    login = "" if password is None else f"{quote(name, safe='')}:{quote(password, safe='')}@"
    url = ";".join(
        f"sentinel://{login}{_bracketed(host)}:{port}/{named.database}"
        for host, port in named.hosts
    )
    own = {**named.own_login, **_timeouts(SENTINEL_TIMEOUT)}
    return url, {**options, "master_name": named.primary, "sentinel_kwargs": own}


class ToPrimary(SentinelManagedConnection):
    """redis-py keeps such a connection when an answer is late, unlike others; the late answer would
    be taken for the next request's."""

    def read_response(  # type: ignore[override] # what is not named here is passed on
        self, *args: Any, disconnect_on_error: bool = True, **options: Any
    ) -> Any:
        """The answer; a connection that brings none in time is closed."""
        return super().read_response(*args, disconnect_on_error=disconnect_on_error, **options)


class OrderOfThread(Sentinel):
    """redis-py moves a sentinel that has answered to the front, in a list that two threads must not
    change at the same time: one of the sentinels would be lost."""

    def discover_master(self, service_name: str) -> tuple[str, int]:
        """The primary's address. Raises ``redis.ConnectionError``."""
        mine = copy.copy(self)
        mine.sentinels = list(self.sentinels)
        try:
            found: tuple[str, int] = Sentinel.discover_master(mine, service_name)
        except redis.ConnectionError:  # whose words fill a page
            raise _no_primary(service_name) from None
        self.sentinels = mine.sentinels
        return found


class AllAtOnce(SentinelInLoop):
    """Asks all sentinels at the same time. One by one, a request that is soon given up would get
    no further than to the first one, each time, if that is frozen."""

    async def discover_master(self, service_name: str) -> tuple[str, int]:
        """The primary's address, as the first says that knows it. Raises
        ``redis.ConnectionError``."""
        asked = [asyncio.ensure_future(self._ask(one, service_name)) for one in self.sentinels]
        try:
            for answer in asyncio.as_completed(asked):
                if (found := await answer) is not None:
                    return found
        finally:
            for each in asked:
                each.cancel()
        raise _no_primary(service_name)

    async def _ask(self, one: redis_in_loop.Redis, name: str) -> tuple[str, int] | None:
        alone = copy.copy(self)
        alone.sentinels = [one]
        found: tuple[str, int] | None = None
        with suppress(redis.ConnectionError):
            found = await SentinelInLoop.discover_master(alone, name)
        return found


def _no_primary(name: str) -> redis.ConnectionError:
    return redis.ConnectionError(f"no sentinel names a living primary {name!r}")


def _parsed(address: str) -> Sentinels:
    """Reads an address of sentinels. By hand, as urllib knows one host only."""
    place, _, query = address.removeprefix(SCHEME).partition("?")
    netloc, _, path = place.partition("/")
    login, _, hosts = netloc.rpartition("@")
    name, _, password = login.partition(":")
    primary, _, database = path.rstrip("/").partition("/")
    if not primary:
        raise _wrong("the name of the primary is missing")
    if database and not database.isdecimal():
        raise _wrong("after the primary's name comes the number of a database")
    options = parse_qsl(query, keep_blank_values=True)
    if any(option not in OPTIONS for option, _ in options):
        raise _wrong(f"the options are {' and '.join(OPTIONS)}")
    logins = {"username": unquote(name), "password": unquote(password)}
    return Sentinels(
        hosts=tuple(_host_and_port(host) for host in hosts.split(",")),
        primary=unquote(primary),
        database=int(database or 0),
        login={key: value for key, value in logins.items() if value},
        own_login={OPTIONS[option]: value for option, value in options},
    )


def _host_and_port(written: str) -> tuple[str, int]:
    try:
        parts = urlsplit(f"//{written}")
        host, port = parts.hostname, parts.port
    except ValueError:
        raise _wrong("a sentinel's port is no number") from None
    if not host:
        raise _wrong("a sentinel's host is missing")
    return host, port or SENTINEL_PORT


def _wrong(why: str) -> ImproperlyConfigured:
    return ImproperlyConfigured(f"REDIS_URL must be like {EXAMPLE}: {why}.")


def _bracketed(host: str) -> str:
    return f"[{host}]" if ":" in host else host


def _timeouts(seconds: float) -> dict[str, float]:
    return {"socket_timeout": seconds, "socket_connect_timeout": seconds}


def _of_sentinels(timeout: float | None) -> float:
    return SENTINEL_TIMEOUT if timeout is None else min(timeout, SENTINEL_TIMEOUT)
