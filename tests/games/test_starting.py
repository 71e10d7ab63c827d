"""What a game is at its start, and what remains of it when people leave the club."""

import pytest
from django.db import IntegrityError, transaction

from engines.rules import IllegalAction
from games.archive.record import record_of
from games.models import Game, SealedAction, Seat, Step
from tests.games.playing import PASS, START, begin, fresh, place, seal

pytestmark = pytest.mark.django_db


def test_a_game_begins_with_its_starting_position_as_step_0(ada, bo):
    game = begin(ada, bo)
    step = Step.objects.get(game=game)
    assert (step.number, step.cause, step.resolved_at) == (0, "start", START)
    assert (step.turn, game.awaiting, step.events) == (1, [0, 1], [])


def test_the_first_turn_has_the_whole_time(ada, bo):
    assert (begin(ada, bo).deadline - START).total_seconds() == 60


def test_everybody_sits_in_the_order_of_the_seats_with_their_colours(ada, bo, cy):
    seats = Seat.objects.filter(game=begin(cy, ada, bo))
    assert [(seat.number, seat.name, seat.stone_colour) for seat in seats] == [
        (0, "Cy", "sea"),
        (1, "Ada", "ember"),
        (2, "Bo", "moss"),
    ]


def test_seeds_and_addresses_cannot_be_guessed(ada, bo):
    games = [begin(ada, bo, seed=None) for _ in range(3)]
    assert len({game.seed for game in games}) == 3
    assert all(0 <= game.seed < 2**63 for game in games)
    assert all(len(game.public_id) == 24 for game in games)
    assert len({game.public_id for game in games}) == 3


def test_options_that_contradict_each_other_begin_no_game(ada, bo):
    with pytest.raises(IllegalAction, match="bad-options"):
        begin(ada, bo, variant="territory", options={"start": [[0, 0]]})
    assert not Game.objects.exists()


def test_a_game_of_a_former_member_stays_under_another_name(ada, bo, client_of):
    game = begin(ada, bo, turn_ends="complete")
    seal(game, ada, place(0, 0))
    seal(game, bo, PASS)
    ada.delete()
    assert [seat.name for seat in game.seats.all()] == ["former member", "Bo"]
    assert record_of(fresh(game))["players"][0]["name"] == "former member"
    assert client_of(bo).get(game.get_absolute_url()).status_code == 200


def again(row):
    """Stores the same row once more."""
    row.pk = None
    with transaction.atomic():
        row.save(force_insert=True)


@pytest.mark.parametrize("model", [Step, Seat, SealedAction])
def test_the_database_itself_refuses_a_second_row(ada, bo, model):
    """One row per step number, per seat number, per user, and per choice of a seat for a step."""
    game = begin(ada, bo)
    seal(game, ada, place(0, 0))
    with pytest.raises(IntegrityError):
        again(model.objects.filter(game=game).first())
