"""A player who has not chosen when the time is up gets an extension automatically."""

from datetime import timedelta

import pytest

from games.live.catch_up import missed_events
from games.pages.access import get_game_for_viewer, get_viewer
from games.pages.log import log_payload
from games.play.messages import ClockChanged, LogAdded
from notices.models import TurnWarning
from tests.games.playing import START, begin, fresh, place, seal, sealed, seat, steps
from tests.games.sweeps import resolve_due_turns

pytestmark = pytest.mark.django_db

HOUR = timedelta(hours=1)


@pytest.fixture
def time_up(clock):
    """The time of a turn passes, and workers do what is due."""

    def time_up(seconds=3600):
        clock.go(seconds)
        resolve_due_turns(sleep=clock.sleep)

    return time_up


def test_the_turn_goes_on_once_and_then_the_player_is_absent(ada, bo, bot, time_up):
    game = begin(ada, bo, bot, turn_seconds=3600, extensions=2)
    assert [seat(game, user).extensions for user in (ada, bo, bot)] == [2, 2, 0]
    seal(game, ada, place(0, 0))
    time_up(3603)  # bots get two more seconds
    assert steps(game) == []
    assert sealed(game)[0] == place(0, 0)
    assert fresh(game).deadline > START + 2 * HOUR
    assert [seat(game, user).extensions for user in (ada, bo)] == [2, 1]
    time_up(3603)
    assert len(steps(game)) == 1
    assert [seat(game, user).absences for user in (ada, bo)] == [0, 1]
    assert not fresh(game).extended


def test_the_log_says_why_and_pages_that_missed_it_are_told_again(ada, bo, time_up, clock):
    game = begin(ada, bo, turn_seconds=3600, extensions=1)
    time_up()
    entries = log_payload(fresh(game))
    assert [(entry["what"], entry["seat"], entry["by"]) for entry in entries] == [
        ("extended", 0, None),
        ("extended", 1, None),
    ]
    found = get_game_for_viewer(game.public_id)
    told = missed_events(found, get_viewer(found, None, clock.now), {"everyone": 0})
    assert [each.entry for each in told if isinstance(each, LogAdded)] == entries
    clock_told = next(each for each in told if isinstance(each, ClockChanged))
    assert clock_told.clock.put_off
    assert [each.extensions for each in clock_told.seats] == [0, 0]


def test_the_extended_time_is_warned_of_again(ada, bo, time_up):
    game = begin(ada, bo, turn_seconds=3600, extensions=1)
    TurnWarning.objects.filter(game=game).delete()  # the warning was given
    time_up()
    assert TurnWarning.objects.get(game=game).due_at == fresh(game).deadline - HOUR / 4
