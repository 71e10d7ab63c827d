"""Members register bots of their own, which may never do more than their owners."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from django.db import connection
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import BotConnection, Suspension, User
from accounts.own_data import own_data
from accounts.services.bots import (
    MOST_BOTS,
    note_connected,
    note_gone,
    note_still_connected,
    register_bot,
    renew_token,
    retire_bot,
)
from accounts.services.measures import suspend, warn
from accounts.services.members import delete_account
from accounts.services.tokens import find_token
from accounts.standing import READ_STANDING, Login, standing_in, standing_values, with_token
from tests.accounts.conftest import NOW, PASSWORD, somebody
from transport.refusals import Refused

PAGE = "/account/bots/"


@pytest.fixture
def browser(member):
    client = Client()
    client.force_login(member)
    client.post("/account/reauthenticate/", {"password": PASSWORD})
    return client


@pytest.fixture
def bot(member):
    return register_bot(owner=member, name="Anna’s Bot", now=NOW)[0]


def test_a_member_registers_a_bot_and_sees_its_token_once(browser, member):
    page = browser.post(PAGE, {"username": "Gravel"})
    token = page.context["made"][1]
    assert token in page.content.decode()
    assert token not in browser.get(PAGE).content.decode()
    found = find_token(token, timezone.now())
    assert found is not None
    assert (found.member.username, found.member.owner, found.member.is_bot) == (
        *("Gravel", member),
        True,
    )
    assert found.scopes == ["read", "play", "tables"]


def test_whoever_has_registered_a_bot_is_shown_how_to_run_it(browser, member):
    page = browser.post(PAGE, {"username": "Gravel"}).content.decode()
    assert f'<a href="{reverse("write-a-bot")}">Run your bot</a> with this token' in page


@pytest.mark.parametrize("name", ["Anna", "ANNA", "  ", "x" * 40, "<b>"])
def test_a_bot_gets_no_name_that_a_member_could_not_get(browser, member, name):
    page = browser.post(PAGE, {"username": name})
    assert page.context["form"].errors
    assert not member.bots.exists()


def test_nobody_has_more_than_five_bots(browser, member):
    for number in range(MOST_BOTS):
        register_bot(owner=member, name=f"Bot {number}", now=NOW)
    with pytest.raises(Refused) as refused:
        register_bot(owner=member, name="One more", now=NOW)
    assert refused.value.code == "too-many"
    assert b'name="username"' not in browser.get(PAGE).content


def test_a_new_token_ends_the_old_one(browser, bot, member):
    _, old = renew_token(owner=member, bot_id=bot.pk, now=NOW)
    new = browser.post(PAGE, {"renew": str(bot.pk)}).context["made"][1]
    assert find_token(old, timezone.now()) is None
    assert find_token(new, timezone.now()) is not None


def test_a_retired_bot_is_gone_and_its_token_with_it(browser, member):
    bot, token = register_bot(owner=member, name="Gravel", now=NOW)
    browser.post(PAGE, {"retire": str(bot.pk)})
    assert not User.objects.filter(pk=bot.pk).exists()
    assert find_token(token, timezone.now()) is None


@pytest.mark.parametrize("act", ["renew", "retire"])
def test_nobody_changes_the_bot_of_another(bot, act):
    other = somebody("Berta")
    client = Client()
    client.force_login(other)
    client.post("/account/reauthenticate/", {"password": PASSWORD})
    for wanted in (str(bot.pk), "x", "", "9" * 30):
        client.post(PAGE, {act: wanted})
    with pytest.raises(Refused):
        retire_bot(owner=other, bot_id=bot.pk)
    assert User.objects.filter(pk=bot.pk).exists()
    assert bot.api_tokens.count() == 1


def test_registering_asks_for_the_password_again_after_a_while(browser, member, clock):
    clock.move_to(NOW + timedelta(hours=12))
    answer = browser.post(PAGE, {"username": "Gravel"})
    assert answer["Location"].startswith("/account/reauthenticate/")
    assert not member.bots.exists()


def test_the_page_after_the_password_registers_at_its_own_address(member):
    client = Client()
    client.force_login(member)
    asked = client.post(PAGE, {"username": "Anna"})
    page = client.post(asked["Location"], {"password": PASSWORD, "next": PAGE})
    assert page.context["form"].errors
    assert f'action="{PAGE}" class="panel form"' in page.content.decode()


def test_a_page_with_a_query_is_replayed_too(member):
    client = Client()
    client.force_login(member)
    address = re.findall(r'action="([^"]+)" class="panel', client.get(f"{PAGE}?a=1").text)[0]
    asked = client.post(address, {"username": "Gravel"})
    page = client.post(asked["Location"], {"password": PASSWORD, "next": address})
    assert page.context["made"]


@pytest.mark.parametrize("minutes", [0, 4])
def test_who_has_just_logged_in_is_not_asked_for_the_password_again(member, clock, minutes):
    client = Client()
    client.post("/account/login/", {"login": "Anna", "password": PASSWORD})
    clock.shift(timedelta(minutes=minutes))
    assert client.post(PAGE, {"username": "Gravel"}).context["made"]


def test_who_logged_in_a_while_ago_is_asked_for_the_password_again(member, clock):
    client = Client()
    client.post("/account/login/", {"login": "Anna", "password": PASSWORD})
    clock.shift(timedelta(minutes=6))
    assert "reauthenticate" in client.post(PAGE, {"username": "Gravel"})["Location"]


def test_closing_the_account_closes_its_bots(member, bot):
    delete_account(user=member)
    assert not User.objects.filter(pk=bot.pk).exists()


def test_a_bot_does_not_log_in(bot):
    bot.set_password(PASSWORD)
    bot.save()
    assert not Client().login(username=bot.username, password=PASSWORD)


def test_the_token_works_only_while_the_owner_is_active(member):
    _, token = register_bot(owner=member, name="Gravel", now=NOW)
    member.is_active = False
    member.save()
    assert find_token(token, timezone.now()) is None


def test_the_token_ends_when_the_owner_changes_the_password(member):
    bot, token = register_bot(owner=member, name="Gravel", now=NOW)
    member.set_password("another")
    member.save()
    assert find_token(token, timezone.now()) is None
    browser = Client()
    browser.force_login(member)
    assert "Its token has ended." in browser.get(PAGE).content.decode()
    _, new = renew_token(owner=member, bot_id=bot.pk, now=NOW)
    assert find_token(new, timezone.now()) is not None


def login_with(token: str) -> Login:
    found = find_token(token, timezone.now())
    assert found is not None
    return with_token(found)


def standing_of(token: str):
    return standing_with(login_with(token))


def standing_with(login: Login):
    with connection.cursor() as cursor:
        cursor.execute(READ_STANDING, standing_values(login))
        return standing_in(cursor.fetchall(), login, timezone.now())


def test_what_waits_for_a_lock_is_not_done_once_the_owner_has_changed_the_password(member):
    _, token = register_bot(owner=member, name="Gravel", now=NOW)
    login = login_with(token)
    assert standing_with(login) is not None
    member.set_password("another")
    member.save()
    assert standing_with(login) is None


def test_a_bot_may_not_do_what_its_owner_may_not(member, moderator):
    bot, token = register_bot(owner=member, name="Gravel", now=NOW)
    assert standing_of(token).suspension is None
    until = NOW + timedelta(days=1)
    suspend(user=member, reason="Rude.", until=until, by=moderator, now=NOW)
    assert standing_of(token).suspension is not None
    assert Suspension.of(bot, NOW) is not None
    assert Suspension.among([bot], NOW) == {bot.pk}


def test_a_measure_is_taken_against_the_owner_not_the_bot(bot, moderator):
    with pytest.raises(Refused, match="Anna"):
        warn(user=bot, reason="Rude.", by=moderator, now=NOW)


def test_only_the_last_connection_says_whether_a_bot_is_connected(bot):
    note_connected(bot=bot, key="one", takes={}, now=NOW)
    note_connected(bot=bot, key="two", takes={}, now=NOW)
    note_gone(bot=bot, key="one")
    assert BotConnection.objects.open(NOW).count() == 1
    later = NOW + timedelta(seconds=60)
    assert not BotConnection.objects.open(later).exists()
    note_still_connected(bot=bot, key="one", takes={}, now=later)
    assert not BotConnection.objects.open(later).exists()
    note_still_connected(bot=bot, key="two", takes={}, now=later)
    assert BotConnection.objects.open(later).exists()
    note_gone(bot=bot, key="two")
    assert not BotConnection.objects.open(later).exists()


def test_the_page_says_whether_a_bot_is_connected(browser, bot):
    assert "not connected" in browser.get(PAGE).content.decode()
    note_connected(bot=bot, key="one", takes={}, now=NOW)
    assert "not connected" not in browser.get(PAGE).content.decode()


def test_the_download_names_the_members_bots(member, bot):
    assert [each["username"] for each in own_data(member)["bots"]] == [bot.username]
