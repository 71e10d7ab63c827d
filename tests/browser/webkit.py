"""Drives WebKit through WebDriver (https://www.w3.org/TR/webdriver2/), because Playwright's own
WebKit may not be installed.

It cannot be used with a finger: WebKitGTK 2.x carries out actions of the pointer type ``touch`` as
those of a mouse, and its pages have no touch events and no coarse pointer."""

import json
import os
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from urllib.request import Request, urlopen

from running.child import ends_with_parent
from running.occupied import listens
from tests.browser.fingers import Place
from tests.browser.firefox import PATIENCE, UNTIL
from tests.servers.site import free_port
from tests.servers.webkit import WebKit

SCREEN = "1600x1200x24"


@contextmanager
def started(webkit: WebKit) -> Iterator["Window"]:
    """Opens a window of WebKit on a virtual screen."""
    port = free_port()
    with process(webkit.screen, "-displayfd", "1", "-screen", "0", SCREEN) as screen:
        assert screen.stdout is not None
        display = f":{screen.stdout.readline().strip()}"
        environment = {**os.environ, "DISPLAY": display, "LIBGL_ALWAYS_SOFTWARE": "1"}
        with process(webkit.driver, f"--port={port}", environment=environment):
            ends = time.monotonic() + PATIENCE
            while not listens("127.0.0.1", port):
                assert time.monotonic() < ends, "WebKit does not listen"
                time.sleep(0.02)
            window = Window(f"http://127.0.0.1:{port}/session", webkit.browser)
            try:
                yield window
            finally:
                window.call("DELETE", "")


@contextmanager
def process(
    *command: str, environment: dict[str, str] | None = None
) -> Iterator[subprocess.Popen[str]]:
    """Runs a process until the ``with`` block ends."""
    with subprocess.Popen(
        ends_with_parent([*command]),
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    ) as running:
        try:
            yield running
        finally:
            running.kill()


class Window:
    """A page, used with a mouse."""

    def __init__(self, sessions: str, browser: str) -> None:
        self.address = sessions
        self.site = ""
        options = {"webkitgtk:browserOptions": {"binary": browser, "args": ["--automation"]}}
        begun = self.call("POST", "", {"capabilities": {"alwaysMatch": options}})
        self.address = f"{sessions}/{begun['sessionId']}"

    def call(self, method: str, path: str, body: Any = None) -> Any:
        """Sends a command and returns its value; raises ``HTTPError`` if WebKit refuses it."""
        data = None if body is None else json.dumps(body).encode()
        request = Request(f"{self.address}{path}", data, method=method)  # noqa: S310 our own
        with urlopen(request, timeout=6 * PATIENCE) as answer:  # noqa: S310
            return json.load(answer)["value"]

    def leaves(self) -> None:
        """Closes the page."""
        self.call("POST", "/url", {"url": "about:blank"})

    def goes_to(self, path: str) -> None:
        """Opens a page of the site and waits until it is loaded."""
        self.call("POST", "/url", {"url": f"{self.site}{path}"})

    def is_let_in(self, site: str, name: str, value: str) -> None:
        """Sets this cookie for the site, in place of all others."""
        self.site = site
        self.goes_to("/robots.txt")
        self.call("DELETE", "/cookie")
        self.call("POST", "/cookie", {"cookie": {"name": name, "value": value, "path": "/"}})

    def until(self, what: str) -> Any:
        """Waits until a JavaScript expression is true; returns its value, as JSON."""
        awaited = UNTIL % {"what": what, "patience": PATIENCE * 1000}
        script = f"const done = arguments[0]; {awaited}.then(done, (error) => done(null));"
        found = self.call("POST", "/execute/async", {"script": script, "args": []})
        assert found is not None, f"{what} never came true: {self.text()}"
        return found

    def text(self) -> str:
        """Returns the page's text."""
        script = {"script": "return document.body.innerText", "args": []}
        return str(self.call("POST", "/execute/sync", script))[:2000]

    def reads(self, selector: str, words: str) -> None:
        """Waits until the first element contains these words."""
        text = f"document.querySelector({json.dumps(selector)}).textContent"
        self.until(f"{text}.includes({json.dumps(words)})")

    def middle_of(self, found: str) -> Place:
        """Scrolls the element that an expression finds into view; returns its middle."""
        box = self.until(
            f"""(() => {{
                const element = {found};
                element.scrollIntoView({{ block: "nearest", behavior: "instant" }});
                const {{ x, y, width, height }} = element.getBoundingClientRect();
                return width && {{ x: x + width / 2, y: y + height / 2 }};
            }})()"""
        )
        return Place(box["x"], box["y"])

    def drags(self, *way: Place) -> None:
        """Presses the mouse button, moves to the other places and releases it; with no other places
        this is a click."""
        moves = [
            {"type": "pointerMove", "x": round(x), "y": round(y), "duration": 40} for x, y in way
        ]
        down, up = {"type": "pointerDown", "button": 0}, {"type": "pointerUp", "button": 0}
        mouse = {"type": "pointer", "id": "mouse", "parameters": {"pointerType": "mouse"}}
        actions = [{**mouse, "actions": [moves[0], down, *moves[1:], up]}]
        self.call("POST", "/actions", {"actions": actions})

    def clicks(self, found: str) -> None:
        """Clicks the middle of the element that an expression finds."""
        self.drags(self.middle_of(found))

    def point(self, name: str) -> str:
        """Returns an expression that finds the board's cell with this name, such as ``D4``."""
        return f"document.querySelector('.board-point[aria-label^=\"{name},\"]')"

    def presses(self, words: str) -> None:
        """Clicks the button whose text starts with ``words``."""
        begins = f"button.textContent.startsWith({json.dumps(words)}) && button.checkVisibility()"
        self.clicks(f"[...document.querySelectorAll('button')].find((button) => {begins})")
