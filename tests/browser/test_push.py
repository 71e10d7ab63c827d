"""Notifications on a device: offered on a page, turned on, shown by the service worker, and counted
on the icon. Stand-ins replace what Chromium lacks when it has no window."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser as Chromium
from playwright.sync_api import Worker, expect

from accounts.models import User
from notices.models import PushDevice
from notices.push.keys import public_key
from tests.browser.games import game_of
from tests.browser.people import Person, comes_true, member
from tests.servers.push_service import Browser, PushService

IN_PAGE = Path(__file__).with_name("push_in_page.js").read_text()
IN_WORKER = """() => {
    self.shown = [];
    self.navigator.setAppBadge = async (count) => void (self.badge = count);
    self.registration.getNotifications = async () => [...self.shown];
    self.registration.showNotification = async (title, options) => {
        self.shown = self.shown.filter(({ tag }) => tag !== options.tag);
        self.shown.push({ title, ...options });
    };
}"""
ASKS_THE_PAGE = """async (expected) => {
    const asked = async () => {
        const [page] = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
        return mayBeLeft(page);
    };
    while ((await asked()) !== expected) await new Promise((done) => setTimeout(done, 20));
}"""
"""Until the answer is the expected one: the worker does not wait long for a busy page."""
DAY = 86_400
HERE = "Notify me on this device"


@pytest.fixture
def device() -> Iterator[Browser]:
    """Ada's browser at its push service."""
    with PushService(public_key) as service:
        yield service.browser("ada")


@pytest.fixture
def ada_says(browser: Chromium, site: str, device: Browser) -> Callable[..., Person]:
    """Makes Ada, a member; ``says`` is her answer when her browser asks for permission."""

    def make(says: str = "granted", **options: Any) -> Person:
        User.objects.create_user("Ben")
        ada = member(browser, site, "Ada", **options)
        told = json.dumps({**device.keys, "says": says})
        ada.page.context.add_init_script(f"{IN_PAGE}standIn({told});")
        return ada

    return make


def delivers(ada: Person, pushed: dict[str, Any]) -> list[tuple[str, str]]:
    """Delivers a pushed message to the browser; returns title and body of all notifications that it
    then shows."""
    cdp = ada.page.context.new_cdp_session(ada.page)
    known: list[Any] = []
    cdp.on(
        "ServiceWorker.workerRegistrationUpdated", lambda told: known.extend(told["registrations"])
    )
    cdp.send("ServiceWorker.enable")
    [worker] = ada.page.context.service_workers
    worker.evaluate(IN_WORKER)
    while not known:  # the event above fills it
        ada.page.wait_for_timeout(20)
    [registration] = {each["registrationId"] for each in known}
    message = {"origin": ada.site, "registrationId": registration, "data": json.dumps(pushed)}
    cdp.send("ServiceWorker.deliverPushMessage", message)
    return shown_by(worker)


def shown_by(worker: Worker) -> list[tuple[str, str]]:
    """Waits until the service worker shows notifications; returns their titles and bodies."""
    found = worker.evaluate(
        """async () => {
            while (!self.shown.length) await new Promise((done) => setTimeout(done, 20));
            return self.shown.map(({ title, body }) => [title, body]);
        }"""
    )
    return [(title, body) for title, body in found]


def test_a_member_is_asked_once_in_words_and_then_told_by_push(
    ada_says: Callable[..., Person], device: Browser
) -> None:
    ada = ada_says(timezone_id="Asia/Tokyo")
    game_of("Ada", "Ben", title="Evening game", turn_seconds=DAY)
    ada.goes_to("/")
    offer = ada.page.get_by_role("region", name="Would you like this device to tell you")
    expect(offer).to_be_visible()
    assert ada.page.evaluate("timesAsked") == 0
    offer.get_by_role("button", name=HERE).click()
    expect(ada.page.locator("#device-offer")).to_contain_text("On: this device notifies you")
    assert PushDevice.objects.get().endpoint == device.endpoint
    ada.goes_to("/")
    expect(ada.page.locator("#lobby")).to_contain_text("Evening game")
    expect(ada.page.locator("#device-offer")).to_have_count(0)

    game_of("Ada", "Ben", title="Night game", turn_seconds=DAY)
    ends = time.monotonic() + 60
    told: list[str] = []
    while time.monotonic() < ends:  # a worker of the site sends it
        for pushed in device.came[len(told) :]:
            title, body = delivers(ada, pushed)[-1]
            assert title == "Your game has started."
            told.append(body.partition("\nYou have until ")[0])
        if "Night game" in told:
            break
        ada.page.wait_for_timeout(50)
    # The earlier game's unread notice may come too, before or after this one.
    assert sorted(told) in (["Night game"], ["Evening game", "Night game"])
    comes_true(ada.page, "countsOnIcon.at(-1) === 2")  # known through the socket, not from the push
    assert ada.troubles == []


def test_a_page_on_which_something_is_typed_is_not_left_for_a_notice(
    ada_says: Callable[..., Person],
) -> None:
    ada = ada_says()
    game = game_of("Ada", "Ben", turn_seconds=DAY)
    ada.goes_to("/")
    ada.page.get_by_role("button", name=HERE).click()
    expect(ada.page.locator("#device-offer")).to_contain_text("On: this device notifies you")
    ada.goes_to(game.get_absolute_url())
    [worker] = ada.page.context.service_workers
    ada.page.get_by_role("tab", name="Chat").click()
    worker.evaluate(ASKS_THE_PAGE, True)
    ada.page.get_by_label("Your message").fill("Good evening")
    worker.evaluate(ASKS_THE_PAGE, False)
    ada.page.get_by_role("button", name="Send").click()
    expect(ada.page.locator("#chat")).to_contain_text("Good evening")
    expect(ada.page.get_by_label("Your message")).to_have_value("")
    worker.evaluate(ASKS_THE_PAGE, True)
    assert ada.troubles == []


def test_no_is_no_and_is_asked_never_again(ada_says: Callable[..., Person]) -> None:
    ada = ada_says()
    game_of("Ada", "Ben", turn_seconds=DAY)
    ada.goes_to("/")
    ada.page.get_by_role("button", name="No, thanks").click()
    expect(ada.page.locator("#device-offer")).to_have_count(0)
    ada.goes_to("/notices/preferences/")
    expect(ada.page.locator("#device-state")).to_contain_text("Off:")
    ada.goes_to("/")
    expect(ada.page.locator("#lobby")).to_be_visible()
    expect(ada.page.locator("#device-offer")).to_have_count(0)
    assert ada.page.evaluate("timesAsked") == 0


def test_the_switch_says_what_it_does_and_goes_with_logging_out(
    ada_says: Callable[..., Person],
) -> None:
    ada = ada_says()
    ada.goes_to("/notices/preferences/")
    box, state = ada.page.get_by_role("checkbox", name=HERE), ada.page.locator("#device-state")
    expect(state).to_contain_text("Off:")
    for _ in range(2):
        box.check()
        expect(state).to_contain_text("On:")
        ada.page.reload()
        expect(box).to_be_checked()
        box.uncheck()
        expect(state).to_contain_text("Off:")
    assert not PushDevice.objects.exists()
    box.check()
    expect(state).to_contain_text("On:")
    ada.page.locator(".member-menu summary").click()
    ada.page.get_by_role("button", name="Log out").click()
    expect(ada.page.get_by_role("link", name="Log in").first).to_be_visible()
    assert not PushDevice.objects.exists()
    assert ada.troubles == []


def test_a_browser_that_may_not_says_what_to_do(ada_says: Callable[..., Person]) -> None:
    ada = ada_says("denied")
    ada.goes_to("/notices/preferences/")
    box = ada.page.get_by_role("checkbox", name=HERE)
    box.click()
    expect(ada.page.locator("#device-state")).to_contain_text("Allow it in the browser’s settings")
    expect(box).to_be_disabled()
    expect(box).not_to_be_checked()
    assert not PushDevice.objects.exists()
