"""How a game's page shows whose turn it is, heat and the result, in a real browser."""

import re

import pytest
from playwright.sync_api import Browser, expect

from accounts.models import User
from tests.browser.barriers import barriers
from tests.browser.fingers import Fingers
from tests.browser.games import choose, game_of, opens
from tests.browser.people import PHONE, Person, comes_true, member

DRAWN_PIES = """() => [...document.querySelectorAll("#board .heat-pies path")]
    .reduce((slices, path) => slices + path.getAttribute("d").split("M").length - 1, 0)"""


@pytest.fixture(params=["desktop", "phone"])
def ada(request: pytest.FixtureRequest, browser: Browser, site: str) -> Person:
    """Ada, who plays against Ben. He has no browser."""
    User.objects.create_user("Ben")
    touch = {"viewport": PHONE, "has_touch": True, "is_mobile": True}
    return member(browser, site, "Ada", **(touch if request.param == "phone" else {}))


def icon(person: Person) -> str:
    """Returns the address of the page's icon in the browser's tab."""
    return str(person.page.locator("link[rel=icon]").get_attribute("href"))


def test_title_and_icon_say_that_it_is_ones_turn_until_one_has_chosen(ada: Person) -> None:
    game = game_of("Ada", "Ben")
    opens(ada, game)
    expect(ada.page).to_have_title("Your turn · Tuesday · Miai")
    assert "mark-your-turn" in icon(ada)
    ada.goes_to("/")
    expect(ada.page).to_have_title("Your turn · Club room · Miai")
    opens(ada, game)
    ada.chooses("C3")
    expect(ada.page).to_have_title("Tuesday · Miai")
    assert "mark-your-turn" not in icon(ada)
    choose(game, "Ben", 0, 0)
    expect(ada.page).to_have_title("Your turn · Tuesday · Miai")
    assert ada.troubles == []


def test_heat_is_shown_where_something_is_at_stake_on_all_points_on_demand_or_not_at_all(
    ada: Person,
) -> None:
    game = game_of("Ada", "Ben", size=9)
    opens(ada, game)
    legend = ada.page.locator(".heat-legend")
    stakes = ada.page.locator("#board .heat-stakes path")
    expect(ada.point("E5")).to_have_attribute("aria-label", "E5, empty")
    expect(legend).to_be_hidden()  # there is no heat on an empty board
    choose(game, "Ada", 1, 1)
    choose(game, "Ben", 2, 2)
    choose(game, "Ada", 3, 2)
    choose(game, "Ben", 7, 7)
    ada.sees_turn(3)
    expect(legend).to_contain_text("Discs: whose point it would be if you both chose it.")
    touched = "Press and hold an empty point" if ada.touch else "Hover over an empty point"
    expect(legend).to_contain_text(touched)
    ada.sees("C6", "Ben would get it")
    heard = ada.hears()
    assert "would get" not in heard["H8"]  # far from all stones
    assert "would get" not in heard["H4"]  # there Ada would get the point
    assert drawn_pies(ada) == 0
    ada.press(legend.get_by_role("button", name="All points"))
    comes_true(ada.page, f"({DRAWN_PIES})() > 30")
    expect(stakes).to_have_count(0)
    expect(legend).to_contain_text("Slices:")
    assert barriers(ada) == []
    ada.press(legend.get_by_role("button", name="Hide heat"))
    expect(ada.page.locator("#board .board-heat path")).to_have_count(0)
    expect(legend).to_be_hidden()
    ada.press(ada.page.get_by_role("tab", name="More"))
    expect(ada.page.get_by_label("Heat on all points")).to_be_checked()
    ada.press(ada.page.get_by_text("Heat on all points"))
    ada.press(ada.page.get_by_label("Show heat"))
    expect(stakes).not_to_have_count(0)
    assert barriers(ada) == []
    assert ada.troubles == []


def test_pointing_at_a_point_tells_who_would_get_it_and_covers_none(ada: Person) -> None:
    game = game_of("Ada", "Ben", size=9)
    choose(game, "Ada", 1, 1)
    choose(game, "Ben", 2, 2)
    choose(game, "Ada", 3, 2)
    choose(game, "Ben", 7, 7)
    opens(ada, game)
    if ada.touch:
        Fingers(ada).rest_on(ada.point("C6"))
    else:
        ada.point("C6").hover()
    numbers = ada.page.locator("#board .board-bubble[data-kind=numbers]")
    expect(numbers).to_contain_text("If those around C6 chose it too, Ben would get it.")
    board = ada.page.locator("#board").bounding_box()
    told = numbers.bounding_box()
    assert board
    assert told
    above = told["y"] + told["height"] <= board["y"]
    assert above or told["y"] >= board["y"] + board["height"]
    assert ada.troubles == []


def drawn_pies(person: Person) -> int:
    """Returns how many slices of pies are drawn."""
    return int(person.page.evaluate(DRAWN_PIES))


def test_the_result_is_told_once_and_leads_on(ada: Person) -> None:
    game = game_of("Ada", "Ben")
    choose(game, "Ada", 1, 1)
    choose(game, "Ben", 4, 4)
    choose(game, "Ada", 2, 2)
    choose(game, "Ben")
    opens(ada, game)
    listen(ada)
    points = ada.page.locator(".seat-amount")
    expect(points.first).to_have_text("2 points")
    choose(game, "Ada")
    choose(game, "Ben")
    result = ada.page.locator("#result")
    expect(result.locator(".result-title")).to_have_text("Ada wins")
    expect(result.locator(".result-margin")).to_have_text("1 point ahead")
    comes_true(ada.page, "window.told.some((line) => line.startsWith('The game is over.'))")
    told = ada.page.evaluate("window.told.filter((line) => line.includes('Ada wins'))")
    assert told == ["The game is over. Ada wins. 1 point ahead. Decided on points."]
    like = result.get_by_role("link", name="New table like this")
    expect(like).to_have_attribute("href", f"/tables/new/?like={game.public_id}")
    name = result.get_by_role("link", name="Ben", exact=True)
    expect(name).to_have_attribute("href", "/members/Ben/")
    assert barriers(ada) == []
    ada.press(result.get_by_role("link", name="Replay"))
    expect(ada.page.locator(".replay-count")).to_have_text(re.compile("^[01] / 3$"))
    assert ada.troubles == []


def listen(person: Person) -> None:
    """Records in ``window.told`` all that a screen reader is told from now on."""
    person.page.evaluate(
        """() => {
          window.told = [];
          const hear = (changes) => changes.forEach(({ addedNodes }) =>
            addedNodes.forEach((node) => window.told.push(node.textContent)));
          for (const id of ["polite", "assertive"])
            new MutationObserver(hear).observe(document.getElementById(id), { childList: true });
        }"""
    )
