"""Sends the newest event numbers of games, every few seconds, to the pages that follow them.

A push may be lost. The database has every event's number, so a page that hears of a newer event
than it knows asks for what it missed, whatever happened to the push.
"""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from weakref import WeakKeyDictionary

from games.models import Game
from games.play.events import group_of
from games.play.messages import NewestEvents
from transport.fanout import fanout
from transport.messages import encode
from transport.refusals import fault_of
from transport.threads import in_thread

SAY_EVERY = 4.0
"""Seconds; a page learns within five seconds that it missed something."""

logger = logging.getLogger(__name__)


class Newest:
    """The games that sockets of this process follow."""

    def __init__(self) -> None:
        self.followed: Counter[int] = Counter()
        self.saying: asyncio.Task[None] | None = None

    def follow(self, game_id: int) -> None:
        """A socket begins to follow the game."""
        self.followed[game_id] += 1
        if self.saying is None or self.saying.done():
            self.saying = asyncio.create_task(self._say_for_ever())

    def leave(self, game_id: int) -> None:
        """A socket stops following the game."""
        self.followed[game_id] -= 1
        if not self.followed[game_id]:
            del self.followed[game_id]

    async def say(self) -> None:
        """Sends the numbers of every followed game's last events to its local sockets."""
        for public_id, numbers in await in_thread(newest_of, list(self.followed)):
            for audience, seq in numbers.items():
                frame = encode(NewestEvents(newest={audience: seq}))
                await fanout().write(group_of(public_id, audience), frame)

    async def _say_for_ever(self) -> None:
        while self.followed:
            await asyncio.sleep(SAY_EVERY)
            try:
                await self.say()
            except Exception as error:  # noqa: BLE001 the database is away: try again soon
                logger.warning("the newest events are not known: %s", fault_of(error))


def newest_of(game_ids: list[int]) -> list[tuple[str, dict[str, int]]]:
    """Returns public ids of games, each with the number of its last event by audience."""
    games = Game.objects.filter(pk__in=game_ids)
    return list(games.values_list("public_id", "numbers"))


_newest: WeakKeyDictionary[asyncio.AbstractEventLoop, Newest] = WeakKeyDictionary()


def newest() -> Newest:
    """Returns the beacon of the running event loop's process."""
    loop = asyncio.get_running_loop()
    if loop not in _newest:
        _newest[loop] = Newest()
    return _newest[loop]
