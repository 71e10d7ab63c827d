"""Measures what an open lobby costs in an hour in which nothing happens.

Only the browser's clock is advanced, so that the page does an hour's work in a few seconds.
"""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from typing import Any

from playwright.async_api import CDPSession, Page

from bench.site.boards import SEEN
from bench.site.comparing import Measured
from bench.site.first_view import WINDOW, browser, count_bytes
from bench.site.running_site import Running

MINUTE = 60
STRIDE = 5
"""How many seconds the clock is advanced at once: less than a page waits for any answer."""
ANSWERED = 0.03
"""The real time for answers after each advance, in seconds."""


@dataclass(frozen=True)
class LobbyHour:
    """A member leaves the page of tables open, with one game in its lists."""

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
        return {"kilobytes": [kilobytes], "questions": [float(len(sent))]}


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
