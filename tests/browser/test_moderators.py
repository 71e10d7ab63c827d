"""Moderators in a browser: a report shows at once, and a removed message goes everywhere."""

from __future__ import annotations

from playwright.sync_api import Browser, expect

from accounts.models import User
from accounts.services.roles import make_moderator
from games.play.rating import FEWEST_TURNS
from ratings.pairs import FEWEST_EARLY
from reports.models import Report
from tests.browser.games import game_of
from tests.browser.people import member
from tests.games.acting import resign, say
from tests.games.playing import play_turns

WAITING = "#reports-waiting"


def test_a_report_is_counted_at_once_and_its_message_goes_from_open_pages(
    browser: Browser, site: str
) -> None:
    ada, ben, mona = (member(browser, site, name) for name in ("Ada", "Ben", "Mona"))
    make_moderator(user=User.objects.get(username="Mona"))
    game = game_of("Ada", "Ben", title="Tuesday")
    author = User.objects.get(username="Ada")
    for text in ("You fool", "Hello again"):
        say(game=game, user=author, room="table", text=text)
    mona.goes_to("/account/")
    expect(mona.page.locator(WAITING)).to_be_hidden()
    for who in (ada, ben):
        who.goes_to(game.get_absolute_url())
        who.page.get_by_role("tab", name="Chat").click()
        expect(who.page.get_by_text("You fool")).to_be_visible()
    ben.page.get_by_role("link", name="Report this message or mute Ada").first.click()
    ben.page.get_by_role("button", name="Insults, threats or hate").click()
    expect(ben.page.get_by_text("The moderators will look at it.")).to_be_visible()
    ben.page.keyboard.press("Escape")
    expect(mona.page.locator(WAITING)).to_have_text("1 report waits for you1")
    mona.goes_to("/admin/")
    mona.page.get_by_role("link", name="Ada").first.click()
    mona.page.get_by_label("Nothing has to be done").check()
    mona.page.get_by_label("Take the message down").check()
    mona.page.get_by_label("Reason").fill("Stay polite.")
    mona.page.get_by_role("button", name="Save", exact=True).click()
    for who in (ada, ben):
        expect(who.page.get_by_text("You fool")).to_have_count(0)
        expect(who.page.get_by_text("Hello again")).to_be_visible()
    assert Report.objects.get().taken_down
    mona.goes_to("/account/")
    expect(mona.page.locator(WAITING)).to_be_hidden()
    assert [who.troubles for who in (ada, ben, mona)] == [[], [], []]


def test_the_reason_of_a_command_that_failed_is_kept_for_the_next_try(
    browser: Browser, site: str
) -> None:
    User.objects.create_user("Ada")
    User.objects.create_user("Ben")
    mona = member(browser, site, "Mona")
    make_moderator(user=User.objects.get(username="Mona"))
    game = game_of("Ada", "Ben")
    page = mona.page
    mona.goes_to(game.get_absolute_url())
    page.get_by_role("tab", name="Moderate").click()
    pauses = page.locator("#moderate-pause")
    reason, sends = page.get_by_label("Reason"), page.get_by_role("button", name="Pause game")
    page.route("**/pause/", lambda route: route.fulfill(status=503, body="{}"))
    pauses.click()
    expect(reason).to_have_value("")
    reason.fill("Ada asked for it.")
    sends.click()
    expect(page.locator("#refusal-moderate-pause")).to_have_text(
        "That did not work. Reload the page."
    )
    page.unroute("**/pause/")
    pauses.click()
    expect(reason).to_have_value("Ada asked for it.")
    sends.click()
    expect(page.locator("#moderate-resume")).to_be_enabled()
    expect(page.locator("#refusal-moderate-pause")).to_be_empty()


def test_a_suspension_ends_when_a_button_says(browser: Browser, site: str) -> None:
    User.objects.create_user("Ben")
    mona = member(browser, site, "Mona")
    make_moderator(user=User.objects.get(username="Mona"))
    mona.goes_to("/admin/accounts/suspension/add/?user=Ben")
    field = mona.page.get_by_label("Until")
    offered = field.input_value()
    mona.page.get_by_role("button", name="28 days").click()
    assert field.input_value() > offered
    mona.page.get_by_role("button", name="7 days").click()
    expect(field).to_have_value(offered)
    assert mona.troubles == []


def test_the_page_of_pairs_is_no_wider_than_a_phone(browser: Browser, site: str) -> None:
    ada, ben = (User.objects.create_user(name) for name in ("Ada", "Ben"))
    mona = member(browser, site, "Mona", viewport={"width": 320, "height": 640})
    make_moderator(user=User.objects.get(username="Mona"))
    for _ in range(FEWEST_EARLY):
        game = game_of("Ada", "Ben", title="Tuesday evening")
        play_turns(game, ada, ben, turns=FEWEST_TURNS)
        resign(game_id=game.pk, user=ben)
    mona.goes_to("/admin/ratings/ratedgame/pairs/")
    expect(mona.page.get_by_role("link", name="Strike it")).to_have_count(FEWEST_EARLY)
    assert mona.page.evaluate("document.documentElement.scrollWidth") == 320
    assert mona.troubles == []
