"""A game in a window whose colours the member's system chooses, as for high contrast."""

from playwright.sync_api import Browser, Locator, expect

from accounts.models import User
from tests.browser.games import opens
from tests.browser.people import member
from tests.browser.test_territory import territory


def style(what: Locator, name: str) -> str:
    """Returns the computed value of a property."""
    value: str = what.evaluate("(element, name) => getComputedStyle(element)[name]", name)
    return value


def test_what_is_selected_and_whose_tiles_are_counted_can_be_seen(
    browser: Browser, site: str
) -> None:
    for name in ("Ben", "Cleo"):
        User.objects.create_user(name)
    ada = member(browser, site, "Ada", forced_colors="active")
    opens(ada, territory("Ada", "Ben", "Cleo"))
    page = ada.page
    chat, log = (page.get_by_role("tab", name=name) for name in ("Chat", "Log"))
    chat.click()
    background = style(page.locator("html"), "backgroundColor")
    assert style(log, "borderBottomColor") == background
    assert style(chat, "borderBottomColor") != background
    tally = page.locator(".tally-part")
    assert len({style(tally.nth(seat), "backgroundColor") for seat in range(3)}) == 3
    card = page.get_by_role("button", name="Double move")
    expect(card).to_have_attribute("aria-pressed", "false")
    before = style(card, "backgroundColor")
    card.click()
    expect(card).to_have_attribute("aria-pressed", "true")
    assert style(card, "backgroundColor") != before
