"""Ratings and members' pages in a browser, on the whole site."""

from __future__ import annotations

from playwright.sync_api import Browser, Page, expect

from accounts.models import User
from tests.browser.games import game_of, opens
from tests.browser.people import PASSWORD, member, somebody
from tests.games.acting import resign
from tests.games.playing import play_turns

UNTIL_IT_SAYS = """async ([path, words]) => {
    while (!(await (await fetch(path)).text()).includes(words))
        await new Promise((done) => setTimeout(done, 100));
}"""


def is_rated(page: Page, path: str, words: str) -> None:
    """Waits until the page at ``path`` says these words, as a worker has rated finished games."""
    page.evaluate(UNTIL_IT_SAYS, [path, words])


def wins(winner: str, loser: str) -> None:
    """Plays a game in which the loser resigns after as many turns as a rated game needs."""
    game = game_of(winner, loser)
    play_turns(game, *(User.objects.get(username=name) for name in (winner, loser)))
    resign(game_id=game.pk, user=User.objects.get(username=loser))


def test_games_that_end_move_ratings_and_names_lead_to_them(browser: Browser, site: str) -> None:
    name = "Jörg O'Neil"
    User.objects.create_user(name, password=PASSWORD)
    ada = member(browser, site, "Ada")
    wins("Ada", name)
    game = game_of("Ada", name)
    play_turns(game, *(User.objects.get(username=each) for each in ("Ada", name)))
    opens(ada, game)
    expect(ada.page.locator(".game-about")).to_contain_text("Rated")
    ada.page.locator("#seats").get_by_role("link", name=name, exact=True).click()
    expect(ada.page.get_by_role("heading", name=name, level=1)).to_be_visible()
    address = ada.page.url
    resign(game_id=game.pk, user=User.objects.get(username=name))
    is_rated(ada.page, address, "after 2 rated games")
    ada.page.reload()
    curve = ada.page.get_by_role("img", name="the rating after each of the last 2 games")
    expect(curve).to_be_visible()
    ada.page.get_by_text("As a table").press("Enter")
    rows = ada.page.locator(".curve tbody tr")
    expect(rows).to_have_count(2)
    expect(rows.first).to_contain_text("Tuesday")
    ada.page.get_by_role("link", name="Ada").first.click()
    expect(ada.page.get_by_role("heading", name="Ada", level=1)).to_be_visible()
    ada.page.get_by_role("link", name="What ratings mean").click()
    ada.page.locator(".ladders-empty").get_by_role("link", name="Parallel Multiplayer Go").click()
    expect(ada.page.get_by_text("Your rating is provisional: 2 games so far.")).to_be_visible()
    assert ada.troubles == []


def test_a_member_shows_the_own_page_to_members_only(browser: Browser, site: str) -> None:
    ada = member(browser, site, "Ada")
    ada.goes_to("/account/preferences/")
    ada.page.get_by_label("Show my page and my place on ladders to members only").check()
    ada.page.get_by_role("button", name="Save").click()
    expect(ada.page.locator("#main")).to_contain_text("Preferences saved.")
    User.objects.create_user("Ben", password=PASSWORD)
    ben = somebody(browser, site, "Ben")
    ben.goes_to("/members/Ada/")
    expect(ben.page.get_by_text("This page is for members of the club only.")).to_be_visible()
    ben.page.get_by_role("main").get_by_role("link", name="Log in").click()
    ben.page.get_by_label("Name").fill("Ben")
    ben.page.get_by_label("Password", exact=True).fill(PASSWORD)
    ben.page.keyboard.press("Enter")
    expect(ben.page.get_by_text("Member since")).to_be_visible()
    expect(ben.page).to_have_url(f"{site}/members/Ada/")
