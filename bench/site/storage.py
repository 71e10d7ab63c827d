"""Measures the bytes that are stored in the database and pushed for a step."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, replace
from typing import Any

from bench.site.boards import Board
from bench.site.comparing import Measured
from bench.site.running_site import Running
from bench.site.sockets import LONGEST, Frame, Players, Socket, opened

LARGEST = 2**22
"""The largest frame that is read whole, in bytes."""


@dataclass(frozen=True)
class Stored:
    """Plays games from their beginning, without running the site's processes."""

    board: Board
    games: int = 4
    webs: int = 0

    def club(self) -> Any:
        """A game without steps, so that every table already has its first page."""
        return {"games": [replace(self.board, steps=0).game()]}

    async def measure(self, running: Running, club: Any) -> Measured:
        """Average bytes per step in tables and indexes, and in PostgreSQL's write-ahead log, which
        holds the whole page after the first change since a checkpoint."""
        games = [self.board.game(number) for number in range(self.games)]
        before, log = running.servers.size(running.database), running.servers.log_position()
        made = running.prepare("club", {"games": games})
        logged = running.servers.log_position() - log
        after = running.servers.size(running.database)
        steps = sum(game["step"] for game in made["games"])
        return {"bytes": [(after - before) / steps], "logged": [logged / steps]}


@dataclass(frozen=True)
class Pushed:
    """Plays some more steps of a long game."""

    board: Board
    steps: int = 8
    webs: int = 1

    def club(self) -> Any:
        """The game to make."""
        return {"games": [self.board.game(script=self.steps)]}

    async def measure(self, running: Running, club: Any) -> Measured:
        """The size of the frame that a spectator gets for each step, in bytes."""
        game, sizes = club["games"][0], []
        players = Players(game, running.ports)

        def hear(frame: Frame) -> None:
            if frame.type == "step.resolved":
                sizes.append(float(len(frame.text)))

        watcher = Socket(running.ports[0], game["id"], hear=hear, keep=LARGEST)
        async with opened([*players.sockets, watcher]):
            for number in range(1, self.steps + 1):
                await players.play()
                async with asyncio.timeout(LONGEST):
                    while len(sizes) < number:  # noqa: ASYNC110 - frames come by callback
                        await asyncio.sleep(0.01)
        return {"bytes": sizes}
