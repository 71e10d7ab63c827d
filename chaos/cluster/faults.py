"""Makes random faults of whole hosts, one at a time."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from dataclasses import dataclass
from random import Random

from chaos.cluster.hosts import Host
from chaos.cluster.site import Cluster
from chaos.faults import Breaker, Fault, Happened
from chaos.pages import Follower

POSTGRESQL, REDIS = "PostgreSQL's primary", "Redis's primary"

SHORT = (2.0, 8.0)
"""How long a short fault lasts, in seconds: too short for PostgreSQL's primary to be replaced."""

SHORT_SHARE = 0.15
"""How many of the faults are short."""

TAKEN_OVER_WITHIN = 90.0
"""After how many seconds a host comes back even if no other one has taken over."""

STAYS_AWAY = (2.0, 10.0)
"""How long a host stays away after another one has taken over, in seconds."""

WITHOUT_MAJORITY = (15.0, 40.0)
"""How long two hosts stay away, in seconds."""


@dataclass
class HostFault(Happened):
    """A fault of a host. ``postgres``, ``redis``, ``web``: whether the host had the primary of
    PostgreSQL or Redis, or a web process. ``majority``: whether two hosts were broken, so that
    nothing may be stored. ``moved``: whether PostgreSQL's primary is another one afterwards.
    ``how``: ``killed``, ``frozen`` or ``cut off``. ``gone``: when all that was to break was broken.
    ``repaired``: when it was let come back."""

    how: str = ""
    postgres: bool = False
    redis: bool = False
    web: bool = False
    majority: bool = False
    moved: bool = False
    gone: float = 0.0
    repaired: float = 0.0

    @property
    def lost(self) -> str:
        """What was away, whichever fault was drawn."""
        if self.majority:
            return f"two hosts: {self.how}"
        parts = (POSTGRESQL, self.postgres), (REDIS, self.redis), ("a web process", self.web)
        had = [name for name, there in parts if there]
        return f"{', '.join(had) or 'neither primary'}: {self.how}"


class HostBreaker(Breaker[Cluster]):
    """Breaks hosts. ``failovers``: after how many fail-overs of PostgreSQL nothing is left to do;
    None: never."""

    def __init__(
        self,
        site: Cluster,
        followers: Sequence[Follower],
        random: Random,
        faults: Sequence[Fault],
        failovers: int | None,
    ) -> None:
        super().__init__(site, followers, random, faults)
        self.failovers = failovers
        self.broken: HostFault | None = None

    @property
    def moved(self) -> int:
        """How often PostgreSQL's primary has moved."""
        return sum(isinstance(each, HostFault) and each.moved for each in self.happened)

    @property
    def has_done_all(self) -> bool:  # type: ignore[override]
        """Whether PostgreSQL's primary has moved often enough."""
        return self.failovers is not None and self.moved >= self.failovers

    async def run(self, fault: Fault) -> HostFault:
        """Breaks a host, waits until others have taken over its parts (unless the fault is short),
        and repairs it; returns when all hosts are whole again."""
        postgres, redis = await self.site.primary(), await self.site.redis_primary()
        self.broken = happened = HostFault(fault.kind, "", time.time())
        self.happened.append(happened)
        async with fault.make(self, 0.0) as words:
            happened.words = words
            if happened.majority:
                await asyncio.sleep(self.random.uniform(*WITHOUT_MAJORITY))
            elif self.random.random() < SHORT_SHARE:
                await asyncio.sleep(self.random.uniform(*SHORT))
            else:
                await self._until_taken_over(happened, postgres, redis)
                await asyncio.sleep(self.random.uniform(*STAYS_AWAY))
            happened.repaired = time.time()
        await self.site.until_it_answers()
        happened.moved = postgres is not await self.site.primary()
        happened.words += f"{', PostgreSQL has moved' if happened.moved else ''}"
        happened.ended = time.time()
        return happened

    async def _until_taken_over(
        self, happened: HostFault, postgres: Host | None, redis: Host | None
    ) -> None:
        ends = time.monotonic() + TAKEN_OVER_WITHIN
        while time.monotonic() < ends:
            if (
                (not happened.postgres or await self.site.primary() not in (None, postgres))
                and (not happened.redis or await self.site.redis_primary() not in (None, redis))
                and await self.site.takes_write()
            ):
                return
            await asyncio.sleep(0.5)


def host_fault(which: str, how: str) -> Fault:
    """A fault of ``PostgreSQL's primary``, ``Redis's primary``, ``a web host`` or ``two hosts``,
    which are ``killed``, ``frozen`` or ``cut off``."""
    return Fault(f"{which} {how}", 2 if which == POSTGRESQL else 1, _make(which, how))


def _make(which: str, how: str) -> Callable[[HostBreaker, float], AbstractAsyncContextManager[str]]:
    @asynccontextmanager
    async def make(breaker: HostBreaker, lasts: float) -> AsyncIterator[str]:
        happened = breaker.broken
        assert happened
        postgres, redis = await breaker.site.primary(), await breaker.site.redis_primary()
        hosts = _choose(breaker, {POSTGRESQL: postgres, REDIS: redis}.get(which), which)
        happened.how = how
        happened.majority = len(hosts) > 1
        happened.postgres, happened.redis = postgres in hosts, redis in hosts
        happened.web = any(host in breaker.site.webs for host in hosts)
        happened.began = time.time()
        for host in hosts:
            _break(host, how)
        happened.gone = time.time()
        try:
            parts = (POSTGRESQL, happened.postgres), (REDIS, happened.redis)
            had = [name for name, there in parts if there]
            names = " and ".join(map(str, hosts))
            yield f"{names} ({', '.join(had) or 'no primary'}): {how}"
        finally:
            for host in hosts:
                _repair(host, how)

    return make


def _choose(breaker: HostBreaker, known: Host | None, which: str) -> list[Host]:
    if which == "two hosts":
        return breaker.random.sample(breaker.site.hosts, 2)
    return [known or breaker.random.choice(breaker.site.webs)]


def _break(host: Host, how: str) -> None:
    if how == "killed":
        host.kill()
    elif how == "frozen":
        host.freeze()
    else:
        host.cut_off()


def _repair(host: Host, how: str) -> None:
    if how == "killed":
        host.let()
    elif how == "frozen":
        host.thaw()
    else:
        host.connect()


WAYS = ("killed", "frozen", "cut off")
OF_POSTGRESQL = tuple(host_fault(POSTGRESQL, how) for how in WAYS)
"""The faults that make PostgreSQL fail over."""
FAULTS = (
    *OF_POSTGRESQL,
    *(host_fault(which, how) for which in (REDIS, "a web host", "two hosts") for how in WAYS),
)
