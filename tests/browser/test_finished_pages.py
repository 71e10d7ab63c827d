"""The page of a finished game does not overlap the footer."""

from typing import Any

import pytest
from playwright.sync_api import Browser, ViewportSize, expect

from accounts.models import User
from games.models import Game
from tests.browser.games import WAIT, opens
from tests.browser.people import PHONE, WIDE, member
from tests.games.acting import resign
from tests.games.playing import begin, seal

SIZES: dict[str, ViewportSize] = {
    "wide": {"width": WIDE["width"], "height": WIDE["height"]},
    "laptop": {"width": 1366, "height": 768},
    "low": {"width": 1280, "height": 640},
    "phone": {"width": PHONE["width"], "height": PHONE["height"]},
    "lying": {"width": 844, "height": 390},
}
SEATS = {
    "multiplayer-go": 4,
    "parallel-go": 2,
    "continuous-go": 2,
    "automatafl": 4,
    "territory": 4,
}
BELOW = """() => {
    const footer = document.querySelector(".site-footer").getBoundingClientRect();
    const bottom = (element) => {
        let found = element.getBoundingClientRect().bottom;
        for (let box = element.parentElement; box.id !== "game"; box = box.parentElement) {
            if (getComputedStyle(box).overflowY !== "visible") {
                found = Math.min(found, box.getBoundingClientRect().bottom);
            }
        }
        return found;
    };
    return [...document.querySelectorAll("#game *")]
        .filter((element) => element.checkVisibility({ visibilityProperty: true }))
        .filter((element) => element.getBoundingClientRect().height > 1)
        .filter((element) => !element.closest(".visually-hidden"))
        .filter((element) => bottom(element) > footer.top + 1)
        .map((element) => `${element.outerHTML.slice(0, 80)} ${bottom(element) - footer.top}`);
}"""
"""Finds elements of the game's page that reach below the top of the footer."""


def over(variant: str) -> Game:
    """Makes a finished game, played to its end or left by all but the first player."""
    names = ("Ada", "Ben", "Cleo", "Dora")[: SEATS[variant]]
    users = [User.objects.get_or_create(username=name)[0] for name in names]
    waits: dict[str, Any] = WAIT
    game = begin(*users, variant=variant, options={}, **waits)
    if variant == "continuous-go":
        ada, ben = users
        path = [[0, 2], [2, 2], [2, 0]]
        seal(game, ada, {"type": "draw", "path": path})
        for user in (ben, ada):
            seal(game, user, {"type": "pass"})
    else:
        for user in users[1:]:
            if Game.objects.filter(pk=game.pk, finished_at=None).exists():
                resign(game_id=game.pk, user=user)
    return game


@pytest.mark.parametrize("variant", SEATS)
def test_a_finished_page_does_not_cover_its_footer(
    browser: Browser, site: str, variant: str
) -> None:
    ada = member(browser, site, "Ada")
    game = over(variant)
    covered = {}
    for name, size in SIZES.items():
        ada.page.set_viewport_size(size)
        opens(ada, game)
        expect(ada.page.locator("#result")).to_be_visible()
        if variant == "continuous-go":
            expect(ada.page.locator(".areas-found")).to_be_visible()
        covered[name] = ada.page.evaluate(BELOW)
    assert covered == {name: [] for name in SIZES}
