"""Measures the first view of pages that list games: requests and bytes, in Chromium."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from playwright.async_api import Page

from bench.site.boards import SEEN
from bench.site.comparing import Measured
from bench.site.first_view import QUIET, WINDOW, browser, count_bytes
from bench.site.running_site import Running

GAMES = 12
"""As many games as a list shows."""


@dataclass(frozen=True)
class ListView:
    """A visitor or a member opens a list of games with an empty browser cache."""

    path: str
    as_member: bool
    views: int = 3
    webs: int = 1

    def club(self) -> Any:
        """The games to make."""
        return {"games": [SEEN.game() for _ in range(GAMES)]}

    async def measure(self, running: Running, club: Any) -> Measured:
        """Requests and kilobytes until the page, scrolled through once, is quiet."""
        measured: Measured = {"requests": [], "kilobytes": []}
        address = f"http://127.0.0.1:{running.ports[0]}"
        name, _, value = club["games"][0]["cookies"][0].partition("=")
        async with browser() as launched:
            for _ in range(self.views):
                context = await launched.new_context(viewport=WINDOW)
                if self.as_member:
                    await context.add_cookies([{"name": name, "value": value, "url": address}])
                requests, kilobytes = await _opened(await context.new_page(), address + self.path)
                measured["requests"].append(requests)
                measured["kilobytes"].append(kilobytes)
                await context.close()
        return measured


async def _opened(page: Page, address: str) -> tuple[float, float]:
    """Opens the page; returns the number of requests and the kilobytes received."""
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    received = await count_bytes(await page.context.new_cdp_session(page))
    await page.goto(address)
    for picture in await page.locator("img.board-picture:visible").all():
        await picture.scroll_into_view_if_needed()
    await page.wait_for_timeout(QUIET)
    return float(len(asked)), sum(received) / 1024
