"""Many simultaneous sweeps handle each due thing once, even if some of them die."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from games.models import Game, Heartbeat, SealedAction, Step
from games.schedule import turns
from games.schedule.bots import QUICK
from games.schedule.jobs import BOTS, TURNS
from games.schedule.outages import beat
from scheduler.jobs import BATCH
from scheduler.sweeping import sweep
from tests.at_once import while_it_waits
from tests.games.playing import begin, fresh, place, seal, sealed, steps
from tests.games.test_killed import KilledError, dying_at
from tests.games.test_once import at_once

pytestmark = pytest.mark.django_db(transaction=True)

FEW = settings(
    max_examples=6,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)


def sweeping(*kinds):
    return lambda: sweep(kinds, ahead=timedelta())


@FEW
@given(
    people=st.integers(0, 6), of_bots=st.integers(0, 6), mixed=st.integers(0, 4), sweeps=st.just(4)
)
def test_whatever_is_due_is_handled_once_by_many_sweeps(
    ada, bo, bot, another_bot, clock, people, of_bots, mixed, sweeps
):
    Game.objects.all().delete()
    games = [begin(ada, bo) for _ in range(people)]
    games += [begin(bot, another_bot) for _ in range(of_bots)]
    games += [begin(ada, bot) for _ in range(mixed)]
    clock.go(60)
    kinds = ([BOTS], [TURNS]) * (sweeps // 2)
    at_once(*(sweeping(*each) for each in kinds))
    clock.go(2)  # one sweep may have found everything left locked by another
    sweep([BOTS, TURNS], ahead=timedelta())
    assert [fresh(game).step for game in games] == [1] * len(games)
    assert Step.objects.filter(number=1).count() == len(games)
    for game in games[people : people + of_bots]:
        assert [set(actions) for _, actions in steps(game)] == [{"0", "1"}]


def test_turns_are_marked_after_a_short_outage_in_the_order_in_which_all_lock_games(ada, bo, clock):
    games = [begin(ada, bo, turn_seconds=seconds) for seconds in (90, 60)]
    Game.objects.filter(pk=games[0].pk).update(title="Moved")  # to the end of the table
    beat(Heartbeat.Of.CHOICES)
    clock.go(5)

    def lock(game):
        return lambda: list(Game.objects.select_for_update().filter(pk=game.pk))

    report = lambda: beat(Heartbeat.Of.CHOICES)  # noqa: E731
    # As whoever deletes an account with several running games does.
    assert while_it_waits(report, first=lock(games[0]), then=lock(games[1])) == "done"
    assert [fresh(game).excused for game in games] == [True, True]


def test_games_at_the_board_do_not_wait_for_many_by_correspondence(ada, bo, clock):
    by_correspondence = [begin(ada, bo, turn_seconds=24 * 60 * 60) for _ in range(BATCH + 1)]
    clock.go(24 * 60 * 60 - 30)
    at_the_board = begin(ada, bo, turn_seconds=60)
    clock.go(61)
    assert turns.handle(timezone.now(), set()) == BATCH
    assert fresh(at_the_board).step == 1
    assert sum(fresh(game).step for game in by_correspondence) == BATCH - 1


def test_two_sweeps_share_the_bots_of_many_games(bot, another_bot, clock):
    games = [begin(bot, another_bot) for _ in range(20)]
    clock.go(60)
    handled = at_once(sweeping(BOTS), sweeping(BOTS), sweeping(BOTS))
    assert sum(handled) == 20
    assert [fresh(game).step for game in games] == [1] * 20


def test_bots_for_whom_a_worker_died_thinking_are_due_again(ada, bot, clock, monkeypatch):
    def die(*_, **__):
        raise KilledError

    game = begin(ada, bot, turn_seconds=None, turn_ends="complete")
    clock.go(1)
    with monkeypatch.context() as dying:
        dying.setattr("games.schedule.bots.read_owing", die)
        dying.setattr("games.schedule.bots._give_back", lambda *_: None)  # as if it were dead
        with pytest.raises(KilledError):
            sweep([BOTS], ahead=timedelta())
    assert sweep([BOTS], ahead=timedelta()) == 0
    clock.go(QUICK.claim.total_seconds())
    assert sweep([BOTS], ahead=timedelta()) == 1
    assert set(sealed(game)) == {1}


class TestOfManyGamesInOneTransaction:
    """What must hold for batches."""

    @pytest.mark.parametrize("query", [4, 5, 6, 7, 8])
    def test_a_worker_that_dies_while_it_writes_leaves_no_half_step(self, ada, bo, clock, query):
        games = [begin(ada, bo, absences_allowed=1) for _ in range(2)]
        for game in games:
            seal(game, ada, place(0, 0))
        clock.go(60)
        with pytest.raises(KilledError), dying_at(query):
            sweep([TURNS], ahead=timedelta())
        assert [fresh(game).step for game in games] == [0, 0]
        assert SealedAction.objects.count() == 2
        assert sweep([TURNS], ahead=timedelta()) == 2
        assert [fresh(game).status for game in games] == ["finished"] * 2

    def test_what_the_database_refuses_of_one_game_undoes_no_other(self, ada, bo, clock):
        games = [begin(ada, bo) for _ in range(3)]
        # A step that should not exist, so that the next one violates a constraint.
        start = games[1].steps.get(number=0)
        start.pk, start.number = None, 1
        start.save()
        clock.go(60)
        assert sweep([TURNS], ahead=timedelta()) == 2
        assert [fresh(game).step for game in games] == [1, 0, 1]
