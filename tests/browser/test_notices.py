"""Notices in a browser: the bell, the title and the list, live in every tab."""

import re
from collections.abc import Callable
from datetime import timedelta

import pytest
from django.utils import timezone
from playwright.sync_api import Browser, Page, Route, expect

from accounts.models import Preferences, User
from accounts.services.roles import set_host
from lobby.services.inviting import invite, withdraw_invitation
from notices.services.announcing import announce
from notices.services.reading import read_game
from tests.browser.games import choose, game_of, opens
from tests.browser.people import Person, comes_true, member
from tests.games.acting import resign
from tests.lobby.tables import open_one

BELL = "#bell-count"


@pytest.fixture
def ada(browser: Browser, site: str) -> Person:
    """A member with her account page open, which needs no other connection to the site."""
    User.objects.create_user("Ben")
    ada = member(browser, site, "Ada")
    ada.goes_to("/account/")
    expect(ada.page.get_by_role("link", name="Notifications", exact=True)).to_be_visible()
    return ada


def tab(ada: Person, path: str) -> Page:
    """Opens another tab of hers."""
    page = ada.page.context.new_page()
    page.goto(ada.site + path)
    return page


def test_a_notice_is_counted_in_all_tabs_and_read_in_all_when_it_is_in_one(ada: Person) -> None:
    home = tab(ada, "/")
    game_of("Ada", "Ben", title="First")
    second = game_of("Ada", "Ben", title="Second")
    for page in (ada.page, home):
        expect(page.locator(BELL)).to_have_text("2")
        expect(page.get_by_role("link", name="Notifications, 2 unread")).to_be_visible()
    expect(ada.page).to_have_title("(2) Your account · Miai")
    expect(home).to_have_title("(2) Your turn · Club room · Miai")
    game = tab(ada, second.get_absolute_url())
    expect(game.locator(BELL)).to_have_text("1")
    for page in (ada.page, home):
        expect(page.locator(BELL)).to_have_text("1")
    expect(ada.page).to_have_title("(1) Your account · Miai")
    assert ada.troubles == []


def test_what_happens_while_a_page_is_on_its_way_is_known_to_it(ada: Person) -> None:
    game = game_of("Ada", "Ben", title="First")

    def meanwhile(page: Page, happens: Callable[[], object]) -> None:
        """Makes it happen after the server has rendered the page, before its scripts run."""

        def answer(route: Route) -> None:
            happens()
            route.continue_()

        page.route("**/js/pages/every-page*.js", answer)

    def is_read() -> None:
        user = User.objects.get(username="Ada")
        read_game(member=user, public_id=game.public_id, now=timezone.now())

    def begins_a_turn() -> None:
        choose(game, "Ada", 1, 1)
        choose(game, "Ben", 3, 3)

    home = ada.page.context.new_page()
    meanwhile(home, is_read)
    home.goto(f"{ada.site}/")
    expect(home).to_have_title("Your turn · Club room · Miai")
    opened = ada.page.context.new_page()
    meanwhile(opened, begins_a_turn)
    opened.goto(f"{ada.site}{game.get_absolute_url()}")
    comes_true(opened, "document.title.startsWith('Your turn')")
    expect(home).to_have_title("Your turn · Club room · Miai")
    expect(home.locator(BELL)).to_be_hidden()
    ada.goes_to("/notices/")
    expect(ada.page.locator(".notice-row")).to_contain_text("It is your turn.")
    expect(ada.page.locator(".notice-row .badge")).to_have_count(0)


def test_the_list_follows_and_marks_all_as_read(ada: Person) -> None:
    lists = tab(ada, "/notices/")
    expect(lists.locator("#notices")).to_contain_text("Nothing new.")
    game_of("Ada", "Ben", title="Evening game")
    row = lists.locator(".notice-row")
    expect(row).to_contain_text("Your game has started.")
    expect(row).to_contain_text("new")
    lists.get_by_role("button", name="Mark all as read").click()
    expect(row).not_to_contain_text("new")
    for page in (lists, ada.page):
        expect(page.locator(BELL)).to_be_hidden()
        expect(page.get_by_role("link", name="Notifications", exact=True)).to_be_visible()
    expect(lists).to_have_title("Notifications · Miai")


def test_a_notice_that_is_dealt_with_in_one_tab_goes_in_the_others(ada: Person) -> None:
    lists = tab(ada, "/notices/")
    game = game_of("Ada", "Ben", title="First")
    row = lists.locator(".notice-row")
    expect(row).to_contain_text("Your game has started.")
    choose(game, "Ada", 1, 1)  # as she would on the game's page, in another tab
    expect(row).to_have_count(0)
    for page in (lists, ada.page):
        expect(page.locator(BELL)).to_be_hidden()
    ben = User.objects.get(username="Ben")
    set_host(user=ben, hosts=True)
    table = open_one(ben, seats=3)
    invited = invite(table_id=table.pk, by=ben, name="Ada", now=timezone.now())
    expect(row).to_contain_text("Ben invites you to a table.")
    withdraw_invitation(table_id=table.pk, by=ben, invitation_id=invited.pk, now=timezone.now())
    expect(row).to_have_count(0)
    expect(ada.page.locator(BELL)).to_be_hidden()
    assert ada.troubles == []


def test_a_notice_of_a_game_that_is_over_says_the_result_and_leads_on(ada: Person) -> None:
    game = game_of("Ada", "Ben", title="First")
    resign(game_id=game.pk, user=User.objects.get(username="Ben"))
    ada.goes_to("/notices/")
    row = ada.page.locator(".notice-row")
    expect(row).to_contain_text("You won.")
    row.get_by_role("link", name="Replay").click()
    expect(ada.page).to_have_url(re.compile(r"\?step=0$"))
    ada.goes_to("/notices/")
    row.get_by_role("link", name="Rematch").click()
    expect(ada.page.get_by_role("button", name="Offer a rematch")).to_be_in_viewport()
    assert ada.troubles == []


def test_a_game_that_is_looked_at_counts_nothing_and_leads_to_the_next(ada: Person) -> None:
    here = game_of("Ada", "Ben", title="Here")
    opens(ada, here)
    expect(ada.page.locator(BELL)).to_be_hidden()
    game_of("Ada", "Ben", title="There")
    expect(ada.page.locator(BELL)).to_have_text("1")
    choose(here, "Ada", 1, 1)
    choose(here, "Ben", 3, 3)
    expect(ada.page.locator("#replay")).to_contain_text("1")
    ada.page.get_by_role("link", name="Next game").click()
    expect(ada.page.get_by_role("heading", name="There")).to_be_visible()
    expect(ada.page.locator(BELL)).to_be_hidden()
    assert ada.troubles == []


def test_what_somebody_wants_to_be_told_is_kept(browser: Browser, site: str) -> None:
    User.objects.create_user("Ben")
    ada = member(browser, site, "Ada", timezone_id="Asia/Tokyo")
    with ada.page.expect_response("**/account/zone/"):
        ada.goes_to("/notices/preferences/")
    assert Preferences.objects.get().browser_zone == "Asia/Tokyo"
    box = ada.page.get_by_role("checkbox", name="It is your turn On the site")
    by_mail = ada.page.get_by_role(
        "checkbox", name="Somebody writes your name in a chat, as in @Name By email"
    )
    box.uncheck()
    by_mail.check()
    ada.page.get_by_label("Quiet hours").check()
    ada.page.get_by_label("Until").fill("06:30")
    ada.page.get_by_role("button", name="Save").click()
    expect(ada.page.locator("main").get_by_text("Saved.")).to_be_visible()
    expect(box).not_to_be_checked()
    expect(by_mail).to_be_checked()
    expect(ada.page.get_by_label("Until")).to_have_value("06:30")
    game_of("Ada", "Ben", title="Evening game")
    ada.goes_to("/notices/")
    expect(ada.page.locator("#notices")).to_contain_text("Nothing new.")
    assert ada.troubles == []


def test_a_word_from_the_moderators_is_read_in_all_tabs_when_it_is_in_one(ada: Person) -> None:
    now = timezone.now()
    announce(text="Tea at five.", until=now + timedelta(days=1), by=None, now=now)
    expect(ada.page.locator(BELL)).to_have_text("1")
    rules = tab(ada, "/rules/")
    ada.goes_to("/tables/")
    for page in (rules, ada.page):
        expect(page.get_by_role("complementary", name="From the moderators")).to_be_visible()
    rules.get_by_role("button", name="Got it").click()
    for page in (rules, ada.page):
        expect(page.locator("#news")).to_have_count(0)
        expect(page.locator(BELL)).to_be_hidden()
    assert ada.troubles == []
