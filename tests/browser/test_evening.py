"""What a game's page says of one's turn, of heat, and of how a game ended, in a real browser."""

import re

import pytest
from playwright.sync_api import Browser, expect

from accounts.models import User
from tests.browser.barriers import barriers
from tests.browser.games import choose, game_of, opens
from tests.browser.people import PHONE, Person, comes_true, member

DRAWN_PIES = """() => [...document.querySelectorAll("#board .heat-pies path")]
    .reduce((slices, path) => slices + path.getAttribute("d").split("M").length - 1, 0)"""


@pytest.fixture(params=["desktop", "phone"])
def ada(request: pytest.FixtureRequest, browser: Browser, site: str) -> Person:
    """She plays against Ben, who has no browser here."""
    User.objects.create_user("Ben")
    touch = {"viewport": PHONE, "has_touch": True, "is_mobile": True}
    return member(browser, site, "Ada", **(touch if request.param == "phone" else {}))


def icon(person: Person) -> str:
    """Where the icon of the page in the browser's tab comes from."""
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


def test_pies_are_near_the_point_that_is_looked_at_and_everywhere_on_demand(ada: Person) -> None:
    game = game_of("Ada", "Ben", size=9)
    for turn in range(2):
        choose(game, "Ada", turn, 0)
        choose(game, "Ben", turn + 6, 8)
    opens(ada, game)
    pies, shade = (ada.page.locator(f"#board .{name}") for name in ("heat-pies path", "heat-shade"))
    expect(shade).to_have_count(1)
    expect(ada.page.locator(".heat-legend")).to_be_visible()
    assert drawn_pies(ada) == 0
    ada.page.locator("[role=gridcell][tabindex='0']").focus()
    ada.page.keyboard.press("ArrowLeft")
    ada.page.keyboard.press("ArrowUp")
    comes_true(ada.page, "document.querySelector('.heat-pies path')?.getAttribute('d')")
    near = drawn_pies(ada)
    assert 0 < near <= 13
    ada.press(ada.page.get_by_role("tab", name="More"))
    ada.press(ada.page.get_by_text("Show who would get each point"))
    comes_true(ada.page, f"({DRAWN_PIES})() > {near}")
    ada.press(ada.page.get_by_label("Show heat"))
    expect(pies).to_have_count(0)
    expect(shade).to_have_count(0)
    assert barriers(ada) == []
    assert ada.troubles == []


def drawn_pies(person: Person) -> int:
    """How many slices are drawn."""
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
    expect(result.locator(".result-margin")).to_have_text("By 1 point")
    comes_true(ada.page, "window.told.some((line) => line.startsWith('The game is over.'))")
    told = ada.page.evaluate("window.told.filter((line) => line.includes('Ada wins'))")
    assert told == ["The game is over. Ada wins. By 1 point. Final score."]
    like = result.get_by_role("link", name="New table like this")
    expect(like).to_have_attribute("href", f"/tables/new/?like={game.public_id}")
    name = result.get_by_role("link", name="Ben", exact=True)
    expect(name).to_have_attribute("href", "/members/Ben/")
    assert barriers(ada) == []
    ada.press(result.get_by_role("link", name="Replay"))
    expect(ada.page.locator(".replay-count")).to_have_text(re.compile("^[01] / 3$"))
    assert ada.troubles == []


def listen(person: Person) -> None:
    """Keeps all that a screen reader is told from now on, in ``window.told``."""
    person.page.evaluate(
        """() => {
          window.told = [];
          const hear = (changes) => changes.forEach(({ addedNodes }) =>
            addedNodes.forEach((node) => window.told.push(node.textContent)));
          for (const id of ["polite", "assertive"])
            new MutationObserver(hear).observe(document.getElementById(id), { childList: true });
        }"""
    )
