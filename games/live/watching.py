"""How many people watch a game without playing in it.

Every process writes how many such sockets it has into a Redis hash, one field a process, with
the time: what a dead process wrote is dropped. Changes are told at most once a second, so
that a thousand arrivals do not cost a thousand messages to a thousand people.
"""

from __future__ import annotations

import asyncio
import logging
import time
import uuid
from collections import Counter
from weakref import WeakKeyDictionary

from django.conf import settings
from django.utils import timezone
from redis import asyncio as redis

from games.core.messages import WatchingChanged, encode
from games.live import groups
from games.live.sending import send_frames

logger = logging.getLogger(__name__)

TELL_EVERY = 1.0
"""Seconds between looks at what has changed."""

REFRESH_EVERY = 20.0
"""Seconds after which a process says again what it has, and looks at what others have."""

FORGET_AFTER = 60.0
"""Seconds after which the word of a silent process counts no more."""


class Watching:
    """This process's spectators by game, and what was last told about all processes'."""

    def __init__(self) -> None:
        self.process = uuid.uuid4().hex
        self.local: Counter[str] = Counter()
        self.changed: set[str] = set()
        self.told: dict[str, int] = {}
        self.client: redis.Redis = redis.from_url(settings.REDIS_URL, decode_responses=True)
        self.task: asyncio.Task[None] | None = None

    def come(self, public_id: str) -> None:
        """A spectator has come."""
        self._change(public_id, 1)

    def go(self, public_id: str) -> None:
        """A spectator has gone."""
        self._change(public_id, -1)

    async def count(self, public_id: str) -> int:
        """How many there are in all processes, as far as they have told."""
        now, total = time.time(), 0
        try:
            told = await self.client.hgetall(_key(public_id))
        except redis.RedisError:  # a page is shown all the same
            told = {}
        for process, value in told.items():
            count, told_at = str(value).split(":")
            if process == self.process:
                continue
            if now - float(told_at) < FORGET_AFTER:
                total += int(count)
        return total + self.local[public_id]

    def _change(self, public_id: str, by: int) -> None:
        self.local[public_id] += by
        self.changed.add(public_id)
        if self.task is None or self.task.done():
            self.task = asyncio.create_task(self._tell())

    async def _tell(self) -> None:
        """Runs as long as this process has spectators."""
        refreshed = time.monotonic()
        while self.local or self.changed:
            due, self.changed = self.changed, set()
            for public_id in due:
                self.told.pop(public_id, None)  # another process may have told something else
            if time.monotonic() - refreshed > REFRESH_EVERY:
                refreshed = time.monotonic()
                due |= set(self.local)
            for public_id in due:
                try:
                    await self._tell_about(public_id)
                except redis.RedisError:
                    logger.warning("the number of spectators could not be told", exc_info=True)
                    self.changed.add(public_id)
            await asyncio.sleep(TELL_EVERY)

    async def _tell_about(self, public_id: str) -> None:
        key = _key(public_id)
        if self.local[public_id]:
            await self.client.hset(key, self.process, f"{self.local[public_id]}:{time.time()}")
            await self.client.expire(key, int(FORGET_AFTER * 2))
        else:
            del self.local[public_id]
            await self.client.hdel(key, self.process)
        total = await self.count(public_id)
        if self.told.get(public_id) != total:
            self.told[public_id] = total
            group = groups.watchers(public_id)
            frame = encode(WatchingChanged(now=timezone.now(), watching=total))
            await send_frames([(group, frame)])
        if public_id not in self.local:
            self.told.pop(public_id, None)


def _key(public_id: str) -> str:
    return f"{settings.REDIS_PREFIX}:watching:{public_id}"


_watchings: WeakKeyDictionary[asyncio.AbstractEventLoop, Watching] = WeakKeyDictionary()


def watching() -> Watching:
    """The count of the running event loop's process."""
    loop = asyncio.get_running_loop()
    if loop not in _watchings:
        _watchings[loop] = Watching()
    return _watchings[loop]
