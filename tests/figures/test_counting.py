"""What is counted of a week, and what is not."""

from __future__ import annotations

from datetime import date, timedelta

import pytest
from django.utils import timezone

from accounts.models import User
from figures.counting import count_figures
from figures.models import WeekOfGames
from figures.schedule import COUNTING
from figures.waiting import week_of
from games.models import Game
from scheduler.sweeping import sweep
from tests.games.acting import resign
from tests.games.playing import begin, place, play_turns, seal
from tests.games.sweeps import play_due_bots

pytestmark = pytest.mark.django_db

DAY = 24 * 60 * 60
WEEK = 7 * DAY
THIS_WEEK = date(2026, 11, 16)
"""The Monday of the week in which every test begins, on a Saturday."""


def counted(variant="multiplayer-go", pace="live", against_bots=False, week=THIS_WEEK):
    count_figures(timezone.now())
    return WeekOfGames.objects.get(week=week, variant=variant, pace=pace, against_bots=against_bots)


def test_a_week_begins_on_monday_by_utc(clock):
    assert week_of(clock.now) == THIS_WEEK
    clock.go(2 * DAY)
    assert week_of(clock.now) == date(2026, 11, 23)


def test_a_game_is_counted_by_game_and_pace_and_among_all_games(ada, bo, cy):
    begin(ada, bo)
    begin(ada, cy, turn_seconds=DAY)
    assert counted().begun == 1
    assert counted(pace="daily").begun == 1
    everything = counted("", "")
    assert (everything.begun, everything.members) == (2, 3)


def test_turns_that_people_chose_and_missed_are_counted(ada, bo, run_out):
    game = begin(ada, bo)
    seal(game, ada, place(1, 1))
    run_out()
    seal(game, ada, place(2, 2))
    seal(game, bo, place(3, 3))
    run_out()
    row = counted()
    assert (row.chosen, row.missed) == (3, 1)


def test_turns_of_bots_are_not_counted(ada, bot, clock, run_out):
    game = begin(ada, bot, turn_ends="complete")
    seal(game, ada, place(1, 1))
    clock.go(2)
    play_due_bots(sleep=clock.sleep)
    assert counted(against_bots=True).chosen == 1


def test_games_against_bots_alone_are_counted_apart(ada, bo, bot):
    begin(ada, bot)
    begin(ada, bo, bot)
    assert counted().begun == 1
    assert counted(against_bots=True).begun == 1


def test_games_of_bots_alone_are_not_counted(bot, ada, bo):
    from engines.registry import game as engine_for
    from games.store.starting import bot_member

    begin(bot, bot_member(engine_for("multiplayer-go"), [bot.pk]))
    begin(ada, bo)
    assert counted("", "").begun == 1


def test_a_game_that_somebody_resigned_is_finished(ada, bo):
    resign(game_id=begin(ada, bo).pk, user=bo)
    row = counted()
    assert (row.finished, row.given_up, row.cancelled) == (1, 0, 0)


def test_a_game_that_nobody_was_left_to_play_with_is_broken_off(ada, bo, run_out):
    game = begin(ada, bo, absences_allowed=2)
    for turn in range(2):
        seal(game, ada, place(turn, turn))
        run_out()
    row = counted()
    assert (row.finished, row.given_up, row.cancelled) == (0, 1, 0)


def test_a_cancelled_game_is_counted_as_that(ada, bo):
    Game.objects.filter(pk=begin(ada, bo).pk).update(status="cancelled")
    row = counted()
    assert (row.finished, row.given_up, row.cancelled) == (0, 0, 1)


def test_the_end_of_a_game_is_counted_in_the_week_in_which_it_began(ada, bo, clock):
    game = begin(ada, bo, turn_seconds=DAY)
    assert counted(pace="daily").finished == 0
    clock.go(3 * WEEK)
    resign(game_id=game.pk, user=bo)
    assert counted(pace="daily").finished == 1


def test_members_who_play_in_the_week_after_are_counted_when_it_is_over(ada, bo, cy, clock):
    game = begin(ada, bo, cy, turn_ends="complete", turn_seconds=14 * DAY)
    assert counted(pace="daily").came_back is None
    clock.go(WEEK)
    seal(game, ada, place(1, 1))
    seal(game, bo, place(2, 2))
    seal(game, cy, place(3, 3))
    begin(bo, cy)
    assert counted(pace="daily").came_back is None, "that week is not over yet"
    clock.go(WEEK)
    row = counted(pace="daily")
    assert (row.members, row.came_back) == (3, 3)
    later = counted(week=date(2026, 11, 23))
    assert (later.members, later.came_back) == (2, None)


def test_whoever_takes_a_seat_over_is_counted_for_their_own_turns_alone(ada, bo, cy):
    game = begin(ada, bo, turn_ends="complete")
    play_turns(game, ada, bo, turns=1)
    seat = game.seats.get(user=bo)
    seat.tenures.update(to_step=1, why="absent")
    seat.tenures.create(game=game, member=cy, from_step=1)
    game.seats.filter(pk=seat.pk).update(user=cy)
    play_turns_after(game, ada, cy)
    row = counted()
    assert (row.chosen, row.members) == (4, 3)


def play_turns_after(game: Game, *players: User) -> None:
    for row, player in enumerate(players):
        seal(game, player, place(1, row))


def test_a_week_that_is_over_is_counted_twice_and_no_more(ada, bo, clock):
    begin(ada, bo)
    assert count_figures(clock.now) == [THIS_WEEK]
    clock.go(WEEK)
    assert THIS_WEEK in count_figures(clock.now)
    assert THIS_WEEK not in count_figures(clock.now)
    clock.go(WEEK)
    assert THIS_WEEK in count_figures(clock.now)
    assert THIS_WEEK not in count_figures(clock.now)


def test_a_club_without_games_has_nothing_to_count(db, clock):
    assert count_figures(clock.now) == []
    assert not WeekOfGames.objects.exists()


def test_the_statements_do_not_grow_with_the_games(
    ada, bo, cy, clock, django_assert_max_num_queries
):
    begin(ada, bo)
    count_figures(clock.now)
    for _ in range(20):
        begin(ada, cy)
    with django_assert_max_num_queries(10):
        count_figures(clock.now)


def test_a_worker_counts_at_its_tick(ada, bo, clock):
    begin(ada, bo)
    sweep([COUNTING], ahead=timedelta(), sleep=clock.sleep)
    assert WeekOfGames.objects.get(variant="multiplayer-go").begun == 1


def test_no_stored_figure_has_a_member():
    from figures.models import Waiting

    for model in (WeekOfGames, Waiting):
        assert not any(field.is_relation for field in model._meta.get_fields())
