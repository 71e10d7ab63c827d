"""Who held which seat of a game, from which step to which, and why it ended."""

import pytest

from games.models import GameEvent, Tenure
from games.schedule.seats import let_leave
from tests.games.acting import cancel_game, remove_seat, resign
from tests.games.playing import PASS, begin, fresh, place, seal

pytestmark = pytest.mark.django_db


def tenures(game):
    """The tenures of a game, by seat."""
    rows = Tenure.objects.filter(game=game).order_by("seat__number", "from_step")
    return list(rows.values_list("seat__number", "member__username", "from_step", "to_step", "why"))


def test_a_tenure_begins_with_the_game(ada, bo):
    assert tenures(begin(ada, bo)) == [(0, "Ada", 0, None, ""), (1, "Bo", 0, None, "")]


def test_resigning_ends_the_tenure_with_the_step_of_leaving(ada, bo, cy):
    game = begin(ada, bo, cy, turn_ends="complete")
    for user, x in ((ada, 0), (bo, 1), (cy, 2)):
        seal(game, user, place(x, 0))
    resign(game_id=game.pk, user=bo)
    assert tenures(game) == [
        (0, "Ada", 0, None, ""),
        (1, "Bo", 0, 2, "resigned"),
        (2, "Cy", 0, None, ""),
    ]


def test_absence_ends_the_tenure(ada, bo, cy, run_out):
    game = begin(ada, bo, cy, absences_allowed=1)
    seal(game, ada, place(0, 0))
    seal(game, bo, place(4, 0))
    run_out()
    assert tenures(game)[2] == (2, "Cy", 0, 2, "absent")


def test_removal_ends_the_tenure(ada, bo, cy, mo):
    game = begin(ada, bo, cy)
    remove_seat(game_id=game.pk, number=2, by=mo, why="rude")
    assert tenures(game)[2] == (2, "Cy", 0, 1, "removed")


def test_a_deleted_account_s_tenure_ends_without_a_name(ada, bo, cy):
    game = begin(ada, bo, cy)
    cy.delete()
    let_leave(game.pk)
    assert tenures(game)[2] == (2, None, 0, 1, "gone")


def test_the_end_of_the_game_ends_all_that_go_on(ada, bo, cy):
    game = begin(ada, bo, cy, variant="multiplayer-go", turn_ends="complete")
    resign(game_id=game.pk, user=cy)
    while not fresh(game).is_over:
        for user in (ada, bo):
            seal(game, user, PASS)
    last = fresh(game).step
    assert last > 1
    assert tenures(game) == [
        (0, "Ada", 0, last, "over"),
        (1, "Bo", 0, last, "over"),
        (2, "Cy", 0, 1, "resigned"),
    ]


def test_cancelling_ends_all_that_go_on(ada, bo, mo):
    game = begin(ada, bo)
    cancel_game(game_id=game.pk, by=mo, why="a mistake")
    assert tenures(game) == [(0, "Ada", 0, 0, "over"), (1, "Bo", 0, 0, "over")]


def test_the_event_of_a_step_says_which_seats_were_left_by_it(ada, bo, cy):
    game = begin(ada, bo, cy)
    resign(game_id=game.pk, user=bo)
    event = GameEvent.objects.get(game=game, kind="step.resolved")
    assert event.data == {"step": 1, "left": [1]}
