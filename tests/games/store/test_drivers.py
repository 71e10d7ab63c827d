"""A choice leaves the same rows and messages by either driver."""

from __future__ import annotations

import asyncio
from datetime import timedelta
from functools import partial
from typing import Any

import psycopg
import pytest
from django.db import connection
from django.utils import timezone

from accounts.models import Suspension, User
from accounts.services.measures import suspend
from engines.registry import GAMES
from games.models import (
    Game,
)
from games.play.commands import do
from games.play.messages import Order, SealAction
from games.store import aio
from tests.games.acting import resign, set_plan
from tests.games.both_drivers import by_event_loop, by_request, login, rows
from tests.games.playing import PASS, START, begin, fresh, place, sealed, state_of, steps
from tests.games.sweeps import use_due_plans
from transport import sending
from transport.refusals import Refused
from transport.threads import in_thread

HOUR = timedelta(hours=1)

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def said(monkeypatch):
    """Every frame that is sent, with its group."""
    frames: list[tuple[str, str]] = []

    async def send_frames(more):
        frames.extend(more)

    monkeypatch.setattr(aio, "send_frames", send_frames)
    monkeypatch.setattr(sending, "send_now", frames.extend)
    return frames


@pytest.fixture(autouse=True)
async def _connections_are_closed():
    yield
    await aio.close()


def choices_of(game: Game, number: int, turns: int = 3) -> list[Any]:
    """What the engine's bot would choose for a seat; a pass if it is not awaited."""
    engine, state = game.engine, state_of(game)
    if number not in engine.awaiting(state):
        return [PASS]
    return [engine.bot().think(state, number, seed) or PASS for seed in range(turns)]


async def played(way, game: Game, users: list[User], clock) -> list[str]:
    """Plays some turns by one driver; returns the refusals."""
    refused = []
    for _ in range(4):
        clock.go(1)
        for number, user in enumerate(users):
            step = (await in_thread(fresh, game)).next_step
            first, second, third = [*await in_thread(choices_of, game, number), PASS, PASS][:3]
            page = f"page of {number}"
            for kind, what in (
                ("seal", {"action": first}),
                ("withdraw", {"order": Order(page=page, number=step * 10 + 1)}),
                ("seal", {"action": first, "order": Order(page=page, number=step * 10)}),
                ("seal", {"action": {"type": "nonsense"}}),
                ("seal", {"action": second, "order": Order(page=page, number=step * 10 + 2)}),
                ("seal", {"action": third}),
            ):
                try:
                    await way(game, user, kind, step=step, **what)
                except Refused as error:
                    refused.append(error.code)
    await in_thread(resign, game_id=game.pk, user=users[0])
    return refused


@pytest.mark.parametrize("variant", [game.slug for game in GAMES])
async def test_both_ways_leave_the_same_rows_and_say_the_same(
    ada, bo, clock, said, variant, caplog
):
    outcomes = []
    for way in (by_request, by_event_loop):
        clock.traveller.move_to(START)
        game = await in_thread(begin, ada, bo, variant=variant, turn_ends="complete")
        del said[:]
        refused = await played(way, game, [ada, bo], clock)
        frames = [(g.replace(game.public_id, "GAME"), frame) for g, frame in said]
        outcomes.append((refused, await in_thread(rows, game), frames))
    service, short = outcomes
    assert short[0] == service[0]
    assert short[1] == service[1]
    assert short[2] == service[2]
    assert "goes on without" not in caplog.text, "a subscriber failed in the event loop"


async def test_both_ways_use_plans_alike(ada, bo, clock, said):
    outcomes = []
    for way in (by_request, by_event_loop):
        clock.traveller.move_to(START)
        changes = {"turn_ends": "complete", "turn_seconds": 86_400}
        game = await in_thread(partial(begin, ada, bo, **changes))
        for number, user in enumerate((ada, bo)):
            actions = [place(x, number) for x in range(3)]
            await in_thread(partial(set_plan, game_id=game.pk, user=user, was=[], actions=actions))
        del said[:]
        for turn in range(3):
            step = (await in_thread(fresh, game)).next_step
            for number, user in enumerate((ada, bo)):
                await way(game, user, "seal", step=step, action=place(turn, 3 + number))
            clock.go(1)
            await in_thread(use_due_plans)
        await way(game, ada, "withdraw", step=(await in_thread(fresh, game)).next_step)
        frames = [(g.replace(game.public_id, "GAME"), frame) for g, frame in said]
        outcomes.append((await in_thread(rows, game), frames))
        assert (await in_thread(fresh, game)).step == 6, "every other turn is a plan's"
    assert outcomes[1] == outcomes[0]


@pytest.mark.parametrize(
    ("case", "code"),
    [
        ("logged out", "login-needed"),
        ("another password", "login-needed"),
        ("shut out", "login-needed"),
        ("suspended", "suspended"),
        ("plays elsewhere", "not-your-seat"),
    ],
)
async def test_who_may_not_choose_is_refused_and_nothing_stored(ada, bo, cy, clock, case, code):
    game = await in_thread(begin, ada, bo)
    user = cy if case == "plays elsewhere" else ada
    known = await in_thread(login, user)

    def happen():
        if case == "logged out":
            user.sessions.all().delete()
        elif case == "another password":
            User.objects.filter(pk=user.pk).update(password="another")
        elif case == "shut out":
            User.objects.filter(pk=user.pk).update(is_active=False)
        elif case == "suspended":
            end = clock.now.replace(year=2030)
            Suspension.objects.create(user=user, reason="x", until=end, created_at=clock.now)

    await in_thread(happen)
    command = SealAction(step=1, action=place(0, 0))
    work = partial(do, command, arrived=timezone.now())
    with pytest.raises(Refused, match=code):
        await aio.run_game(game.pk, known, work)
    assert await in_thread(sealed, game) == {}


WAITING = """
SELECT count(*) FROM pg_stat_activity
WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE '%games_game%'
"""


async def waits_for_the_lock() -> None:
    """Waits until a choice waits for the game's lock."""

    def waiting() -> bool:
        with connection.cursor() as cursor:
            cursor.execute(WAITING)
            return bool(cursor.fetchone()[0])

    while not await in_thread(waiting):  # noqa: ASYNC110 nobody tells
        await asyncio.sleep(0.02)


REMOVED = "UPDATE games_seat SET left_why = 'removed' WHERE number = 0 AND game_id = %s"
HANDED_ON = "UPDATE games_seat SET user_id = NULL WHERE number = 0 AND game_id = %s"
PAUSED = "UPDATE games_game SET status = 'paused', deadline = NULL WHERE id = %s"
CANCELLED = "UPDATE games_game SET status = 'cancelled', deadline = NULL WHERE id = %s"


def suspended(user: User, clock: Any) -> None:
    clock.go(1)
    suspend(user=user, reason="x", until=clock.now + HOUR, by=None, now=clock.now)


def logged_out(user: User, _clock: Any) -> None:
    user.sessions.all().delete()


def another_password(user: User, _clock: Any) -> None:
    user.set_password("pebble-garden-8")
    user.save()


def shut_out(user: User, _clock: Any) -> None:
    User.objects.filter(pk=user.pk).update(is_active=False)


def session_over(_user: User, clock: Any) -> None:
    clock.go(31 * 86_400)


async def choose_while_it_is_held(game: Game, user: User, meanwhile: Any) -> None:
    """The user chooses and waits for the game; somebody else holds it until ``meanwhile`` has run
    on their connection."""
    known = await in_thread(login, user)
    work = partial(do, SealAction(step=1, action=place(0, 0)), arrived=timezone.now())
    parameters = await in_thread(aio.connection_parameters)
    async with await psycopg.AsyncConnection.connect(**parameters) as holder:
        await holder.execute("SELECT 1 FROM games_game WHERE id = %s FOR UPDATE", (game.pk,))
        choosing = asyncio.create_task(aio.run_game(game.pk, known, work))
        await waits_for_the_lock()
        await meanwhile(holder)
        await holder.commit()
    await choosing


@pytest.mark.parametrize(
    ("happens", "code"),
    [
        (suspended, "suspended"),
        (logged_out, "login-needed"),
        (another_password, "login-needed"),
        (shut_out, "login-needed"),
        (session_over, "login-needed"),
    ],
)
async def test_who_may_choose_no_longer_when_the_game_is_free_is_refused(
    ada, bo, clock, happens, code
):
    game = await in_thread(begin, ada, bo, turn_seconds=None, turn_ends="complete")

    async def meanwhile(_holder):
        await in_thread(happens, ada, clock)

    with pytest.raises(Refused, match=code):
        await choose_while_it_is_held(game, ada, meanwhile)
    assert await in_thread(sealed, game) == {}


@pytest.mark.parametrize(
    ("change", "code"),
    [(REMOVED, "not-awaited"), (HANDED_ON, "not-your-seat"), (CANCELLED, "not-running")],
)
async def test_whose_seat_or_game_is_gone_when_it_is_free_is_refused(ada, bo, change, code):
    game = await in_thread(begin, ada, bo)

    async def meanwhile(holder):
        await holder.execute(change, (game.pk,))

    with pytest.raises(Refused, match=code):
        await choose_while_it_is_held(game, ada, meanwhile)
    assert await in_thread(sealed, game) == {}


async def test_the_last_choice_ends_no_turn_of_a_game_that_was_paused_meanwhile(ada, bo):
    """The choice is sealed, and played when the game goes on."""
    game = await in_thread(begin, ada, bo, turn_ends="complete")
    await by_event_loop(game, bo, "seal", step=1, action=place(1, 1))

    async def meanwhile(holder):
        await holder.execute(PAUSED, (game.pk,))

    await choose_while_it_is_held(game, ada, meanwhile)
    assert await in_thread(sealed, game) == {0: place(0, 0), 1: place(1, 1)}
    assert (await in_thread(fresh, game)).step == 0


async def test_two_last_choices_at_once_resolve_the_step_once_with_both(ada, bo, clock):
    game = await in_thread(begin, ada, bo, turn_ends="complete")
    await asyncio.gather(
        by_event_loop(game, ada, "seal", step=1, action=place(0, 0)),
        by_event_loop(game, bo, "seal", step=1, action=place(1, 1)),
    )
    assert await in_thread(steps, game) == [("complete", {"0": place(0, 0), "1": place(1, 1)})]


async def test_connections_that_broke_while_nobody_used_them_cost_no_choice(ada, bo):
    """All connections break when PostgreSQL restarts."""
    game = await in_thread(begin, ada, bo)
    await by_event_loop(game, ada, "seal", step=1, action=place(0, 0))

    def break_others():
        with connection.cursor() as cursor:
            cursor.execute(
                "SELECT pg_terminate_backend(pid, 60000) FROM pg_stat_activity"  # waits for the end
                " WHERE datname = current_database() AND pid <> pg_backend_pid()"
                " AND state = 'idle' AND query ILIKE 'commit%'"
            )
            assert (True,) in cursor.fetchall()

    await in_thread(break_others)
    await by_event_loop(game, ada, "seal", step=1, action=place(1, 1))
    assert await in_thread(sealed, game) == {0: place(1, 1)}


def test_choices_connect_by_all_that_the_database_s_address_asks_for(monkeypatch):
    asked = {
        "sslmode": "verify-full",
        "sslrootcert": "/etc/miai/ca.pem",
        "application_name": "miai",
    }
    for name, value in asked.items():
        monkeypatch.setitem(connection.settings_dict["OPTIONS"], name, value)
    told = psycopg.conninfo.make_conninfo(**aio.connection_parameters())
    assert asked.items() <= psycopg.conninfo.conninfo_to_dict(told).items()


async def test_postgresql_knows_that_a_process_which_stands_still_does_nothing_with_the_lock(
    ada, bo
):
    """PostgreSQL ends connections that it knows to be idle after a while, so other choices do not
    wait for ever."""
    game = await in_thread(begin, ada, bo)
    known = await in_thread(login, ada)
    address = await in_thread(aio.connection_parameters)
    states = []

    def stand_still(_run):
        with psycopg.connect(**address) as another:
            states.extend(
                another.execute(
                    "SELECT state FROM pg_stat_activity JOIN pg_locks USING (pid)"
                    " WHERE relation = 'games_game'::regclass AND mode = 'RowShareLock'"
                    " AND datname = current_database()"
                )
            )

    await aio.run_game(game.pk, known, stand_still)
    assert states == [("idle in transaction",)]


@pytest.fixture
def commits_fail():
    """Makes commits of new events fail, as on a full disk."""
    with connection.cursor() as cursor:
        cursor.execute(
            "CREATE FUNCTION pg_temp.refuse() RETURNS trigger LANGUAGE plpgsql"
            " AS $$ BEGIN RAISE EXCEPTION 'no'; END $$;"
            " CREATE CONSTRAINT TRIGGER refuse AFTER INSERT ON games_gameevent"
            " DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION pg_temp.refuse()"
        )

    def no_longer():
        with connection.cursor() as cursor:
            cursor.execute("DROP TRIGGER IF EXISTS refuse ON games_gameevent")

    yield no_longer
    no_longer()


async def test_a_choice_that_cannot_be_committed_is_told_to_nobody(ada, bo, said, request):
    game = await in_thread(begin, ada, bo)
    await by_event_loop(game, bo, "seal", step=1, action=place(1, 1))
    del said[:]
    no_longer = await in_thread(request.getfixturevalue, "commits_fail")
    with pytest.raises(psycopg.DatabaseError):
        await by_event_loop(game, ada, "seal", step=1, action=place(0, 0))
    await in_thread(no_longer)
    assert (said, await in_thread(sealed, game)) == ([], {1: place(1, 1)})
    await by_event_loop(game, ada, "seal", step=1, action=place(0, 0))
    assert await in_thread(sealed, game) == {0: place(0, 0), 1: place(1, 1)}
