"""How many people watch a game without playing in it.

Every process writes how many such sockets it has into a Redis hash, one field a process. It says
every few seconds that it lives, once for all its games: what a process said that is silent counts
no more, and the first one that notices tells the pages of the games that it had. Changes are told
at most once a second, so that a thousand arrivals do not cost a thousand messages to a thousand
people.
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

from games.play.messages import WatchingChanged
from games.store import groups
from transport.messages import encode
from transport.sending import send_frames

logger = logging.getLogger(__name__)

TELL_EVERY = 1.0
"""Seconds between looks at what has changed."""

LOOK_EVERY = 3.0
"""Seconds after which a process says again that it lives, and looks whether others do."""

FORGET_AFTER = 8.0
"""Seconds after which the word of a silent process counts no more: pages hear of it 12 seconds
after the process has died at the latest."""

KEPT_SECONDS = 24 * 3600
"""How long Redis keeps what nobody takes back; no socket lasts longer."""


class Watching:
    """This process's spectators by game, and what was last told about all processes'."""

    def __init__(self) -> None:
        self.process = uuid.uuid4().hex
        self.pages = 0
        self.local: Counter[str] = Counter()
        self.changed: set[str] = set()
        self.told: dict[str, int] = {}
        self.client: redis.Redis = redis.from_url(settings.REDIS_URL, decode_responses=True)
        self.task: asyncio.Task[None] | None = None

    def come(self, public_id: str, *, watches: bool = True) -> None:
        """Somebody has opened the game: a spectator, or (not ``watches``) one of its players."""
        self.pages += 1
        self._change(public_id, int(watches))

    def go(self, public_id: str, *, watches: bool = True) -> None:
        """Somebody who had come has gone."""
        self.pages -= 1
        self._change(public_id, -int(watches))

    async def count(self, public_id: str) -> int:
        """How many there are in all processes that live, as far as they have told."""
        since = time.time() - FORGET_AFTER
        try:
            async with self.client.pipeline(transaction=False) as both:
                both.hgetall(_key(public_id))
                both.zrangebyscore(_living(), f"({since}", "+inf")
                told, living = await both.execute()
        except redis.RedisError:  # a page is shown all the same
            told, living = {}, []
        others = set(living) - {self.process}
        return self.local[public_id] + sum(int(told.get(process, 0)) for process in others)

    def _change(self, public_id: str, by: int) -> None:
        if by:
            self.local[public_id] += by
            self.changed.add(public_id)
        if self.task is None or self.task.done():
            self.task = asyncio.create_task(self._tell())

    async def _tell(self) -> None:
        """Runs as long as this process has anybody's page."""
        looked = float("-inf")
        while self.pages or self.changed:
            due, self.changed = self.changed, set()
            for public_id in due:
                self.told.pop(public_id, None)  # another process may have told something else
            try:
                if time.monotonic() - looked >= LOOK_EVERY:
                    looked = time.monotonic()
                    due |= await self._look()
                while due:
                    await self._tell_about(next(iter(due)))
                    due.pop()
            except redis.RedisError:
                logger.warning("the number of spectators could not be told", exc_info=True)
                self.changed |= due
            await asyncio.sleep(TELL_EVERY)

    async def _look(self) -> set[str]:
        """Says that this process lives, and takes back what those that died had said. Returns the
        games whose number has to be told."""
        now = time.time()
        due: set[str] = set()
        if await self.client.zadd(_living(), {self.process: now}):
            due |= set(self.local)  # Redis knew nothing of it, or took it for dead
        silent = await self.client.zrangebyscore(_living(), "-inf", now - FORGET_AFTER)
        for process in map(str, silent):
            if await self.client.zrem(_living(), process):  # nobody else has noticed
                games = {str(game) for game in await self.client.smembers(_games_of(process))}
                for public_id in games:
                    await self.client.hdel(_key(public_id), process)
                    self.told.pop(public_id, None)
                await self.client.delete(_games_of(process))
                due |= games
        return due

    async def _tell_about(self, public_id: str) -> None:
        key, own = _key(public_id), _games_of(self.process)
        async with self.client.pipeline(transaction=False) as said:
            if self.local[public_id]:
                said.hset(key, self.process, str(self.local[public_id]))
                said.expire(key, KEPT_SECONDS)
                said.sadd(own, public_id)
                said.expire(own, KEPT_SECONDS)
            else:
                del self.local[public_id]
                said.hdel(key, self.process)
                said.srem(own, public_id)
            await said.execute()
        total = await self.count(public_id)
        if self.told.get(public_id) != total:
            self.told[public_id] = total
            group = groups.watchers(public_id)
            frame = encode(WatchingChanged(now=timezone.now(), watching=total))
            await send_frames([(group, frame)])
        if public_id not in self.local:
            self.told.pop(public_id, None)


def _living() -> str:
    """When each process last said that it lives."""
    return f"{settings.REDIS_PREFIX}:watching:living"


def _games_of(process: str) -> str:
    """The games of which a process has spectators."""
    return f"{settings.REDIS_PREFIX}:watching:of:{process}"


def _key(public_id: str) -> str:
    return f"{settings.REDIS_PREFIX}:watching:{public_id}"


_watchings: WeakKeyDictionary[asyncio.AbstractEventLoop, Watching] = WeakKeyDictionary()


def watching() -> Watching:
    """The count of the running event loop's process."""
    loop = asyncio.get_running_loop()
    if loop not in _watchings:
        _watchings[loop] = Watching()
    return _watchings[loop]
