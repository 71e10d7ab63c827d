"""Secret choices: what is kept, replaced, taken back and refused."""

import pytest

from games.models import SealedAction
from tests.games.acting import cancel_game
from tests.games.playing import PASS, begin, place, seal, sealed, withdraw
from transport.refusals import Refused

pytestmark = pytest.mark.django_db


def refusal(*args, **kwargs):
    with pytest.raises(Refused) as caught:
        seal(*args, **kwargs)
    return caught.value


def test_a_choice_is_kept_until_the_step_is_opened(ada, bo):
    game = begin(ada, bo)
    seal(game, ada, place(1, 1))
    assert sealed(game) == {0: place(1, 1)}


def test_a_choice_replaces_the_one_before(ada, bo):
    game = begin(ada, bo)
    seal(game, ada, place(1, 1))
    seal(game, ada, PASS)
    assert sealed(game) == {0: PASS}


def test_a_choice_can_be_taken_back(ada, bo):
    game = begin(ada, bo)
    seal(game, ada, place(1, 1))
    withdraw(game, ada)
    assert sealed(game) == {}


def test_taking_back_nothing_is_no_error(ada, bo):
    game = begin(ada, bo)
    withdraw(game, ada)
    assert sealed(game) == {}


def test_taking_back_leaves_the_choices_of_others(ada, bo):
    game = begin(ada, bo)
    seal(game, bo, place(1, 1))
    withdraw(game, ada)
    assert sealed(game) == {1: place(1, 1)}


def test_two_seats_may_choose_the_same_point(ada, bo):
    game = begin(ada, bo)
    seal(game, ada, place(1, 1))
    seal(game, bo, place(1, 1))
    assert sealed(game) == {0: place(1, 1), 1: place(1, 1)}


def test_a_choice_is_refused_when_the_time_is_up(ada, bo, clock):
    game = begin(ada, bo)
    clock.go(60)
    assert refusal(game, ada, PASS).code == "late"


def test_a_choice_counts_until_the_last_moment(ada, bo, clock):
    game = begin(ada, bo)
    clock.go(59.999)
    seal(game, ada, PASS)
    assert sealed(game) == {0: PASS}


def test_taking_back_is_refused_when_the_time_is_up(ada, bo, clock):
    game = begin(ada, bo)
    seal(game, ada, PASS)
    clock.go(60)
    with pytest.raises(Refused, match="late"):
        withdraw(game, ada)
    assert sealed(game) == {0: PASS}


def test_an_illegal_choice_is_refused_with_the_reason_at_its_point(ada, bo):
    game = begin(ada, bo, turn_ends="complete")
    seal(game, ada, place(1, 1))
    seal(game, bo, PASS)
    refused = refusal(game, bo, place(1, 1))
    assert (refused.code, refused.at) == ("occupied", [1, 1])
    assert "already holds a stone" in refused.message


def test_an_illegal_choice_leaves_the_one_before(ada, bo):
    game = begin(ada, bo)
    seal(game, ada, place(1, 1))
    assert refusal(game, ada, place(9, 9)).code == "off-board"
    assert sealed(game) == {0: place(1, 1)}


@pytest.mark.parametrize("step", [0, 2, -1, 10**30])
def test_a_choice_for_another_step_than_the_one_in_preparation_is_refused(ada, bo, step):
    game = begin(ada, bo)
    assert refusal(game, ada, PASS, step=step).code == "step-over"
    assert not SealedAction.objects.exists()


def test_a_choice_for_a_step_that_is_over_is_refused(ada, bo):
    game = begin(ada, bo, turn_ends="complete")
    seal(game, ada, place(0, 0))
    seal(game, bo, place(1, 1))
    refused = refusal(game, ada, place(2, 2), step=1)
    assert refused.code == "step-over"
    assert refused.message == "The turn was over before your choice reached the server."


def test_a_seat_that_is_not_awaited_is_refused(ada, bo):
    game = begin(ada, bo, variant="territory", options={"start": [[0, 0], [5, 5]]})
    assert refusal(game, bo, place(4, 4)).code == "not-awaited"


def test_who_has_no_seat_is_refused(ada, bo, cy):
    game = begin(ada, bo)
    assert refusal(game, cy, PASS).code == "not-your-seat"


def test_a_game_that_is_over_takes_no_choices(ada, bo, mo, clock):
    game = begin(ada, bo)
    cancel_game(game_id=game.pk, by=mo, why="Power cut")
    assert refusal(game, ada, PASS).code == "not-running"


def test_a_choice_survives_a_restart_because_it_is_in_the_database_only(ada, bo):
    """The row is all there is, so a process that has never seen the game finds the choice."""
    game = begin(ada, bo)
    seal(game, ada, place(3, 3))
    row = SealedAction.objects.get()
    assert (row.game_id, row.step, row.seat.number, row.action) == (game.pk, 1, 0, place(3, 3))


@pytest.mark.parametrize(
    "action",
    [
        None,
        [],
        "pass",
        7,
        {},
        {"type": "resign"},
        {"type": "pass", "at": [1, 1]},
        {"type": "place"},
        {"type": "place", "at": [1]},
        {"type": "place", "at": [1, "1"]},
        {"type": "place", "at": [True, 1]},
        {"type": "place", "at": [1.0, 1]},
        {"type": "place", "at": {"x": 1}},
        {"type": "place", "at": [1, 1], "seat": 1},
        {"type": "place", "at": [1, 1], "text": "\x00"},
    ],
)
def test_what_is_no_action_is_refused_and_not_stored(ada, bo, action):
    game = begin(ada, bo)
    assert refusal(game, ada, action).code == "bad-action"
    assert not SealedAction.objects.exists()


@pytest.mark.parametrize("at", [[10**40, 0], [0, -1], [-(10**40), 10**40]])
def test_a_point_of_any_size_off_the_board_is_refused(ada, bo, at):
    assert refusal(begin(ada, bo), ada, {"type": "place", "at": at}).code == "off-board"
