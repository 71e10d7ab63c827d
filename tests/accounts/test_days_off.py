"""Days off: entered in advance, limited per year, and visible only to their member."""

import re
from datetime import UTC, date, datetime, timedelta

import pytest

from accounts.models import DaysOff, Preferences
from accounts.services.days_off import enter_days_off, forget_days_off, off_now
from tests.accounts.conftest import NOW, somebody
from transport.refusals import Refused

PAGE = "/account/days-off/"


@pytest.fixture
def other(db):
    return somebody("member")


def enter(member, first, last, zone="Europe/Berlin"):
    """Enters days from 2026 on, as ISO dates."""
    days = {"first": date.fromisoformat(first), "last": date.fromisoformat(last)}
    return enter_days_off(member=member, **days, zone=zone, now=NOW)


def test_they_begin_and_end_by_the_members_own_clocks(member):
    entered = enter(member, "2026-12-24", "2026-12-26", zone="Asia/Tokyo")
    assert entered.begins_at == datetime(2026, 12, 23, 15, 0, tzinfo=UTC)
    assert entered.ends_at == datetime(2026, 12, 26, 15, 0, tzinfo=UTC)


@pytest.mark.parametrize(
    ("first", "last", "at", "words"),
    [
        ("2026-11-21", "2026-11-23", "first", "tomorrow at the earliest"),
        ("2026-12-24", "2026-12-23", "last", "before the first"),
        ("2026-11-28", "2026-12-02", "first", "already"),
        ("2027-12-31", "2028-01-01", "last", "end of next year"),
        ("2026-12-01", "2026-12-31", "last", "You have 27 days off left in 2026."),
        ("2026-12-10", "2027-01-31", "last", "You have 30 days off left in 2027."),
    ],
)
def test_what_is_wrong_is_said_at_the_field(client, member, first, last, at, words):
    enter(member, "2026-11-27", "2026-11-29")
    client.force_login(member)
    data = {"first": first, "last": last, "zone": "Europe/Berlin"}
    page = client.post(PAGE, data)
    assert [words in error for error in page.context["form"].errors[at]] == [True]
    assert DaysOff.objects.count() == 1


def test_the_year_may_be_used_up_and_the_club_says_how_much_that_is(member, settings):
    enter(member, "2026-12-20", "2027-01-05")
    enter(member, "2027-02-01", "2027-02-25")
    with pytest.raises(Refused, match="0 days off left in 2027"):
        enter(member, "2027-03-01", "2027-03-01")
    settings.DAYS_OFF = 31
    assert enter(member, "2027-03-01", "2027-03-01").count == 1


def test_a_member_enters_days_and_removes_them_until_they_begin(client, member):
    Preferences.objects.create(user=member, time_zone="Europe/Berlin")
    client.force_login(member)
    client.post(PAGE, {"first": "2026-12-24", "last": "2026-12-27"})
    coming = DaysOff.objects.get()
    page = client.get(PAGE).content.decode()
    assert re.search(
        '<time datetime="2026-12-24">24 December 2026</time> to <time [^>]*>27 December 2026<', page
    )
    assert "26 of 30 days left in 2026." in page
    today = {"first": NOW.date(), "last": NOW.date()}
    begun = DaysOff.objects.create(
        member=member, **today, begins_at=NOW, ends_at=NOW + timedelta(hours=5)
    )
    for each in (begun, coming):
        client.post(PAGE, {"remove": each.pk})
    assert list(DaysOff.objects.all()) == [begun]


@pytest.mark.parametrize("key", ["", "x", "9" * 30, "-1", "١"])
def test_days_of_others_and_days_that_are_none_are_not_removed(client, member, other, key):
    theirs = enter(other, "2026-12-24", "2026-12-27")
    client.force_login(member)
    for wrong in (key, str(theirs.pk)):
        assert client.post(PAGE, {"remove": wrong}).url == PAGE
    assert DaysOff.objects.get() == theirs


def test_days_off_that_follow_one_another_are_as_one(member, other):
    enter(member, "2026-11-23", "2026-11-24")
    enter(member, "2026-11-25", "2026-11-25")
    enter(member, "2026-11-27", "2026-11-27")
    enter(other, "2026-11-24", "2026-11-24")
    noon = datetime(2026, 11, 23, 12, 0, tzinfo=UTC)
    back = datetime(2026, 11, 25, 23, 0, tzinfo=UTC)
    assert off_now([member.pk, other.pk], noon) == {member.pk: (back, date(2026, 11, 26))}
    assert off_now([member.pk], NOW) == {}


def test_days_off_are_forgotten_when_their_year_is_over(member):
    kept = enter(member, "2026-12-30", "2027-01-01")
    enter(member, "2026-12-24", "2026-12-24")
    assert forget_days_off(now=datetime(2026, 12, 31, 23, 0, tzinfo=UTC)) == 0
    forget_days_off(now=datetime(2027, 1, 1, 0, 0, tzinfo=UTC))
    assert list(DaysOff.objects.all()) == [kept]


def test_a_club_without_days_off_offers_none(client, member, settings):
    settings.DAYS_OFF = 0
    client.force_login(member)
    assert client.get(PAGE).status_code == 404
    assert PAGE not in client.get("/account/").content.decode()
