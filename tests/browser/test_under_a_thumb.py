"""Fingers on a phone: long presses, and the layout of pages."""

from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from accounts.models import User
from accounts.services.roles import set_host
from tests.browser.barriers import barriers
from tests.browser.every_page import puts_a_board_together
from tests.browser.fingers import Fingers
from tests.browser.games import choose, game_of, opens
from tests.browser.people import PHONE, Person, member

TOUCH: dict[str, Any] = {"viewport": PHONE, "has_touch": True, "is_mobile": True}
NO_CONTEXT_MENU = (
    "addEventListener('contextmenu', (event) => event.stopImmediatePropagation(), true)"
)
"""Makes the browser like those that do not send this event for a long press."""


@pytest.fixture
def ada(browser: Browser, site: str) -> Person:
    return member(browser, site, "Ada", **TOUCH)


def test_a_long_press_shows_heat_where_the_browser_has_no_event_for_it(
    browser: Browser, ada: Person, site: str
) -> None:
    User.objects.create_user("Ben")
    game = game_of("Ada", "Ben")
    choose(game, "Ada", 0, 0)
    choose(game, "Ben", 4, 4)
    ada.page.add_init_script(NO_CONTEXT_MENU)
    opens(ada, game)
    ada.sees_turn(2)
    expect(ada.page.locator(".heat-legend")).to_contain_text("Press and hold an empty point")
    finger = Fingers(ada)
    finger.rest_on(ada.point("B4"))
    numbers = ada.page.locator("#board .board-bubble[data-kind=numbers]")
    expect(numbers).to_contain_text("Ben")
    finger.are_lifted()
    expect(numbers).to_be_visible()
    expect(ada.page.locator("#board .own-ring")).to_have_count(0)
    ada.chooses("C3")
    expect(numbers).to_be_hidden()
    assert ada.troubles == []


LYING = {"width": PHONE["height"], "height": PHONE["width"]}
HELD = {
    "upright": (PHONE, {"top": 47, "bottom": 34, "left": 0, "right": 0}),
    "lying": (LYING, {"top": 0, "bottom": 21, "left": 47, "right": 47}),
}
"""The ways to hold a phone: the window's size, and the insets for a notch and the bar at the
bottom, in CSS pixels."""
UNDER_SOMETHING = """({left, right, top, bottom}) => {
    const shown = [...document.querySelectorAll("a, button, h1, p, #board")]
        .filter((part) => part.checkVisibility() && !part.closest(".skip, .visually-hidden"));
    const under = (part) => {
        const box = part.getBoundingClientRect();
        return box.left < left || box.right > innerWidth - right
            || box.top + scrollY < top
            || box.bottom + scrollY > document.documentElement.scrollHeight - bottom;
    };
    return shown.filter(under).map((part) => part.outerHTML.slice(0, 80));
}"""


@pytest.mark.parametrize("held", HELD)
def test_nothing_lies_under_a_notch_or_the_bar_at_the_bottom(
    ada: Person, browser: Browser, site: str, held: str
) -> None:
    User.objects.create_user("Ben")
    game = game_of("Ada", "Ben")
    window, insets = HELD[held]
    ada.page.set_viewport_size(window)  # type: ignore[arg-type]
    tools = ada.page.context.new_cdp_session(ada.page)
    tools.send("Emulation.setSafeAreaInsetsOverride", {"insets": insets})
    opens(ada, game)
    assert ada.page.evaluate(UNDER_SOMETHING, insets) == []
    ada.goes_to("/")
    assert ada.page.evaluate(UNDER_SOMETHING, insets) == []


def test_a_browser_finds_nothing_wrong_with_the_manifest(ada: Person) -> None:
    ada.goes_to("/")
    tools = ada.page.context.new_cdp_session(ada.page)
    assert tools.send("Page.getAppManifest")["errors"] == []
    wrong = [
        error["errorId"]
        for error in tools.send("Page.getInstallabilityErrors")["installabilityErrors"]
    ]
    assert [error for error in wrong if error != "in-incognito"] == []  # as all test windows are


@pytest.mark.parametrize("game", ["automatafl", "territory"])
def test_cells_of_editors_are_large_enough_for_a_finger(ada: Person, game: str) -> None:
    set_host(user=User.objects.get(username="Ada"), hosts=True)
    ada.goes_to(f"/tables/new/?game={game}")
    puts_a_board_together(ada.page)
    cell = ada.page.get_by_role("gridcell").first
    box = cell.bounding_box()
    assert box
    assert min(box["width"], box["height"]) >= 39.9  # 40, but for rounding
    last = ada.page.get_by_role("gridcell").last
    ada.press(last)
    expect(last).to_be_in_viewport()
    assert barriers(ada) == []
