"""Measures what open sockets and the pushes of other games cost a web process."""

from __future__ import annotations

import asyncio
import time
from dataclasses import dataclass
from typing import Any

from bench.site.comparing import Measured
from bench.site.pairs import games_of_two
from bench.site.processor import seconds_of
from bench.site.running_site import Running
from bench.site.sockets import Players, Socket, opened
from bench.start import megabytes


@dataclass(frozen=True)
class OpenSockets:
    """One web process has all the spectators, and another one all the players. First nobody plays,
    then games are played that none of the spectators watches."""

    sockets: int = 1000
    watched: int = 50
    played: int = 50
    a_second: float = 10
    seconds: float = 20
    settle: float = 5
    webs: int = 2

    def club(self) -> Any:
        """The games to make: first those that are watched, then those that are played."""
        return games_of_two(self.watched + self.played)

    async def measure(self, running: Running, club: Any) -> Measured:
        """What the spectators' web process needs: to open a socket (ms and KB), for all of them
        while nothing happens (% of one core), and for a pair of choices that it only hears of
        (ms)."""
        process = running.processes["web"][1].pid
        watched, played = club["games"][: self.watched], club["games"][self.watched :]
        players = [Players(game, running.ports[:1]) for game in played]
        crowd = [
            Socket(running.ports[1], watched[number % self.watched]["id"], hear=lambda _frame: None)
            for number in range(self.sockets)
        ]
        async with opened([socket for each in players for socket in each.sockets]):
            async with opened(crowd[: self.watched]):  # to warm up
                await asyncio.gather(*(each.play() for each in players))
            await asyncio.sleep(self.settle)
            memory, began = megabytes(process), seconds_of(process)
            async with opened(crowd[self.watched :]):
                opening = seconds_of(process) - began
                await asyncio.sleep(self.settle)
                memory = megabytes(process) - memory
                idle = await self._used(process)
                used, pairs = await self._heard(process, players)
        count = self.sockets - self.watched
        return {
            "opening": [1000 * opening / count],
            "kilobytes": [1024 * memory / count],
            "idle": [100 * idle / self.seconds * 1000 / count],
            "heard": [1000 * (used - idle) / pairs],
        }

    async def _used(self, process: int) -> float:
        before = seconds_of(process)
        await asyncio.sleep(self.seconds)
        return seconds_of(process) - before

    async def _heard(self, process: int, players: list[Players]) -> tuple[float, int]:
        """Seconds of processor time while pairs are played elsewhere, and how many pairs."""
        before, began = seconds_of(process), time.monotonic()
        playing = []
        for number in range(int(self.a_second * self.seconds)):
            await asyncio.sleep(began + number / self.a_second - time.monotonic())
            playing.append(asyncio.create_task(players[number % len(players)].play()))
        await asyncio.gather(*playing)
        await asyncio.sleep(began + self.seconds - time.monotonic())
        return seconds_of(process) - before, len(playing)
