"""How many sockets each member, or each address, has open in all processes.

Every process writes into a Redis hash of each asker how many it has: one field a process, the whole
number each time, so that nothing adds up wrongly. It holds a lease beside, renewed every few
seconds; what a process with no lease wrote counts no more. So a process that dies takes its
sockets with it, within ``LEASE`` seconds, and one whose lease ran out, or whose Redis was
emptied, writes all of its own again.
"""

from __future__ import annotations

import asyncio
import functools
import time
import uuid
from collections import Counter
from weakref import WeakKeyDictionary

from django.conf import settings
from django.utils.translation import gettext_noop

from transport.limits import Asker
from transport.refusals import Refused
from transport.store import Away, loop_store

RENEW_EVERY = 5.0
"""Seconds after which a process renews its lease."""

LEASE = 20
"""Seconds for which the word of a process counts; a process renews it far earlier."""

WRITE_AGAIN_EVERY = 3600.0
KEEP = 3 * 3600
"""Seconds after which an asker's hash goes that nobody writes to, and, far earlier, after which
each process writes all of its own again."""

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
    """Refused ``too-many``: more sockets than this asker may have."""

    def __init__(self, asker: Asker, bound: int) -> None:
        self.bound = bound
        super().__init__("too-many", MEMBER if asker.kind == "member" else ADDRESS)


MEMBER = gettext_noop(
    "You have too many pages of this site open. Close some; this one goes on by itself "
    "within a minute."
)
ADDRESS = gettext_noop(
    "Too many pages of this site are open from your network. Close some, or log in, as members "
    "are counted one by one; this page goes on by itself within a minute."
)


def bound_of(asker: Asker) -> int:
    """How many sockets this asker may have."""
    return settings.SOCKETS_PER_MEMBER if asker.kind == "member" else settings.SOCKETS_PER_ADDRESS


class OpenSockets:
    """This process's sockets by asker, and what it has told of them."""

    def __init__(self) -> None:
        self.process = uuid.uuid4().hex
        self.local: Counter[Asker] = Counter()
        self.unwritten: set[Asker] = set()
        self.written_all = 0.0
        self.writing = asyncio.Lock()
        self.renewing: asyncio.Task[None] | None = None
        self.store = loop_store()
        self.come_script = self.store.client.register_script(COME)

    async def come(self, asker: Asker) -> None:
        """One more socket. Raises TooMany, and then it does not count.

        Without Redis this process's own sockets are all that counts.
        """
        bound = bound_of(asker)
        async with self.writing:  # in order, or an older number would stand in the end
            if self.local[asker] >= bound or not await self._may_come(asker, bound):
                raise TooMany(asker, bound)
            self.local[asker] += 1
        if self.renewing is None or self.renewing.done():
            self.renewing = asyncio.create_task(self._renew())

    async def go(self, asker: Asker) -> None:
        """One socket less."""
        self.local[asker] -= 1
        self.unwritten.add(asker)  # if this is cancelled, what renews the lease writes it
        async with self.writing:
            await self._write({asker})

    async def _may_come(self, asker: Asker, bound: int) -> bool:
        if self.renewing is None or self.renewing.done():
            await self._renew_lease()
        arguments: list[str | int] = [bound, self.process, self.local[asker] + 1, _lease(""), KEEP]
        asking = functools.partial(self.come_script, [_sockets(asker)], arguments)
        try:
            return bool(await self.store.ask(asking))
        except Away:
            self.unwritten.add(asker)
            return True

    async def _renew(self) -> None:
        """Runs as long as this process has sockets."""
        while self.local or self.unwritten:
            await asyncio.sleep(RENEW_EVERY)
            async with self.writing:
                await self._renew_lease()
                await self._write(set(self.unwritten))

    async def _renew_lease(self) -> None:
        held = functools.partial(self.store.client.set, _lease(self.process), 1, ex=LEASE, get=True)
        try:
            was_held = await self.store.ask(held) is not None
        except Away:
            return
        if not was_held or time.monotonic() - self.written_all > WRITE_AGAIN_EVERY:
            self.written_all = time.monotonic()
            self.unwritten |= set(self.local)

    async def _write(self, askers: set[Asker]) -> None:
        if not askers:
            return
        pipeline = self.store.client.pipeline(transaction=False)
        for asker in askers:
            if self.local[asker] > 0:
                pipeline.hset(_sockets(asker), self.process, str(self.local[asker]))
                pipeline.expire(_sockets(asker), KEEP)
            else:
                del self.local[asker]
                pipeline.hdel(_sockets(asker), self.process)
        try:
            await self.store.ask(pipeline.execute)
        except Away:
            self.unwritten |= askers
        else:
            self.unwritten -= askers


def _sockets(asker: Asker) -> str:
    return f"{settings.REDIS_PREFIX}:sockets:{asker.kind}:{asker.key}"


def _lease(process: str) -> str:
    return f"{settings.REDIS_PREFIX}:sockets-of:{process}"


_counts: WeakKeyDictionary[asyncio.AbstractEventLoop, OpenSockets] = WeakKeyDictionary()


def open_sockets() -> OpenSockets:
    """The count of the running event loop's process."""
    loop = asyncio.get_running_loop()
    if loop not in _counts:
        _counts[loop] = OpenSockets()
    return _counts[loop]
