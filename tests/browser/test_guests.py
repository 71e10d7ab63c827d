"""A visitor plays on a phone without an account, leaves, comes back, and keeps it on joining."""

import re
from contextlib import suppress
from datetime import timedelta
from typing import Any

from django.utils import timezone
from playwright.sync_api import Browser, Error, expect

from accounts.models import User
from accounts.services.invitations import invite
from games.models import Game
from tests.browser.barriers import barriers
from tests.browser.people import PHONE, Person, newcomer, somebody

GAME = re.compile(r"/games/[0-9a-f]{24}/$")


def lesson(person: Person) -> Any:
    """What is explained beside the board."""
    return expect(person.page.locator("#lesson"))


def takes(person: Person, turn: int) -> None:
    """Places a tile on the first cell that can be taken, and waits for the next turn. A bot's step
    may come just before the tap, which then only skips to the end of what is shown."""
    confirm = person.page.get_by_role("button", name=re.compile("^(Seal|Confirm)"))
    for _ in range(8):
        person.sees_the_present()
        person.press(person.page.locator('[role=gridcell][data-kind="open"]').first)
        with suppress(Error):
            confirm.wait_for(timeout=15_000)
            break
    person.confirms()
    lesson(person).to_contain_text(f"turn {turn} of 3" if turn <= 3 else "You know how it goes now")


def test_a_visitor_plays_leaves_comes_back_and_joins(browser: Browser, site: str) -> None:
    visitor = somebody(browser, site, "Jo", viewport=PHONE, has_touch=True)
    visitor.goes_to("/rules/territory/")
    visitor.page.locator("header.stack").get_by_role("button", name="Play now").tap()
    expect(visitor.page).to_have_url(GAME)
    lesson(visitor).to_contain_text("turn 1 of 3")
    lesson(visitor).to_contain_text("Place a tile on one of the marked cells")
    expect(visitor.page.locator(".board-explained > g").first).to_be_attached()
    assert barriers(visitor) == []
    takes(visitor, 2)
    lesson(visitor).to_contain_text("You took")
    takes(visitor, 3)
    takes(visitor, 4)

    visitor.goes_to("/")
    visitor.page.get_by_role("link", name="Go on with your game").first.tap()
    expect(visitor.page).to_have_url(GAME)
    lesson(visitor).to_contain_text("You know how it goes now")

    now = timezone.now()
    invitation = invite(creator=None, expires_at=now + timedelta(days=1), now=now)
    visitor.joins_the_club(site + invitation.get_absolute_url())
    game = Game.objects.get()
    assert game.seats.filter(user=User.objects.get(username="Jo")).exists()
    visitor.goes_to(game.get_absolute_url())
    visitor.page.get_by_role("tab", name="More").tap()
    visitor.page.get_by_role("button", name="Resign").tap()
    visitor.page.get_by_role("dialog").get_by_role("button", name="Resign").tap()
    expect(visitor.page.locator("#result")).to_be_visible()
    visitor.goes_to("/games/?whose=mine")
    expect(visitor.page.get_by_role("main")).to_contain_text("Territory against bots")
    assert visitor.troubles == []


def test_the_explanations_are_closed_for_good(browser: Browser, site: str) -> None:
    visitor = somebody(browser, site, "Jo")
    visitor.goes_to("/")
    visitor.page.get_by_role("button", name=re.compile("Play now ?: Parallel Go")).click()
    expect(visitor.page.locator("#polite")).to_contain_text("Choose any empty point")
    visitor.page.get_by_role("button", name="Close the explanations").click()
    lesson(visitor).to_be_hidden()
    expect(visitor.page.locator(".board-explained > g")).to_have_count(0)
    visitor.page.reload()
    expect(visitor.page.locator("#board svg").first).to_be_visible()
    lesson(visitor).to_be_hidden()
    assert visitor.troubles == []


def test_a_newcomers_first_game_is_explained_too(browser: Browser, site: str) -> None:
    ada = newcomer(browser, site, "Ada")
    ada.goes_to("/rules/automatafl/")
    ada.page.locator("header.stack").get_by_role("button", name="Play against bots").click()
    lesson(ada).to_contain_text("The Agent, in the middle, walks by itself")
    assert ada.troubles == []


def test_after_a_game_the_next_opponent_is_offered(browser: Browser, site: str) -> None:
    visitor = somebody(browser, site, "Jo")
    visitor.goes_to("/rules/territory/")
    visitor.page.locator("header.stack").get_by_role("button", name="Play now").click()
    expect(visitor.page.locator("#board svg").first).to_be_visible()
    visitor.page.get_by_role("tab", name="More").click()
    visitor.page.get_by_role("button", name="Resign").click()
    visitor.page.get_by_role("dialog").get_by_role("button", name="Resign").click()
    again = visitor.page.locator("#rematch")
    expect(again).to_contain_text("Once more?")
    expect(again.get_by_role("link", name="Join by invitation")).to_be_visible()
    first = visitor.page.url
    again.get_by_role("button", name="Play now").click()
    expect(visitor.page).not_to_have_url(first)
    expect(visitor.page).to_have_url(GAME)
    assert visitor.troubles == []
