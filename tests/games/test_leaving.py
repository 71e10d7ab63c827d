"""Resigning, and removal by a moderator: the others go on with their sealed choices."""

import pytest

from tests.games.acting import pause_game, remove_seat, resign
from tests.games.playing import begin, fresh, place, seal, sealed, seat, steps
from tests.games.sweeps import take_out_former_members
from transport.refusals import Refused

pytestmark = pytest.mark.django_db


@pytest.fixture
def leave(clock):
    return lambda game, user: resign(game_id=game.pk, user=user)


def test_leaving_is_a_step_of_its_own_that_opens_nothing(ada, bo, cy, leave):
    game = begin(ada, bo, cy)
    seal(game, ada, place(0, 0))
    leave(game, cy)
    assert steps(game) == [("complete", [2])]
    assert seat(game, cy).left_why == "resigned"


def test_leaving_carries_the_others_sealed_choices_over(ada, bo, cy, leave):
    game = begin(ada, bo, cy)
    seal(game, ada, place(0, 0))
    seal(game, bo, place(1, 1))
    leave(game, cy)
    assert sealed(game) == {0: place(0, 0), 1: place(1, 1)}


def test_what_the_leaver_had_sealed_is_never_opened(ada, bo, cy, leave, clock):
    game = begin(ada, bo, cy, turn_ends="complete")
    seal(game, cy, place(2, 2))
    leave(game, cy)
    seal(game, ada, place(0, 0))
    seal(game, bo, place(1, 1))
    assert steps(game)[-1] == ("complete", {"0": place(0, 0), "1": place(1, 1)})


def test_leaving_opens_the_step_where_the_leaver_was_the_only_one_missing(ada, bo, cy, leave):
    game = begin(ada, bo, cy, turn_ends="complete")
    seal(game, ada, place(0, 0))
    seal(game, bo, place(1, 1))
    leave(game, cy)
    assert steps(game) == [("complete", [2]), ("complete", {"0": place(0, 0), "1": place(1, 1)})]


def test_a_table_that_ends_by_the_timer_waits_for_it_after_a_leave_too(ada, bo, cy, leave):
    game = begin(ada, bo, cy, turn_ends="timer")
    seal(game, ada, place(0, 0))
    seal(game, bo, place(1, 1))
    leave(game, cy)
    assert fresh(game).step == 1


def test_leaving_gives_the_others_no_new_time(ada, bo, cy, leave, clock):
    game = begin(ada, bo, cy)
    clock.go(20)
    leave(game, cy)
    assert (fresh(game).deadline - clock.now).total_seconds() == 40


def test_the_next_one_on_turn_has_a_whole_turn(ada, bo, cy, leave, clock):
    start = {"start": [[0, 0], [5, 5], [9, 0]]}
    game = begin(ada, bo, cy, variant="territory", options=start)
    clock.go(20)
    leave(game, ada)
    assert (fresh(game).deadline - clock.now).total_seconds() == 60


def test_the_last_one_left_wins(ada, bo, leave):
    game = begin(ada, bo)
    seal(game, bo, place(1, 1))
    leave(game, ada)
    assert (fresh(game).status, fresh(game).outcome["ranks"]) == ("finished", [2, 1])
    assert not game.sealed_actions.exists()


def test_who_has_left_cannot_leave_again(ada, bo, cy, leave):
    game = begin(ada, bo, cy)
    leave(game, cy)
    with pytest.raises(Refused, match="not-awaited"):
        leave(game, cy)
    assert fresh(game).step == 1


def test_who_has_left_chooses_no_more(ada, bo, cy, leave):
    game = begin(ada, bo, cy)
    leave(game, cy)
    with pytest.raises(Refused, match="not-awaited"):
        seal(game, cy, place(2, 2))


def test_nobody_leaves_a_game_that_is_over(ada, bo, leave):
    game = begin(ada, bo)
    leave(game, ada)
    with pytest.raises(Refused, match="not-running"):
        leave(game, bo)


def test_one_may_leave_in_a_pause_and_it_goes_on_being_one(ada, bo, cy, leave, mo, clock):
    game = begin(ada, bo, cy, turn_ends="complete")
    clock.go(20)
    pause_game(game_id=game.pk, by=mo, why="Tea")
    seal(game, ada, place(0, 0))
    seal(game, bo, place(1, 1))
    leave(game, cy)
    after = fresh(game)
    assert (after.status, after.step, after.deadline) == ("paused", 1, None)
    assert after.time_left.total_seconds() == 40
    assert sealed(game) == {0: place(0, 0), 1: place(1, 1)}


def test_leaving_after_the_deadline_gives_no_new_time(ada, bo, cy, leave, clock):
    """The workers were late; the timer resolves the step as soon as they are back."""
    game = begin(ada, bo, cy)
    clock.go(70)
    leave(game, cy)
    assert fresh(game).deadline < clock.now


def test_a_moderator_removes_a_seat(ada, bo, cy, mo, clock):
    game = begin(ada, bo, cy)
    remove_seat(game_id=game.pk, number=2, by=mo, why="Swears")
    assert seat(game, cy).left_why == "removed"
    assert steps(game) == [("moderator", [2])]


def test_who_deletes_the_account_leaves_the_game_with_it(ada, bo, cy, clock):
    """Otherwise the others would wait for ever in a game without a timer."""
    game = begin(ada, bo, cy, turn_seconds=None, turn_ends="complete")
    seal(game, ada, place(0, 0))
    seal(game, bo, place(1, 1))
    cy.delete()
    assert take_out_former_members(now=clock.now) == 1
    assert steps(game) == [("complete", [2]), ("complete", {"0": place(0, 0), "1": place(1, 1)})]
    assert take_out_former_members(now=clock.now) == 0


def test_a_member_who_is_shut_out_leaves_as_one_who_is_gone(ada, bo, cy, clock):
    game = begin(ada, bo, cy, turn_seconds=None, turn_ends="complete")
    seal(game, ada, place(0, 0))
    seal(game, bo, place(1, 1))
    cy.is_active = False
    cy.save()
    assert take_out_former_members(now=clock.now) == 1
    assert steps(game) == [("complete", [2]), ("complete", {"0": place(0, 0), "1": place(1, 1)})]


def test_a_former_member_loses_to_who_stayed(ada, bo, clock):
    game = begin(ada, bo)
    ada.delete()
    take_out_former_members(now=clock.now)
    assert fresh(game).outcome["ranks"] == [2, 1]


def test_a_game_that_is_over_stays_as_it_is_when_a_member_goes(ada, bo, leave, clock):
    game = begin(ada, bo)
    leave(game, ada)
    bo.delete()
    assert take_out_former_members(now=clock.now) == 0
    assert fresh(game).step == 1


@pytest.mark.parametrize("number", [3, -1, 10**30])
def test_a_seat_that_there_is_not_is_not_removed(ada, bo, mo, clock, number):
    with pytest.raises(Refused, match="not-found"):
        remove_seat(game_id=begin(ada, bo).pk, number=number, by=mo, why="Swears")
