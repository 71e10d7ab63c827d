"""The rules pages' boards in a real browser: stepped through forward and back."""

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.people import somebody


@pytest.mark.parametrize(
    ("game", "label", "before", "after"),
    [
        ("territory", "The three cards in use", "B3, empty", "B3, Anna’s tile, just placed"),
        ("automatafl", "An opposing pair", "E3, empty", "E3, the Agent"),
        (
            "parallel-go",
            "Moves whose order matters",
            "A5, empty",
            "A5, empty, chosen by Anna in the conflict, prohibited this turn for Anna",
        ),
    ],
)
def test_a_board_of_the_rules_is_stepped_through(
    browser: Browser, site: str, game: str, label: str, before: str, after: str
) -> None:
    reader = somebody(browser, site, "")
    reader.goes_to(f"/rules/{game}/")
    walk = reader.page.get_by_role("figure", name=label)
    expect(walk.get_by_role("gridcell", name=before, exact=True)).to_be_attached()
    first = walk.locator("figcaption").text_content() or ""
    walk.get_by_role("button", name="One step forward").click()
    expect(walk.get_by_role("gridcell", name=after, exact=True)).to_be_attached()
    expect(walk.locator("figcaption")).not_to_have_text(first)
    walk.get_by_role("button", name="One step back").click()
    expect(walk.locator("figcaption")).to_have_text(first)
    expect(walk.get_by_role("gridcell", name=before, exact=True)).to_be_attached()
    assert reader.troubles == []
