"""German pages on a phone: the texts of the games' modules, and whether all words fit."""

import re

from playwright.sync_api import Browser, ViewportSize, expect

from accounts.models import Preferences, User
from engines.registry import GAMES
from tests.browser.barriers import barriers
from tests.browser.games import choose, game_of, opens
from tests.browser.people import PHONE, Person, member
from tests.browser.test_every_page import SMALLEST, WIDER_THAN_THE_WINDOW, to_scroll

VERY_SMALL: ViewportSize = {"width": 280, "height": 653}

LINES_OF_WORDS = """(title) => {
  const text = title.firstChild, range = document.createRange();
  return [...text.data.matchAll(/\\S+/g)].map(({ index, 0: word }) => {
    range.setStart(text, index);
    range.setEnd(text, index + word.length);
    return range.getClientRects().length;
  });
}"""
"""On how many lines each word of an element's text is."""


def german(browser: Browser, site: str, name: str) -> Person:
    """Makes a member with a phone, who prefers German whatever language their browser asks for."""
    person = member(browser, site, name, viewport=PHONE, has_touch=True, is_mobile=True)
    preferences, _ = Preferences.objects.get_or_create(user=User.objects.get(username=name))
    preferences.language = "de"
    preferences.save()
    return person


def test_a_german_member_plays_a_turn_and_reads_all_of_it_in_german(
    browser: Browser, site: str
) -> None:
    ada = german(browser, site, "Ada")
    User.objects.create_user("Ben")
    game = game_of("Ada", "Ben")
    opens(ada, game)
    clock, choice, log = (ada.page.locator(f"#{name}") for name in ("clock", "choice", "log"))
    expect(ada.page.locator("html")).to_have_attribute("lang", "de")
    expect(clock).to_contain_text("Runde 1")
    expect(choice).to_contain_text("Wähle einen Punkt. Deine Wahl bleibt geheim bis zum Aufdecken.")
    ada.sees("D4", "leer")
    ada.press(ada.point("D4"))
    expect(choice).to_contain_text("D4: gewählt, noch nicht versiegelt.")
    ada.press(ada.page.get_by_role("button", name=re.compile("^Versiegeln")))
    expect(choice).to_contain_text("Versiegelt: D4. Das bleibt geheim bis zum Aufdecken.")
    expect(choice).to_contain_text("Es fehlt noch: Ben.")
    assert barriers(ada) == []
    choose(game, "Ben", 0, 0)
    expect(clock).to_contain_text("Runde 2")
    expect(log).to_contain_text("Ada D4, Ben A5.")
    ada.sees("D4", "Stein von Ada")
    ada.press(ada.page.get_by_role("button", name="Passen", exact=True))
    ada.press(ada.page.get_by_role("button", name=re.compile("^Versiegeln")))
    expect(choice).to_contain_text("Versiegelt: passen.")
    choose(game, "Ben")
    expect(log).to_contain_text("Ada und Ben haben gepasst.")
    assert barriers(ada) == []
    assert ada.troubles == []


def test_long_headings_fit_a_very_small_screen(browser: Browser, site: str) -> None:
    ada = german(browser, site, "Ada")
    ada.page.set_viewport_size(VERY_SMALL)
    for path in ("/", "/notices/", "/account/preferences/", "/notices/preferences/"):
        ada.goes_to(path)
        assert to_scroll(ada.page) == [], path


def test_no_word_of_a_games_title_is_broken_on_a_phone(browser: Browser, site: str) -> None:
    """Beside it are the number of spectators and the button with which it is shared."""
    ada = german(browser, site, "Ada")
    User.objects.create_user("Ben")
    game = game_of("Ada", "Ben", title="Donnerstagabendpartie bei Ada")
    opens(ada, game)
    browser.new_page().goto(f"{site}{game.get_absolute_url()}")
    expect(ada.page.locator("#watching")).to_contain_text("1 schaut zu")
    assert ada.page.locator(".game-head h1").evaluate(LINES_OF_WORDS) == [1, 1, 1]


def test_the_rules_fit_the_smallest_telephone_though_german_words_are_long(
    browser: Browser, site: str
) -> None:
    page = browser.new_context(locale="de-DE", viewport=SMALLEST).new_page()
    for game in GAMES:
        page.goto(f"{site}/rules/{game.slug}/")
        expect(page.locator(".walk-bar").first.get_by_role("button").first).to_be_visible()
        assert page.evaluate(WIDER_THAN_THE_WINDOW) <= 0, game.slug
