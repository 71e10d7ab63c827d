"""Counts the people who watch a game without playing in it.

Every process writes its number of such sockets into a Redis hash per game, with one field per
process. Every few seconds it also reports, once for all its games, that it is alive. The numbers of
a silent process no longer count, and the first process that notices sends the new number to the
pages of its games. Changes are sent at most once a second, so that a thousand arrivals do not cost
a thousand messages to a thousand people.
"""

from __future__ import annotations

import asyncio
import logging
import time
import uuid
from collections import Counter

from django.conf import settings
from django.utils import timezone
from redis import RedisError

from games.play.events import EVERYONE, group_of
from games.play.messages import WatchingChanged
from transport.messages import encode
from transport.opening import entrance
from transport.redis_clients import loop_client
from transport.sending import send_frames
from transport.singletons import loop_singleton
from transport.store import RedisUnavailable

logger = logging.getLogger(__name__)

TELL_EVERY = 1.0
"""Seconds between two checks for changes."""

CROWD = 100
"""From this many waiting sockets on, the number of spectators is told and read less often: that
would take the time in which more sockets could be opened. New pages are told it in any case."""

TELL_CROWD_EVERY = 5.0
"""Seconds between two checks for changes in a crowd."""

COUNT_CROWD_EVERY = 1.0
"""How many seconds a crowd is told the same number of spectators in other processes, before it is
read again."""

LOOK_EVERY = 3.0
"""Seconds between two reports that a process is alive; each time it also checks the others."""

FORGET_AFTER = 8.0
"""Seconds after which a silent process no longer counts. Pages learn of it at most 12 seconds after
the process has died."""

ANSWER_SECONDS = 2.0
"""How long Redis may take to answer."""

KEPT_SECONDS = 24 * 3600
"""How long Redis keeps numbers that nobody withdraws; no socket lasts longer."""


class Watching:
    """This process's spectators by game, and the totals last sent for all processes."""

    def __init__(self) -> None:
        self.process = uuid.uuid4().hex
        self.pages = 0
        self.local: Counter[str] = Counter()
        self.changed: set[str] = set()
        self.told: dict[str, int] = {}
        self.told_at = float("-inf")
        self.others: dict[str, tuple[float, int]] = {}
        """The number of spectators in other processes by game, and when it was read."""
        self.client = loop_client(timeout=ANSWER_SECONDS, decode_responses=True)
        self.task: asyncio.Task[None] | None = None

    def come(self, public_id: str, *, watches: bool = True) -> None:
        """Somebody has opened the game: a spectator, or, if not ``watches``, a player."""
        self.pages += 1
        self._change(public_id, int(watches))

    def go(self, public_id: str, *, watches: bool = True) -> None:
        """Somebody has closed the game."""
        self.pages -= 1
        self._change(public_id, -int(watches))

    async def count(self, public_id: str) -> int:
        """Returns the number of spectators in all living processes, as far as they have reported
        it. In a crowd it may be a moment old; then the right one is told soon."""
        read_at, others = self.others.get(public_id, (float("-inf"), 0))
        if _in_crowd() and time.monotonic() - read_at < COUNT_CROWD_EVERY:
            self.changed.add(public_id)
            return self.local[public_id] + others
        return await self._count_again(public_id)

    async def _count_again(self, public_id: str) -> int:
        since = time.time() - FORGET_AFTER
        try:
            async with self.client.pipeline(transaction=False) as both:
                both.hgetall(_key(public_id))
                both.zrangebyscore(_living(), f"({since}", "+inf")
                told, living = await both.execute()
        except RedisError:  # show the page all the same
            told, living = {}, []
        others = sum(int(told.get(process, 0)) for process in set(living) - {self.process})
        self.others[public_id] = (time.monotonic(), others)
        return self.local[public_id] + others

    def _change(self, public_id: str, by: int) -> None:
        if by:
            self.local[public_id] += by
            self.changed.add(public_id)
        if self.task is None or self.task.done():
            self.task = asyncio.create_task(self._tell())

    async def _tell(self) -> None:
        """Runs as long as anybody has a page open in this process."""
        looked = float("-inf")
        while self.pages or self.changed:
            due: set[str] = set()
            try:
                if time.monotonic() - looked >= LOOK_EVERY:
                    looked = time.monotonic()
                    await self._look()
                due = self._to_tell()
                for public_id in due:
                    self.told.pop(public_id, None)  # another process may have sent another total
                while due:
                    public_id = next(iter(due))
                    await self._tell_about(public_id)
                    due.discard(public_id)
            except (RedisError, RedisUnavailable):
                logger.warning("the number of spectators could not be told", exc_info=True)
                self.changed |= due
            await asyncio.sleep(TELL_EVERY)

    def _to_tell(self) -> set[str]:
        """Returns the games whose numbers have changed and are to be told now."""
        now = time.monotonic()
        self.others = {
            public_id: read for public_id, read in self.others.items() if now - read[0] < TELL_EVERY
        }
        if _in_crowd() and now - self.told_at < TELL_CROWD_EVERY:
            return set()
        self.told_at = now
        due, self.changed = self.changed, set()
        return due

    async def _look(self) -> None:
        """Reports that this process is alive, and removes the numbers of dead processes. Notes at
        once whose totals must be sent, in case Redis does not answer the next question."""
        now = time.time()
        if await self.client.zadd(_living(), {self.process: now}):
            # Redis did not know this process, or had it removed as dead.
            self.changed |= set(self.local)
        silent = await self.client.zrangebyscore(_living(), "-inf", now - FORGET_AFTER)
        for process in map(str, silent):
            games = {str(game) for game in await self.client.smembers(_games_of(process))}
            if await self.client.zrem(_living(), process):  # this process noticed it first
                self.changed |= games
                for public_id in games:
                    await self.client.hdel(_key(public_id), process)
                await self.client.delete(_games_of(process))

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
        total = await self._count_again(public_id)
        told = self.told.pop(public_id, None)
        if public_id in self.local:
            self.told[public_id] = total
        if told != total:
            group = group_of(public_id, EVERYONE)
            frame = encode(WatchingChanged(now=timezone.now(), watching=total))
            await send_frames([(group, frame)])


def _in_crowd() -> bool:
    return entrance.crowd >= CROWD


def _living() -> str:
    """Returns the key of the times at which processes last reported that they are alive."""
    return f"{settings.REDIS_PREFIX}:watching:living"


def _games_of(process: str) -> str:
    """Returns the key of the games in which a process has spectators."""
    return f"{settings.REDIS_PREFIX}:watching:of:{process}"


def _key(public_id: str) -> str:
    return f"{settings.REDIS_PREFIX}:watching:{public_id}"


@loop_singleton
def watching() -> Watching:
    """Returns the count of the running event loop's process."""
    return Watching()
