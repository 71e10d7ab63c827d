"""What a visitor waits for: the first view of a running game, and a step being drawn.

Real Chromium over loopback, nothing cached, nothing slowed down. The page is not told that it is
measured: what is timed is timed from outside its modules.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from playwright.sync_api import Browser, CDPSession, Page, sync_playwright

from bench.site.figures import Figures, figures, spread
from bench.site.production import Running
from tests.servers import chromium

VIEWS = 10
STEPS = 20
WINDOW: Any = {"width": 1440, "height": 900}
QUIET = 1000
"""Milliseconds after the board in which late bytes and shifts are still counted."""

WATCH = """
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
"""Notes when the first frame with the board has been handed over, since the navigation began."""

TIME_STEPS = """
    window.drawn = [];
    let told = () => {};
    window.drawnSoMany = (count) => new Promise((done) => {
        told = () => window.drawn.length >= count && done();
        told();
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
                    told();
                };
                port2.postMessage(null);
            });
            const began = performance.now();
            listener(event);
            handled = performance.now() - began;
        }, options);
    };
"""
"""Adds up what the main thread spends on a step: the page's own work, and the frame after it."""


@contextmanager
def browser() -> Iterator[Browser]:
    """Chromium. Its event loop runs in this thread, which alone uses the database."""
    os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "1"
    executable = chromium.get_chromium()
    with sync_playwright() as playwright:
        launched = playwright.chromium.launch(executable_path=executable, args=chromium.flags())
        yield launched
        launched.close()


def measure_views(running: Running, path: str, words: str) -> list[Figures]:
    """Opens the game's page :data:`VIEWS` times, each in a browser that has seen nothing."""
    seconds, kilobytes, shifts = [], [], []
    with browser() as launched:
        for _ in range(VIEWS):
            context = launched.new_context(viewport=WINDOW)
            page = context.new_page()
            page.add_init_script(WATCH)
            received = count_bytes(context.new_cdp_session(page))
            page.goto(f"http://{running.host}:{running.port}{path}")
            page.locator("#board svg").first.wait_for()
            page.wait_for_timeout(QUIET)
            measured = page.evaluate("window.measured")
            seconds.append(measured["board"] / 1000)
            shifts.append(measured["shift"])
            kilobytes.append(sum(received) / 1024)
            context.close()
    return [
        figures(f"navigation → board visible, {words}", seconds, 1000),
        spread("the same, all that is transferred", kilobytes, 300, "KB"),
        spread("the same, layout shift", shifts, 0, ""),
    ]


def count_bytes(tools: CDPSession) -> list[float]:
    """A list that grows by what comes over the network, with heads, as it was encoded."""
    received: list[float] = []
    tools.on("Network.loadingFinished", lambda event: received.append(event["encodedDataLength"]))
    tools.on(
        "Network.webSocketFrameReceived",
        lambda event: received.append(len(event["response"]["payloadData"].encode())),
    )
    tools.send("Network.enable")
    return received


def measure_steps(
    running: Running, path: str, words: str, open_next: Callable[[], None]
) -> Figures:
    """Times :data:`STEPS` steps, each drawn at once as with reduced motion: the most that is
    ever done in one frame."""
    with browser() as launched:
        context = launched.new_context(viewport=WINDOW, reduced_motion="reduce")
        page = context.new_page()
        page.add_init_script(TIME_STEPS)
        page.goto(f"http://{running.host}:{running.port}{path}")
        page.locator("#board svg").first.wait_for()
        page.wait_for_timeout(QUIET)
        for done in range(STEPS):
            open_next()
            wait_for_steps(page, done + 1)
        times = [time / 1000 for time in page.evaluate("window.drawn")]
    return figures(f"a step is drawn, {words}", times, 16)


def wait_for_steps(page: Page, count: int) -> None:
    """Returns when so many steps have been drawn. The page is asked once: asking again and again
    would take of the time that is measured. Raises TimeoutError after ten seconds."""
    late = "new Promise((done) => setTimeout(done, 10_000, 'late'))"
    drawn = f"Promise.race([window.drawnSoMany({count}), {late}])"
    if page.evaluate(drawn) == "late":
        raise TimeoutError("a step was not drawn")
