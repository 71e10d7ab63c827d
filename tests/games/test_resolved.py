"""Resolved steps are read from the database once, however often they are requested."""

import pytest
from django.core.cache import caches
from django.db import connection
from django.test.utils import CaptureQueriesContext
from redis import RedisError

from games.archive.record import record_of
from games.pages import log as resolved
from games.pages.log import log_payload, resolved_steps
from tests.games.acting import end_turn
from tests.games.playing import begin, fresh, place, seal
from transport.cache import cache

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _short_pages(monkeypatch):
    monkeypatch.setattr(resolved, "PAGE", 4)


@pytest.fixture
def play(ada, bo, mo, clock):
    """Returns a function that plays some steps of a game, with a stone in each."""
    game = begin(ada, bo, options={"size": 9}, absences_allowed=None)

    def steps(number):
        for _ in range(number):
            step = fresh(game).step
            seal(game, ada, place(step % 9, step // 9))
            clock.go(1)
            end_turn(game_id=game.pk, by=mo, why="Late")
        return fresh(game)

    return steps


def read_by(work):
    """The step numbers from which ``work`` reads on in the database, one per statement."""
    with CaptureQueriesContext(connection) as queries:
        work()
    return [
        int(query["sql"].partition('"number" >= ')[2].split()[0].strip("()"))
        for query in queries
        if '"number" >= ' in query["sql"]
    ]


@pytest.mark.parametrize("read", [record_of, log_payload])
@pytest.mark.parametrize("number", [0, 3, 4, 8, 10])
def test_it_is_the_same_when_it_is_kept(play, number, read):
    game = play(number)
    first = read(game)
    assert read(game) == first
    game = play(5)
    grown = read(game)
    caches["default"].clear()
    assert read(game) == grown


def test_a_long_game_is_read_from_its_last_page_on(play):
    game = play(10)
    assert read_by(lambda: record_of(game)) == [0]
    assert read_by(lambda: record_of(game)) == [8]
    assert read_by(lambda: log_payload(game)) == [8]
    game = play(3)
    assert read_by(lambda: log_payload(game)) == [8]
    assert read_by(lambda: log_payload(game)) == [12]


@pytest.mark.parametrize("after", [0, 1, 3, 4, 7, 10])
def test_it_begins_where_it_is_asked_to(play, after):
    game = play(10)
    for _ in range(2):
        assert [step.number for step in resolved_steps(game, after)] == list(range(after, 11))
    assert resolved_steps(game, 11) == []


def test_what_stands_sealed_is_not_kept(ada, bo, cy, member, monkeypatch):
    """In Automatafl two of four choose again, and the other two moves are kept."""
    monkeypatch.setattr(resolved, "PAGE", 1)
    di = member("Di")
    game = begin(ada, bo, cy, di, variant="automatafl", turn_ends="complete")
    moves = {ada: (0, 0, 0, 2), bo: (4, 0, 4, 2), cy: (4, 0, 4, 3), di: (10, 0, 10, 2)}
    for user, (x, y, to_x, to_y) in moves.items():
        seal(game, user, {"type": "move", "from": [x, y], "to": [to_x, to_y]})
    for user, x in ((bo, 0), (cy, 10)):  # both to one cell
        seal(game, user, {"type": "move", "from": [x, 8], "to": [5, 8]})
    assert fresh(game).step == 2
    for _ in range(2):
        assert read_by(lambda: record_of(fresh(game))) == [0]
    assert record_of(fresh(game))["steps"] == []


def test_without_redis_it_is_read_each_time(play, monkeypatch):
    game = play(6)

    def away(*_):
        raise RedisError

    monkeypatch.setattr(cache, "get_many", away, raising=False)
    monkeypatch.setattr(cache, "set_many", away, raising=False)
    assert read_by(lambda: record_of(game)) == [0]
    assert len(record_of(game)["steps"]) == 6
