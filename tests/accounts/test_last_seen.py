"""When members were last seen: only the day; and who has not been seen for long."""

from __future__ import annotations

from datetime import date, timedelta

import pytest
from django.test import Client
from django.urls import reverse

from accounts.admin.last_seen import not_seen_for
from accounts.models import User
from tests.accounts.conftest import NOW, PASSWORD

pytestmark = pytest.mark.django_db

MEMBERS = "/admin/accounts/user/"
TODAY = NOW.date()


def seen(user):
    return User.objects.get(pk=user.pk).last_seen_on


@pytest.fixture
def here(member):
    client = Client()
    client.post("/account/login/", {"login": member.username, "password": PASSWORD})
    return client


@pytest.fixture
def desk(client, moderator):
    """The moderator's browser."""
    client.force_login(moderator)
    return client


def names(desk, **query):
    page = desk.get(MEMBERS, query)
    return {user.username for user in page.context["cl"].result_list}


def last_seen(name, days):
    """A member last seen this many days ago; None: never."""
    user = User.objects.create_user(name)
    day = None if days is None else TODAY - timedelta(days=days)
    User.objects.filter(pk=user.pk).update(last_seen_on=day, date_joined=NOW - timedelta(days=500))
    return user


class TestNoting:
    def test_logging_in_is_seen_on_that_day(self, member, here):
        assert seen(member) == TODAY

    def test_using_the_site_on_a_later_day_is_seen(self, member, here, time_machine):
        for days in (1, 2):
            time_machine.move_to(NOW + timedelta(days=days))
            here.get("/account/")
            assert seen(member) == TODAY + timedelta(days=days)

    def test_within_a_day_it_is_written_once(self, member, here, time_machine):
        User.objects.filter(pk=member.pk).update(last_seen_on=date(2020, 1, 1))
        time_machine.move_to(NOW + timedelta(hours=2))
        here.get("/account/")
        assert seen(member) == date(2020, 1, 1)

    def test_a_visitor_is_not_noted(self, member, client):
        client.get("/")
        assert seen(member) is None


class TestTheList:
    @pytest.fixture(autouse=True)
    def _members(self):
        for name, days in (("Ada", 10), ("Ben", 40), ("Cleo", 400), ("Dora", None)):
            last_seen(name, days)
        User.objects.create_user("Pebble", is_bot=True, date_joined=NOW - timedelta(days=500))

    @pytest.mark.parametrize(
        ("unseen", "found"),
        [
            ("30", {"Ben", "Cleo", "Dora"}),
            ("90", {"Cleo", "Dora"}),
            ("365", {"Cleo", "Dora"}),
            ("never", {"Dora"}),
        ],
    )
    def test_members_are_found_by_how_long_they_were_not_seen(self, desk, moderator, unseen, found):
        assert names(desk, unseen=unseen) - {moderator.username} == found

    def test_what_cannot_be_asked_finds_everybody(self, desk):
        assert {"Ada", "Ben", "Pebble"} <= names(desk, unseen="0")

    def test_somebody_who_has_just_joined_was_not_away(self):
        new = User.objects.create_user("Eve", date_joined=NOW)
        assert not User.objects.filter(not_seen_for(30, NOW), pk=new.pk).exists()

    def test_the_first_page_lists_them_the_last_seen_first_and_leads_to_all(self, desk):
        sections = {each.title: each for each in desk.get("/admin/").context["sections"]}
        found = sections["Members not seen for three months"]
        assert [row.name for row in found.rows] == ["Cleo", "Dora"]
        assert "Last seen on" in found.rows[0].note
        assert found.rows[1].note == "Never seen since joining"
        assert desk.get(found.more).status_code == 200

    def test_a_member_s_page_says_the_day(self, desk):
        member = User.objects.get(username="Ben")
        page = desk.get(reverse("admin:accounts_user_change", args=[member.pk])).text
        assert "12 Oct" in page or "October 12" in page or "12 October 2026" in page

    def test_members_do_not_see_it(self, client):
        client.force_login(User.objects.get(username="Ada"))
        assert client.get(MEMBERS).status_code == 302
