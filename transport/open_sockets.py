"""How many sockets each member, or each address, has open in all processes.

Each member and each address has a hash in Redis with one field for each process: the number of
sockets it has open. Processes write the whole number, never a difference, so that errors do not add
up. Each process holds a lease, renewed every few seconds, and numbers of processes without a lease
do not count: when a process dies, its sockets are gone within ``LEASE`` seconds. A process whose
lease expired, or whose Redis was emptied, writes all of its numbers again.
"""

from __future__ import annotations

import asyncio
import functools
import time
import uuid
from collections import Counter

from django.conf import settings
from django.utils.translation import gettext_noop

from transport.limits import RateKey
from transport.refusals import Refused
from transport.singletons import loop_singleton
from transport.store import RedisUnavailable, loop_store

RENEW_EVERY = 5.0
"""How often a process renews its lease, in seconds."""

LEASE = 20
"""How long the numbers of a process count without renewal, in seconds."""

WRITE_AGAIN_EVERY = 3600.0
"""How often each process writes all of its numbers again, in seconds."""

KEEP = 3 * 3600
"""How long Redis keeps a hash that nobody writes to, in seconds."""

COME = """
local bound, process, own = tonumber(ARGV[1]), ARGV[2], tonumber(ARGV[3])
local total = own
for _, other in ipairs(redis.call('hkeys', KEYS[1])) do
  if other ~= process then
    if redis.call('exists', ARGV[4] .. other) == 1 then
      total = total + tonumber(redis.call('hget', KEYS[1], other))
    else
      redis.call('hdel', KEYS[1], other)
    end
  end
end
if total > bound then
  return 0
end
redis.call('hset', KEYS[1], process, own)
redis.call('expire', KEYS[1], ARGV[5])
return 1
"""


class TooMany(Refused):
    """Refused ``too-many``: this member or address has too many sockets open."""

    def __init__(self, rate_key: RateKey, bound: int) -> None:
        self.bound = bound
        super().__init__("too-many", MEMBER if rate_key.kind == "member" else ADDRESS)


MEMBER = gettext_noop(
    "You have too many pages of this site open. Close some; this one goes on by itself "
    "within a minute."
)
ADDRESS = gettext_noop(
    "Too many pages of this site are open from your network. Close some, or log in, as members "
    "are counted one by one; this page goes on by itself within a minute."
)


def bound_of(rate_key: RateKey) -> int:
    """How many sockets this member or address may have open."""
    by_member = rate_key.kind == "member"
    return settings.SOCKETS_PER_MEMBER if by_member else settings.SOCKETS_PER_ADDRESS


class OpenSockets:
    """This process's open sockets by rate key, and which numbers Redis does not have yet."""

    def __init__(self) -> None:
        self.process = uuid.uuid4().hex
        self.local: Counter[RateKey] = Counter()
        self.unwritten: set[RateKey] = set()
        self.written_all = 0.0
        self.writing = asyncio.Lock()
        self.renewing: asyncio.Task[None] | None = None
        self.store = loop_store()
        self.come_script = self.store.client.register_script(COME)

    async def come(self, rate_key: RateKey) -> None:
        """Counts one more socket. Raises TooMany over the limit; such a socket is not counted.

        Without Redis only this process's own sockets count.
        """
        bound = bound_of(rate_key)
        async with self.writing:  # one at a time: an older number must not overwrite a newer one
            if self.local[rate_key] >= bound or not await self._may_come(rate_key, bound):
                raise TooMany(rate_key, bound)
            self.local[rate_key] += 1
        if self.renewing is None or self.renewing.done():
            self.renewing = asyncio.create_task(self._renew())

    async def go(self, rate_key: RateKey) -> None:
        """Counts one socket less."""
        self.local[rate_key] -= 1
        self.unwritten.add(rate_key)  # if this is cancelled, the next renewal writes it
        async with self.writing:
            if rate_key in self.unwritten:  # else it was written together with another one
                await self._write(set(self.unwritten))

    async def _may_come(self, rate_key: RateKey, bound: int) -> bool:
        if self.renewing is None or self.renewing.done():
            await self._renew_lease()
        number = self.local[rate_key] + 1
        arguments: list[str | int] = [bound, self.process, number, _lease(""), KEEP]
        asking = functools.partial(self.come_script, [_sockets(rate_key)], arguments)
        try:
            return bool(await self.store.ask(asking))
        except RedisUnavailable:
            self.unwritten.add(rate_key)
            return True

    async def _renew(self) -> None:
        """Renews the lease as long as this process has sockets."""
        while self.local or self.unwritten:
            await asyncio.sleep(RENEW_EVERY)
            async with self.writing:
                await self._renew_lease()
                await self._write(set(self.unwritten))

    async def _renew_lease(self) -> None:
        held = functools.partial(self.store.client.set, _lease(self.process), 1, ex=LEASE, get=True)
        try:
            was_held = await self.store.ask(held) is not None
        except RedisUnavailable:
            return
        if not was_held or time.monotonic() - self.written_all > WRITE_AGAIN_EVERY:
            self.written_all = time.monotonic()
            self.unwritten |= set(self.local)

    async def _write(self, rate_keys: set[RateKey]) -> None:
        if not rate_keys:
            return
        pipeline = self.store.client.pipeline(transaction=False)
        for rate_key in rate_keys:
            if self.local[rate_key] > 0:
                pipeline.hset(_sockets(rate_key), self.process, str(self.local[rate_key]))
                pipeline.expire(_sockets(rate_key), KEEP)
            else:
                del self.local[rate_key]
                pipeline.hdel(_sockets(rate_key), self.process)
        self.unwritten -= rate_keys  # now: whatever changes meanwhile is to be written again
        try:
            await self.store.ask(pipeline.execute)
        except RedisUnavailable:
            self.unwritten |= rate_keys
        except asyncio.CancelledError:
            self.unwritten |= rate_keys
            raise


def _sockets(rate_key: RateKey) -> str:
    return f"{settings.REDIS_PREFIX}:sockets:{rate_key.kind}:{rate_key.key}"


def _lease(process: str) -> str:
    return f"{settings.REDIS_PREFIX}:sockets-of:{process}"


@loop_singleton
def open_sockets() -> OpenSockets:
    """The open sockets of the running event loop."""
    return OpenSockets()


def sockets_of_process() -> float:
    """How many sockets this process has open; may be called from any thread."""
    return float(sum(sum(each.local.values()) for each in open_sockets.of_all_loops()))
