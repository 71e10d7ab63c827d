"""The number of database statements is limited, whatever the number of seats and steps."""

import pytest

from games.pages.access import get_game_for_viewer, get_viewer
from games.pages.snapshots import snapshot
from tests.games.playing import begin, place, seal
from tests.games.statements import statements_sent
from tests.games.sweeps import resolve_due_turns, resolve_if_due

pytestmark = pytest.mark.django_db


@pytest.fixture
def four(ada, bo, cy, member):
    return ada, bo, cy, member("Di")


def asked(work):
    """How many statements the work takes, without the begin and end of transactions."""
    with statements_sent() as sent:
        work()
    ends = ("SAVEPOINT", "RELEASE", "BEGIN", "COMMIT")
    return len([sql for sql in sent if sql.split()[0] not in ends])


def test_resolving_a_step_of_four_seats_takes_four_statements(four, clock):
    """One locks the game; two read its seats, with their choices and its state, and the days off;
    one writes."""
    game = begin(*four)
    for x, user in enumerate(four):
        seal(game, user, place(x, x))
    clock.go(60)
    assert asked(lambda: resolve_if_due(game)) == 4


def test_a_turn_in_which_all_are_absent_takes_no_more(four, clock):
    game = begin(*four)
    clock.go(60)
    assert asked(lambda: resolve_if_due(game)) == 4


def test_looking_for_what_is_due_takes_one_query(four, clock):
    begin(*four)
    assert asked(lambda: resolve_due_turns(sleep=clock.sleep)) == 1


def test_sealing_takes_four_statements(four):
    """As those of a step, with one that reads the member instead of the days off."""
    game = begin(*four)
    assert asked(lambda: seal(game, four[0], place(0, 0), step=1)) == 4


@pytest.mark.parametrize("turns", [1, 6])
def test_the_state_for_a_page_takes_as_many_queries_in_a_long_game_as_in_a_short_one(
    four, clock, turns
):
    game = begin(*four, absences_allowed=None)
    for _ in range(turns):
        clock.go(60)
        resolve_due_turns(sleep=clock.sleep)
    now = clock.now

    def work():
        found = get_game_for_viewer(game.public_id)
        snapshot(found, get_viewer(found, four[0], now), watching=0, now=now)

    assert asked(work) <= 7


def test_the_page_itself_takes_a_bounded_number_of_queries(four, client_of, clock):
    game = begin(*four)
    client = client_of(four[0])
    client.get(game.get_absolute_url())
    assert asked(lambda: client.get(game.get_absolute_url())) <= 12
