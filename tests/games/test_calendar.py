"""Games whose turns end by the calendar: at 20:00, whatever happens in between."""

from datetime import UTC, datetime, timedelta

import pytest

from games.models import Heartbeat, ModeratorAct
from games.schedule.outages import beat
from notices.models import TurnWarning
from tests.games.acting import pause_game, resume_game
from tests.games.playing import START, begin, fresh, place, seal, steps
from tests.games.sweeps import resolve_due_turns

pytestmark = pytest.mark.django_db

HOUR, DAY = timedelta(hours=1), timedelta(days=1)
BY_EVENING = {
    "calendar": {"times": ["21:00"], "zone": "Europe/Berlin"},
    "turn_seconds": 24 * 60 * 60,
}
NEXT = START + DAY
"""The end of the first turn. The game begins at 21:00 in Berlin, so this turn takes a day."""


@pytest.fixture
def game(ada, bo):
    return begin(ada, bo, **BY_EVENING)


def test_a_turn_ends_at_the_next_time_of_day(game, ada, clock):
    assert game.deadline == NEXT
    assert TurnWarning.objects.get(game=game).due_at == NEXT - HOUR
    seal(game, ada, place(0, 0))
    clock.go(DAY.total_seconds())
    resolve_due_turns(sleep=clock.sleep)
    assert steps(game) == [("timer", {"0": place(0, 0)})]
    assert fresh(game).deadline == NEXT + DAY


def test_a_turn_that_begins_a_minute_before_ends_at_the_next_time(ada, bo, clock):
    game = begin(ada, bo, **BY_EVENING, turn_ends="complete")
    clock.go(DAY.total_seconds() - 60)
    for user in (ada, bo):
        seal(game, user, place(int(user is bo), 0))
    assert fresh(game).deadline == NEXT + DAY


def test_a_pause_over_the_time_leads_to_the_next_one(game, mo, clock):
    clock.go(23 * 3600)
    pause_game(game_id=game.pk, by=mo, why="Tea")
    assert fresh(game).paused_at == clock.now
    clock.go(14 * 3600)
    resume_game(game_id=game.pk, by=mo, why="On we go")
    assert (fresh(game).deadline, fresh(game).paused_at) == (NEXT + DAY, None)


@pytest.mark.parametrize(
    ("after", "long", "ends"),
    [
        (3600, 60, NEXT),  # at night: nobody has lost any time
        (23 * 3600, 2 * 3600, NEXT + 2 * HOUR),  # during the end of the turn
    ],
)
def test_an_outage_moves_the_end_only_where_it_took_time_that_is_missed(
    game, clock, after, long, ends
):
    clock.go(after)
    for of in Heartbeat.Of:
        beat(of)
    clock.go(long)
    for of in Heartbeat.Of:
        beat(of)
    assert fresh(game).deadline == ends
    assert ModeratorAct.objects.get(game=game).what == "away"


def test_clocks_that_are_put_back_make_a_turn_an_hour_longer(ada, bo, clock):
    clock.traveller.move_to(datetime(2026, 10, 24, 19, 0, tzinfo=UTC))  # 21:00 in Berlin
    game = begin(ada, bo, **BY_EVENING)
    assert game.deadline - clock.now == 25 * HOUR


def test_the_page_and_the_lobby_say_in_words_when_turns_end(game, client_of, ada):
    words = "turns end daily at 21:00 (Berlin time)"
    for page in (game.get_absolute_url(), "/tables/"):
        assert words in client_of(ada).get(page).content.decode()
