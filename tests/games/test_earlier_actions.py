"""What a seat sealed and what is kept while others choose again."""

from __future__ import annotations

import pytest
from django.utils import timezone

from accounts.models import User
from games.models import Game
from games.pages.access import get_viewer
from games.pages.payloads import own_earlier_action
from games.pages.snapshots import snapshot
from games.play.messages import TakeSeat
from games.play.resolve import resolve
from games.play.rows import Cause
from games.store.rows import shown_seats
from games.store.sync import run_game
from tests.games.acting import act, resign
from tests.games.playing import begin, fresh, seal, state_of
from transport.refusals import Refused


def move(from_x: int, from_y: int, to_x: int, to_y: int) -> dict[str, object]:
    return {"type": "move", "from": [from_x, from_y], "to": [to_x, to_y]}


STANDS = move(0, 0, 0, 2)
FIRST = {0: STANDS, 1: move(4, 0, 4, 2), 2: move(4, 0, 4, 3), 3: move(10, 0, 10, 2)}
"""Seats 1 and 2 want to move the same piece; the others' moves are kept."""


@pytest.fixture
def four(db: None) -> list[User]:
    names = ("Ada", "Bo", "Cy", "Di")
    return [User.objects.create(username=name, password="!") for name in names]


@pytest.fixture
def again(four: list[User]) -> Game:
    """A game in which two seats choose again."""
    game = begin(*four, variant="automatafl", turn_ends="complete")
    for number, action in FIRST.items():
        seal(game, four[number], action)
    return fresh(game)


def standing(game: Game) -> list[object]:
    """The kept action that each seat is told of."""
    return [own_earlier_action(game, seat, state_of(game)) for seat in shown_seats(game).seats]


def test_who_need_not_choose_again_is_told_what_stands_and_nobody_else(again, four):
    assert standing(again) == [STANDS, None, None, FIRST[3]]
    for user, told in ((four[0], STANDS), (four[1], None), (None, None)):
        viewer = get_viewer(again, user, timezone.now())
        message = snapshot(again, viewer, watching=0, now=timezone.now())
        assert (message.you or {}).get("earlier") == told


def test_it_stands_through_a_second_conflict_and_through_a_leave(again, four):
    for number, start in ((1, 0), (2, 10)):  # both to one cell
        seal(again, four[number], move(start, 8, 5, 8))
    game = fresh(again)
    assert standing(game)[0] == STANDS
    resign(game_id=game.pk, user=four[3])
    assert standing(fresh(game))[0] == STANDS
    assert standing(fresh(game))[3] is None


def test_a_move_that_was_lost_does_not_stand_because_its_player_missed_the_next_choice(again, four):
    seal(again, four[2], move(10, 5, 10, 2))  # where seat 3 goes, too
    with run_game(again.pk) as run:
        resolve(run, Cause.TIMER)
    game = fresh(again)
    assert game.awaiting == [2, 3]
    assert state_of(game).standing[1] is None
    assert standing(game) == [STANDS, None, None, None]


def test_with_the_next_turn_nothing_stands(again, four):
    seal(again, four[1], move(0, 5, 2, 5))
    seal(again, four[2], move(10, 5, 8, 5))
    game = fresh(again)
    assert game.engine.turn(state_of(game)) == 2
    assert standing(game) == [None] * 4
    seal(game, four[0], STANDS)
    assert standing(fresh(game)) == [None] * 4


def test_where_nobody_chooses_again_nothing_stands(four):
    game = begin(*four, turn_ends="complete")
    for number, user in enumerate(four):
        seal(game, user, {"type": "place", "at": [number, 0]})
    assert standing(fresh(game)) == [None] * 4


def test_whoever_takes_a_seat_over_learns_nothing_of_what_stands_there(four):
    game = begin(*four, variant="automatafl", turn_ends="complete", seats_taken_over=True)
    for number, action in FIRST.items():
        seal(game, four[number], action)
    resign(game_id=game.pk, user=four[0])
    comes = User.objects.create(username="Ed", password="!")
    act(game.pk, comes, TakeSeat(seat=0))
    assert standing(fresh(game)) == [None, None, None, FIRST[3]]
    for guess in (STANDS, move(0, 0, 0, 3)):
        with pytest.raises(Refused) as refused:
            seal(game, comes, guess, step=1)
        assert refused.value.code == "step-over"
