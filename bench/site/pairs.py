"""Measures pairs of choices: two players choose, and the second choice completes the turn."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from bench.site.comparing import Measured
from bench.site.running_site import Running
from bench.site.sockets import Players, ScriptOver, Socket, opened


def games_of_two(count: int) -> Any:
    """This many games between two members on 9×9, each with a script of 36 turns."""
    return {
        "games": [
            {
                "variant": "multiplayer-go",
                "options": {"size": 9},
                "seats": [f"one{number}", f"two{number}"],
                "turn_seconds": 600,
                "turn_ends": "complete",
                "script": 36,
                "choices": "columns",
            }
            for number in range(count)
        ]
    }


def received(sockets: Sequence[Socket]) -> int:
    """How many frames have come to these sockets."""
    return sum(socket.received for socket in sockets)


@dataclass(frozen=True)
class Steady:
    """Pairs are played at a steady rate, in one game after another."""

    games: int = 50
    a_second: float = 10
    seconds: float = 20
    webs: int = 1

    def club(self) -> Any:
        """The games to make."""
        return games_of_two(self.games)

    async def measure(self, running: Running, club: Any) -> Measured:
        """Milliseconds from the second choice until both players have the turn; and for each pair
        processor time in milliseconds, bytes written to PostgreSQL's log, and frames that the
        players' sockets received."""
        games = [Players(game, running.ports) for game in club["games"]]
        sockets = [socket for game in games for socket in game.sockets]
        async with opened(sockets):
            await asyncio.gather(*(game.play() for game in games))  # warms everything up
            await asyncio.sleep(2)
            frames, logged = received(sockets), running.servers.log_position()
            before, began = running.processor_time(), time.monotonic()
            playing = []
            for number in range(int(self.a_second * self.seconds)):
                await asyncio.sleep(began + number / self.a_second - time.monotonic())
                playing.append(asyncio.create_task(games[number % len(games)].play()))
            played = await asyncio.gather(*playing)
            used = running.processor_time().since(before)
            frames = received(sockets) - frames
            logged = running.servers.log_position() - logged
        return {
            "until both have it": [(came - chosen) * 1000 for chosen, came in played],
            "frames": [frames / len(played)],
            "logged": [logged / len(played)],
            **{kind: [seconds * 1000 / len(played)] for kind, seconds in used.items()},
        }


@dataclass(frozen=True)
class Capacity:
    """Every game is played as fast as the site allows."""

    games: int = 200
    webs: int = 2
    warm_up: float = 3
    seconds: float = 10

    def club(self) -> Any:
        """The games to make."""
        return games_of_two(self.games)

    async def measure(self, running: Running, club: Any) -> Measured:
        """Pairs per second, counted while all games go on, and processor time per pair in
        milliseconds under full load."""
        games = [Players(game, running.ports) for game in club["games"]]
        pairs: list[float] = []
        async with opened([socket for game in games for socket in game.sockets]):
            before, began = running.processor_time(), time.perf_counter()
            ends = began + self.warm_up + self.seconds
            over = await asyncio.gather(*(self._play(game, pairs, ends) for game in games))
            used = running.processor_time().since(before)
        begins = began + self.warm_up
        until = min([ends, *over])
        if until <= begins:
            raise RuntimeError("The games were over before they were measured: take more.")
        counted = sum(begins < at <= until for at in pairs)
        return {
            "pairs a second": [counted / (until - begins)],
            **{kind: [seconds * 1000 / len(pairs)] for kind, seconds in used.items()},
        }

    async def _play(self, game: Players, pairs: list[float], ends: float) -> float:
        """Plays until ``ends``, or until the script is over; returns when it ended."""
        while time.perf_counter() < ends:
            try:
                _, came = await game.play()
            except ScriptOver:
                return time.perf_counter()
            pairs.append(came)
        return ends
