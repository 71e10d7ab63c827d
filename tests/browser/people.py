"""People with browsers of their own, and what they do on the site's pages."""

import re
import time
from dataclasses import dataclass
from typing import Any

from django.conf import settings
from playwright.sync_api import Browser, ConsoleMessage, Locator, Page, Request, expect

from accounts.models import User
from engines.registry import GAMES
from tests.servers.session import open_session

PASSWORD = "paper-wood-and-stone"
DESCRIBED = """async cells => {
    // Cells are described after the frame that shows them.
    await new Promise((done) => requestAnimationFrame(() => setTimeout(() => setTimeout(done))));
    return cells.map((cell) => cell.getAttribute("aria-label"));
}"""
WIDE = {"width": 1440, "height": 900}
PHONE = {"width": 390, "height": 844}
CORNER = {"width": 100, "height": 100}
PATIENCE = 120_000
"""Milliseconds that a page may take to come, and a button to be there, on a busy machine."""
HURRY = 10
"""How many times faster than on the site animations are in tests: a browser spends half its time on
their frames. They end as they do on the site, and in the same order."""


@dataclass
class Person:
    """A person at a browser. ``troubles`` collects errors from its console; with ``touch`` they use
    fingers instead of a mouse."""

    name: str
    page: Page
    site: str
    troubles: list[str]
    touch: bool = False

    def goes_to(self, path: str) -> None:
        """Opens a page of the site."""
        self.page.goto(self.site + path)

    def joins_the_club(self, link: str, email: str = "") -> None:
        """Registers through an invitation link."""
        self.page.goto(link)
        self.page.get_by_label("Name").fill(self.name)
        if email:
            self.page.get_by_label("Email address").fill(email)
        self.page.get_by_label("Password", exact=True).fill(PASSWORD)
        self.page.get_by_label("Password again").fill(PASSWORD)
        self.page.get_by_role("button", name="Join the club").click()
        self.is_at(f"Welcome, {self.name}")

    def logs_in(self) -> None:
        """Logs in with the name and the password."""
        self.goes_to("/account/login/")
        self.page.get_by_label("Name").fill(self.name)
        self.page.get_by_label("Password", exact=True).fill(PASSWORD)
        self.page.keyboard.press("Enter")
        self.is_at(f"Welcome, {self.name}")

    def has_logged_in(self) -> None:
        """Gives the browser a session, as if they had logged in before; opens no page."""
        key = open_session(User.objects.get(username=self.name))
        cookie = {"name": settings.SESSION_COOKIE_NAME, "value": key, "url": self.site}
        self.page.context.add_cookies([cookie])  # type: ignore[list-item]

    def is_at(self, heading: str) -> None:
        """Waits for the page with this heading and for its scripts: before they have run, the page
        handles no keys."""
        expect(self.page.get_by_role("heading", name=heading)).to_be_visible()
        self.page.wait_for_load_state()

    def sits_down(self) -> None:
        """Takes a seat at the open table, in the colours chosen there."""
        self.page.get_by_role("button", name="Take a seat").click()
        expect(self.page.get_by_role("button", name="I am ready")).to_be_visible()

    def is_ready(self) -> None:
        """Declares themselves ready at the open table."""
        self.page.get_by_role("button", name="I am ready").click()

    def point(self, name: str) -> Any:
        """Returns the board's cell with this name, such as ``D4``."""
        return self.page.get_by_role("gridcell", name=re.compile(rf"^{name}\b"))

    def chooses(self, name: str) -> None:
        """Clicks a point and waits until the page says that the choice is sealed."""
        self.press(self.point(name))
        self.confirms()
        expect(self.page.locator("#choice")).to_contain_text(f"Sealed: {name}")

    def confirms(self) -> None:
        """Confirms the choice if the page asks, as it does on touch screens."""
        if self.touch:
            self.press(self.page.get_by_role("button", name=re.compile("^(Seal|Confirm)")))

    def press(self, what: Locator) -> None:
        """Taps an element, or clicks it with a mouse."""
        if self.touch:
            what.tap()
        else:
            what.click()

    def passes(self) -> None:
        """Passes."""
        self.press(self.page.get_by_role("button", name="Pass", exact=True))
        self.confirms()

    def sees_turn(self, turn: int) -> None:
        """Waits until this turn has begun and the board shows it."""
        expect(self.page.locator("#clock")).to_contain_text(f"Turn {turn}")
        self.sees_the_present()

    def sees_the_present(self) -> None:
        """Waits until the board shows the latest step: before that, a tap only skips to it and
        chooses nothing."""
        expect(self.page.locator("#board")).to_have_attribute("aria-busy", "false")

    def hears(self) -> dict[str, str]:
        """Waits until all cells have their labels; returns what a screen reader says about each, by
        its name."""
        labels = self.page.get_by_role("gridcell").evaluate_all(DESCRIBED)
        return dict(label.split(", ", 1) for label in labels)

    def sees(self, name: str, what: str) -> None:
        """Waits until a point's label contains ``what``: ``empty``, or whose stone is there."""
        expect(self.point(name)).to_have_attribute("aria-label", re.compile(re.escape(what)))


def comes_true(page: Page, what: str) -> None:
    """Waits until a JavaScript expression is true on a page. Playwright's own wait evaluates it
    inside the page, which the content security policy forbids."""
    ends = time.monotonic() + 40
    while not page.evaluate(what):
        assert time.monotonic() < ends, f"never came true: {what}"
        page.wait_for_timeout(20)


def picks(choice: Locator, on: bool = True) -> None:
    """Turns a radio button or a checkbox on, or a checkbox off. Uses the keyboard, because its
    label covers it and the page may move under a click."""
    if choice.is_checked() is not on:
        choice.press("Space")
    expect(choice).to_be_checked(checked=on)


def posts(person: Person, end: str) -> list[str]:
    """Returns the addresses with this end to which the person's page posts from now on."""
    sent: list[str] = []

    def note(request: Request) -> None:
        if request.method == "POST" and request.url.endswith(end):
            sent.append(request.url)

    person.page.on("request", note)
    return sent


SILENT = "window.AudioContext = class { state = 'suspended'; async resume() {} };"
"""Makes pages silent. An ``AudioContext`` plays on when no sound is left: in a long game, that is a
fifth of the browser's work."""


def somebody(browser: Browser, site: str, name: str, **options: Any) -> Person:
    """Returns a person with a fresh browser; ``options`` are Playwright's for a context. Visitors,
    who have no ``name``, hear the site's sounds."""
    context = browser.new_context(**{"viewport": WIDE, **options})
    context.set_default_timeout(PATIENCE)
    if name:
        context.add_init_script(SILENT)
    page = context.new_page()
    hurry_animations(page)
    if not options.get("has_touch"):
        draw_a_corner(page)
    troubles: list[str] = []
    page.on("pageerror", lambda error: troubles.append(str(error)))
    page.on("console", lambda message: troubles.extend(complaint(message)))
    return Person(name, page, site, troubles, touch=bool(options.get("has_touch")))


def hurry_animations(page: Page, rate: float = HURRY) -> None:
    """Plays the animations of all pages that the window shows ``rate`` times faster."""
    tools = page.context.new_cdp_session(page)
    tools.send("Animation.enable")  # otherwise the rate would hold for the present page only
    tools.send("Animation.setPlaybackRate", {"playbackRate": rate})


def draw_a_corner(page: Page) -> None:
    """Has the browser draw only a corner of each page, as if more of it were not on the screen:
    drawing is a fifth of its work, and nobody looks. For styles, scripts and the mouse the window
    has its full size; fingers would find nothing outside the corner. A test that gives the window
    another size ends this."""
    page.context.new_cdp_session(page).send("Emulation.setVisibleSize", CORNER)


def complaint(message: ConsoleMessage) -> list[str]:
    """Returns a console error with its place; nothing if it is not the site's. Code that tests
    evaluate on a page has no address."""
    where = message.location
    is_ours = message.type == "error" and where["url"]
    return [f"{message.text} {where['url']}:{where['lineNumber']}"] if is_ours else []


# The empty page that some tests visit in between has no storage.
CLOSED_LESSONS = "if (location.origin !== 'null') {{ {} }}".format(
    " ".join(
        f"localStorage.setItem('miai.lessons-closed-{engine.slug}', 'yes');" for engine in GAMES
    )
)


def newcomer(browser: Browser, site: str, name: str, **options: Any) -> Person:
    """Makes a member who is logged in, and whose first turns are explained; ``options`` are
    Playwright's for a context."""
    User.objects.create_user(name, password=PASSWORD)
    person = somebody(browser, site, name, **options)
    person.has_logged_in()
    return person


def member(browser: Browser, site: str, name: str, **options: Any) -> Person:
    """Makes a member who is logged in and has closed those explanations."""
    person = newcomer(browser, site, name, **options)
    person.page.context.add_init_script(CLOSED_LESSONS)
    return person
