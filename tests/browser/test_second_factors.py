"""Second factors and sessions in a real browser, on a phone."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from accounts.models import User
from tests.accounts.codes import code_of
from tests.browser.people import PASSWORD, PHONE, Person, somebody
from tests.browser.test_every_page import troubles_on

KEPT = {
    "protocol": "ctap2",
    "transport": "internal",
    "hasResidentKey": True,
    "hasUserVerification": True,
    "isUserVerified": True,
    "automaticPresenceSimulation": True,
}
"""An authenticator like a phone's: it stores passkeys, and recognises the owner's finger."""


class Device:
    """The authenticator that stores the passkeys of one browser."""

    def __init__(self, page: Page) -> None:
        self.tools = page.context.new_cdp_session(page)
        self.tools.send("WebAuthn.enable")
        made = self.tools.send("WebAuthn.addVirtualAuthenticator", {"options": KEPT})
        self.which = {"authenticatorId": made["authenticatorId"]}

    def keeps(self) -> list[Any]:
        """Returns the stored passkeys."""
        return list(self.tools.send("WebAuthn.getCredentials", self.which)["credentials"])

    def refuses(self) -> None:
        """Rejects the finger from now on, as if it were somebody else's."""
        self.tools.send("WebAuthn.setUserVerified", {**self.which, "isUserVerified": False})


@pytest.fixture
def site(site: str) -> str:
    """The site under a host name: passkeys belong to names, not to IP addresses."""
    return site.replace("127.0.0.1", "localhost")


@pytest.fixture
def anna(browser: Browser, site: str) -> Iterator[Person]:
    """A member with a phone, who logged in a while ago."""
    User.objects.create_user("Anna", password=PASSWORD)
    person = somebody(browser, site, "Anna", viewport=PHONE, has_touch=True)
    person.has_logged_in()
    yield person
    assert person.troubles == []


def shows_who_it_is(page: Page) -> None:
    """Types the password again when the page asks for it."""
    expect(page.get_by_role("heading", name="Is it you?")).to_be_visible()
    page.get_by_label("Password", exact=True).fill(PASSWORD)
    page.get_by_role("button", name="Continue").click()


def logs_out(person: Person) -> None:
    """Logs out by the menu."""
    person.page.locator("details.member-menu summary").click()
    person.page.get_by_role("button", name="Log out").click()
    expect(person.page.get_by_role("link", name="Log in").first).to_be_visible()


def types_the_password(person: Person) -> None:
    """Logs in up to and including the password."""
    person.goes_to("/account/login/")
    person.page.get_by_label("Name").fill(person.name)
    person.page.get_by_label("Password", exact=True).fill(PASSWORD)
    person.page.get_by_role("button", name="Log in", exact=True).click()
    expect(person.page.get_by_role("heading", name="Two-factor login")).to_be_visible()


def is_in(person: Person) -> None:
    expect(person.page.locator("details.member-menu")).to_be_visible()


def looks_right(page: Page) -> None:
    """Checks that axe-core finds nothing serious, nothing scrolls sideways, and every control is
    large enough to tap."""
    from tests.browser.test_every_page import AXE

    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE)
    assert troubles_on(page, "phone", admin=False) == []


def sets_up_an_app(person: Person) -> tuple[str, list[str]]:
    """Sets up an app that shows codes; returns its secret and the recovery codes."""
    page = person.page
    person.goes_to("/account/second-factor/")
    looks_right(page)
    page.get_by_role("link", name="Set up an app").click()
    shows_who_it_is(page)
    picture = page.get_by_role("img", name="The secret as a QR code")
    expect(picture).to_be_visible()
    assert picture.evaluate("image => image.naturalWidth") > 100
    looks_right(page)
    secret = page.locator("#secret").inner_text()
    page.get_by_label("Code").fill(code_of(secret))
    page.get_by_role("button", name="Set up the app").click()
    expect(page.get_by_role("heading", name="Recovery codes")).to_be_visible()
    looks_right(page)
    return secret, page.locator(".recovery-codes li").all_inner_texts()


def adds_a_passkey(person: Person) -> None:
    """Adds a passkey; types the password if the page asks for it."""
    page = person.page
    person.goes_to("/account/second-factor/webauthn/add/")
    if page.get_by_role("heading", name="Is it you?").is_visible():
        shows_who_it_is(page)
    page.get_by_label("Name of the passkey").fill("My phone")
    looks_right(page)
    page.get_by_role("button", name="Add a passkey").click()


def test_an_app_is_set_up_and_asked_for_and_a_recovery_code_stands_in(anna: Person) -> None:
    secret, recovery = sets_up_an_app(anna)
    logs_out(anna)
    types_the_password(anna)
    looks_right(anna.page)
    anna.page.get_by_label("Code").fill(code_of(secret, later=1))
    anna.page.get_by_label("Code").press("Enter")
    is_in(anna)
    logs_out(anna)
    types_the_password(anna)
    anna.page.get_by_label("Code").fill(recovery[0])
    anna.page.get_by_label("Code").press("Enter")
    is_in(anna)
    anna.goes_to("/account/second-factor/")
    expect(anna.page.get_by_text("9 left; each works once")).to_be_visible()


def test_a_passkey_logs_in_alone_and_as_the_second_factor(anna: Person) -> None:
    device = Device(anna.page)
    adds_a_passkey(anna)
    expect(anna.page.get_by_role("heading", name="Recovery codes")).to_be_visible()
    assert len(device.keeps()) == 1
    logs_out(anna)

    anna.goes_to("/account/login/")
    looks_right(anna.page)
    anna.page.get_by_role("button", name="Log in with a passkey").click()
    is_in(anna)
    logs_out(anna)

    types_the_password(anna)
    anna.page.get_by_role("button", name="Use the passkey").click()
    is_in(anna)

    anna.goes_to("/account/second-factor/webauthn/")
    expect(anna.page.locator(".list-title")).to_have_text("My phone")
    looks_right(anna.page)
    anna.page.get_by_role("link", name="Remove My phone").click()
    looks_right(anna.page)
    anna.page.get_by_role("button", name="Remove passkey").click()
    expect(anna.page.get_by_text("You have none.")).to_be_visible()


def test_a_passkey_shows_who_it_is_in_place_of_the_password(anna: Person) -> None:
    Device(anna.page)
    adds_a_passkey(anna)
    expect(anna.page.get_by_role("heading", name="Recovery codes")).to_be_visible()
    anna.has_logged_in()
    anna.goes_to("/account/second-factor/recovery-codes/")
    looks_right(anna.page)
    anna.page.get_by_role("link", name="Use a passkey").click()
    looks_right(anna.page)
    anna.page.get_by_role("button", name="Use a passkey").click()
    expect(anna.page.get_by_role("heading", name="Recovery codes")).to_be_visible()


def test_another_finger_adds_no_passkey_and_the_page_says_so(anna: Person) -> None:
    Device(anna.page).refuses()
    adds_a_passkey(anna)
    expect(anna.page.get_by_role("alert").filter(has_text="Try again")).to_be_visible()
    expect(anna.page.get_by_role("button", name="Add a passkey")).to_be_enabled()
    anna.goes_to("/account/second-factor/")
    expect(anna.page.get_by_text("None yet")).to_be_visible()


def test_another_browser_is_logged_out_at_a_tap(browser: Browser, site: str, anna: Person) -> None:
    laptop = somebody(browser, site, "Anna")
    laptop.has_logged_in()
    anna.goes_to("/account/sessions/")
    looks_right(anna.page)
    anna.page.get_by_role("button", name=re.compile("^Log out Firefox")).tap()
    shows_who_it_is(anna.page)
    expect(
        anna.page.locator(".messages").get_by_text("That browser has been logged out.")
    ).to_be_visible()
    laptop.goes_to("/account/")
    expect(laptop.page.get_by_role("heading", name="Log in")).to_be_visible()
    is_in(anna)


def test_a_password_can_be_shown_while_it_is_typed(browser: Browser, site: str) -> None:
    visitor = somebody(browser, site, "")
    visitor.goes_to("/account/login/")
    field = visitor.page.get_by_label("Password", exact=True)
    field.fill("a secret")
    visitor.page.get_by_role("button", name="Show password").click()
    expect(field).to_have_attribute("type", "text")
    visitor.page.get_by_role("button", name="Hide password").click()
    expect(field).to_have_attribute("type", "password")
    expect(field).to_have_value("a secret")
