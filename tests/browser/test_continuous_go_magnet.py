"""The magnet of Continuous Go in real browsers: by mouse, pen and keys."""

from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from accounts.models import User
from tests.browser.games import opens
from tests.browser.people import Person, member
from tests.browser.test_continuous_go import (
    Spot,
    continuous_go,
    draws,
    log,
    on_screen,
    sees_lines,
)


@pytest.fixture
def ada(browser: Browser, site: str) -> Person:
    """Ada, who plays black against Ben. He has no browser."""
    User.objects.create_user("Ben")
    return member(browser, site, "Ada")


class Pen:
    """A pen on a person's screen."""

    def __init__(self, person: Person) -> None:
        self.person = person
        self.tools = person.page.context.new_cdp_session(person.page)

    def hover(self, spot: Spot) -> None:
        self._send("mouseMoved", spot)

    def draw(self, *spots: Spot) -> None:
        self._send("mousePressed", spots[0], button="left", buttons=1, clickCount=1)
        for spot in spots[1:]:
            self._send("mouseMoved", spot, button="left", buttons=1)
        self._send("mouseReleased", spots[-1], button="left", clickCount=1)

    def _send(self, kind: str, spot: Spot, **more: Any) -> None:
        x, y = on_screen(self.person, spot)
        event = {"type": kind, "pointerType": "pen", "x": x, "y": y, **more}
        self.tools.send("Input.dispatchMouseEvent", event)


def test_the_magnet_is_set_and_remembered(ada: Person) -> None:
    game = continuous_go("Ada", "Ben")
    opens(ada, game)
    magnet = ada.page.get_by_role("slider", name="Magnet")
    magnet.fill("0")
    ada.page.mouse.move(*on_screen(ada, (0.1, 3)))
    expect(ada.page.locator("#board .snap")).to_have_count(0)
    magnet.fill("9")
    ada.page.mouse.move(*on_screen(ada, (0.1, 3.1)))
    expect(ada.page.locator("#board .snap[data-kind=edge]")).to_be_visible()
    ada.page.reload()
    expect(magnet).to_have_value("9")
    assert ada.troubles == []


def test_keys_tell_the_point_that_the_magnet_draws_to(ada: Person) -> None:
    game = continuous_go("Ada", "Ben")
    draws(game, "Ada", [2.125, 3], [2.125, 5])
    opens(ada, game)
    ada.page.locator("#board > svg").focus()
    said = ada.page.locator("#polite p").last
    for key in ("ArrowLeft", "ArrowLeft"):
        ada.page.keyboard.press(key)
    expect(said).to_have_text("C.13,4, snapped, at an end of your line")
    ada.page.keyboard.press("ArrowDown")
    expect(said).to_have_text("C.13,3.5, snapped, on your line")
    expect(ada.page.locator("#board .snap[data-kind=line]")).to_be_visible()
    assert ada.troubles == []


def test_a_pen_hovers_and_draws_to_the_nearest_own_line_or_its_end(ada: Person) -> None:
    game = continuous_go("Ada", "Ben")
    draws(game, "Ada", [2, 1], [2, 5])
    opens(ada, game)
    pen = Pen(ada)
    snap = ada.page.locator("#board .snap")
    pen.hover((4, 3))
    expect(ada.page.locator("#board")).to_have_attribute("data-open", "")
    expect(snap).to_have_count(0)
    pen.hover((2.1, 3))
    expect(snap).to_have_attribute("data-kind", "line")
    expect(snap.locator(".snap-line.snap-mark")).to_be_visible()
    expect(snap.locator(".snap-end.snap-mark")).to_be_hidden()
    pen.hover((2.1, 5.1))
    expect(snap).to_have_attribute("data-kind", "end")
    expect(snap.locator(".snap-end.snap-mark")).to_be_visible()
    expect(snap.locator(".snap-line.snap-mark")).to_be_hidden()
    pen.draw((2.1, 5.1), (3, 4.5), (2.1, 3))
    sees_lines(ada, 2)
    log(ada, "from C2 to C4")
    assert ada.troubles == []
