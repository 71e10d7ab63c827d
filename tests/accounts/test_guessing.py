"""Guessing passwords: who is stopped, and who is not locked out by it."""

from datetime import timedelta

import pytest
from django.test import Client

from accounts.models import User
from accounts.password_attempts import try_password
from tests.accounts.conftest import PASSWORD
from transport.refusals import Refused

LOGIN = "/account/login/"
WRONG = "wrong-and-wrong"
STOPPED = "Too many wrong passwords"


def browser(address):
    return Client(REMOTE_ADDR=address)


def tries(client, name="Anna", password=WRONG, times=1):
    pages = [client.post(LOGIN, {"login": name, "password": password}) for _ in range(times)]
    return pages[-1]


def is_stopped(answer):
    return answer.status_code == 200 and STOPPED in answer.content.decode()


@pytest.fixture
def evil():
    return browser("203.0.113.66")


def test_wrong_passwords_elsewhere_do_not_lock_a_member_out(member, evil):
    assert is_stopped(tries(evil, times=6))
    assert tries(browser("192.0.2.1"), password=PASSWORD).status_code == 302


def test_in_a_browser_that_logged_in_before_a_member_gets_in_whatever_others_try(member):
    """Even from the same address, and while nobody else can log in with the name."""
    own = browser("192.0.2.1")
    tries(own, password=PASSWORD)
    own.post("/account/logout/")
    for number in range(20):
        tries(browser(f"198.51.100.{number}"), times=4)
    assert is_stopped(tries(browser("192.0.2.1"), password=PASSWORD))
    assert tries(own, password=PASSWORD).status_code == 302


def test_a_guess_from_many_addresses_is_bounded_by_the_name(member):
    answers = [tries(browser(f"198.51.100.{number}"), times=1) for number in range(61)]
    assert not is_stopped(answers[59])
    assert is_stopped(answers[60])


def test_the_name_is_free_again_after_an_hour(member, clock):
    for number in range(61):
        tries(browser(f"198.51.100.{number}"))
    clock.shift(timedelta(hours=1, seconds=1))
    assert tries(browser("192.0.2.1"), password=PASSWORD).status_code == 302


def test_a_name_that_nobody_has_is_stopped_the_same_way(db):
    client = browser("192.0.2.1")
    answers = [tries(client, name="Nobody") for _ in range(6)]
    assert [is_stopped(answer) for answer in answers] == [False] * 5 + [True]


def test_a_known_browser_is_stopped_too(member):
    own = browser("192.0.2.1")
    tries(own, password=PASSWORD)
    own.post("/account/logout/")
    assert not is_stopped(tries(own, times=10))
    assert is_stopped(tries(own))


def test_to_be_known_as_oneself_does_not_help_with_another(member, evil):
    User.objects.create_user("Evil", password=PASSWORD)
    tries(evil, name="Evil", password=PASSWORD)
    evil.post("/account/logout/")
    assert is_stopped(tries(evil, times=6))


def test_who_finds_the_right_password_begins_anew(member):
    client = browser("192.0.2.1")
    tries(client, times=4)
    tries(client, password=PASSWORD)
    client.cookies.clear()
    assert not is_stopped(tries(client, times=4))


@pytest.mark.parametrize(
    ("of", "most"), [("one address for many names", 10), ("many addresses for one name", 60)]
)
def test_guesses_made_at_the_same_time_do_not_pass_each_other(db, rf, of, most):
    def attempt(number):
        if of == "one address for many names":
            return try_password(rf.get("/", REMOTE_ADDR="192.0.2.1"), f"Member {number}")
        return try_password(rf.get("/", REMOTE_ADDR=f"198.51.100.{number}"), "Anna")

    not_yet_checked = [attempt(number) for number in range(most)]
    with pytest.raises(Refused):
        attempt(most)
    not_yet_checked[0].was_right()
    attempt(most)
    with pytest.raises(Refused):
        attempt(most + 1)


def test_an_attempt_that_is_refused_for_one_limit_counts_for_no_other(db, rf):
    request = rf.get("/", REMOTE_ADDR="192.0.2.1")
    for _ in range(5):
        try_password(request, "Anna")
    for _ in range(20):
        with pytest.raises(Refused):
            try_password(request, "Anna")
    for number in range(5):
        try_password(request, f"Member {number}")


def test_guesses_at_the_current_password_are_counted_too(client, member, clock):
    client.force_login(member)
    new = "granite-lantern-8"
    fields = {"oldpassword": WRONG, "password1": new, "password2": new}
    pages = [client.post("/account/password/change/", fields) for _ in range(5)]
    assert not any(is_stopped(page) for page in pages)
    clock.shift(timedelta(minutes=2))
    assert is_stopped(client.post("/account/password/change/", {**fields, "oldpassword": PASSWORD}))
    clock.shift(timedelta(minutes=4))
    answer = client.post("/account/password/change/", {**fields, "oldpassword": PASSWORD})
    assert answer.status_code == 302


@pytest.mark.parametrize("cookie", ["x", "e30:1:2", "\x00", "é" * 500])
def test_a_made_up_cookie_makes_no_browser_known(member, evil, cookie):
    evil.cookies["known_browser"] = cookie
    assert is_stopped(tries(evil, times=6))


def test_the_cookie_tells_no_script_and_holds_no_name(client, member):
    cookie = tries(client, password=PASSWORD).cookies["known_browser"]
    assert cookie["httponly"]
    assert cookie["samesite"] == "Lax"
    assert "Anna" not in cookie.value


def test_ten_members_can_share_a_browser(client, db):
    for number in range(10):
        User.objects.create_user(f"Member {number}", password=PASSWORD)
        assert tries(client, name=f"Member {number}", password=PASSWORD).status_code == 302
        client.post("/account/logout/")
    assert len(client.cookies["known_browser"].value) < 400
