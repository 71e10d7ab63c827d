"""Moderators are shown pairs of members whose games with each other end early, however they do."""

from __future__ import annotations

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from games.models import Game
from games.play.messages import AskVote, CastVote
from games.play.rating import FEWEST_TURNS
from ratings.models import RatedGame
from ratings.pairs import EARLY_TURNS, FEWEST_EARLY, WINDOW, pairs_that_end_early
from ratings.services.striking import strike_game
from tests.games.acting import act, cancel_game, resign
from tests.games.playing import PASS, begin, fresh, place, play_turns, seal
from tests.games.sweeps import play_due_bots, resolve_due_turns
from tests.ratings.rated import drawn, won

pytestmark = pytest.mark.django_db

PAGE = "/admin/ratings/ratedgame/pairs/"


def found() -> list[tuple[str, str, int, int]]:
    """The pairs, with how many games ended early, of how many."""
    return [
        (pair.one.username, pair.other.username, len(pair.early), pair.games)
        for pair in pairs_that_end_early(timezone.now())
    ]


def resigned(winner, loser, turns) -> Game:
    game = begin(winner, loser, turn_ends="complete", options={"size": 19})
    play_turns(game, winner, loser, turns=turns)
    resign(game_id=game.pk, user=loser)
    return fresh(game)


@pytest.mark.parametrize("turns", [0, FEWEST_TURNS, FEWEST_TURNS + 1, EARLY_TURNS - 1])
def test_two_who_meet_often_and_resign_early_are_shown(ada, bo, turns):
    """Rated or not: after just enough turns, too."""
    for _ in range(FEWEST_EARLY - 1):
        resigned(ada, bo, turns)
    assert found() == []
    resigned(ada, bo, turns)
    assert found() == [("Ada", "Bo", FEWEST_EARLY, FEWEST_EARLY)]
    (pair,) = pairs_that_end_early(timezone.now())
    assert [(member.username, times) for member, times in pair.ahead] == [
        ("Ada", FEWEST_EARLY),
        ("Bo", 0),
    ]


def test_games_of_usual_length_are_not_early(ada, bo):
    for _ in range(FEWEST_EARLY):
        resigned(ada, bo, EARLY_TURNS)
    assert found() == []


def test_less_than_half_of_the_usual_length_on_that_board_is_early(ada, bo, cy):
    for _ in range(5):
        game = drawn(bo, cy)
        Game.objects.filter(pk=game.pk).update(turns_chosen={"0": [40, 40], "1": [40, 40]})
    for _ in range(FEWEST_EARLY):
        game = won(ada, bo)
        Game.objects.filter(pk=game.pk).update(turns_chosen={"0": [19, 19], "1": [19, 19]})
    assert found() == [("Ada", "Bo", FEWEST_EARLY, FEWEST_EARLY)]


def test_missing_turns_makes_no_game_longer(ada, bo, clock):
    for _ in range(FEWEST_EARLY):
        game = begin(ada, bo, absences_allowed=None, options={"size": 19})
        for turn in range(EARLY_TURNS):
            seal(game, ada, place(turn, 0))
            clock.go(60)
            resolve_due_turns(sleep=clock.sleep)
        resign(game_id=game.pk, user=bo)
    assert found() == [("Ada", "Bo", FEWEST_EARLY, FEWEST_EARLY)]


def test_nor_does_a_bot_that_goes_on_with_the_seat(ada, bo, cy, clock):
    settings = {"turn_ends": "complete", "turn_seconds": 86_400, "seats_taken_over": True}
    for _ in range(FEWEST_EARLY):
        game = begin(ada, bo, cy, options={"size": 19}, **settings)
        play_turns(game, ada, bo, cy, turns=FEWEST_TURNS)
        resign(game_id=game.pk, user=cy)
        act(game.pk, ada, AskVote(about="bot", seat=2))
        act(game.pk, bo, CastVote(vote=1, yes=True))
        for _ in range(EARLY_TURNS):
            seal(game, ada, PASS)
            seal(game, bo, PASS)
            clock.go(5)
            assert play_due_bots() == 1
        chosen = fresh(game).turns_chosen
        assert chosen is not None
        turns = {seat: turns for seat, (turns, _last) in chosen.items()}
        played = FEWEST_TURNS + EARLY_TURNS
        assert turns == {"0": played, "1": played, "2": FEWEST_TURNS}
        resign(game_id=game.pk, user=bo)
        resign(game_id=game.pk, user=ada)
    assert found() == [("Ada", "Cy", 3, 3), ("Bo", "Cy", 3, 3)]


def test_cancelled_games_are_shown_too(ada, bo, mo):
    for _ in range(FEWEST_EARLY):
        cancel_game(game_id=begin(ada, bo).pk, by=mo, why="They asked")
    (pair,) = pairs_that_end_early(timezone.now())
    assert [each.ahead for each in pair.early] == [None] * FEWEST_EARLY


def test_games_that_could_never_be_rated_are_not(ada, bo):
    for settings in ({"rated": False}, {"listed": False}):
        for _ in range(FEWEST_EARLY):
            game = begin(ada, bo, **settings)
            resign(game_id=game.pk, user=bo)
    assert found() == []


def test_what_was_long_ago_is_forgotten(ada, bo, clock):
    for _ in range(FEWEST_EARLY):
        resigned(ada, bo, 0)
    clock.go(WINDOW.total_seconds() + 1)
    assert found() == []


def test_it_asks_as_few_questions_for_many_pairs_as_for_none(ada, bo, cy):
    for winner, loser in ((ada, bo), (bo, cy), (ada, cy)):
        for _ in range(FEWEST_EARLY):
            resigned(winner, loser, 0)
    with CaptureQueriesContext(connection) as queries:
        assert len(found()) == 3
    assert len(queries) <= 4


def test_the_page_leads_to_the_members_the_games_and_to_striking_them(ada, bo, mo, client_of):
    games = [resigned(ada, bo, FEWEST_TURNS) for _ in range(FEWEST_EARLY)]
    short = resigned(ada, bo, 0)
    strike_game(
        game=RatedGame.objects.get(pk=games[0].pk), by=mo, why="One person", now=timezone.now()
    )
    page = client_of(mo).get(PAGE).text
    for user in (ada, bo):
        assert f"/admin/accounts/user/{user.pk}/change/" in page
    for game in games:
        assert game.get_absolute_url() in page
        assert f"/admin/ratings/ratedgame/{game.pk}/change/" in page
    assert short.get_absolute_url() in page
    assert f"/admin/ratings/ratedgame/{short.pk}/change/" not in page
    assert "4 of 4 games together ended early." in page
    assert "Ada was ahead in 4 of these." in page
    assert page.count(">Strike it<") == FEWEST_EARLY - 1
    assert page.count(">Struck<") == 1


def test_without_any_the_page_says_so(mo, client_of):
    assert "No two members ended several games early lately." in client_of(mo).get(PAGE).text


def test_the_first_page_of_the_admin_has_them(ada, bo, mo, client_of):
    for _ in range(FEWEST_EARLY):
        resigned(ada, bo, 0)
    sections = client_of(mo).get("/admin/").context["sections"]
    (section,) = [each for each in sections if each.more == PAGE]
    assert [(row.name, row.note) for row in section.rows] == [("Ada and Bo", "3 of 3 games")]
    assert section.rows[0].address == f"{PAGE}#pair-{ada.pk}-{bo.pk}"


def test_members_do_not_see_the_page(ada, client_of):
    assert client_of(ada).get(PAGE).status_code == 302
