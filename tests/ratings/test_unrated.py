"""Games that end unrated: too few turns, decided by no player's choice, or left by everybody."""

from __future__ import annotations

from io import StringIO

import pytest
from django.core.management import call_command

from accounts.services.members import delete_account
from games.archive.record import record_of
from games.models import Game
from games.play.messages import AskVote, CastVote
from games.play.rating import FEWEST_TURNS, Unrated, why_unrated_at_end, with_turn_chosen
from ratings.models import RatedGame, Result
from tests.games.acting import act, cancel_game, remove_seat, resign
from tests.games.playing import PASS, begin, fresh, place, play_turns, seal, seat
from tests.games.sweeps import resolve_due_turns, take_out_former_members
from tests.ratings.rated import rate, standings

pytestmark = pytest.mark.django_db

ARCHIVE = "/games/"
LONG = {"turn_ends": "complete", "turn_seconds": 86_400, "seats_taken_over": True}


def complete(*players, **settings):
    return begin(*players, **{"turn_ends": "complete", **settings})


def is_unrated(game: Game, why: Unrated) -> None:
    """The game has ended, and counts for nobody, now or when all is rated again."""
    game = fresh(game)
    assert (game.status, game.why_unrated) == ("finished", why)
    rate()
    call_command("rate", "--again", stdout=StringIO())
    assert RatedGame.objects.count() == Result.objects.count() == 0
    assert standings() == []


@pytest.mark.parametrize("turns", [0, 1, FEWEST_TURNS - 1])
def test_a_game_that_is_resigned_at_its_beginning_is_not_rated(ada, bo, turns):
    game = complete(ada, bo)
    play_turns(game, ada, bo, turns=turns)
    resign(game_id=game.pk, user=bo)
    is_unrated(game, Unrated.SHORT)


def test_after_as_many_turns_as_are_needed_it_is_rated(ada, bo):
    game = complete(ada, bo)
    play_turns(game, ada, bo)
    resign(game_id=game.pk, user=bo)
    assert fresh(game).why_unrated is None
    assert rate() == 1


def test_a_game_whose_players_pass_at_once_is_not_rated(ada, bo):
    game = complete(ada, bo)
    for player in (ada, bo):
        seal(game, player, PASS, 1)
    is_unrated(game, Unrated.SHORT)


def test_turns_that_one_player_misses_are_not_turns_of_both(ada, bo, clock):
    game = begin(ada, bo, absences_allowed=None)
    for turn in range(FEWEST_TURNS):
        seal(game, ada, place(turn, 0))
        clock.go(60)
        resolve_due_turns(sleep=clock.sleep)
    resign(game_id=game.pk, user=bo)
    is_unrated(game, Unrated.SHORT)


def test_choosing_again_in_a_turn_is_no_further_turn(ada, bo):
    """Several lines, or a choice anew after a conflict, are steps of one turn."""
    chosen = with_turn_chosen({}, [0, 1], turn=1)
    for _ in range(FEWEST_TURNS):
        chosen = with_turn_chosen(chosen, [0, 1], turn=2)
    assert chosen == {"0": [2, 2], "1": [2, 2]}


def test_what_a_bot_chose_on_a_seat_that_was_left_makes_no_game_long_enough(ada, bo, cy):
    game = begin(ada, bo, cy, **LONG)
    resign(game_id=game.pk, user=cy)
    act(game.pk, ada, AskVote(about="bot", seat=2))
    act(game.pk, bo, CastVote(vote=1, yes=True))
    Game.objects.filter(pk=game.pk).update(turns_chosen={"0": [FEWEST_TURNS, 4], "2": [1, 1]})
    resign(game_id=game.pk, user=bo)
    assert fresh(game).status == "running"
    seats = list(game.seats.select_related("user"))
    assert why_unrated_at_end(seats, fresh(game).turns_chosen, "score") == Unrated.SHORT


def test_a_game_that_only_a_removal_and_a_deleted_account_decided_is_not_rated(
    ada, bo, cy, mo, clock
):
    game = complete(ada, bo, cy)
    play_turns(game, ada, bo, cy)
    remove_seat(game_id=game.pk, number=1, by=mo, why="Insults")
    delete_account(user=cy)
    take_out_former_members(now=clock.now)
    assert [seat.left_why for seat in game.seats.order_by("number")] == ["", "removed", "gone"]
    is_unrated(game, Unrated.REMOVED)


def test_a_game_that_somebody_gave_up_besides_is_rated(ada, bo, cy, mo):
    game = complete(ada, bo, cy)
    play_turns(game, ada, bo, cy)
    remove_seat(game_id=game.pk, number=1, by=mo, why="Insults")
    resign(game_id=game.pk, user=cy)
    assert fresh(game).why_unrated is None
    assert rate() == 1


def test_a_removal_that_does_not_end_the_game_leaves_it_rated(ada, bo, cy, mo):
    game = complete(ada, bo, cy)
    play_turns(game, ada, bo, cy)
    remove_seat(game_id=game.pk, number=1, by=mo, why="Insults")
    for player in (ada, cy):
        seal(game, player, PASS)
    assert fresh(game).status == "finished"
    assert fresh(game).why_unrated is None


def left_by_all(clock, *players) -> Game:
    """A game that everybody left by missing the same turns."""
    game = begin(*players, absences_allowed=1)
    Game.objects.filter(pk=game.pk).update(
        turns_chosen={str(n): [FEWEST_TURNS, FEWEST_TURNS] for n, _ in enumerate(players)}
    )
    clock.go(60)
    resolve_due_turns(sleep=clock.sleep)
    return fresh(game)


def test_a_game_that_everybody_left_has_no_winner_and_is_not_rated(ada, bo, cy, clock):
    game = left_by_all(clock, ada, bo, cy)
    assert [each.rank for each in game.seats.all()] == [None, None, None]
    assert not game.is_draw
    is_unrated(game, Unrated.NOBODY)


def test_its_record_has_the_result_that_the_rules_give(ada, bo, cy, clock):
    game = left_by_all(clock, ada, bo, cy)
    result = record_of(game)["result"]
    assert (result["ranks"], result["reason"]) == ([1, 1, 1], "leave")


@pytest.mark.parametrize("result", ["won", "draw"])
def test_in_the_archive_it_is_neither_won_nor_drawn(ada, bo, clock, client_of, result):
    left_by_all(clock, ada, bo)
    page = client_of(None).get(f"{ARCHIVE}?result={result}").text
    assert "Tuesday" not in page
    found = client_of(None).get(f"{ARCHIVE}?result=leave").text
    assert "Tuesday" in found
    assert "Unrated: everybody left" in found
    assert "badge--good" not in found
    listed = found.partition('class="archive-what')[2]
    assert ("Ada" in listed, "Bo" in listed) == (True, True)


def test_without_javascript_its_page_lists_no_winners(ada, bo, cy, clock, client_of):
    game = left_by_all(clock, ada, bo, cy)
    page = client_of(ada).get(game.get_absolute_url()).text
    assert "All players left" in page
    assert "Everybody left, so nobody wins." in page
    rows = page.partition('<ol class="result-rows">')[2].partition("</ol>")[0]
    assert [name in rows for name in ("Ada", "Bo", "Cy")] == [True] * 3
    assert '<span class="result-rank">1.</span>' not in page
    assert "Unrated: everybody left" in page


def test_a_member_s_page_counts_it_as_no_first_place(ada, bo, clock, client_of):
    game = left_by_all(clock, ada, bo)
    page = client_of(None).get(ada.get_absolute_url())
    assert [(tally.games, tally.first) for tally in page.context["tallies"]] == [(1, 0)]
    assert [(each.ahead, each.behind) for each in page.context["opponents"]] == [(0, 0)]
    assert seat(game, ada).rank is None


def test_a_cancelled_game_says_that_it_is_not_rated(ada, bo, mo, client_of):
    game = complete(ada, bo)
    play_turns(game, ada, bo)
    cancel_game(game_id=game.pk, by=mo, why="Tea")
    assert "Unrated: cancelled" in client_of(None).get(game.get_absolute_url()).text


@pytest.mark.parametrize(("turns", "words"), [(0, "Unrated: too few turns"), (4, "Rated")])
def test_the_page_of_a_game_says_why_it_is_not_rated(ada, bo, client_of, turns, words):
    game = complete(ada, bo)
    play_turns(game, ada, bo, turns=turns)
    resign(game_id=game.pk, user=bo)
    page = client_of(None).get(game.get_absolute_url()).text
    assert f'<a id="rated" href="/ratings/">{words}</a>' in page


def test_the_ratings_page_says_how_many_turns_a_game_needs(client_of):
    page = client_of(None).get("/ratings/").text
    assert f"at least {FEWEST_TURNS} turns" in page
