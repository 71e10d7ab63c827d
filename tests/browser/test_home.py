"""The home page: games that wait for the member come first, and small boards follow the games."""

import re
from datetime import timedelta

from django.utils import timezone
from playwright.sync_api import Browser, Locator, expect

from accounts.models import User
from accounts.services.measures import suspend
from games.models import Game
from tests.browser.games import choose, game_of
from tests.browser.people import PHONE, Person, member, somebody
from tests.games.acting import resign


def picture(person: Person, game: Game) -> Locator:
    """The game's first small board on the page."""
    return person.page.locator(f'img[src*="{game.public_id}"]').first


def shows(person: Person, game: Game, step: int) -> None:
    """Waits until the game's first small board is loaded and shows this step."""
    image = picture(person, game)
    expect(image).to_have_attribute("src", f"/games/{game.public_id}/steps/{step}.svg")
    expect(image).to_have_js_property("complete", True)
    expect(image).not_to_have_js_property("naturalWidth", 0)


def owed(person: Person) -> Locator:
    """The titles of the games that wait for the person's choice."""
    return person.page.get_by_role("region", name="Your turn").get_by_role("link")


def two_members(browser: Browser, site: str) -> Person:
    """Makes Ada, with a phone, and Ben, a member without a browser. Returns Ada."""
    User.objects.create_user("Ben")
    return member(browser, site, "Ada", viewport=PHONE, has_touch=True)


def test_the_next_deadline_comes_first_and_what_has_none_last(browser: Browser, site: str) -> None:
    ada = two_members(browser, site)
    for title, seconds in (("No hurry", None), ("Tomorrow", 86400), ("Soon", 600)):
        game_of("Ada", "Ben", title=title, turn_seconds=seconds)
    ada.goes_to("/")
    expect(owed(ada)).to_have_text(["Soon", "Tomorrow", "No hurry"])
    left = ada.page.locator(".own-game-time")
    expect(left).to_contain_text([re.compile(r"[89]:\d\d"), "23 h", "no timer"])
    assert ada.troubles == []


def test_in_a_game_that_ends_nothing_is_owed_any_more(browser: Browser, site: str) -> None:
    ada = two_members(browser, site)
    game = game_of("Ada", "Ben", title="Tonight", listed=False)
    ada.goes_to("/")
    expect(owed(ada)).to_have_text(["Tonight"])
    resign(game_id=game.pk, user=User.objects.get(username="Ben"))
    expect(ada.page.locator("#owed-games")).to_contain_text("You’re all caught up.")


def test_a_small_board_follows_a_game_without_a_reload(browser: Browser, site: str) -> None:
    ada = two_members(browser, site)
    game = game_of("Ada", "Ben", title="Tonight")
    ada.goes_to("/")
    shows(ada, game, step=0)
    choose(game, "Ada", 1, 1)
    choose(game, "Ben", 3, 3)
    shows(ada, game, step=1)
    assert ada.troubles == []


def test_a_visitor_watches_small_boards_that_follow_too(browser: Browser, site: str) -> None:
    two_members(browser, site)
    game = game_of("Ada", "Ben", title="Tonight")
    visitor = somebody(browser, site, "")
    visitor.page.clock.install()
    visitor.goes_to("/")
    shows(visitor, game, step=0)
    choose(game, "Ada", 1, 1)
    choose(game, "Ben", 3, 3)
    visitor.page.clock.fast_forward(11_000)
    shows(visitor, game, step=1)
    assert visitor.troubles == []


def test_an_open_page_offers_nothing_any_more_that_a_suspended_member_may_not_do(
    browser: Browser, site: str
) -> None:
    ada = two_members(browser, site)
    user = User.objects.get(username="Ada")
    ada.goes_to("/")
    expect(ada.page.get_by_text("Play against bots")).to_be_visible()
    expect(ada.page.locator("#owed-games")).to_contain_text("Take a seat at a table")
    now = timezone.now()
    suspend(user=user, reason="Rudeness", until=now + timedelta(days=1), by=None, now=now)
    expect(ada.page.get_by_text("You are suspended until")).to_be_visible()
    expect(ada.page.get_by_text("Play against bots")).to_be_hidden()
    expect(ada.page.locator("#owed-games")).not_to_contain_text("Take a seat at a table")
    assert ada.troubles == []


def test_the_links_of_the_footer_stand_equally_far_apart(browser: Browser, site: str) -> None:
    visitor = somebody(browser, site, "")
    visitor.goes_to("/")
    gaps = visitor.page.evaluate(
        """() => {
          const texts = [...document.querySelectorAll(".site-footer nav a")].map((link) => {
            const text = document.createRange();
            text.selectNodeContents(link);
            return text.getBoundingClientRect();
          });
          return texts.slice(1).map((text, n) => Math.round(text.left - texts[n].right));
        }"""
    )
    assert len(gaps) >= 2
    assert max(gaps) - min(gaps) <= 1
