"""Drives Firefox through WebDriver BiDi, because Playwright works only with its own build of it.

Every Firefox since 129 speaks BiDi (https://w3c.github.io/webdriver-bidi/): JSON over a WebSocket.
A few of its commands are enough here.
"""

import json
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from itertools import count
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from websockets.sync.client import ClientConnection, connect

from running.child import ends_with_parent
from tests.browser.fingers import Place

LISTENS = "WebDriver BiDi listening on "
PATIENCE = 40.0
"""Seconds to wait: a busy machine may be slow."""
PREFERENCES = {
    "dom.w3c_touch_events.enabled": 1,
    "ui.primaryPointerCapabilities": 1,  # a finger: coarse, and it does not hover
    "ui.allPointerCapabilities": 1,
    "ui.prefersReducedMotion": 1,
    "ui.click_hold_context_menus.delay": 60_000,  # milliseconds: a slow tap is no long press
}
DOWN = {"type": "pointerDown", "button": 0}
UP = {"type": "pointerUp", "button": 0}
AIMS = "document.querySelector('.magnifier:not([hidden])')"
HEARS_TAPS = """(window.pressed ??= (() => {
    const hear = ({ target }) => window.pressed.add(target.closest("button"));
    document.addEventListener("click", hear, true);
    return new Set();
})()) && !window.pressed.clear()"""
QUICK = """(() => {
    const later = setTimeout;
    const waits = (wait) => wait < 100 || wait === 700;
    window.setTimeout = (then, wait, ...more) => later(then, waits(wait) ? wait : 1e8, ...more);
    return true;
})()"""
"""Drops long timers, so that a tap on a slow machine is never taken for a long press. Timers of
700 milliseconds still run: a new button ignores presses for that long (``SETTLES`` in
``static/js/ui/settling-button.js``)."""
UNTIL = """new Promise((done, fail) => {
    const end = Date.now() + %(patience)d;
    const look = () => {
        let found = null;
        try { found = (%(what)s); } catch {}
        if (found) done(found);
        else if (Date.now() > end) fail(new Error("never came true"));
        else setTimeout(look, 50);
    };
    look();
})"""


@contextmanager
def started(path: str, folder: Path) -> Iterator["Firefox"]:
    """Starts a Firefox without visible windows, with its profile in ``folder``."""
    lines = [f"user_pref({json.dumps(name)}, {value});" for name, value in PREFERENCES.items()]
    (folder / "user.js").write_text("\n".join(lines))
    command = [path, "--headless", "--no-remote", "--profile", str(folder)]
    with subprocess.Popen(
        ends_with_parent([*command, "--remote-debugging-port", "0", "about:blank"]),
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        try:
            assert process.stderr is not None
            said = next((line for line in process.stderr if line.startswith(LISTENS)), LISTENS)
            address = said.removeprefix(LISTENS).strip()
            assert address, "Firefox does not listen"
            with connect(f"{address}/session", max_size=None) as socket:
                yield Firefox(socket)
        finally:
            process.kill()


class Firefox:
    """A browser. ``troubles`` collects errors from its consoles."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self.numbers = count(1)
        self.troubles: list[str] = []
        self.call("session.new", capabilities={})
        self.call("session.subscribe", events=["log.entryAdded"])

    def call(self, method: str, **parameters: Any) -> Any:
        """Sends a command and returns its result. Raises ``RuntimeError`` with Firefox's error."""
        number = next(self.numbers)
        self.socket.send(json.dumps({"id": number, "method": method, "params": parameters}))
        while True:
            message = json.loads(self.socket.recv(timeout=3 * PATIENCE))
            if message.get("method") == "log.entryAdded":
                self._hear(message["params"])
            elif message.get("id") == number:
                if message["type"] == "error":
                    raise RuntimeError(f"{method}: {message['error']}: {message['message']}")
                return message["result"]

    def window(self, size: dict[str, int], site: str, cookie: tuple[str, str]) -> "Window":
        """Opens a separate window with this cookie for the site."""
        context = self.call("browser.createUserContext")["userContext"]
        name, value = cookie
        self.call(
            "storage.setCookie",
            cookie={
                "name": name,
                "value": {"type": "string", "value": value},
                "domain": str(urlsplit(site).hostname),
            },
            partition={"type": "storageKey", "userContext": context},
        )
        tab = self.call("browsingContext.create", type="tab", userContext=context)["context"]
        self.call("browsingContext.setViewport", context=tab, viewport=size)
        return Window(self, tab, site)

    def _hear(self, entry: dict[str, Any]) -> None:
        if entry["level"] == "error":
            self.troubles.append(str(entry["text"]))


class Window:
    """A page, used with a finger."""

    def __init__(self, firefox: Firefox, tab: str, site: str) -> None:
        self.firefox = firefox
        self.tab = tab
        self.site = site

    def goes_to(self, path: str) -> None:
        """Opens a page of the site and waits until it is loaded."""
        url = self.site + path
        self.firefox.call("browsingContext.navigate", context=self.tab, url=url, wait="complete")

    def until(self, what: str, patience: float = PATIENCE) -> Any:
        """Waits up to ``patience`` seconds for a JavaScript expression to be true; returns its
        value, as JSON."""
        awaited = UNTIL % {"what": what, "patience": patience * 1000}
        found = self.firefox.call(
            "script.evaluate",
            expression=f"{awaited}.then(JSON.stringify)",
            target={"context": self.tab},
            awaitPromise=True,
        )
        if found["type"] != "success":
            shown = self.firefox.call(
                "script.evaluate",
                expression="document.body.innerText",
                target={"context": self.tab},
                awaitPromise=False,
            )
            raise AssertionError(f"{what} {found}: {shown['result'].get('value', '')[:2000]}")
        return json.loads(found["result"].get("value", "null"))

    def reads(self, selector: str, words: str) -> None:
        """Waits until the first element contains these words."""
        text = f"document.querySelector({json.dumps(selector)}).textContent"
        self.until(f"{text}.includes({json.dumps(words)})")

    def middle_of(self, found: str) -> Place:
        """Returns the middle of the element that an expression finds, once it stands still. Scrolls
        it into view."""
        box = self.until(
            f"""(() => {{
                const element = {found};
                element.scrollIntoView({{ block: "nearest", behavior: "instant" }});
                const {{ x, y, width, height }} = element.getBoundingClientRect();
                const before = element.placedBefore;
                element.placedBefore = JSON.stringify([x, y, width, height]);
                const rests = before === element.placedBefore;
                return rests && width && {{ x: x + width / 2, y: y + height / 2 }};
            }})()"""
        )
        return Place(box["x"], box["y"])

    def point(self, name: str) -> Place:
        """Returns the middle of the board's cell with this name, such as ``D4``."""
        return self.middle_of(f"document.querySelector('.board-point[aria-label^=\"{name},\"]')")

    def taps(self, at: Place) -> None:
        """Puts a finger down and lifts it."""
        self.performs([*_ways(at), DOWN, UP])

    def drags(self, *way: Place) -> None:
        """Puts a finger down, moves it to the other places and lifts it there. From now on the
        page's long timers never fire, so that even on a slow machine it is no long press."""
        self.until(QUICK)
        self.performs([*_ways(way[0]), DOWN, *_ways(*way[1:]), UP])

    def aims(self, *way: Place) -> None:
        """Puts a finger down, waits until the board starts aiming, moves it to the other places and
        lifts it there. Even on a slow machine this is no swipe."""
        self.performs([*_ways(way[0]), DOWN])
        self.until(AIMS)
        self.performs([*_ways(*way[1:]), UP])

    def performs(self, *fingers: list[dict[str, Any]]) -> None:
        """Performs the actions of all fingers at the same time."""
        actions = [
            {
                "type": "pointer",
                "id": f"finger{number}",
                "parameters": {"pointerType": "touch"},
                "actions": finger,
            }
            for number, finger in enumerate(fingers)
        ]
        self.firefox.call("input.performActions", context=self.tab, actions=actions)

    def presses(self, words: str) -> None:
        """Taps the button whose text starts with ``words``, once it is visible and enabled.

        Taps again if it missed: the page may move the button after it was found.
        """
        begins = f"button.textContent.startsWith({json.dumps(words)}) && button.checkVisibility()"
        begins += ' && button.getAttribute("aria-disabled") !== "true"'
        found = f"[...document.querySelectorAll('button')].find((button) => {begins})"
        for _ in range(3):
            self.until(f"{HEARS_TAPS} && (window.sought = {found})")
            self.taps(self.middle_of("window.sought"))
            with suppress(AssertionError):
                return self.until("window.pressed.has(window.sought)", PATIENCE / 4)
        raise AssertionError(f"no tap meets the button {words!r}")


def _ways(*places: Place) -> list[dict[str, Any]]:
    """Returns the actions that move a finger from place to place."""
    move = {"type": "pointerMove", "duration": 40}
    return [{**move, "x": round(x), "y": round(y)} for x, y in places]
