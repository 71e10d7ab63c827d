"""Small boards of lists: bounded however much is drawn, made once a step, never with areas."""

import json
import re

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from redis import RedisError

from engines.continuous_go import picture
from games.models import Game
from games.views.archive import pictures_of
from tests.games.playing import PASS, begin, fresh, line_at, place, seal
from tests.games.tangled import tangled
from transport.cache import cache

pytestmark = pytest.mark.django_db

LARGEST = 60_000
"""Characters of one picture, as it lies in a page."""
LISTS = ("/", "/tables/", "/games/", "/games/?game=continuous-go")


def embedded(page):
    """The pictures that lie in a page, as text."""
    found = re.search(r'<script id="pictures"[^>]*>(.*?)</script>', page, re.DOTALL)
    return found[1] if found else "{}"


@pytest.fixture
def club(ada, bo):
    """Tangled games, running and finished."""
    return [tangled(ada, bo, count=24, finished=number % 2 == 0) for number in range(4)]


@pytest.mark.parametrize("whose", ["member", "visitor"])
def test_every_list_with_tangled_games_stays_small(club, ada, client_of, whose):
    client = client_of(ada if whose == "member" else None)
    listed = set()
    for address in LISTS:
        answer = client.get(address, follow=True)
        text = embedded(answer.content.decode())
        pictures = json.loads(text)
        listed |= pictures.keys()
        assert len(text) <= LARGEST * max(1, len(pictures)), address
        assert len(answer.content) < 60_000 + LARGEST * len(pictures), address
        assert '"why"' not in answer.content.decode()
    assert listed == {game.public_id for game in club}


def test_a_picture_of_a_finished_board_still_shows_who_holds_what(ada, bo):
    game = tangled(ada, bo, count=4)
    (shown,) = pictures_of([game]).values()
    black, white = shown["position"]["areas"]
    assert [len(black), len(white)] == [1, 1]
    assert min(map(tuple, black[0]["outline"][0])) == (0, 0)


def test_a_picture_is_made_once_a_step(ada, bo, monkeypatch):
    made = []
    game = begin(ada, bo, variant="continuous-go", turn_ends="complete")
    monkeypatch.setattr(type(game.engine), "picture", lambda self, state: made.append(1) or {})
    for _ in range(20):
        pictures_of([fresh(game)])
    assert len(made) == 1
    seal(game, ada, {"type": "draw", "path": [[1, 1], [3, 3]]})
    pictures_of([fresh(game)])
    assert len(made) == 2


def test_a_list_reads_the_states_of_no_games_whose_pictures_it_has(club, ada, client_of):

    for address in LISTS:
        client_of(ada).get(address)
        with CaptureQueriesContext(connection) as asked:
            client_of(ada).get(address)
        assert not [each["sql"] for each in asked if '"state"' in each["sql"]], address


def test_without_a_cache_lists_have_their_pictures(club, client_of, monkeypatch):
    def gone(*_, **__):
        raise RedisError

    monkeypatch.setattr(cache, "get_many", gone)
    monkeypatch.setattr(cache, "set_many", gone)
    assert len(pictures_of(Game.objects.all())) == len(club)


def test_other_games_are_drawn_as_they_were(ada, bo):
    game = begin(ada, bo, turn_ends="complete")
    seal(game, ada, place(1, 1))
    seal(game, bo, PASS)
    game = fresh(game)
    (shown,) = pictures_of([game]).values()
    assert shown["position"] == line_at(game)["position"]


def test_a_picture_has_a_bounded_number_of_points(ada, bo):
    for count in (8, 24, 64):
        position = next(iter(pictures_of([tangled(ada, bo, count=count)]).values()))["position"]
        assert sum(len(line["path"]) for line in position["lines"]) <= picture.MOST_POINTS
        for held in position.get("areas", []):
            corners = sum(len(ring) for each in held for ring in each["outline"])
            assert corners <= picture.MOST_CORNERS
