"""The bar of a turn: the clock, whose turn it is, the choice and the buttons, always in view."""

from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from accounts.models import User
from tests.browser.games import WAIT, choose, game_of, opens
from tests.browser.people import PHONE, WIDE, Person, member, somebody
from tests.games.playing import begin

TOUCH: dict[str, Any] = {"viewport": PHONE, "has_touch": True, "is_mobile": True}
TWICE: Any = {"width": PHONE["width"] // 2, "height": PHONE["height"] // 2}
"""A phone whose owner has everything shown at twice the size."""
LYING = {"width": PHONE["height"], "height": PHONE["width"]}
SCROLLED = "(top) => scrollTo({ top, behavior: 'instant' })"
COVERS = """(selector) => {
    const bar = document.querySelector(".game-bar").getBoundingClientRect();
    const other = document.querySelector(selector).getBoundingClientRect();
    return Math.min(bar.bottom, other.bottom) - Math.max(bar.top, other.top) > 1
        && Math.min(bar.right, other.right) - Math.max(bar.left, other.left) > 1;
}"""


@pytest.fixture
def ada(browser: Browser, site: str) -> Person:
    """Ada, who plays against Ben."""
    User.objects.create_user("Ben")
    return member(browser, site, "Ada", **TOUCH)


def covers(person: Person, selector: str) -> bool:
    """Whether the bar covers part of an element."""
    return bool(person.page.evaluate(COVERS, selector))


@pytest.mark.parametrize("window", [PHONE, LYING], ids=["upright", "lying"])
def test_on_a_phone_the_bar_is_in_view_wherever_one_reads(ada: Person, window: Any) -> None:
    ada.page.set_viewport_size(window)
    opens(ada, game_of("Ada", "Ben", size=9))
    bar = ada.page.locator(".game-bar")
    for top in (0, 200, 400, 10_000):
        ada.page.evaluate(SCROLLED, top)
        expect(bar).to_be_in_viewport(ratio=0.99)
        for part in ("#clock", "#choice .choice-notice", "#coordinates"):
            expect(bar.locator(part)).to_be_in_viewport(ratio=0.99)
        expect(bar.get_by_role("button", name="Pass")).to_be_in_viewport(ratio=0.99)
    assert ada.troubles == []


@pytest.mark.parametrize("variant", ["multiplayer-go", "automatafl", "territory"])
def test_at_twice_the_size_the_bar_leaves_the_board_free(ada: Person, variant: str) -> None:
    users = User.objects.order_by("username")
    opens(ada, begin(*users, variant=variant, **WAIT))
    ada.page.set_viewport_size(TWICE)
    board = ada.page.locator("#board")
    board.scroll_into_view_if_needed()
    assert not covers(ada, "#board")
    box = board.bounding_box()
    assert box
    assert box["width"] > 0.9 * TWICE["width"]
    assert ada.troubles == []


def test_a_press_in_the_bar_scrolls_nothing(ada: Person) -> None:
    opens(ada, game_of("Ada", "Ben", size=9))
    ada.press(ada.point("D4"))
    ada.confirms()
    expect(ada.page.locator("#choice")).to_contain_text("Sealed: D4")
    assert ada.page.evaluate("scrollY") == 0


def test_the_bar_covers_neither_the_board_nor_what_is_written_in_the_chat(ada: Person) -> None:
    opens(ada, game_of("Ada", "Ben", size=9))
    assert not covers(ada, "#board")
    ada.page.get_by_role("tab", name="Chat").tap()
    field = ada.page.locator("#say")
    field.tap()
    field.press_sequentially("Hello")
    for top in (0, 200, 300, 400, 10_000):
        ada.page.evaluate(SCROLLED, top)
        assert not covers(ada, "#say")


@pytest.mark.parametrize("window", [WIDE, PHONE], ids=["wide", "phone"])
def test_turn_state_and_buttons_are_one_bar_and_say_for_whom_one_waits(
    browser: Browser, site: str, window: Any
) -> None:
    User.objects.create_user("Ben")
    ada = member(browser, site, "Ada", viewport=window)
    game = game_of("Ada", "Ben")
    opens(ada, game)
    bar = ada.page.get_by_role("group", name="This turn")
    expect(bar).to_contain_text("Turn 1")
    expect(bar).to_contain_text("or sooner, once all have chosen")
    expect(bar).to_contain_text("Choose a point.")
    ada.chooses("D4")
    expect(bar).to_contain_text("Sealed: D4. It stays secret until the reveal. Waiting for Ben.")
    expect(bar.get_by_role("button", name="Take back")).to_be_visible()
    choose(game, "Ben", 0, 0)
    expect(bar).to_contain_text("Turn 2")
    assert ada.troubles == []


def test_no_line_is_left_blank_for_people_who_may_watch(
    browser: Browser, site: str, ada: Person
) -> None:
    game = game_of("Ada", "Ben")
    opens(ada, game)
    head = ada.page.locator(".game-head")
    about = ada.page.locator(".game-about")
    before, last = head.bounding_box(), about.bounding_box()
    assert before
    assert last
    assert abs(before["y"] + before["height"] - last["y"] - last["height"]) < 1
    opens(somebody(browser, site, ""), game)
    expect(head).to_contain_text("1 watching")
    assert head.bounding_box() == before
