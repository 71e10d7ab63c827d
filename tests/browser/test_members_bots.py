"""Registering a bot on its page, and adding it to a table."""

import pytest
from django.utils import timezone
from playwright.sync_api import Browser, expect

from accounts.models import User
from accounts.services.bots import note_connected, register_bot
from accounts.services.roles import set_host
from tests.browser.barriers import barriers
from tests.browser.games import opens
from tests.browser.people import PASSWORD, PHONE, Person, member
from tests.games.playing import begin
from tests.lobby.tables import open_one, sit

HIDDEN = """(name) => {
  const text = document.createRange();
  text.selectNodeContents(name);
  return text.getBoundingClientRect().width - name.getBoundingClientRect().width;
}"""
"""How much of a name is not shown, in pixels."""
TAKES = {"games": {"territory": {"seats": [2]}}, "at_once": 1}


def registers(person: Person, name: str) -> str:
    """Registers a bot; returns its token."""
    person.goes_to("/account/bots/")
    person.page.get_by_label("Name of the bot").fill(name)
    person.page.get_by_role("button", name="Register").click()
    if person.page.get_by_label("Password", exact=True).is_visible():
        person.page.get_by_label("Password", exact=True).fill(PASSWORD)
        person.page.locator("main form button.button--primary").click()
    return person.page.get_by_label("The token").input_value()


def test_a_bot_is_registered_gets_a_new_token_and_retires(browser: Browser, site: str) -> None:
    ada = member(browser, site, "Ada", viewport=PHONE)
    first = registers(ada, "Gravel")
    assert first.startswith("miai_")
    expect(ada.page.locator("main")).to_contain_text("not connected")
    assert barriers(ada) == []
    ada.page.get_by_role("button", name="New token for Gravel").click()
    expect(ada.page.get_by_label("The token")).not_to_have_value(first)
    ada.page.locator("summary").filter(has_text="Retire").click()
    ada.page.get_by_role("button", name="Retire Gravel").click()
    expect(ada.page.locator("#main").get_by_text("Gravel is retired")).to_be_visible()
    assert not User.objects.filter(username="Gravel").exists()
    assert ada.troubles == []


def test_a_member_adds_a_bot_of_another_that_is_connected(browser: Browser, site: str) -> None:
    ada = member(browser, site, "Ada")
    registers(ada, "Gravel")
    bot = User.objects.get(username="Gravel")
    note_connected(bot=bot, key="one", takes=TAKES, now=timezone.now())
    ben = member(browser, site, "Ben", viewport=PHONE)
    host = User.objects.get(username="Ben")
    set_host(user=host, hosts=True)
    table = open_one(host, "territory", seats=2)
    sit(table, host)
    ben.goes_to("/members/Gravel/")
    expect(ben.page.locator("main")).to_contain_text("A program of Ada plays under this name.")
    assert barriers(ben) == []
    ben.goes_to(table.get_absolute_url())
    ben.page.get_by_label("Bot for seat 2").select_option("Gravel – bot of Ada")
    ben.page.get_by_role("button", name="Add a bot").click()
    seats = ben.page.locator(".seat-list")
    expect(seats).to_contain_text("bot of Ada")
    expect(seats.get_by_role("link", name="Gravel")).to_be_visible()
    assert barriers(ben) == []
    assert ben.troubles == []


@pytest.mark.parametrize("width", [390, 1280])
def test_the_name_of_a_bot_has_room_before_that_of_its_owner(
    browser: Browser, site: str, width: int
) -> None:
    ada = User.objects.create_user("Newcomer-with-a-bot")
    bot, _ = register_bot(owner=ada, name="Greenhorn", now=timezone.now())
    ben = member(browser, site, "Ben", viewport={"width": width, "height": 900})
    players = [bot, User.objects.get(username="Ben")]
    opens(ben, begin(*players, variant="territory", turn_seconds=600))
    name = ben.page.locator(".seat-name", has_text="Greenhorn").first
    expect(name).to_be_visible()
    assert name.evaluate(HIDDEN) <= 0
