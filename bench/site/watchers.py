"""Measures the time until the last of 1,000 spectators of a game has received a step."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from functools import partial
from typing import Any

from bench.site.boards import LATE, WATCHED, Board
from bench.site.comparing import Measured
from bench.site.running_site import Running
from bench.site.sockets import LONGEST, Frame, Players, Socket, opened

KEEP = 256
"""How many bytes of a frame are kept: its type is at its beginning."""


class Crowd:
    """Counts the spectators who have received the current step."""

    def __init__(self, count: int) -> None:
        self.count = count
        self.everybody = asyncio.Event()
        self.begin()

    def begin(self) -> None:
        """Starts counting for the next step."""
        self.have, self.last = 0, 0.0
        self.everybody.clear()

    def hear(self, frame: Frame) -> None:
        """Handles a frame that one spectator has received."""
        if frame.type == "step.resolved":
            self.have += 1
            self.last = frame.at
            if self.have == self.count:
                self.everybody.set()


@dataclass(frozen=True)
class Watched:
    """A game with many spectators. Each step is played after all have received the previous one."""

    board: Board
    watchers: int = 1000
    steps: int = 8
    pause: float = 1
    webs: int = 1

    def club(self) -> Any:
        """The game to make."""
        return {"games": [self.board.game(script=self.steps + 1)]}

    async def measure(self, running: Running, club: Any) -> Measured:
        """Milliseconds from the choice that completes a step until every spectator has received all
        of it."""
        game, crowd = club["games"][0], Crowd(self.watchers)
        players = Players(game, running.ports)
        listen = partial(Socket, running.ports[0], game["id"], hear=crowd.hear, keep=KEEP)
        sockets = [listen() for _ in range(self.watchers)]
        delays = []
        async with opened([*players.sockets, *sockets]):
            await asyncio.sleep(3 * self.pause)  # the number of spectators has been sent by then
            for _ in range(self.steps + 1):
                crowd.begin()
                began, _ = await players.play()
                try:
                    await asyncio.wait_for(crowd.everybody.wait(), LONGEST)
                except TimeoutError:
                    raise RuntimeError(f"{crowd.have} of {crowd.count} had the step") from None
                delays.append((crowd.last - began) * 1000)
                await asyncio.sleep(self.pause)
        return {"until the last has it": delays[1:]}  # the first step warms the processes up


EARLY, MUCH_LATER = Watched(WATCHED), Watched(LATE, steps=5)
