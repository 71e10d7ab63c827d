"""A player who misses too many turns leaves, in a step of its own; the others go on."""

import pytest

from games.play.clock import BOT_PATIENCE
from tests.games.acting import end_turn
from tests.games.playing import PASS, begin, fresh, place, seal, seat, steps, withdraw

pytestmark = pytest.mark.django_db


def test_three_turns_running_and_the_seat_leaves_in_a_step_of_its_own(ada, bo, cy, run_out):
    game = begin(ada, bo, cy)
    for x in range(3):
        seal(game, ada, place(x, 0))
        seal(game, bo, place(x, 4))
        run_out()
    assert steps(game)[-2:] == [
        ("timer", {"0": place(2, 0), "1": place(2, 4)}),
        ("timer", [2]),
    ]
    assert (seat(game, cy).left_why, seat(game, cy).left_at_step) == ("absent", 4)


def test_two_turns_running_are_not_enough(ada, bo, cy, run_out):
    game = begin(ada, bo, cy)
    run_out(2)
    assert [seat(game, user).absences for user in (ada, bo, cy)] == [2, 2, 2]
    assert fresh(game).status == "running"


@pytest.mark.parametrize("allowed", [1, 2, 10])
def test_the_table_says_how_many(ada, bo, cy, run_out, allowed):
    game = begin(ada, bo, cy, absences_allowed=allowed)
    for _ in range(allowed):
        assert not seat(game, cy).left_why
        seal(game, ada, PASS)
        seal(game, bo, place(fresh(game).step % 5, fresh(game).step // 5))
        run_out()
    assert seat(game, cy).left_why == "absent"
    assert not seat(game, ada).left_why


def test_never_is_never(ada, bo, run_out):
    game = begin(ada, bo, absences_allowed=None)
    run_out(20)
    assert (fresh(game).status, fresh(game).step) == ("running", 20)


def test_choosing_resets_the_count(ada, bo, run_out):
    game = begin(ada, bo)
    for x in range(2):
        seal(game, bo, place(x, 0))
        run_out()
    assert seat(game, ada).absences == 2
    seal(game, ada, PASS)
    seal(game, bo, place(4, 4))
    run_out()
    assert seat(game, ada).absences == 0


def test_choosing_before_a_moderator_ends_the_turn_resets_the_count_too(
    ada, bo, mo, run_out, clock
):
    game = begin(ada, bo)
    run_out(2)
    seal(game, ada, place(0, 0))
    end_turn(game_id=game.pk, by=mo, why="Tea")
    assert [seat(game, user).absences for user in (ada, bo)] == [0, 2]


def test_who_took_the_choice_back_is_absent(ada, bo, run_out):
    game = begin(ada, bo)
    seal(game, ada, place(0, 0))
    withdraw(game, ada)
    run_out()
    assert seat(game, ada).absences == 1


def test_the_last_one_left_wins(ada, bo, run_out):
    game = begin(ada, bo)
    for x in range(3):
        seal(game, ada, place(x, 0))
        run_out()
    over = fresh(game)
    assert (over.status, over.outcome["reason"], over.outcome["ranks"]) == (
        "finished",
        "leave",
        [1, 2],
    )
    assert [seat(game, user).rank for user in (ada, bo)] == [1, 2]


def test_all_who_are_absent_leave_together(ada, bo, run_out):
    game = begin(ada, bo)
    run_out(3)
    assert steps(game)[-1] == ("timer", [0, 1])
    assert fresh(game).outcome["ranks"] == [1, 1]


def test_the_rest_goes_on_with_the_whole_time(ada, bo, cy, run_out, clock):
    game = begin(ada, bo, cy, absences_allowed=1)
    seal(game, ada, place(0, 0))
    seal(game, bo, place(4, 4))
    run_out()
    assert fresh(game).status == "running"
    assert (fresh(game).deadline - clock.now).total_seconds() == 60


def test_a_seat_that_left_is_neither_awaited_nor_counted(ada, bo, cy, run_out):
    game = begin(ada, bo, cy, absences_allowed=2)
    for x in range(4):
        seal(game, ada, place(x, 0))
        seal(game, bo, place(x, 4))
        run_out()
    assert seat(game, cy).absences == 2
    assert fresh(game).status == "running"


def test_a_bot_is_never_absent_however_late_it_was_asked(ada, bot, run_out, clock):
    game = begin(ada, bot, absences_allowed=1)
    seal(game, ada, place(0, 0))
    clock.go(BOT_PATIENCE.total_seconds())
    run_out()
    actions = steps(game)[0][1]
    assert set(actions) == {"0", "1"}
    assert not seat(game, bot).absences


def test_in_turn_games_the_seat_on_turn_is_the_one_that_is_absent(ada, bo, run_out):
    game = begin(ada, bo, variant="territory", options={"start": [[0, 0], [5, 5]]})
    run_out()
    assert [seat(game, user).absences for user in (ada, bo)] == [1, 0]


def test_in_turn_games_who_is_absent_too_often_leaves_at_once(ada, bo, cy, run_out):
    """The player does not stay until the next turn of their own."""
    start = {"start": [[0, 0], [5, 5], [9, 0]]}
    game = begin(ada, bo, cy, variant="territory", options=start, absences_allowed=1)
    run_out()
    assert steps(game) == [("timer", {}), ("timer", [0])]
    assert seat(game, ada).left_why == "absent"
