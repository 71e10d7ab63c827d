"""From the second choice to both players having the result: 50 games of 2."""

from __future__ import annotations

import asyncio
import json
import time
from typing import Any

from websockets.asyncio.client import ClientConnection, connect

from bench.site.figures import Figures, figures
from bench.site.production import Running

GAMES = 50
TURNS = 6
PAUSE = 0.02
"""Seconds between the games' starts, so that they do not all choose in the same instant."""


async def measure(running: Running, games: list[tuple[str, str, str]]) -> Figures:
    """Plays the games, given as address and the two players' cookies, all at the same time."""
    all_there = asyncio.Barrier(len(games))
    delays = await asyncio.gather(
        *(play(running, *game, all_there, number * PAUSE) for number, game in enumerate(games))
    )
    seconds = [second for game in delays for second in game]
    return figures(f"second choice → both have the result, {GAMES} games of 2", seconds, 60)


async def play(
    running: Running,
    public_id: str,
    first: str,
    second: str,
    all_there: asyncio.Barrier,
    delay: float,
) -> list[float]:
    """Plays :data:`TURNS` turns of one game and returns the delays in seconds."""
    address = f"ws://{running.host}:{running.port}/ws/games/{public_id}/"
    options: dict[str, Any] = {"origin": f"http://{running.host}:{running.port}"}
    delays = []
    async with (
        connect(address, additional_headers={"Cookie": first}, **options) as one,
        connect(address, additional_headers={"Cookie": second}, **options) as two,
    ):
        await asyncio.gather(until(one, "game.snapshot"), until(two, "game.snapshot"))
        await all_there.wait()  # arriving is not what is measured
        await asyncio.sleep(delay)
        for step in range(1, TURNS + 1):
            await choose(one, step, [step, 1])
            await until(one, "action.kept")
            began = time.perf_counter()
            await choose(two, step, [step, 3])
            await asyncio.gather(until(one, "step.resolved"), until(two, "step.resolved"))
            delays.append(time.perf_counter() - began)
            await asyncio.sleep(1.0)
    return delays


async def choose(connection: ClientConnection, step: int, at: list[int]) -> None:
    """Seals a stone."""
    action = {"type": "place", "at": at}
    await connection.send(json.dumps({"type": "action.seal", "step": step, "action": action}))


async def until(connection: ClientConnection, kind: str) -> None:
    """Returns when an event of this kind has come. Raises RuntimeError where an error comes."""
    async for frame in connection:
        head = frame[:60] if isinstance(frame, str) else ""
        if f'"type":"{kind}"' in head:
            return
        if '"type":"error"' in head:
            raise RuntimeError(str(frame))
