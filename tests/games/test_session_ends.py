"""Sockets end with the session that opened them; the member's other sockets stay open."""

import asyncio
import json
from collections.abc import Callable
from datetime import timedelta
from threading import Event

import pytest
from django.db import OperationalError
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts import open_logins as module
from accounts import sockets
from accounts.models import Session, User
from accounts.open_logins import logins_that_last, open_logins
from accounts.services.measures import lift, suspend
from accounts.services.members import delete_account
from accounts.sockets import sockets_of
from games.live.consumers import GameConsumer
from games.live.present import present
from games.live.sync_beacon import beacon
from tests.games.playing import begin, place, seal
from tests.games.sockets import WAIT, opened, page, settle
from transport.fanout import fanout
from transport.sockets import TRY_AGAIN
from transport.threads import in_thread

pytestmark = pytest.mark.django_db(transaction=True)

NEW_PASSWORD = "another-paper-and-stone"


class Browser:
    """A browser in which a member is logged in."""

    def __init__(self, user):
        self.user = user
        self.client = Client()
        self.client.force_login(user)

    def page(self, game):
        """Opens a game's page in this browser."""
        return opened(f"/ws/games/{game.public_id}/", cookie=self.cookie())

    def cookie(self):
        """The cookie that it sends with every request."""
        return f"sessionid={self.client.cookies['sessionid'].value}".encode()


def logs_out(browser):
    """The member logs out on another page of the same browser."""
    assert browser.client.post(reverse("account_logout")).status_code == 302


def logs_in_again(browser):
    """The member logs in again, which replaces the session."""
    browser.client.logout()
    browser.client.force_login(browser.user)


def gets_a_new_password(browser):
    """The member sets a new password in another browser, as with a link from an e-mail."""
    browser.user.set_password(NEW_PASSWORD)
    browser.user.save()


def is_shut_out(browser):
    """A superuser makes the account inactive."""
    browser.user.is_active = False
    browser.user.save(update_fields=["is_active"])


def deletes_the_account(browser):
    """The account is deleted, in whatever browser."""
    delete_account(user=browser.user)


ENDS: list[Callable[[Browser], None]] = [
    logs_out,
    logs_in_again,
    gets_a_new_password,
    is_shut_out,
    deletes_the_account,
]


@pytest.mark.parametrize("ends", ENDS)
async def test_a_page_left_open_is_cut_off_and_hears_no_more_of_its_seat(ada, bo, ends):
    game = await in_thread(begin, ada, bo)
    browser = await in_thread(Browser, ada)
    async with browser.page(game) as left_open:
        assert (await left_open.hear("game.snapshot"))["you"]["seat"] == 0
        await in_thread(ends, browser)
        assert await left_open.closed() == TRY_AGAIN
        if ends not in (deletes_the_account, is_shut_out):  # after these nobody can choose
            await in_thread(seal, game, ada, place(2, 2))
        assert await left_open.communicator.receive_nothing()
        assert "action.kept" not in {json.loads(frame)["type"] for frame in left_open.frames}


def expires(browser):
    """The session's time is up."""
    Session.objects.filter(pk=browser.client.session.session_key).update(
        expire_date=timezone.now() - timedelta(seconds=1)
    )


def loses_its_session(browser):
    """Its row is deleted."""
    Session.objects.filter(pk=browser.client.session.session_key).delete()


def loses_its_password(browser):
    """The member has another password."""
    browser.user.set_password(NEW_PASSWORD)
    User.objects.filter(pk=browser.user.pk).update(password=browser.user.password)


def loses_its_account(browser):
    """The account is made inactive."""
    User.objects.filter(pk=browser.user.pk).update(is_active=False)


@pytest.mark.parametrize(
    "ends", [expires, loses_its_session, loses_its_password, loses_its_account]
)
async def test_a_page_is_cut_off_though_no_push_says_that_its_session_ended(
    ada, bo, ends, monkeypatch
):
    game = await in_thread(begin, ada, bo)
    browser = await in_thread(Browser, ada)
    monkeypatch.setattr(sockets, "send_now", lambda _frames: None)
    async with browser.page(game) as left_open, page(game, bo) as other:
        await left_open.hear("game.snapshot")
        await open_logins().look()
        assert await left_open.communicator.receive_nothing(), "it stays while its session lasts"
        await in_thread(ends, browser)
        await open_logins().look()
        assert await left_open.closed() == TRY_AGAIN
        assert (await other.snapshot())["you"]["seat"] == 1
        assert len(open_logins().sockets) == 1
    assert not open_logins().sockets


async def test_each_process_looks_for_such_sessions_again_and_again(ada, bo, monkeypatch):
    game = await in_thread(begin, ada, bo)
    browser = await in_thread(Browser, ada)
    monkeypatch.setattr(sockets, "send_now", lambda _frames: None)
    monkeypatch.setattr(module, "LOOK_EVERY", 0.01)
    looks = 0

    def fails_once(keys):
        nonlocal looks
        looks += 1
        if looks == 1:
            raise OperationalError
        return logins_that_last(keys)

    monkeypatch.setattr(module, "logins_that_last", fails_once)
    async with browser.page(game) as left_open:
        await left_open.hear("game.snapshot")
        await in_thread(logs_out, browser)
        assert await left_open.closed() == TRY_AGAIN


@pytest.mark.parametrize("ends", [logs_out, gets_a_new_password])
async def test_a_page_of_the_lobby_is_cut_off_too(ada, ends):
    browser = await in_thread(Browser, ada)
    async with opened("/ws/lobby/", cookie=browser.cookie()) as lobby:
        await lobby.hear("tables.changed")
        await in_thread(ends, browser)
        assert await lobby.closed() == TRY_AGAIN


async def test_the_members_other_browser_and_other_people_stay(ada, bo):
    game = await in_thread(begin, ada, bo)
    browser = await in_thread(Browser, ada)
    async with page(game, ada) as phone, page(game, bo) as other, browser.page(game) as left_open:
        await left_open.hear("game.snapshot")
        await in_thread(logs_out, browser)
        assert await left_open.closed() == TRY_AGAIN
        await phone.seal(1, place(2, 2))
        assert (await phone.hear("action.kept"))["action"] == place(2, 2)
        assert (await other.hear("action.sealed"))["seat"] == 0


async def test_what_else_changes_about_a_member_cuts_nobody_off(ada, bo):
    game = await in_thread(begin, ada, bo)
    async with page(game, ada) as tab:
        ada.email = "ada@example.org"
        await in_thread(ada.save)
        await tab.seal(1, place(2, 2))
        assert (await tab.hear("action.kept"))["action"] == place(2, 2)


async def test_a_closed_page_leaves_nothing_behind(ada, bo):
    game = await in_thread(begin, ada, bo)
    async with page(game, ada):
        assert fanout().sockets
    assert not fanout().sockets


async def test_a_page_that_closes_while_it_looks_at_its_member_leaves_nothing_behind(
    ada, bo, monkeypatch
):
    game = await in_thread(begin, ada, bo)
    look, looks, goes_on = GameConsumer.look, Event(), Event()

    def slowly(socket):
        looks.set()
        goes_on.wait(WAIT)
        return look(socket)

    async with page(game, ada) as closing:
        monkeypatch.setattr(GameConsumer, "look", slowly)
        (watch,) = fanout().sockets[sockets_of(ada.pk)]
        await watch.write("")
        looking = set(watch.looking)
        await in_thread(looks.wait, WAIT)
        await closing.communicator.send_input({"type": "websocket.disconnect", "code": 1000})
        for _ in range(50):  # until it has closed, or waits
            await in_thread(game.refresh_from_db)
        goes_on.set()
        await asyncio.gather(*looking)
    assert not fanout().sockets


async def test_a_page_that_is_given_up_while_it_waits_leaves_nothing_behind(ada, bo, monkeypatch):
    """The server gives up a closed page that does not end because the database hangs."""
    game = await in_thread(begin, ada, bo)
    waits = asyncio.Event()

    async def hang(*_):
        waits.set()
        await asyncio.Event().wait()

    async with page(game, ada) as given_up, page(game):
        monkeypatch.setattr(GameConsumer, "carry_out", hang)
        await given_up.send(type="snapshot.ask")
        await waits.wait()
        given_up.communicator.future.cancel()
        await asyncio.wait({given_up.communicator.future})
        assert not present().pages
        monkeypatch.setattr(given_up.communicator, "_future", asyncio.ensure_future(settle()))
    assert not fanout().sockets
    assert not beacon().followed


async def test_an_open_page_is_told_when_its_member_is_suspended_and_when_that_is_lifted(ada, bo):
    game = await in_thread(begin, ada, bo)
    browser = await in_thread(Browser, ada)
    until = timezone.now() + timedelta(days=1)
    given = {"user": ada, "reason": "Rudeness", "until": until, "by": None}
    async with browser.page(game) as left_open:
        assert "seal" in (await left_open.hear("game.snapshot"))["you"]["may"]
        suspension = await in_thread(lambda: suspend(**given, now=timezone.now()))
        told = await left_open.hear("game.snapshot")
        assert (told["you"]["seat"], told["you"]["may"]) == (0, ["resign"])
        await in_thread(lambda: lift(restriction=suspension, now=timezone.now()))
        assert "seal" in (await left_open.hear("game.snapshot"))["you"]["may"]
