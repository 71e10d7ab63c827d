"""A choice that waited for its game's lock is judged by what holds once it has the lock."""

from __future__ import annotations

import asyncio
import threading
import time
from datetime import timedelta
from functools import partial

import pytest
from django.db import connection, transaction
from django.utils import timezone

from accounts.models import Preferences, Suspension, User
from accounts.standing import Login
from games.models import Game
from games.pages.commands import carry_out
from games.play import commands
from games.play.messages import SealAction, WithdrawAction
from games.store import aio
from tests.games.acting import cancel_game, remove_seat
from tests.games.playing import begin, place, seal, sealed
from tests.servers.session import open_session
from transport.refusals import Refused
from transport.threads import in_thread

pytestmark = pytest.mark.django_db(transaction=True)

WAIT = 60.0
"""How many seconds to wait until the choice waits. Only a failing test waits this long."""


@pytest.fixture(autouse=True)
async def _connections_are_closed():
    yield
    await aio.close()


async def by_event_loop(command, game, user, session):
    work = partial(commands.do, command, arrived=timezone.now())
    await aio.run_game(game.pk, Login(user.pk, user.password, session), work)


async def by_request(command, game, user, session):
    login = Login(user.pk, user.password, session)
    await in_thread(
        partial(carry_out, command, game_id=game.pk, login=login, arrived=timezone.now())
    )


def is_suspended(game, user, mo):
    until = timezone.now() + timedelta(days=1)
    Suspension.objects.create(user=user, reason="x", until=until, by=mo)


def logs_out(game, user, mo):
    user.sessions.all().delete()


def changes_the_password(game, user, mo):
    changed = User.objects.get(pk=user.pk)
    changed.set_password("another-pebble-garden")
    changed.save()


def is_shut_out(game, user, mo):
    User.objects.filter(pk=user.pk).update(is_active=False)


def is_removed(game, user, mo):
    remove_seat(game_id=game.pk, number=0, by=mo, why="x")


def is_cancelled(game, user, mo):
    cancel_game(game_id=game.pk, by=mo, why="x")


MEANWHILE = [
    (is_suspended, "suspended"),
    (logs_out, "login-needed"),
    (changes_the_password, "login-needed"),
    (is_shut_out, "login-needed"),
    (is_removed, "not-awaited"),
    (is_cancelled, "not-running"),
]


def somebody_waits_for_us() -> bool:
    with connection.cursor() as database:
        database.execute(
            "SELECT EXISTS (SELECT 1 FROM pg_locks"  # pg_stat_activity would not change
            " WHERE NOT granted AND pg_backend_pid() = ANY (pg_blocking_pids(pid)))"
        )
        return bool(database.fetchone()[0])


def hold(game: Game, held: threading.Event, happen) -> None:
    """Holds the game's lock until the choice waits for it; changes made meanwhile are committed
    with it."""
    with transaction.atomic():
        Game.objects.select_for_update().get(pk=game.pk)
        held.set()
        ends = time.monotonic() + WAIT
        while not somebody_waits_for_us():
            assert time.monotonic() < ends, "the choice does not wait for the lock"
            time.sleep(0.01)
        happen()


async def choose_while(happen, way, command, game, user):
    """Makes a choice while another connection holds the lock and ``happen`` runs under it."""
    session = await in_thread(open_session, user)
    held = threading.Event()
    holding = asyncio.ensure_future(in_thread(hold, game, held, happen))
    await in_thread(held.wait, WAIT)
    try:
        await way(command, game, user, session)
    finally:
        await holding


@pytest.mark.parametrize("way", [by_event_loop, by_request])
@pytest.mark.parametrize(("happens", "code"), MEANWHILE)
async def test_a_choice_is_refused_for_what_happened_while_it_waited(
    ada, bo, mo, way, happens, code
):
    game = await in_thread(begin, ada, bo)
    command = SealAction(step=1, action=place(0, 0))
    happen = partial(happens, game, ada, mo)
    with pytest.raises(Refused, match=code):
        await choose_while(happen, way, command, game, ada)
    assert await in_thread(sealed, game) == {}


@pytest.mark.parametrize("way", [by_event_loop, by_request])
async def test_nothing_is_taken_back_by_a_session_that_ended_while_it_waited(ada, bo, mo, way):
    game = await in_thread(begin, ada, bo)
    await in_thread(seal, game, ada, place(0, 0))
    happen = partial(logs_out, game, ada, mo)
    with pytest.raises(Refused, match="login-needed"):
        await choose_while(happen, way, WithdrawAction(step=1), game, ada)
    assert await in_thread(sealed, game) == {0: place(0, 0)}


@pytest.mark.parametrize("way", [by_event_loop, by_request])
async def test_a_suspension_that_was_lifted_while_a_choice_waited_holds_it_up_no_more(
    ada, bo, mo, way
):
    game = await in_thread(begin, ada, bo)
    await in_thread(is_suspended, game, ada, mo)

    def lift():
        Suspension.objects.update(lifted_at=timezone.now())

    await choose_while(lift, way, SealAction(step=1, action=place(0, 0)), game, ada)
    assert await in_thread(sealed, game) == {0: place(0, 0)}


@pytest.mark.parametrize("way", [by_event_loop, by_request])
@pytest.mark.parametrize(
    "zones",
    [
        {"time_zone": "Asia/Tokyo"},
        {"browser_zone": "Asia/Tokyo"},
        {"time_zone": "Asia/Tokyo", "browser_zone": "Europe/Berlin"},
    ],
)
async def test_who_is_suspended_reads_the_end_in_their_own_zone(ada, bo, mo, way, zones):
    game = await in_thread(begin, ada, bo)

    def suspend_in_zone():
        Preferences.objects.update_or_create(user=ada, defaults=zones)
        is_suspended(game, ada, mo)

    await in_thread(suspend_in_zone)
    user = await in_thread(User.objects.get, pk=ada.pk)
    session = await in_thread(open_session, user)
    with pytest.raises(Refused) as refused:
        await way(SealAction(step=1, action=place(0, 0)), game, user, session)
    assert "(Asia/Tokyo)" in refused.value.message
