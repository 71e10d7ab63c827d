"""Makes random faults, one at a time."""

from __future__ import annotations

import asyncio
import signal
import time
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from chaos.links import Link
from chaos.pages import Follower
from chaos.servers import Site

if TYPE_CHECKING:
    from chaos.cluster.site import Cluster

NOTICED = 11.0
"""The time in seconds after which the club has certainly noticed that no turns are resolved."""


@dataclass
class Happened:
    """A fault that was made. ``database``: PostgreSQL was unusable, so the club must recover soon
    afterwards. ``stops``: nobody could choose, or no turn could be resolved. ``choices_go_on``:
    choices are still taken during it."""

    kind: str
    words: str
    began: float
    ended: float = 0.0
    database: bool = False
    stops: bool = False
    choices_go_on: bool = False


@dataclass(frozen=True)
class Fault:
    """A kind of fault: ``make`` breaks something, and repairs it at the end of its block."""

    kind: str
    weight: int
    make: Callable[[Any, float], AbstractAsyncContextManager[str]]
    longest: float = 14.0
    database: bool = False
    stops: bool = False
    choices_go_on: bool = False


Broken = TypeVar("Broken", "Site", "Cluster")


class Breaker(Generic[Broken]):
    """Breaks a running site. All random choices come from ``random``."""

    has_done_all = False
    """Whether nothing is left to break, however much time is left."""

    def __init__(
        self, site: Broken, followers: Sequence[Follower], random: Random, faults: Sequence[Fault]
    ) -> None:
        self.site: Broken = site
        self.followers = followers
        self.random = random
        self.faults = faults
        self.happened: list[Happened] = []

    def choose(self) -> Fault:
        """Draws the next fault. Kinds that were made less often are more likely, so that none is
        left out."""
        faults = self.faults
        made = [sum(each.kind == fault.kind for each in self.happened) for fault in faults]
        weights = [f.weight / (1 + count) for f, count in zip(faults, made, strict=True)]
        return self.random.choices(faults, weights)[0]

    async def run(self, fault: Fault) -> Happened:
        """Makes the fault, waits, and repairs it; returns when PostgreSQL answers again."""
        lasts = self.random.choice((0.3, 2.0, 5.0, fault.longest)) * self.random.uniform(0.6, 1)
        lasts = min(lasts, fault.longest)
        happened = Happened(fault.kind, "", time.time(), database=fault.database, stops=fault.stops)
        self.happened.append(happened)
        async with fault.make(self, lasts) as words:
            happened.words = words
            await asyncio.sleep(lasts)
        await self.site.until_it_answers()
        happened.ended = time.time()
        return happened


@asynccontextmanager
async def kill(breaker: Breaker[Site], lasts: float) -> AsyncIterator[str]:
    """A random process, or a child of it, is killed; it is started again at once."""
    process = breaker.random.choice(breaker.site.processes)
    if breaker.random.random() < 0.4 and process.kill_child():
        yield f"a child of {process.name} is killed"
        return
    process.kill()
    yield f"{process.name} is killed"


@asynccontextmanager
async def freeze(breaker: Breaker[Site], lasts: float) -> AsyncIterator[str]:
    """A random process, or Redis, is frozen."""
    process = breaker.random.choice([*breaker.site.processes, breaker.site.redis])
    process.freeze()
    try:
        yield f"{process.name} is frozen for {lasts:.1f} s"
    finally:
        process.thaw()


def away(what: str) -> Callable[[Breaker[Site], float], AbstractAsyncContextManager[str]]:
    """All processes of one kind are down for a while: ``webs``, ``turns`` or ``beat``."""

    @asynccontextmanager
    async def make(breaker: Breaker[Site], lasts: float) -> AsyncIterator[str]:
        site = breaker.site
        gone = {"webs": site.webs, "turns": site.turns, "beat": site.others[-1:]}[what]
        for process in gone:
            process.hold_back()
        try:
            yield f"{what} are away for {lasts:.1f} s"
        finally:
            for process in gone:
                process.let()

    return make


@asynccontextmanager
async def redis_empty(breaker: Breaker[Site], lasts: float) -> AsyncIterator[str]:
    """Redis is down for a while, and comes back empty."""
    breaker.site.redis.hold_back()
    try:
        yield f"Redis is away for {lasts:.1f} s, and empty then"
    finally:
        breaker.site.redis.let()


@asynccontextmanager
async def crash(breaker: Breaker[Site], lasts: float) -> AsyncIterator[str]:
    """PostgreSQL crashes in one of three ways, and is restarted at once."""
    database = breaker.site.database
    how = breaker.random.choice(("a backend is killed", "it is killed", "it quits at once"))
    if how == "a backend is killed":
        database.kill_backend()
    else:
        database.crash(signal.SIGKILL if how == "it is killed" else signal.SIGQUIT)
    await asyncio.sleep(0.2)
    await database.until_it_answers()
    yield f"PostgreSQL crashes: {how}"


@asynccontextmanager
async def database_away(breaker: Breaker[Site], lasts: float) -> AsyncIterator[str]:
    """PostgreSQL is down for a while."""
    breaker.site.database.hold_back()
    try:
        yield f"PostgreSQL is away for {lasts:.1f} s"
    finally:
        breaker.site.database.let()


@asynccontextmanager
async def database_frozen(breaker: Breaker[Site], lasts: float) -> AsyncIterator[str]:
    """PostgreSQL is frozen."""
    breaker.site.database.freeze()
    try:
        yield f"PostgreSQL is frozen for {lasts:.1f} s"
    finally:
        breaker.site.database.thaw()


@asynccontextmanager
async def read_only(breaker: Breaker[Site], lasts: float) -> AsyncIterator[str]:
    """PostgreSQL refuses writes, as during a failover."""
    database = breaker.site.database
    await database.execute("ALTER SYSTEM SET default_transaction_read_only = on")
    await database.execute("SELECT pg_reload_conf()")
    try:
        yield f"PostgreSQL is read-only for {lasts:.1f} s"
    finally:
        await database.execute("ALTER SYSTEM RESET default_transaction_read_only")
        await database.execute("SELECT pg_reload_conf()")


@asynccontextmanager
async def full_disk(breaker: Breaker[Site], lasts: float) -> AsyncIterator[str]:
    """The database's disk is full for a while."""
    database = breaker.site.database
    await asyncio.to_thread(database.fill_disk)
    try:
        yield f"the disk is full for {lasts:.1f} s"
    finally:
        database.empty_disk()


def links(which: str) -> Callable[[Breaker[Site], float], AbstractAsyncContextManager[str]]:
    """Connections to PostgreSQL or Redis are cut once, or are refused, silent or slow for a
    while."""

    @asynccontextmanager
    async def make(breaker: Breaker[Site], lasts: float) -> AsyncIterator[str]:
        site, random = breaker.site, breaker.random
        those = site.database_links if which == "PostgreSQL" else site.redis_links
        name = random.choice(("all", *those))
        broken: list[Link] = list(those.values()) if name == "all" else [those[name]]
        how = random.choice(("cut", "refused", "silent", "slow"))
        for link in broken:
            if how == "cut":
                link.cut()
            elif how == "refused":
                link.refuse()
            elif how == "silent":
                link.hold()
            else:
                link.delay = 0.05
        try:
            yield f"connections to {which} of {name} are {how} ({lasts:.1f} s)"
        finally:
            for link in broken:
                link.mend()

    return make


@asynccontextmanager
async def players_lost(breaker: Breaker[Site], lasts: float) -> AsyncIterator[str]:
    """Half of the players and spectators lose their connections."""
    there = [follower for follower in breaker.followers if follower.socket]
    chance = Random(breaker.random.random())  # so that their number does not affect later faults
    lost = chance.sample(there, len(there) // 2)
    for follower in lost:
        follower.drop()
    yield f"{len(lost)} players and watchers lose their connections"


FAULTS = (
    Fault("kill -9 of a process", 6, kill, 3),
    Fault("a process frozen", 4, freeze),
    Fault("all web processes away", 2, away("webs"), 18, stops=True),
    Fault("all workers for turns away", 2, away("turns"), 18, stops=True, choices_go_on=True),
    Fault("beat away", 2, away("beat"), 18, stops=True, choices_go_on=True),
    Fault("Redis restarted empty", 3, redis_empty, choices_go_on=True),
    Fault("PostgreSQL crashes", 4, crash, 1, database=True),
    Fault("PostgreSQL away", 3, database_away, 18, database=True, stops=True),
    Fault("PostgreSQL frozen", 3, database_frozen, 18, database=True, stops=True),
    Fault("database read-only", 3, read_only, database=True, stops=True),
    Fault("disk full", 3, full_disk, database=True),
    Fault("connections to PostgreSQL broken", 4, links("PostgreSQL")),
    Fault("connections to Redis broken", 4, links("Redis"), choices_go_on=True),
    Fault("players lose their connections", 2, players_lost, 1),
)
