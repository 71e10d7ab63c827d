"""Games that nobody plays any longer are cancelled, with a notice that gives the reason."""

import pytest

from games.models import Game, ModeratorAct
from tests.games.acting import pause_game, resume_game
from tests.games.playing import begin, fresh, place, seal
from tests.games.sweeps import cancel_abandoned_games, play_due_bots, resolve_due_turns

pytestmark = pytest.mark.django_db


@pytest.fixture
def bots(member):
    return [member(f"Pebble {number}", is_bot=True) for number in range(3)]


@pytest.fixture
def sweep(clock):
    """Does what a worker does at a tick; returns how many games it cancelled."""
    return lambda: cancel_abandoned_games(now=clock.now)


def at_step(game, step, **more):
    """Pretends that this many steps were resolved: the last step gets that number."""
    game.steps.filter(number=fresh(game).step).update(number=step, whole=step)
    Game.objects.filter(pk=game.pk).update(step=step, **more)


def why(game):
    act = ModeratorAct.objects.get(game=game)
    assert (act.what, act.by) == ("abandoned", None)
    return act.reason, act.count


def test_a_game_of_bots_alone_has_a_limit_of_turns(bots, sweep, settings):
    settings.BOTS_ALONE_STEPS = 30
    game = begin(*bots)
    at_step(game, 29)
    assert sweep() == 0
    at_step(game, 30)
    assert sweep() == 1
    assert fresh(game).status == "cancelled"
    assert why(game) == ("bots-alone", 30)


def test_a_game_in_which_no_person_chooses_anything_ends(ada, bots, sweep, settings):
    settings.NOBODY_CHOSE_STEPS = 50
    game = begin(ada, *bots, absences_allowed=None)
    at_step(game, 50)
    assert sweep() == 1
    assert why(game) == ("nobody-chose-turns", 50)


def test_a_choice_begins_the_count_anew(ada, bo, sweep, clock, settings):
    settings.NOBODY_CHOSE_STEPS = 2
    game = begin(ada, bo, absences_allowed=None)
    for chooses in (False, True, False):
        if chooses:
            seal(game, ada, place(0, 0))
        clock.go(60)
        resolve_due_turns(sleep=clock.sleep)
        assert sweep() == 0
    clock.go(60)
    resolve_due_turns(sleep=clock.sleep)
    assert sweep() == 1


def test_what_a_bot_chooses_does_not_count(ada, bot, sweep, clock, settings):
    settings.NOBODY_CHOSE_STEPS = 2
    begin(ada, bot, absences_allowed=None)
    for _ in range(2):
        assert sweep() == 0
        clock.go(1)
        play_due_bots()
        clock.go(59)
        resolve_due_turns(sleep=clock.sleep)
    assert sweep() == 1


def test_bots_wait_for_nobody_longer_than_some_days(ada, bot, sweep, clock, settings):
    settings.NOBODY_CHOSE_DAYS = 14
    game = begin(ada, bot, turn_seconds=None, turn_ends="complete")
    clock.go(14 * 86_400 - 1)
    assert sweep() == 0
    clock.go(1)
    assert sweep() == 1
    assert why(game) == ("nobody-chose-days", 14)


def test_people_among_themselves_may_take_as_long_as_they_like(ada, bo, sweep, clock):
    begin(ada, bo, turn_seconds=None, turn_ends="complete")
    clock.go(100 * 86_400)
    assert sweep() == 0


def test_a_turn_may_take_as_many_days_as_it_has(ada, bot, sweep, clock):
    begin(ada, bot, turn_seconds=14 * 86_400)
    clock.go(14 * 86_400)
    assert sweep() == 0


def test_a_turn_without_a_timer_may_take_as_many_days_as_its_players_wait(ada, bot, sweep, clock):
    begin(ada, bot, turn_seconds=None, patience_seconds=14 * 86_400, turn_ends="complete")
    clock.go(14 * 86_400)
    assert sweep() == 0


def left_to_bots(user, bots):
    """A game from the time when bots played on alone after the last person had left."""
    game = begin(user, *bots)
    game.seats.filter(user=user).update(left_why="resigned", left_at_step=0)
    Game.objects.filter(pk=game.pk).update(bots_alone=True)
    return game


def test_a_game_that_was_left_to_bots_once_goes_on_for_a_while(ada, bots, sweep):
    game = left_to_bots(ada, bots)
    assert sweep() == 0
    assert fresh(game).status == "running"


def test_a_game_that_was_left_to_bots_ends_where_as_many_run_as_may(
    ada, bots, sweep, settings, clock
):
    settings.BOTS_ALONE_IN_CLUB = 1
    shown = begin(*bots)
    clock.go(1)
    left = left_to_bots(ada, bots)
    assert sweep() == 1
    assert [fresh(game).status for game in (shown, left)] == ["running", "cancelled"]
    assert why(left) == ("enough-of-bots", None)


def test_a_game_that_was_paused_is_left_to_its_moderators(ada, bot, mo, sweep, clock):
    game = begin(ada, bot, turn_seconds=None, turn_ends="complete")
    pause_game(game_id=game.pk, by=mo, why="Tea")
    clock.go(100 * 86_400)
    assert sweep() == 0


def test_a_long_pause_is_not_held_against_a_game_that_goes_on(ada, bot, mo, sweep, clock):
    game = begin(ada, bot, turn_seconds=None, turn_ends="complete")
    clock.go(86_400)
    pause_game(game_id=game.pk, by=mo, why="Tea")
    clock.go(100 * 86_400)
    resume_game(game_id=game.pk, by=mo, why="Enough")
    assert sweep() == 0
    clock.go(13 * 86_400 - 1)
    assert sweep() == 0
    clock.go(1)
    assert sweep() == 1


def test_what_was_played_stays_and_nothing_is_due_any_more(bots, sweep, clock, settings):
    settings.BOTS_ALONE_STEPS = 1
    game = begin(*bots, turn_seconds=None, turn_ends="complete")
    clock.go(1)
    play_due_bots()
    assert sweep() == 1
    over = fresh(game)
    assert (over.deadline, over.bots_due, over.outcome) == (None, None, None)
    assert game.steps.count() == 2
    clock.go(5)
    assert play_due_bots() == 0
