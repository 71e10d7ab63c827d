"""Invitations, preferences and times, in a real browser."""

from datetime import UTC, datetime, timedelta

import pytest
from django.utils import timezone
from playwright.sync_api import Browser, Locator, Page, Route, expect

from accounts.models import Invitation, User
from accounts.services.invitations import invite
from accounts.services.roles import make_moderator
from tests.browser.fingers import middle_of
from tests.browser.people import PASSWORD, Person, picks, somebody


@pytest.fixture
def steward(browser: Browser, site: str) -> Person:
    """A moderator who has logged in."""
    make_moderator(user=User.objects.create_user("Mira", password=PASSWORD))
    person = somebody(browser, site, "Mira")
    person.logs_in()
    return person


def copied_from(page: Page) -> str:
    """Returns the contents of the page's clipboard."""
    return str(page.evaluate("navigator.clipboard.readText()"))


def test_a_moderator_copies_a_link_by_keyboard_and_somebody_joins_by_it(
    browser: Browser, site: str, steward: Person
) -> None:
    page = steward.page
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    steward.goes_to("/admin/accounts/invitation/add/")
    page.get_by_label("Note").fill("for Nina")
    page.get_by_role("button", name="Save", exact=True).click()
    row = page.get_by_role("row").filter(has_text="for Nina")
    row.get_by_role("button", name="Copy link").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_text("Copied.")).to_be_visible()

    nina = somebody(browser, site, "Nina")
    nina.joins_the_club(copied_from(page))
    page.reload()
    expect(row.locator("td.field-state")).to_have_text("used up")
    assert Invitation.objects.get(note="for Nina").uses.get().user == User.objects.get(
        username="Nina"
    )
    assert (steward.troubles, nina.troubles) == ([], [])


def test_a_double_click_joins_the_club_once(browser: Browser, site: str) -> None:
    """The answer to a second request would be that the name is taken and the invitation used up."""
    mira = User.objects.create_user("Mira")
    now = timezone.now()
    invitation = invite(creator=mira, expires_at=now + timedelta(days=1), now=now)
    nina = somebody(browser, site, "Nina")
    nina.goes_to(f"/account/join/{invitation.code}/")
    nina.page.get_by_label("Name").fill("Nina")
    nina.page.get_by_label("Password", exact=True).fill(PASSWORD)
    nina.page.get_by_label("Password again").fill(PASSWORD)
    where = middle_of(nina.page.get_by_role("button", name="Join the club"))
    held: list[Route] = []
    nina.page.route("**/account/join/**", lambda route: held.append(route))  # noqa: PLW0108 Playwright marks what it calls
    nina.page.mouse.click(*where)
    while not held:
        nina.page.wait_for_timeout(20)
    nina.page.mouse.click(*where)  # the answer to the first is not there yet
    nina.page.wait_for_timeout(150)
    assert len(held) == 1
    held[0].continue_()
    nina.is_at("Welcome, Nina")
    assert nina.troubles == []


def stones(page: Page) -> Locator:
    return page.locator("#preview-stones use")


def test_preferences_show_at_once_and_are_kept(steward: Person) -> None:
    page = steward.page
    steward.goes_to("/account/preferences/")
    before = stones(page).first.get_attribute("href")
    picks(page.get_by_role("group", name="Stones", exact=True).get_by_label("Moss"))
    picks(page.get_by_label("Slate"))
    picks(page.get_by_label("Dark", exact=True))
    assert stones(page).first.get_attribute("href") != before
    html = page.locator("html")
    expect(html).to_have_attribute("data-board", "slate")
    expect(html).to_have_attribute("data-theme", "dark")
    page.get_by_label("Time zone").select_option("Asia/Tokyo")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_role("status").filter(has_text="saved")).to_be_visible()
    expect(html).to_have_attribute("data-theme", "dark")
    expect(
        page.get_by_role("group", name="Stones", exact=True).get_by_label("Moss")
    ).to_be_checked()
    assert steward.troubles == []


@pytest.mark.parametrize(
    ("zone", "day"), [("Asia/Tokyo", "2 March 2026"), ("America/New_York", "1 March 2026")]
)
def test_a_time_is_shown_in_the_zone_of_who_looks(
    browser: Browser, site: str, zone: str, day: str
) -> None:
    late = datetime(2026, 3, 1, 22, 5, tzinfo=UTC)
    User.objects.create_user("Anna", password=PASSWORD, date_joined=late)
    anna = somebody(browser, site, "Anna", timezone_id=zone)
    anna.logs_in()
    anna.goes_to("/account/")
    expect(anna.page.get_by_text("Member since")).to_contain_text(day)


def test_the_member_menu_opens_and_closes_by_keyboard(steward: Person) -> None:
    page = steward.page
    menu = page.locator("details.member-menu")
    menu.locator("summary").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("link", name="Preferences")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_role("link", name="Preferences")).to_be_hidden()
    expect(menu.locator("summary")).to_be_focused()
