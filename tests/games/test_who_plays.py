"""Whether an account is a person, and whether the game's bot plays a seat, are separate
questions."""

import pytest
from django.utils import timezone

from engines.record import complete_options
from engines.registry import game as engine_for
from games.models import Seat
from games.play.settings import GameSettings
from games.schedule.bots import choose_for_bots
from games.store.starting import NewSeat, start_game
from tests.games.playing import fresh, place, seal, sealed, seat

pytestmark = pytest.mark.django_db


@pytest.fixture
def game(ada, bot, clock):
    """A game of Ada against an account that is not a person but chooses for itself."""
    return start_game(
        variant="multiplayer-go",
        options=complete_options(engine_for("multiplayer-go"), {"size": 5}),
        title="Tuesday",
        settings=GameSettings(turn_seconds=60, absences_allowed=2),
        seats=[NewSeat(ada, "sea", "straw"), NewSeat(bot, "ember", "straw", engine_plays=False)],
        now=timezone.now(),
        seed=7,
    )


def test_the_server_does_not_choose_for_an_account_that_chooses_for_itself(game, ada):
    seal(game, ada, place(0, 0))
    assert fresh(game).bots_due is None
    assert not choose_for_bots(game_id=game.pk)
    assert set(sealed(game)) == {0}


def test_it_seals_its_own_choice(game, bot):
    seal(game, bot, place(1, 1))
    assert sealed(game) == {1: place(1, 1)}


def test_it_may_be_absent_and_leaves(game, ada, bot, run_out):
    for x in range(2):
        seal(game, ada, place(x, 0))
        run_out()
    assert seat(game, bot).left_why == "absent"


def test_its_choices_are_no_person_s(game, ada, bot):
    seal(game, ada, place(0, 0))
    seal(game, bot, place(1, 1))
    assert fresh(game).last_person_step == 1
    Seat.objects.filter(user=ada).update(left_why="resigned", left_at_step=1)
    seal(game, bot, place(2, 2))
    assert fresh(game).last_person_step == 1
