"""Games against bots: two taps away from the home page, one from the rules page."""

import re

import pytest
from playwright.sync_api import Browser, expect

from accounts.models import User
from engines.registry import GAMES
from games.models import Game
from tests.browser.people import PASSWORD, PHONE, member, somebody

GAME = re.compile(r"/games/[0-9a-f]{24}/$")


@pytest.mark.parametrize(
    ("game", "slug"),
    [(engine.name, engine.slug) for engine in GAMES],
)
def test_a_tap_leads_from_home_into_a_running_game(
    browser: Browser, site: str, game: str, slug: str
) -> None:
    ada = member(browser, site, "Ada", viewport=PHONE, has_touch=True)
    ada.goes_to("/")
    ada.page.locator("#practice").get_by_role("button", name=game).tap()
    expect(ada.page).to_have_url(GAME)
    expect(ada.page.locator("#board svg").first).to_be_visible()
    expect(ada.page.locator("#clock")).to_contain_text("Turn 1")
    played = Game.objects.get()
    assert (played.variant, played.status, played.listed) == (slug, "running", False)
    assert ada.troubles == []


def test_the_bots_answer_what_the_member_chooses(browser: Browser, site: str) -> None:
    ada = member(browser, site, "Ada")
    ada.goes_to("/rules/multiplayer-go/")
    ada.page.locator("header.stack").get_by_role("button", name="Play against bots").click()
    expect(ada.page).to_have_url(GAME)
    ada.passes()
    ada.sees_turn(2)
    assert ada.troubles == []


def test_a_visitor_logs_in_comes_back_to_the_rules_and_plays(browser: Browser, site: str) -> None:
    User.objects.create_user("Ben", password=PASSWORD)
    ben = somebody(browser, site, "Ben")
    ben.goes_to("/rules/territory/")
    ways = ben.page.locator("header.stack")
    ways.get_by_role("link", name="Log in to play").click()
    ben.page.get_by_label("Name").fill("Ben")
    ben.page.get_by_label("Password", exact=True).fill(PASSWORD)
    ben.page.get_by_role("button", name="Log in").click()
    expect(ben.page).to_have_url(f"{site}/rules/territory/")
    ways.get_by_role("button", name="Play against bots").click()
    expect(ben.page).to_have_url(GAME)
    assert ben.troubles == []


def test_the_questions_are_answered_and_lead_to_a_game(browser: Browser, site: str) -> None:
    ada = member(browser, site, "Ada")
    ada.goes_to("/")
    ada.page.get_by_role("link", name="Help me choose a game").click()
    questions = ada.page.get_by_role("group", name="How long may it take?")
    questions.get_by_text("About 20 minutes").click()
    ada.page.get_by_role("group", name="How do you like to choose?").get_by_text(
        "In the open, in turn"
    ).click()
    ada.page.get_by_role("button", name="Show what fits").click()
    fitting = ada.page.get_by_role("region", name="This fits")
    expect(fitting.get_by_role("heading", name="Territory")).to_be_visible()
    fitting.get_by_role("button", name=re.compile("Territory")).click()
    expect(ada.page).to_have_url(GAME)
    assert Game.objects.get().variant == "territory"
