"""Preferences in a real browser: a choice shows at once, and stones stand out from the board."""

import pytest
from playwright.sync_api import Browser, expect

from pages.palette import contrast
from tests.browser.people import member, picks

COLOURS = r"""() => {
    const hex = (text) => "#" + text.match(/\d+/g).slice(0, 3)
        .map((n) => Number(n).toString(16).padStart(2, "0")).join("");
    const board = document.getElementById("preview");
    const used = board.querySelector("#preview-stones use").getAttribute("href");
    const paths = [...document.querySelector(used).querySelectorAll("path")];
    const edge = paths.find((path) => path.getAttribute("stroke")?.includes("edge"));
    return [hex(getComputedStyle(edge).stroke), hex(getComputedStyle(board).backgroundColor)];
}"""


@pytest.mark.parametrize(
    ("stone", "look"), [("Shell", "Paper"), ("Straw", "Wood"), ("Ink", "Slate")]
)
def test_a_stone_of_nearly_the_board_s_colour_stands_out_by_its_edge(
    browser: Browser, site: str, stone: str, look: str
) -> None:
    ada = member(browser, site, "Ada")
    for scheme in ("light", "dark"):
        ada.page.emulate_media(color_scheme=scheme)
        ada.goes_to("/account/preferences/")
        stones = ada.page.get_by_role("group", name="Stones", exact=True)
        picks(stones.get_by_role("radio", name=stone))
        picks(ada.page.get_by_role("radio", name=look, exact=True))
        expect(ada.page.locator("#preview-stones use").first).to_be_attached()
        edge, board = ada.page.evaluate(COLOURS)
        assert contrast(edge, board) >= 3
    assert ada.troubles == []
