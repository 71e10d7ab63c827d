"""Measures the first view of a running game on a slow line: the code of the image, behind nginx.

Chromium can slow HTTP down, request by request (150 ms each, 1.6 Mbit/s together), but not
handshakes or sockets. ``line`` delays every byte, like a real line: see
:mod:`bench.site.slow_line`.
"""

from __future__ import annotations

import asyncio
from contextlib import AsyncExitStack
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Literal

from playwright.async_api import Browser

from bench.site.boards import Board
from bench.site.comparing import Measured
from bench.site.first_view import QUIET, RECORD_FIRST_FRAME, browser, count_bytes
from bench.site.running_site import Running
from bench.site.slow_line import slow_line
from tests.servers.image import HOST, build, collect, running_image

ROUND_TRIP = 150
"""In milliseconds."""
BITS_A_SECOND = 1_600_000
WINDOW: Any = {"width": 390, "height": 844}

RECORD_FIRST_MESSAGE = """
    window.measured.playable = 0;
    const listen = WebSocket.prototype.addEventListener;
    WebSocket.prototype.addEventListener = function (type, listener, options) {
        listen.call(this, type, type !== "message" ? listener : (event) => {
            listener(event);
            if (!window.measured.playable) window.measured.playable = performance.now();
        }, options);
    };
"""
"""Records when the page has received the first message of its socket: from then on it can send
choices."""

UNTIL_PLAYABLE = """
    new Promise((done, late) => {
        const look = () => window.measured.playable ? done() : requestAnimationFrame(look);
        setTimeout(late, 30_000, new Error("the socket says nothing"));
        look();
    })
"""


def start_image(stack: AsyncExitStack, running: Running) -> int:
    """Builds the files of the image and runs them behind nginx until ``stack`` is closed; returns
    the port that nginx listens on."""
    folder = Path(stack.enter_context(TemporaryDirectory(prefix="miai-image-")))
    code, static = folder / "image", folder / "static"
    build(code)
    collect(code, static)
    return stack.enter_context(running_image(folder, running.environment("web"), code, static)).port


@dataclass(frozen=True)
class ColdView:
    """A member opens the page of their running game, each time with an empty browser cache.

    ``slowed``: what slows the line down. The window is as large as a phone's.
    """

    board: Board
    slowed: Literal["chromium", "line"] = "chromium"
    views: int = 5
    webs: int = 0

    def club(self) -> Any:
        """The game to make."""
        return {"games": [self.board.game()]}

    async def measure(self, running: Running, club: Any) -> Measured:
        """Milliseconds until the board is visible and until choices can be sent, number of
        requests, and kilobytes received."""
        measured: Measured = {"visible": [], "playable": [], "requests": [], "kilobytes": []}
        game = club["games"][0]
        async with AsyncExitStack() as stack:
            port = await asyncio.to_thread(start_image, stack, running)
            if self.slowed == "line":
                line = slow_line(port, ROUND_TRIP / 1000, BITS_A_SECOND / 8)
                port = await stack.enter_async_context(line)
            launched = await stack.enter_async_context(browser())
            key = game["cookies"][0].partition("=")[2]
            for number in range(self.views + 1):
                address = f"https://{HOST}:{port}"
                seen = await self.view(launched, address, game["path"], key)
                if number:  # the first view warms the processes up
                    for of, value in seen.items():
                        measured[of].append(value)
        return measured

    async def view(self, launched: Browser, site: str, path: str, key: str) -> dict[str, float]:
        """Opens the page once; returns what was measured."""
        context = await launched.new_context(viewport=WINDOW, ignore_https_errors=True)
        cookie: Any = {"name": "__Host-sessionid", "value": key, "url": site, "secure": True}
        await context.add_cookies([cookie])
        page = await context.new_page()
        await page.add_init_script(RECORD_FIRST_FRAME + RECORD_FIRST_MESSAGE)
        asked: list[str] = []
        page.on("request", lambda request: asked.append(request.url))
        page.on("websocket", lambda socket: asked.append(socket.url))
        tools = await context.new_cdp_session(page)
        received = await count_bytes(tools)
        if self.slowed == "chromium":
            slow = {"latency": ROUND_TRIP, "offline": False}
            speed = BITS_A_SECOND / 8
            await tools.send(
                "Network.emulateNetworkConditions",
                {**slow, "downloadThroughput": speed, "uploadThroughput": speed},
            )
        await page.goto(site + path)
        await page.locator("#board svg").first.wait_for()
        await page.evaluate(UNTIL_PLAYABLE)
        await page.wait_for_timeout(QUIET)
        seen = await page.evaluate("window.measured")
        await context.close()
        return {
            "visible": seen["board"],
            "playable": max(seen["board"], seen["playable"]),
            "requests": len(asked),
            "kilobytes": sum(received) / 1024,
        }
