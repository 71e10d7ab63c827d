"""Measures what a visitor waits for: the first view of a running game and of lists, and drawing a
step.

Uses real Chromium over loopback, with an empty cache and without slowing anything down. The page
does not know that it is measured: times are taken outside its modules.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any

from playwright.async_api import Browser, CDPSession, Page, async_playwright

from bench.site.boards import SEEN, Board
from bench.site.comparing import Measured
from bench.site.running_site import Running
from bench.site.sockets import Players, opened
from tests.servers import chromium

WINDOW: Any = {"width": 1440, "height": 900}
QUIET = 1000
"""How long after the board appears late bytes and layout shifts are still counted, in
milliseconds."""

RECORD_FIRST_FRAME = """
    window.measured = { board: 0, shift: 0 };
    new PerformanceObserver((list) => {
        for (const { value, hadRecentInput } of list.getEntries())
            if (!hadRecentInput) window.measured.shift += value;
    }).observe({ type: "layout-shift", buffered: true });
    const look = () => {
        const board = document.querySelector("#board svg");
        if (!board || !board.getBoundingClientRect().width) return requestAnimationFrame(look);
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => { window.measured.board = performance.now(); };
        port2.postMessage(null);
    };
    requestAnimationFrame(look);
"""
"""Records when the browser has rendered the first frame with the board, since the navigation
started, and adds up layout shifts."""

RECORD_DRAWING_TIMES = """
    window.drawn = [];
    let check = () => {};
    window.untilDrawn = (count) => new Promise((done) => {
        check = () => window.drawn.length >= count && done();
        check();
    });
    const listen = WebSocket.prototype.addEventListener;
    WebSocket.prototype.addEventListener = function (type, listener, options) {
        if (type !== "message") return listen.call(this, type, listener, options);
        listen.call(this, type, (event) => {
            if (!String(event.data).includes('"type":"step.resolved"')) return listener(event);
            let handled = 0;
            requestAnimationFrame(() => {  // before any that the page asks for
                const frame = performance.now();
                const { port1, port2 } = new MessageChannel();
                port1.onmessage = () => {
                    window.drawn.push(handled + performance.now() - frame);
                    check();
                };
                port2.postMessage(null);
            });
            const began = performance.now();
            listener(event);
            handled = performance.now() - began;
        }, options);
    };
"""
"""Records the time that the main thread spends on each step: the page's own work and the frame
after it."""


@asynccontextmanager
async def browser() -> AsyncIterator[Browser]:
    """Starts Chromium, and closes it at the end of the block."""
    executable = await asyncio.to_thread(chromium.get_chromium)
    async with async_playwright() as playwright:
        launched = await playwright.chromium.launch(
            executable_path=executable, args=chromium.flags()
        )
        yield launched
        await launched.close()


@dataclass(frozen=True)
class FirstView:
    """A visitor opens the page of a running game, each time with an empty browser cache."""

    board: Board
    views: int = 10
    webs: int = 1

    def club(self) -> Any:
        """The game to make."""
        return {"games": [self.board.game()]}

    async def measure(self, running: Running, club: Any) -> Measured:
        """Milliseconds until the board is visible, kilobytes received, and layout shift."""
        measured: Measured = {"visible": [], "kilobytes": [], "shift": []}
        address = f"http://127.0.0.1:{running.ports[0]}{club['games'][0]['path']}"
        async with browser() as launched:
            for _ in range(self.views):
                context = await launched.new_context(viewport=WINDOW)
                page = await context.new_page()
                await page.add_init_script(RECORD_FIRST_FRAME)
                received = await count_bytes(await context.new_cdp_session(page))
                await page.goto(address)
                await page.locator("#board svg").first.wait_for()
                await page.wait_for_timeout(QUIET)
                seen = await page.evaluate("window.measured")
                measured["visible"].append(seen["board"])
                measured["shift"].append(seen["shift"])
                measured["kilobytes"].append(sum(received) / 1024)
                await context.close()
        return measured


async def count_bytes(tools: CDPSession) -> list[float]:
    """Returns a list to which the sizes of everything received are added, with headers and as
    encoded."""
    received: list[float] = []
    tools.on("Network.loadingFinished", lambda event: received.append(event["encodedDataLength"]))
    tools.on(
        "Network.webSocketFrameReceived",
        lambda event: received.append(len(event["response"]["payloadData"].encode())),
    )
    await tools.send("Network.enable")
    return received


@dataclass(frozen=True)
class Drawing:
    """A page that draws one step after another, with reduced motion, so that each is drawn at once:
    the most that is ever done in one frame."""

    board: Board
    steps: int = 20
    webs: int = 1

    def club(self) -> Any:
        """The game to make."""
        return {"games": [self.board.game(script=self.steps)]}

    async def measure(self, running: Running, club: Any) -> Measured:
        """Milliseconds that the main thread spends on each step."""
        game = club["games"][0]
        players = Players(game, running.ports)
        async with opened(players.sockets), browser() as launched:
            context = await launched.new_context(viewport=WINDOW, reduced_motion="reduce")
            page = await context.new_page()
            await page.add_init_script(RECORD_DRAWING_TIMES)
            await page.goto(f"http://127.0.0.1:{running.ports[0]}{game['path']}")
            await page.locator("#board svg").first.wait_for()
            await page.wait_for_timeout(QUIET)
            for done in range(self.steps):
                await players.play()
                await wait_for_steps(page, done + 1)
            times = await page.evaluate("window.drawn")
        return {"drawn": times}


async def wait_for_steps(page: Page, count: int) -> None:
    """Returns when ``count`` steps have been drawn. It asks the page only once, because repeated
    questions would disturb the measurement. Raises TimeoutError after ten seconds."""
    late = "new Promise((done) => setTimeout(done, 10_000, 'late'))"
    drawn = f"Promise.race([window.untilDrawn({count}), {late}])"
    if await page.evaluate(drawn) == "late":
        raise TimeoutError("a step was not drawn")


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
