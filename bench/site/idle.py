"""Measures what the site uses while nothing happens: all its processes, and a lobby that is left
open."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from typing import Any

from playwright.async_api import CDPSession, Page

from bench.site.boards import SEEN
from bench.site.comparing import Measured
from bench.site.first_view import WINDOW, browser, count_bytes
from bench.site.running_site import Running


@dataclass(frozen=True)
class Idle:
    """All processes run, and nothing is due in the club."""

    settle: float = 40
    """Seconds after which every process has started, even on a busy machine."""
    seconds: float = 30
    webs: int = 1

    def club(self) -> Any:
        """Nothing to make: the club has no games."""
        return {"games": []}

    async def measure(self, running: Running, club: Any) -> Measured:
        """The percentage of one core that each kind of process uses, and how many PostgreSQL
        sessions are opened per minute."""
        await asyncio.sleep(self.settle)
        before, sessions = running.processor_time(), running.sessions()
        await asyncio.sleep(self.seconds)
        used, fresh = running.processor_time().since(before), running.sessions() - sessions
        shares = {kind: [100 * seconds / self.seconds] for kind, seconds in used.items()}
        kinds = ("web", "worker", "beat", "PostgreSQL", "Redis")
        everything = sum(used.get(kind, 0.0) for kind in kinds)
        return {
            "all": [100 * everything / self.seconds],
            "sessions": [60 * fresh / self.seconds],
            **shares,
        }


MINUTE = 60
STRIDE = 5
"""How many seconds the clock is advanced at once: less than a page waits for any answer."""
ANSWERED = 0.03
"""The real time for answers after each advance, in seconds."""


@dataclass(frozen=True)
class LobbyHour:
    """A member keeps the page of tables open for an hour. Its lists have one game."""

    minutes: int = 60
    webs: int = 1

    def club(self) -> Any:
        """The game to make."""
        return {"games": [SEEN.game()]}

    async def measure(self, running: Running, club: Any) -> Measured:
        """Kilobytes in both directions, with headers, after the page has loaded, and how often the
        page requested its lists."""
        address = f"http://127.0.0.1:{running.ports[0]}"
        name, _, value = club["games"][0]["cookies"][0].partition("=")
        async with browser() as launched:
            context = await launched.new_context(viewport=WINDOW)
            await context.add_cookies([{"name": name, "value": value, "url": address}])
            page = await context.new_page()
            await page.clock.install()
            await page.goto(f"{address}/tables/")
            await page.wait_for_timeout(1000)
            tools = await context.new_cdp_session(page)
            received, sent = await count_bytes(tools), await count_sent(tools)
            await turn_on(page, self.minutes * MINUTE)
            await context.close()
        kilobytes = (sum(received) + sum(sent)) / 1024
        return {"kilobytes": [kilobytes], "requests": [float(len(sent))]}


async def turn_on(page: Page, seconds: int) -> None:
    """Advances the page's clock in strides, with time for answers after each."""
    for _ in range(seconds // STRIDE):
        await page.clock.run_for(STRIDE * 1000)
        await asyncio.sleep(ANSWERED)


async def count_sent(tools: CDPSession) -> list[float]:
    """Returns a list to which the size of each request's headers is added."""
    sent: list[float] = []
    tools.on(
        "Network.requestWillBeSentExtraInfo",
        lambda event: sent.append(sum(len(k) + len(v) + 4 for k, v in event["headers"].items())),
    )
    return sent
