"""Logging in and out."""

from datetime import timedelta

import pytest
from django.contrib.auth import authenticate

from accounts.models import User
from tests.accounts.conftest import PASSWORD, somebody

LOGIN = "/account/login/"


def log_in(client, name, password=PASSWORD, **more):
    return client.post(LOGIN, {"login": name, "password": password, **more})


@pytest.mark.parametrize("name", ["Anna", "anna", " ANNA "])
def test_a_member_logs_in_by_name_whatever_its_case(client, member, name):
    assert log_in(client, name).status_code == 302
    assert client.session["_auth_user_id"] == str(member.pk)


@pytest.mark.parametrize(("name", "password"), [("Anna", "wrong"), ("Nobody", PASSWORD)])
def test_wrong_names_and_wrong_passwords_get_the_same_answer(client, member, name, password):
    page = log_in(client, name, password).content.decode()
    assert "Wrong name or password" in page
    assert f'value="{name}"' in page
    assert password not in page


def test_a_bot_cannot_log_in(client, db):
    bot = somebody("bot")
    assert log_in(client, bot.username).status_code == 200
    assert authenticate(username=bot.username, password=PASSWORD) is None


def test_a_bot_that_somehow_has_a_session_is_nobody(client, db):
    client.force_login(somebody("bot"))
    assert client.get("/account/").status_code == 302


def test_a_closed_account_cannot_log_in(client, member):
    User.objects.update(is_active=False)
    assert log_in(client, "Anna").status_code == 200
    assert "_auth_user_id" not in client.session


def test_after_five_wrong_passwords_a_name_rests_for_five_minutes(client, member, clock):
    for name in ("Anna", "anna", "ANNA", "Anna", "aNNa"):
        log_in(client, name, "wrong")
    assert "Wait 5 minutes" in log_in(client, "Anna").content.decode()
    clock.shift(timedelta(minutes=5, seconds=1))
    assert log_in(client, "Anna").status_code == 302


def test_wrong_passwords_are_counted_while_redis_is_away(client, member, count_at):
    count_at("unix:///nowhere/redis.sock")
    for _ in range(5):
        log_in(client, "Anna", "wrong")
    assert "Wait 5 minutes" in log_in(client, "Anna").content.decode()


def test_one_logs_in_while_redis_is_away(client, member, count_at, settings):
    away = "unix:///nowhere/redis.sock"
    count_at(away)
    settings.CACHES = {name: {**each, "LOCATION": away} for name, each in settings.CACHES.items()}
    assert log_in(client, "Anna", "wrong").status_code == 200
    assert log_in(client, "Anna").status_code == 302
    assert client.get("/account/preferences/").status_code == 200


def test_an_address_that_tries_many_names_is_stopped_too(client, db):
    answers = [log_in(client, f"Name {number}", "wrong").content.decode() for number in range(11)]
    assert "Too many wrong passwords" not in answers[9]
    assert "Too many wrong passwords" in answers[10]


def test_one_is_led_back_to_where_one_wanted_to_go(client, member):
    assert client.get("/account/preferences/").url == f"{LOGIN}?next=/account/preferences/"
    assert log_in(client, "Anna", next="/account/preferences/").url == "/account/preferences/"


def test_nobody_is_led_to_another_site(client, member):
    assert log_in(client, "Anna", next="https://elsewhere.example/").url == "/"


def test_the_admin_has_no_log_in_of_its_own(client, db):
    assert client.get("/admin/login/").url.startswith(LOGIN)


def test_logging_out_asks_first_and_then_ends_the_session(client, member):
    client.force_login(member)
    assert "Log out?" in client.get("/account/logout/").content.decode()
    client.post("/account/logout/")
    assert "_auth_user_id" not in client.session


def test_every_password_is_hashed_with_bcrypt(settings):
    assert settings.PASSWORD_HASHERS == ["django.contrib.auth.hashers.BCryptSHA256PasswordHasher"]


def test_a_password_longer_than_bcrypt_reads_is_told_from_another(db):
    long = "x" * 100
    user = User.objects.create_user("Long", password=long)
    assert user.check_password(long)
    assert not user.check_password(long[:72])


def test_another_port_is_no_new_chance_to_guess_a_password(client, member):
    for port in range(1, 7):
        data = {"login": "Anna", "password": "wrong"}
        answer = client.post("/account/login/", data, headers={"host": f"testserver:{port}"})
    assert "Too many wrong passwords" in answer.content.decode()
