"""A turn goes on after its time is up, and everybody can read why."""

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone
from playwright.sync_api import Browser, expect

from accounts.models import DaysOff, User
from tests.browser.games import choose, game_of, opens, time_is_up
from tests.browser.people import Person, member

DAY = timedelta(days=1)


@pytest.fixture
def ada(browser: Browser, site: str) -> Person:
    """Ada, who has a page open; Ben has none."""
    User.objects.create_user("Ben")
    return member(browser, site, "Ada")


def test_the_page_says_who_is_off_until_which_day_and_who_has_extensions_left(ada: Person) -> None:
    ben, now = User.objects.get(username="Ben"), timezone.now()
    last = (now + DAY).date()
    times = {"begins_at": now - DAY, "ends_at": now + DAY}
    DaysOff.objects.create(member=ben, first=now.date(), last=last, **times)
    by_day: dict[str, Any] = {"turn_seconds": 24 * 60 * 60, "turn_ends": "timer"}
    game = game_of("Ada", "Ben", **by_day, extensions=1, days_off=True)
    opens(ada, game)
    page = ada.page
    seat = page.locator(".seat").filter(has_text="Ben")
    expect(seat).to_contain_text("1 extension left")
    choose(game, "Ada", 0, 0)

    time_is_up(game)
    back = f"{last + DAY:%a}"
    expect(seat).to_contain_text(f"away until {back}")
    expect(page.locator("#clock")).to_contain_text("extended; ends once all have chosen")
    expect(page.locator("#log")).to_contain_text(f"Ben is away until {back}. The turn waits.")

    time_is_up(game)
    expect(seat).to_contain_text("no extensions left")
    expect(page.locator("#log")).to_contain_text(
        "Ben ran out of time. An extension keeps the turn going."
    )
    page.reload()
    expect(page.locator("#log")).to_contain_text(f"Ben is away until {back}. The turn waits.")
    expect(seat).to_contain_text("no extensions left")

    choose(game, "Ben", 3, 3)
    expect(page.locator("#clock")).to_contain_text("Turn 2")
    expect(seat).not_to_contain_text("away")
    assert ada.troubles == []


def test_days_off_are_entered_and_removed(ada: Person) -> None:
    page = ada.page
    ada.goes_to("/account/")
    page.get_by_role("link", name="Days off").click()
    first = timezone.now().date() + 3 * DAY
    page.get_by_label("First day off").fill(first.isoformat())
    page.get_by_label("Last day off").fill((first - DAY).isoformat())
    page.get_by_role("button", name="Add", exact=True).click()
    expect(page.locator("main")).to_contain_text("The last day comes before the first.")
    page.get_by_label("Last day off").fill((first + DAY).isoformat())
    page.get_by_role("button", name="Add", exact=True).click()
    expect(page.locator("#days-off")).to_contain_text("2 days")
    page.get_by_role("button", name="Remove the days off").click()
    expect(page.locator("#days-off")).to_be_hidden()
    assert ada.troubles == []
