"""How late turns of members open, and how long a choice takes, while bots of other games think."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable

from bench.engines.automatafl import crowded
from bench.site import turns
from bench.site.figures import Figures, figures
from engines.game import Json
from games.models import Game

VARIANT = "automatafl"
OPTIONS: Json = {"setup": crowded(size=25)}
"""The board on which bots think for longest."""
TABLES = 4
WORDS = f"beside {TABLES} games of 4 bots on 25×25"


async def measure(games: list[Game], choose: Callable[[int], None]) -> list[Figures]:
    """Listens to ``games``; ``choose(number)`` seals a choice in one of them, another each time."""
    seconds: list[float] = []

    def choose_on_and_on() -> None:
        ends = time.monotonic() + turns.SECONDS
        while time.monotonic() < ends:
            began = time.perf_counter()
            choose(len(seconds))
            seconds.append(time.perf_counter() - began)
            time.sleep(0.25)

    opened, _ = await asyncio.gather(
        turns.measure(f"members' turns of 5 s {WORDS}", games),
        asyncio.to_thread(choose_on_and_on),
    )
    return [opened, figures(f"a choice is sealed {WORDS}", seconds, 100)]
