"""Tells pages of events whose push may have been lost.

The database has the number of every event. Every few seconds each process compares the numbers of
the games that its pages follow with the pushes that it has heard. If it has missed one, it tells
the game's pages the newest numbers, and a page that knows less asks for what it missed.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections import Counter

import msgspec

from games.models import Game
from games.play.events import EVERYONE, MEMBERS, SPECTATORS, group_of
from games.play.messages import NewestEvents
from transport.fanout import fanout
from transport.messages import encode
from transport.refusals import fault_of
from transport.singletons import loop_singleton
from transport.threads import in_thread

LOOK_EVERY = 4.0
"""Seconds; a page learns within five seconds that it missed something."""

SAY_EVERY = 30.0
"""Seconds after which a silent game's pages are told the numbers anyway. A page that hears nothing
for longer asks whether its connection still works."""

AUDIENCES = (EVERYONE, MEMBERS, SPECTATORS)

logger = logging.getLogger(__name__)


class Heard:
    """The newest events of a game that this process has passed on to its pages. Joins the game's
    groups in place of a socket."""

    def __init__(self, numbers: dict[str, int]) -> None:
        self.numbers = dict(numbers)
        self.at = time.monotonic()

    async def write(self, frame: str) -> None:
        """Notes the event's number, if it has one."""
        self.at = time.monotonic()
        event = msgspec.json.decode(frame, type=_Numbered)
        if event.to:
            self.numbers[event.to] = max(event.seq, self.numbers.get(event.to, 0))

    def lacks(self, numbers: dict[str, int]) -> bool:
        """Whether any of these events was not heard."""
        return any(seq > self.numbers.get(audience, 0) for audience, seq in numbers.items())


class _Numbered(msgspec.Struct):
    to: str = ""
    seq: int = 0


class Beacon:
    """The games that sockets of this process follow, and what was heard of them."""

    def __init__(self) -> None:
        self.followed: Counter[int] = Counter()
        self.heard: dict[int, Heard] = {}
        self.looking: asyncio.Task[None] | None = None

    async def follow(self, game: Game) -> None:
        """A socket begins to follow the game."""
        self.followed[game.pk] += 1
        if game.pk not in self.heard:
            self.heard[game.pk] = heard = Heard(game.numbers)
            for audience in AUDIENCES:
                await fanout().join(group_of(game.public_id, audience), heard)
        if self.looking is None or self.looking.done():
            self.looking = asyncio.create_task(self._look_for_ever())

    def leave(self, game_id: int, public_id: str) -> None:
        """A socket stops following the game."""
        self.followed[game_id] -= 1
        if not self.followed[game_id]:
            del self.followed[game_id]
            heard = self.heard.pop(game_id)
            for audience in AUDIENCES:
                fanout().leave(group_of(public_id, audience), heard)

    async def look(self) -> None:
        """Tells the pages of each game of which something was missed, or that was silent for long,
        the numbers of its last events."""
        for game_id, public_id, numbers in await in_thread(last_numbers, list(self.followed)):
            heard = self.heard.get(game_id)
            if heard is None:
                continue
            if heard.lacks(numbers) or time.monotonic() - heard.at >= SAY_EVERY:
                heard.numbers = dict(numbers)
                for audience, seq in numbers.items():
                    frame = encode(NewestEvents(newest={audience: seq}))
                    await fanout().write(group_of(public_id, audience), frame)

    async def _look_for_ever(self) -> None:
        while self.followed:
            await asyncio.sleep(LOOK_EVERY)
            try:
                await self.look()
            except Exception as error:  # noqa: BLE001 the database is away: try again soon
                logger.warning("the newest events are not known: %s", fault_of(error))


def last_numbers(game_ids: list[int]) -> list[tuple[int, str, dict[str, int]]]:
    """Returns keys and public ids of games, each with the number of its last event by audience."""
    games = Game.objects.filter(pk__in=game_ids)
    return list(games.values_list("pk", "public_id", "numbers"))


@loop_singleton
def beacon() -> Beacon:
    """Returns the beacon of the running event loop's process."""
    return Beacon()
