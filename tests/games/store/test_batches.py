"""Many games in one transaction get the same rows and messages as each in a transaction
of its own."""

from __future__ import annotations

from functools import partial

import pytest
from django.db import OperationalError, connection

from engines.registry import GAMES
from games.models import Game, MemberPunctuality, ModeratorAct
from games.play import bots
from games.play.game_transaction import Need
from games.play.resolve import depart
from games.play.rows import ActKind, Cause, LeftWhy
from games.play.turn_end import resolve_due_step
from games.schedule import bots as schedule_bots
from games.schedule.bots import choose_for_bots
from games.store import sync
from games.store.rows import state_at
from tests.at_once import while_it_waits
from tests.games.both_drivers import rows
from tests.games.playing import START, begin, fresh, place, seal
from transport import sending

pytestmark = pytest.mark.django_db(transaction=True)

TURNS = 5


@pytest.fixture
def said(monkeypatch):
    """Every frame that is sent, with its group."""
    frames: list[tuple[str, str]] = []
    monkeypatch.setattr(sending, "send_now", frames.extend)
    return frames


def together(games, clock):
    """Resolves all these games at once, as workers do."""
    due = Game.objects.filter(pk__in=[game.pk for game in games]).order_by("pk")
    act = partial(resolve_due_step, heard_at=clock.now)
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(sync, "_one_by_one", refused)
        return sync.run_games(due, act, most=len(games), needs=[Need.DAYS_OFF])


def one_by_one(games, clock):
    keys = [game.pk for game in games]
    return sync._one_by_one(keys, partial(resolve_due_step, heard_at=clock.now), [Need.DAYS_OFF])


def played(way, users, variant, clock, said):
    """Plays some turns, with a bot that chooses and a person who first chooses, then gets an
    extension, then is absent."""
    clock.traveller.move_to(START)
    del said[:]
    settings = {"absences_allowed": 2, "extensions": 1}
    games = [begin(*users, variant=variant, **settings) for _ in range(2)]
    for turn in range(TURNS):
        for game in games:
            now = fresh(game)
            state = state_at(now, now.step)
            if turn == 0 and 0 in now.engine.awaiting(state):
                seal(game, users[0], now.engine.bot().think(state, 0, 1))
        clock.go(30)
        for game in games:
            choose_for_bots(game_id=game.pk)
        clock.go(60)
        assert not way(games, clock).failed
    frames = [
        (group.replace(game.public_id, "GAME"), frame)
        for game in games
        for group, frame in said
        if game.public_id in group
    ]
    return [rows(game) for game in games], frames


def refused(game_ids, *_):
    raise AssertionError(f"the database refused what was written of games {game_ids}")


@pytest.mark.parametrize("variant", [game.slug for game in GAMES])
def test_both_ways_leave_the_same_rows_and_say_the_same(
    ada, bot, clock, said, variant, monkeypatch
):
    for module in (bots, schedule_bots):
        monkeypatch.setattr(module, "seed_for", lambda _, step, seat: step * 12 + seat)
    apart = played(one_by_one, (ada, bot), variant, clock, said)
    at_once = played(together, (ada, bot), variant, clock, said)
    assert at_once[0] == apart[0]
    assert at_once[1] == apart[1]


def test_a_batch_takes_three_round_trips_however_many_games_there_are(ada, bo, clock, monkeypatch):
    """One each to claim, to read and to write, besides those of the transaction."""
    pipelines = []
    monkeypatch.setattr(
        "psycopg.Connection.pipeline",
        lambda self, pipeline=connection.connection.__class__.pipeline: (
            pipelines.append(1) or pipeline(self)
        ),
    )
    games = [begin(ada, bo) for _ in range(5)]
    for game in games:
        seal(game, ada, place(0, 0))
    clock.go(60)
    pipelines.clear()
    asked = []

    def count(execute, sql, params, many, context):
        asked.append(sql)
        return execute(sql, params, many, context)

    with connection.execute_wrapper(count):
        assert len(together(games, clock).done) == 5
    assert len(pipelines) == 2
    assert len([sql for sql in asked if sql.startswith("SELECT")]) == 1


def test_a_database_that_goes_away_leaves_all_of_them_to_the_next_sweep(
    ada, bo, clock, monkeypatch
):
    def away(*_):
        raise OperationalError("gone")

    games = [begin(ada, bo) for _ in range(2)]
    clock.go(60)
    monkeypatch.setattr(sync, "_run_together", away)
    ran = together(games, clock)
    assert (ran.done, set(ran.failed)) == (set(), {game.pk for game in games})
    assert [fresh(game).step for game in games] == [0, 0]


def test_of_a_game_that_fails_nothing_is_kept_and_the_others_are_done(ada, bo, clock):
    failing, other = [begin(ada, bo) for _ in range(2)]
    clock.go(60)

    def act(run):
        run.log(ActKind.PAUSED, why="soon taken back")
        if run.game.id == failing.pk:
            raise ValueError("the rules know no such thing")
        return resolve_due_step(run, heard_at=clock.now)

    due = Game.objects.filter(pk__in=[failing.pk, other.pk]).order_by("pk")
    ran = sync.run_games(due, act, most=2, needs=[Need.DAYS_OFF])
    assert (ran.done, set(ran.failed)) == ({other.pk}, {failing.pk})
    assert [fresh(game).step for game in (failing, other)] == [0, 1]
    assert list(ModeratorAct.objects.values_list("game", flat=True)) == [other.pk]


def test_a_batch_that_waits_for_what_others_hold_while_they_wait_for_it_is_done_one_by_one(
    ada, bo, cy
):
    games = [begin(ada, bo, cy) for _ in range(2)]
    for member in (ada, bo):
        MemberPunctuality.objects.create(member=member)
    absent = dict(zip([game.pk for game in games], (0, 1), strict=True))

    def act(run):
        seat = run.seats[absent[run.game.id]]
        run.game.turns_missed = {str(seat.number): [2, 0]}
        depart(run, [seat], LeftWhy.ABSENT, Cause.TIMER)
        return True

    def end():
        due = Game.objects.filter(pk__in=absent).order_by("pk")
        return not sync.run_games(due, act, most=2).failed

    def hold(member):
        # As another worker does, whose games end for the same members in another order.
        return lambda: list(MemberPunctuality.objects.select_for_update().filter(member=member))

    assert while_it_waits(end, first=hold(bo), then=hold(ada)) == "done"
    assert [each.games for each in MemberPunctuality.objects.order_by("member")] == ["l", "l"]
