"""The member's own games on the home page."""

from __future__ import annotations

import pytest

from games.models import Game
from lobby.own_games import own_games
from tests.games.playing import begin, place, seal

pytestmark = pytest.mark.django_db
HOUR = 3600


@pytest.fixture
def games(ada, bo, mo, clock):
    """Two games of Ada's: one waits for her for an hour, in the other she has chosen."""
    waits = begin(ada, bo, turn_seconds=HOUR)
    chosen = begin(ada, bo, mo, variant="multiplayer-go", turn_seconds=2 * HOUR)
    seal(chosen, ada, place(0, 0))
    return waits, chosen


def test_what_waits_for_the_member_comes_first_with_the_names_of_the_others(games, ada):
    waits, chosen = games
    found = [(own.game.pk, own.owed, own.others) for own in own_games(ada)]
    assert found == [(waits.pk, True, ["Bo"]), (chosen.pk, False, ["Bo", "Mo"])]


def test_the_page_says_how_long_a_turn_still_lasts(games, ada, client_of):
    page = client_of(ada).get("/").text
    assert countdown(games[0], "1 hour") + " left" in page
    assert "turn ends in " + countdown(games[1], "2 hours") in page


def test_it_says_so_in_german(games, ada, client_of):
    page = client_of(ada).get("/", headers={"Accept-Language": "de"}).text
    assert "noch " + countdown(games[0], "1 Stunde") in page


def countdown(game: Game, words: str) -> str:
    """The HTML of a countdown. ``words``: the time that it shows until a script updates it."""
    deadline = Game.objects.get(pk=game.pk).deadline
    assert deadline is not None
    ends, words = deadline.isoformat(), words.replace(" ", "\N{NO-BREAK SPACE}")
    return f'<time class="time-left numbers" data-deadline datetime="{ends}">{words}</time>'
