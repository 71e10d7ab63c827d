"""A game's settings are stored once, as a whole; lists search by columns that the
database derives."""

import msgspec
import pytest

from games.models import Game
from games.play.settings import GameSettings, TurnEnds, read_settings
from tests.games.playing import begin, fresh

pytestmark = pytest.mark.django_db


def test_a_game_is_played_as_it_was_settled(ada, bo):
    settings = {"listed": False, "turn_seconds": 20, "turn_ends": "timer", "absences_allowed": None}
    game = begin(ada, bo, **settings)
    assert fresh(game).settings == read_settings(settings)
    assert fresh(game).settings.turn_ends is TurnEnds.TIMER


def test_a_setting_that_was_added_later_is_its_default():
    assert read_settings({"turn_seconds": 60}) == GameSettings(turn_seconds=60)


@pytest.mark.parametrize("stored", [{"turn_ends": "never"}, {"turns": 3}, {"listed": 1}, [], None])
def test_what_is_no_settings_is_not_taken_for_some(stored):
    with pytest.raises(msgspec.ValidationError):
        read_settings(stored)


@pytest.mark.parametrize("listed", [True, False])
def test_games_are_found_by_whether_they_are_listed(ada, bo, listed):
    game = begin(ada, bo, listed=listed)
    begin(ada, bo, listed=not listed)
    assert list(Game.objects.filter(listed=listed)) == [game]
    assert fresh(game).listed is listed


def test_a_query_may_ask_for_one_setting(ada, bo):
    begin(ada, bo, turn_seconds=20)
    assert list(Game.objects.values_list("settings__turn_seconds", flat=True)) == [20]
