"""Notices on a device, in a browser: turned on in words, shown by the service worker while no page
need be open, counted on the icon, and gone when they are read."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser as Chromium
from playwright.sync_api import Page, expect

from accounts.models import User
from notices.models import PushDevice
from notices.push.keys import public_key
from tests.browser.games import game_of
from tests.browser.people import Person, member
from tests.servers.push_service import Browser, PushService

NO_SERVICE = """
({ endpoint, p256dh, auth }) => {
    // Chromium without a window has no push service of its own: the tests' stands in for it.
    const kept = "push-service-of-the-tests";
    const made = (key) => ({
        endpoint,
        options: { applicationServerKey: Uint8Array.from(atob(key.replaceAll("-", "+").replaceAll("_", "/")), (c) => c.charCodeAt(0)).buffer },
        toJSON: () => ({ endpoint, keys: { p256dh, auth } }),
        unsubscribe: async () => { localStorage.removeItem(kept); return true; },
    });
    PushManager.prototype.getSubscription = async () => (localStorage.getItem(kept) ? made(localStorage.getItem(kept)) : null);
    PushManager.prototype.subscribe = async ({ userVisibleOnly, applicationServerKey }) => {
        if (!userVisibleOnly) throw new TypeError("Chromium shows all that is pushed");
        localStorage.setItem(kept, applicationServerKey);
        return made(applicationServerKey);
    };
    const counts = [];
    navigator.setAppBadge = async (count) => void counts.push(count);
    window.countsOnIcon = counts;
}
"""
DAY = 86_400


@pytest.fixture
def service() -> Iterator[PushService]:
    with PushService(public_key) as running:
        yield running


@pytest.fixture
def device(service: PushService) -> Browser:
    """What the service knows of Ada's browser."""
    return service.browser("ada")


@pytest.fixture
def ada(browser: Chromium, site: str, device: Browser) -> Person:
    """A member whose browser can be pushed to."""
    User.objects.create_user("Ben")
    ada = member(browser, site, "Ada", permissions=["notifications"])
    ada.page.context.add_init_script(f"({NO_SERVICE.strip()})({json.dumps(device.keys)})")
    return ada


class Worker:
    """The service worker as Chromium knows it."""

    def __init__(self, page: Page, site: str) -> None:
        self.page, self.site = page, site
        self.cdp = page.context.new_cdp_session(page)
        self.registrations: list[str] = []
        self.cdp.on("ServiceWorker.workerRegistrationUpdated", self._heard)
        self.cdp.send("ServiceWorker.enable")

    def _heard(self, told: Any) -> None:
        self.registrations = [
            each["registrationId"] for each in told["registrations"] if not each["isDeleted"]
        ]

    def gets(self, pushed: dict[str, Any]) -> None:
        """Hands over what a push service has."""
        [registration] = self.registrations
        message = {"origin": self.site, "registrationId": registration, "data": json.dumps(pushed)}
        self.cdp.send("ServiceWorker.deliverPushMessage", message)

    def shows(self) -> list[dict[str, Any]]:
        """The notifications that stand there now."""
        found: list[dict[str, Any]] = self.page.evaluate(
            """async () => (await (await navigator.serviceWorker.ready).getNotifications())
                .map(({ title, body, tag, silent }) => ({ title, body, tag, silent }))"""
        )
        return found


def test_try(ada: Person, device: Browser) -> None:
    ada.goes_to("/notices/preferences/")
    box = ada.page.get_by_role("checkbox", name="Notify me on this device")
    expect(box).to_be_visible()
    print(ada.page.locator("#device-state").inner_text())
    box.check()
    expect(ada.page.locator("#device-state")).to_contain_text("even when no page")
    print(PushDevice.objects.get().endpoint)
    worker = Worker(ada.page, ada.site)
    ada.page.wait_for_timeout(500)
    worker.gets(
        {
            "id": 1,
            "at": "2026-11-22T10:00:00Z",
            "says": "It is your turn.",
            "game": "Evening",
            "ends": "You have until %(time)s.",
            "until": "2026-11-23T10:00:00Z",
            "zone": "Europe/Berlin",
            "language": "en-GB",
            "address": "/notices/1/",
            "count": 1,
            "unread": [1],
        }
    )
    ada.page.wait_for_timeout(500)
    print(worker.shows(), ada.troubles, ada.page.evaluate("countsOnIcon"))
    assert 0
