"""The boards on the rules pages in a real browser: stepping forward and back."""

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.people import somebody


@pytest.mark.parametrize(
    ("game", "label", "what_comes"),
    [
        (
            "multiplayer-go",
            "A point is blocked",
            '[aria-label="B5, blocked this turn"]',
        ),
        (
            "parallel-go",
            "Moves whose order matters",
            '[aria-label="A5, empty, chosen by Anna in the conflict, blocked this turn for Anna"]',
        ),
        ("continuous-go", "Drawing, and being stopped", ".line-body"),
        ("territory", "The three cards in use", '[aria-label="B3, Anna’s tile, just placed"]'),
        ("automatafl", "An opposing pair", '[aria-label="E3, the Agent"]'),
    ],
)
def test_a_board_of_the_rules_is_stepped_through(
    browser: Browser, site: str, game: str, label: str, what_comes: str
) -> None:
    reader = somebody(browser, site, "", reduced_motion="reduce")
    reader.goes_to(f"/rules/{game}/")
    walk = reader.page.get_by_role("figure", name=label)
    says = walk.locator("figcaption")
    expect(says).not_to_be_empty()
    expect(walk.locator(what_comes)).to_have_count(0)
    first = says.text_content() or ""
    walk.get_by_role("button", name="One step forward").click()
    expect(walk.locator(what_comes)).to_have_count(1)
    expect(says).not_to_have_text(first)
    walk.get_by_role("button", name="One step back").click()
    expect(says).to_have_text(first)
    expect(walk.locator(what_comes)).to_have_count(0)
    assert reader.troubles == []


def test_pointing_at_the_board_about_heat_tells_the_numbers(browser: Browser, site: str) -> None:
    reader = somebody(browser, site, "")
    reader.goes_to("/rules/multiplayer-go/")
    walk = reader.page.get_by_role("figure", name="The less active player gets the point")
    walk.get_by_role("gridcell", name="D6").hover()
    expect(walk.get_by_text("0.61")).to_be_visible()
    assert reader.troubles == []


def test_the_first_board_plays_by_itself_until_it_is_stopped(browser: Browser, site: str) -> None:
    reader = somebody(browser, site, "", reduced_motion="no-preference")
    reader.goes_to("/rules/parallel-go/")
    walk = reader.page.get_by_role("figure", name="Four turns with a capture")
    walk.scroll_into_view_if_needed()
    count = walk.locator(".walk-count")
    expect(count).to_have_text("2 of 5")
    walk.get_by_role("button", name="Pause").click()
    stopped = count.text_content() or ""
    expect(walk.get_by_role("button", name="Play")).to_be_visible()
    assert count.text_content() == stopped
    assert reader.troubles == []


def test_no_board_plays_by_itself_where_motion_is_to_be_reduced(
    browser: Browser, site: str
) -> None:
    reader = somebody(browser, site, "", reduced_motion="reduce")
    reader.goes_to("/rules/parallel-go/")
    walk = reader.page.get_by_role("figure", name="Four turns with a capture")
    walk.scroll_into_view_if_needed()
    expect(walk.get_by_role("button", name="Play")).to_be_visible()
    expect(walk.get_by_role("button", name="Pause")).to_have_count(0)
    walk.get_by_role("button", name="Play").click()
    expect(walk.get_by_role("button", name="Pause")).to_be_visible()
    expect(walk.locator(".walk-count")).to_have_text("2 of 5")
    assert reader.troubles == []
