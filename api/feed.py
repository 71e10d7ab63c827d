"""One game in a stream of events: passes on what happens in it, and notices what was lost on the
way."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime
from typing import Protocol

import msgspec

from games.live.sync_beacon import beacon
from games.models import Game
from transport.fanout import fanout


class Stream(Protocol):
    """What a feed passes lines on to."""

    def add(self, line: str) -> None:
        """Adds a line."""

    def has_missed(self, feed: Feed) -> None:
        """Has the state read again, because this feed has missed events."""


class _EventNumbers(msgspec.Struct):
    """Which events a frame says there are: the event that it holds is number ``seq`` to the
    audience ``to``; or ``newest`` has the number of the newest event to each audience
    (:mod:`games.live.sync_beacon`)."""

    to: str = ""
    seq: int = 0
    newest: dict[str, int] = {}


@dataclass(eq=False)
class Feed:
    """One game in the stream. Joins the game's groups in place of a socket. ``held``: the frames
    that came while the state is being read; None if it is not. ``known``: the number of the last
    event passed on, by audience. ``is_behind``: an event was missed; nothing is passed on until the
    state has been read again."""

    stream: Stream
    public_id: str
    groups: set[str] = field(default_factory=set)
    held: list[str] | None = None
    known: dict[str, int] = field(default_factory=dict)
    is_behind: bool = False
    over_since: datetime | None = None
    game_id: int | None = None

    async def write(self, frame: str) -> None:
        """Passes a frame on; if one before it was lost, has the stream read what was missed
        instead."""
        if self.held is not None:
            self.held.append(frame)
            return
        if self.is_behind:
            return
        told = msgspec.json.decode(frame, type=_EventNumbers)
        if told.to and told.to not in self.known:
            return  # it was held back, and its audience is not the program's any more
        before = told.newest or {told.to: told.seq - 1}
        if any(seq > self.known.get(audience, seq) for audience, seq in before.items()):
            self.is_behind = True
            self.stream.has_missed(self)
        elif not told.newest:
            if told.to:
                self.known[told.to] = max(told.seq, self.known[told.to])
            self.stream.add(f'{{"game":"{self.public_id}","event":{frame}}}')

    async def follow(self, game: Game) -> None:
        """Has the process find out whether pushes of the game are lost."""
        if self.game_id is None:
            self.game_id = game.pk
            await beacon().follow(game)

    async def leave(self) -> None:
        """Stops following the game."""
        await self.join_only(set())
        game_id, self.game_id = self.game_id, None
        if game_id is not None:
            beacon().leave(game_id, self.public_id)

    async def join_only(self, wanted: set[str]) -> None:
        """Joins these groups and leaves all others."""
        for group in wanted - self.groups:
            await fanout().join(group, self)
        for group in self.groups - wanted:
            fanout().leave(group, self)
        self.groups = wanted
