"""Making a token for a program, on its page."""

from playwright.sync_api import Browser, expect

from accounts.models import ApiToken
from tests.browser.barriers import barriers
from tests.browser.people import PASSWORD, PHONE, member


def test_a_token_is_made_copied_and_ended(browser: Browser, site: str) -> None:
    ada = member(browser, site, "Ada", viewport=PHONE)
    ada.page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    ada.goes_to("/account/tokens/")
    ada.page.get_by_label("What is it for?").fill("My bot")
    ada.page.get_by_label("Play: choose, plan").check()
    ada.page.get_by_role("button", name="Make").click()
    if ada.page.get_by_label("Password", exact=True).is_visible():
        ada.page.get_by_label("Password", exact=True).fill(PASSWORD)
        ada.page.locator("main form button.button--primary").click()
    token = ada.page.get_by_label("Your new token").input_value()
    assert token.startswith("miai_")
    ada.page.get_by_role("button", name="Copy").click()
    expect(ada.page.locator("#toasts").get_by_text("Copied.")).to_be_visible()
    assert ada.page.evaluate("navigator.clipboard.readText()") == token
    assert barriers(ada) == []
    ada.goes_to("/account/tokens/")
    expect(ada.page.locator("main")).not_to_contain_text(token)
    ada.page.get_by_role("button", name="End My bot").click()
    expect(ada.page.locator("#main").get_by_text("The token no longer works.")).to_be_visible()
    assert not ApiToken.objects.exists()
    assert ada.troubles == []
