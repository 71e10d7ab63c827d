"""Notices are the same whichever driver stores a run; a live game needs no query for them, and no
game waits for a member's own change."""

import asyncio
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from functools import partial

import pytest
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext

from games.models import Game
from games.play.game_transaction import Need
from games.play.turn_end import resolve_due_step
from games.store import aio, sync
from notices.models import Notice, TurnWarning
from notices.services.preferences import save_warning_time
from notices.services.reading import prune_notices
from tests.games.both_drivers import by_event_loop, by_request
from tests.games.playing import PASS, begin, fresh, place, seal
from tests.notices.told import DAY, forget, goes_away
from transport import sending
from transport.threads import in_thread


@pytest.fixture(autouse=True)
async def _connections_are_closed():
    yield
    await aio.close()


@pytest.fixture
def said(monkeypatch):
    """Every frame that is sent, with its group."""
    frames = []

    async def send_frames(more):
        frames.extend(more)

    monkeypatch.setattr(aio, "send_frames", send_frames)
    monkeypatch.setattr(sending, "send_now", frames.extend)
    return frames


def kept():
    """All notices and warnings, without keys."""
    notices = Notice.objects.order_by("game", "member", "kind")
    warnings = TurnWarning.objects.order_by("game")
    return [
        *notices.values_list("member", "kind", "what", "step", "who", "at", "read_at"),
        *warnings.values_list("step", "due_at"),
    ]


def hints(said, *users):
    """The groups that received a hint, sorted."""
    frames = [(group, frame) for group, frame in said if "notices.changed" in frame]
    return sorted(group for group, _ in frames)


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("turn_seconds", [60, DAY])
async def test_the_short_way_tells_what_the_service_tells(ada, bo, said, turn_seconds):
    found = []
    for way in (by_request, by_event_loop):
        await in_thread(forget)
        game = await in_thread(
            partial(begin, ada, bo, turn_seconds=turn_seconds, turn_ends="complete")
        )
        await in_thread(goes_away, game, bo)
        del said[:]
        for step, action in ((1, place(1, 1)), (2, PASS)):
            for user, chosen in ((ada, action), (bo, PASS)):
                await way(game, user, "seal", step=step, action=chosen)
            found.append((await in_thread(kept), hints(said)))
        await in_thread(Game.objects.filter(pk=game.pk).delete)
    assert found[:2] == found[2:]
    assert "your-turn" in str(found[0])
    assert "ended" in str(found[1])


@pytest.mark.django_db(transaction=True)
def test_many_games_at_once_tell_what_each_tells_alone(ada, bo, clock, said):
    found = []
    start = clock.now
    for together in (True, False):
        clock.traveller.move_to(start)
        forget()
        del said[:]
        games = [begin(ada, bo, turn_seconds=DAY, absences_allowed=None) for _ in range(3)]
        clock.go(DAY)
        keys = [game.pk for game in games]
        act = partial(resolve_due_step, heard_at=clock.now)
        if together:
            ran = sync.run_games(
                Game.objects.filter(pk__in=keys).order_by("pk"), act, most=3, needs=[Need.DAYS_OFF]
            )
        else:
            ran = sync._one_by_one(keys, act, [Need.DAYS_OFF])
        assert ran.done == set(keys)
        found.append((kept(), hints(said)))
        Game.objects.filter(pk__in=keys).delete()
    assert found[0] == found[1]
    assert str(found[0]).count("your-turn") == 6


@pytest.mark.django_db
def test_a_live_game_with_pages_open_asks_and_writes_nothing_more(ada, bo):
    game = begin(ada, bo, turn_seconds=60, turn_ends="complete")
    with CaptureQueriesContext(connection) as queries:
        seal(game, ada, place(1, 1))
        seal(game, bo, place(3, 3))
    assert fresh(game).step == 1
    assert [query["sql"] for query in queries if "notices_" in query["sql"]] == []


@pytest.mark.django_db(transaction=True)
async def test_players_who_choose_at_once_are_told_of_one_turn(ada, bo, said):
    game = await in_thread(partial(begin, ada, bo, turn_seconds=DAY, turn_ends="complete"))
    await in_thread(forget)
    await asyncio.gather(
        by_event_loop(game, ada, "seal", step=1, action=place(1, 1)),
        by_event_loop(game, bo, "seal", step=1, action=place(3, 3)),
    )
    assert len(await in_thread(kept)) == 3


@pytest.mark.django_db(transaction=True)
def test_what_a_game_is_just_replacing_is_forgotten_later(ada, bo, clock):
    begin(ada, bo, turn_seconds=DAY)
    Notice.objects.update(read_at=clock.now - timedelta(days=31))
    with ThreadPoolExecutor(1) as worker, transaction.atomic():
        Notice.objects.select_for_update().get(member=ada)
        pruned = worker.submit(in_own_connection, partial(prune_notices, now=clock.now))
        assert pruned.result(timeout=60) == 1
    assert Notice.objects.get().member == ada


@pytest.mark.django_db(transaction=True)
def test_games_that_are_written_together_wait_for_nobody_who_waits_for_them(ada, bo):
    """While a batch holds one warning, its member changes when to be warned, and waits. The batch
    can still lock the others."""
    games = [begin(ada, bo, turn_seconds=DAY) for _ in range(3)]
    save = partial(save_warning_time, member=ada, before=timedelta(hours=2))
    with ThreadPoolExecutor(1) as worker:
        with transaction.atomic():
            warnings = TurnWarning.objects.filter(game__in=games).order_by("game")
            warnings.select_for_update().get(game=games[1])
            saved = worker.submit(in_own_connection, save)
            while not _somebody_waits():
                assert not saved.done()
            assert len(warnings.select_for_update(nowait=True)) == 3
        saved.result(timeout=60)


def in_own_connection(work):
    try:
        return work()
    finally:
        connection.close()


def _somebody_waits():
    with connection.cursor() as database:
        database.execute("SELECT count(*) FROM pg_locks WHERE NOT granted")
        return database.fetchone()[0] > 0
