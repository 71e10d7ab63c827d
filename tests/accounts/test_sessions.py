"""Where somebody is logged in: how it is shown, how it ends, and how long it lasts."""

import re
from datetime import timedelta

import pytest
from django.contrib.auth.hashers import BCryptSHA256PasswordHasher
from django.contrib.auth.models import Group
from django.test import Client

from accounts.models import Session, User
from accounts.roles import MODERATORS
from accounts.services.sessions import end_expired_sessions, shorten_moderators_sessions
from accounts.sessions import handle_of
from tests.accounts.conftest import NOW, PASSWORD, somebody

PAGE = "/account/sessions/"
FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"
PHONE = (
    "Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 "
    "Mobile Safari/537.36"
)


def logged_in(name="Anna", agent=FIREFOX):
    client = Client(headers={"user-agent": agent}, REMOTE_ADDR="192.0.2.77")
    client.post("/account/login/", {"login": name, "password": PASSWORD})
    return client


def shows_who_it_is(client):
    client.post("/account/reauthenticate/", {"password": PASSWORD})


def is_in(client):
    return client.get("/account/").status_code == 200


def handles(client):
    return re.findall(r'name="session" value="(\w+)"', client.get(PAGE).content.decode())


@pytest.fixture
def here(member):
    return logged_in()


@pytest.fixture
def phone(member):
    return logged_in(agent=PHONE)


class TestTheList:
    def test_it_says_which_browsers_and_which_is_this_one(self, here, phone):
        page = here.get(PAGE).content.decode()
        assert "Firefox on Linux" in page
        assert "Chrome on Android" in page
        assert page.count("this browser</span>") == 1
        assert len(handles(here)) == 1

    def test_it_is_said_in_the_language_of_whoever_reads_it(self, here):
        page = here.get(PAGE, headers={"accept-language": "de"}).content.decode()
        assert "Firefox auf Linux" in page

    def test_it_holds_neither_keys_nor_addresses_nor_what_browsers_call_themselves(
        self, here, phone
    ):
        page = here.get(PAGE).content.decode()
        stored = str([row.get_decoded() for row in Session.objects.all()])
        for secret in (phone.session.session_key, "192.0.2.77", "Gecko", "140.0"):
            assert secret not in page
            assert secret not in stored

    def test_it_shows_nobody_elses(self, here):
        User.objects.create_user("Bo", password=PASSWORD)
        logged_in("Bo", PHONE)
        assert "Android" not in here.get(PAGE).content.decode()

    def test_no_page_of_the_admin_shows_a_key(self, here, member, superuser):
        desk = Client()
        desk.force_login(superuser)
        page = desk.get(f"/admin/accounts/user/{member.pk}/delete/").content.decode()
        assert "session of Anna" in page
        assert here.session.session_key not in page

    def test_what_has_run_out_or_has_an_old_password_is_left_out(self, here, phone, member):
        member.set_password("another-password")
        member.save()
        anew = Client()
        anew.force_login(member)
        assert handles(anew) == []


class TestEnding:
    def test_another_browser_is_logged_out(self, here, phone):
        shows_who_it_is(here)
        here.post(PAGE, {"session": handles(here)[0]})
        assert is_in(here)
        assert not is_in(phone)

    def test_all_others_are_logged_out(self, here, phone, member):
        third = logged_in()
        shows_who_it_is(here)
        here.post(PAGE, {"others": ""})
        assert [is_in(each) for each in (here, phone, third)] == [True, False, False]

    def test_the_password_is_asked_for_and_then_it_is_done(self, here, phone, clock):
        clock.shift(timedelta(minutes=6))
        data = {"session": handles(here)[0]}
        asked = here.post(PAGE, data)
        assert asked.url.startswith("/account/reauthenticate/")
        assert is_in(phone)
        here.post(asked.url, {"password": PASSWORD, "next": PAGE})
        assert not is_in(phone)

    def test_nobody_ends_anothers(self, here):
        User.objects.create_user("Bo", password=PASSWORD)
        bo = logged_in("Bo")
        shows_who_it_is(here)
        answer = here.post(PAGE, {"session": handle_of(bo.session.session_key)}, follow=True)
        assert "was logged out already" in answer.content.decode()
        assert is_in(bo)

    def test_this_one_is_logged_out_by_logging_out(self, here):
        shows_who_it_is(here)
        answer = here.post(PAGE, {"session": handle_of(here.session.session_key)})
        assert answer.url == "/account/logout/"


def test_a_password_that_is_hashed_anew_ends_no_session(here, member, monkeypatch):
    """Entering the password after hashing was strengthened keeps the member logged in."""
    monkeypatch.setattr(BCryptSHA256PasswordHasher, "rounds", 5)
    shows_who_it_is(here)
    assert User.objects.get().password != member.password
    assert is_in(here)


class TestHowLong:
    def test_a_session_that_is_not_used_ends(self, here, clock):
        clock.shift(timedelta(days=14, seconds=1))
        assert not is_in(here)

    def test_a_session_that_is_used_goes_on_and_so_does_its_cookie(self, here, clock):
        for _ in range(3):
            clock.shift(timedelta(days=9))
            assert is_in(here)
            assert here.cookies["sessionid"]["max-age"] >= 3 * 86_400

    def test_it_ends_in_the_end_however_often_it_is_used(self, here, clock):
        for _ in range(4):
            clock.shift(timedelta(days=7))
            assert is_in(here)
        clock.shift(timedelta(days=2, seconds=1))
        assert not is_in(here)

    def test_a_moderators_ends_on_the_same_day(self, db, clock):
        somebody("moderator")
        desk = logged_in("The moderator")
        clock.shift(timedelta(hours=11, minutes=59))
        assert is_in(desk)
        clock.shift(timedelta(minutes=2))
        assert not is_in(desk)

    @pytest.mark.parametrize("role", ["moderator", "superuser"])
    def test_of_a_member_who_becomes_a_moderator_it_ends_on_the_same_day(
        self, here, phone, member, superuser, clock, role
    ):
        clock.shift(timedelta(days=3))
        assert is_in(here)
        desk = Client()
        desk.force_login(superuser)
        roles = {"moderates": "on"} if role == "moderator" else {"is_superuser": "on"}
        form = {"username": "Anna", "is_active": "on", **roles}
        answer = desk.post(f"/admin/accounts/user/{member.pk}/change/", form)
        assert answer.status_code == 302
        clock.shift(timedelta(hours=11, minutes=59))
        assert is_in(here)
        clock.shift(timedelta(minutes=2))
        assert not is_in(here)
        assert not is_in(phone)

    def test_of_whoever_became_a_moderator_another_way_it_is_shortened_soon(self, here, member):
        member.groups.add(Group.objects.get(name=MODERATORS))
        assert shorten_moderators_sessions(now=NOW) == 1
        assert Session.objects.get().expire_date == NOW + timedelta(hours=12)
        assert shorten_moderators_sessions(now=NOW) == 0

    def test_of_members_none_is_shortened(self, here, phone):
        assert shorten_moderators_sessions(now=NOW) == 0

    def test_its_use_is_stored_once_an_hour(self, here, clock, django_assert_num_queries):
        clock.shift(timedelta(minutes=59))
        before = Session.objects.get().session_data
        here.get("/account/")
        assert Session.objects.get().session_data == before
        clock.shift(timedelta(minutes=2))
        here.get("/account/")
        assert Session.objects.get().session_data != before

    def test_what_has_run_out_is_deleted(self, here, phone, clock):
        clock.shift(timedelta(days=15))
        assert end_expired_sessions(now=NOW + timedelta(days=15)) == 2
        assert not Session.objects.exists()

    def test_a_session_of_before_goes_on_and_is_listed(self, client, member):
        client.force_login(member)
        session = client.session
        for note in ("began", "seen", "ends", "browser"):
            del session[note]
        session.save()
        assert is_in(client)
        assert "ends" in client.session
        assert "Logged in before this list existed" in client.get(PAGE).content.decode()


@pytest.mark.parametrize(
    "address", ["/account/", PAGE, "/account/second-factor/", "/account/login/", "/account/email/"]
)
def test_no_browser_keeps_the_pages_of_an_account(here, address):
    assert "no-store" in here.get(address).headers["Cache-Control"]
