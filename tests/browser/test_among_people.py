"""Reporting, muting, inviting and rematches in real browsers."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from accounts.models import Mute, User
from accounts.services.roles import set_host
from games.models import Game
from reports.models import Report
from tests.browser.fingers import middle_of
from tests.browser.games import game_of, opens
from tests.browser.people import HURRY, PASSWORD, PHONE, Person, hurry_animations, somebody
from tests.games.acting import resign, say
from tests.lobby.tables import open_one


@pytest.fixture
def people(browser: Browser, site: str) -> dict[str, Person]:
    """Ada with a phone and Bo with a desktop browser, both logged in."""
    found = {}
    for name, options in (("Ada", {"viewport": PHONE, "has_touch": True}), ("Bo", {})):
        User.objects.create_user(name, password=PASSWORD)
        found[name] = somebody(browser, site, name, **options)
        found[name].has_logged_in()
    return found


def test_a_message_is_reported_in_two_taps_and_its_author_muted(people: dict[str, Person]) -> None:
    game = game_of("Ada", "Bo")
    bo = User.objects.get(username="Bo")
    say(game=game, user=bo, room="table", text="You fool")
    ada = people["Ada"]
    opens(ada, game)
    ada.page.get_by_role("tab", name="Chat").click()
    ada.page.get_by_role("link", name="Report this message or mute Bo").tap()
    dialog = ada.page.get_by_role("dialog")
    expect(dialog).to_contain_text("You fool")
    dialog.get_by_role("button", name="Insults, threats or hate").tap()
    expect(dialog.get_by_role("heading", name="Thank you")).to_be_focused()
    assert (Report.objects.get().about, Report.objects.get().text) == (bo, "You fool")
    dialog.get_by_role("button", name="Mute Bo").tap()
    expect(dialog.get_by_role("button", name="Unmute Bo")).to_be_visible()
    assert Mute.objects.filter(muted=bo).exists()
    dialog.get_by_role("button", name="Close").tap()
    expect(ada.page.locator("dialog")).to_have_count(0)
    hidden = ada.page.locator("#chat details")
    expect(hidden).to_have_count(1)
    expect(ada.page.get_by_text("You fool")).to_be_hidden()
    hidden.locator("summary").tap()
    expect(ada.page.get_by_text("You fool")).to_be_visible()
    assert ada.troubles == []


def test_a_double_tap_on_a_flag_opens_one_dialog_and_reports_nothing(
    people: dict[str, Person],
) -> None:
    game = game_of("Ada", "Bo")
    say(game=game, user=User.objects.get(username="Bo"), room="table", text="You fool")
    ada = people["Ada"]
    opens(ada, game)
    ada.page.get_by_role("tab", name="Chat").tap()
    hurry_animations(ada.page, 0.001)  # two taps are one double tap, however long they take
    flag = ada.page.get_by_role("link", name="Report this message or mute Bo")
    # Both at once: a tap that comes later finds the dialog above the flag.
    flag.evaluate("flag => { flag.click(); flag.click(); }")
    dialog = ada.page.get_by_role("dialog")
    why = dialog.get_by_role("button", name="Insults, threats or hate")
    ada.page.touchscreen.tap(*middle_of(why))
    hurry_animations(ada.page, HURRY)
    expect(dialog.get_by_role("button", name="Mute Bo")).to_be_enabled()
    expect(ada.page.locator("dialog")).to_have_count(1)
    assert not Report.objects.exists()
    why.tap()
    expect(dialog.get_by_role("heading", name="Thank you")).to_be_focused()
    assert ada.troubles == []


def test_a_report_that_is_not_sent_says_so_in_its_dialog(people: dict[str, Person]) -> None:
    game = game_of("Ada", "Bo")
    bo = people["Bo"]
    opens(bo, game)
    bo.page.get_by_role("link", name="Report or mute Ada").click()
    dialog = bo.page.get_by_role("dialog")
    reason = dialog.get_by_role("button", name="Insults, threats or hate")

    def fails(route: Route) -> None:
        if route.request.method == "POST":
            route.fulfill(status=500, body="Something went wrong.")
        else:
            route.fallback()

    bo.page.route("**/reports/**", fails)
    reason.click()
    words = "Your report was not sent. Check your connection and try again."
    expect(dialog.locator("#report-failed")).to_have_text(words)
    expect(dialog.get_by_role("alert")).to_have_text(words)
    expect(reason).to_be_focused()
    assert not Report.objects.exists()
    bo.page.unroute("**/reports/**")
    reason.click()
    expect(dialog.get_by_role("heading", name="Thank you")).to_be_focused()
    assert Report.objects.get().about == User.objects.get(username="Ada")


CROOKED = """rows => rows.map((row) => {
    const words = document.createRange();
    words.selectNodeContents(row.lastChild);
    const middle = ({ top, height }) => top + height / 2;
    const sign = row.querySelector("svg").getBoundingClientRect();
    return Math.abs(middle(sign) - middle(words.getBoundingClientRect()));
})"""
"""For each row, how many pixels its icon is above or below the middle of its text."""


def after_a_game(people: dict[str, Person]) -> tuple[Game, Page, Page]:
    """Returns a finished game, and two pages on which Ada and Bo look at it."""
    game = game_of("Ada", "Bo")
    resign(game_id=game.pk, user=User.objects.get(username="Bo"))
    for person in people.values():
        opens(person, game)
    return game, people["Ada"].page, people["Bo"].page


def test_a_rematch_is_one_tap_each_and_leads_both_to_the_new_game(
    people: dict[str, Person],
) -> None:
    game, ada, bo = after_a_game(people)
    ada.get_by_role("button", name="Offer a rematch").tap()
    expect(ada.get_by_role("heading", name="You have offered a rematch.")).to_be_visible()
    expect(bo.get_by_role("heading", name="Ada offers a rematch.")).to_be_visible()
    for page in (ada, bo):
        answers = page.locator(".rematch-answers > li")
        expect(answers).to_have_count(2)
        assert max(answers.evaluate_all(CROOKED)) < 2
    bo.get_by_role("button", name="Play again").click()
    for page in (ada, bo):
        page.wait_for_url(lambda url: "/games/" in url and game.public_id not in url)
    assert people["Ada"].troubles == people["Bo"].troubles == []


def test_a_rematch_is_offered_in_view_of_a_player_who_replays_the_game(
    people: dict[str, Person],
) -> None:
    game, ada, bo = after_a_game(people)
    offer = bo.get_by_role("button", name="Offer a rematch")
    expect(offer).to_be_visible()
    bo.get_by_role("button", name="One step back").click()
    expect(offer).to_be_hidden()
    ada.get_by_role("button", name="Offer a rematch").tap()
    expect(bo.get_by_role("heading", name="Ada offers a rematch.")).to_be_visible()
    bo.get_by_role("button", name="Play again").click()
    for page in (ada, bo):
        page.wait_for_url(lambda url: "/games/" in url and game.public_id not in url)
    assert people["Ada"].troubles == people["Bo"].troubles == []


def test_an_invitation_by_name_is_taken_up_from_the_notice(
    people: dict[str, Person],
) -> None:
    ada, bo = people["Ada"], people["Bo"]
    game_of("Ada", "Bo")  # so that the name is suggested
    host = User.objects.get(username="Ada")
    set_host(user=host, hosts=True)
    table = open_one(host, joining="link", listed=False, title="By name")
    ada.goes_to(table.get_absolute_url())
    field = ada.page.get_by_label("A member’s name")
    expect(ada.page.locator("#invite-names option")).to_have_attribute("value", "Bo")
    bo.goes_to("/notices/")
    field.fill("Nobody at all")
    field.press("Enter")
    expect(ada.page.locator("#refusal-invite-it")).to_contain_text("No member has this name.")
    field.fill("bo")
    field.press("Enter")
    expect(ada.page.get_by_text("no answer yet")).to_be_visible()
    bo.page.get_by_role("button", name="Take a seat").click()
    expect(bo.page.get_by_role("heading", name="By name")).to_be_visible()
    expect(ada.page.locator(".seat-list")).to_contain_text("Bo")
    assert bo.troubles == []
