"""Territory: what a seat may do in its turn, and the effects on the board and the cards."""

from __future__ import annotations

import pytest

from engines.rules import IllegalAction
from engines.territory import GAME
from tests.engines.territory_drawings import drawing, drawn, place, play, refusal

OPEN = drawn(
    "......",
    ".0.1..",
    "......",
    "......",
)
WITH_GRAY = drawn(
    "g.....",
    ".01...",
    "0.....",
    ".....g",
)
USED_UP = drawn("0.1..", ".....", ".....", ".....", cards={0: ()})


@pytest.mark.parametrize(
    "at", [(0, 0), (1, 0), (2, 0), (0, 1), (2, 1), (0, 2), (1, 2), (2, 2)], ids=str
)
def test_a_tile_goes_next_to_ones_own_horizontally_vertically_or_diagonally(at):
    assert refusal(OPEN, place(*at)) is None


@pytest.mark.parametrize("at", [(4, 0), (3, 2), (1, 3), (5, 3)], ids=str)
def test_a_tile_that_is_not_next_to_ones_own_is_refused(at):
    assert refusal(OPEN, place(*at)) == "not-adjacent"


def test_cells_at_the_end_of_one_row_and_the_start_of_the_next_are_not_adjacent():
    position = drawn(".....0", "......", "......", "1.....")
    assert refusal(position, place(0, 1)) == "not-adjacent"
    assert refusal(position, place(0, 0)) == "not-adjacent"


@pytest.mark.parametrize("at", [(1, 1), (3, 1)], ids=str)
def test_a_cell_that_holds_a_tile_is_occupied_whether_or_not_it_is_adjacent(at):
    assert refusal(OPEN, place(*at)) == "occupied"


def test_a_gray_tile_occupies_its_cell():
    assert refusal(WITH_GRAY, place(0, 0)) == "occupied"


def test_placing_says_where_and_without_a_card():
    state, events = play(OPEN, place(2, 2))
    assert drawing(state) == ["......", ".0.1..", "..0...", "......"]
    assert events == [{"type": "placed", "seat": 0, "at": [2, 2], "card": None}]


def test_the_second_tile_of_a_double_move_may_be_next_to_the_first_alone():
    state, events = play(OPEN, place(1, 2, card="double-move", then=[1, 3]))
    assert drawing(state) == ["......", ".0.1..", ".0....", ".0...."]
    assert events == [
        {"type": "placed", "seat": 0, "at": [1, 2], "card": "double-move"},
        {"type": "placed", "seat": 0, "at": [1, 3], "card": "double-move"},
    ]


@pytest.mark.parametrize(
    ("at", "then", "code"),
    [
        ((1, 3), [1, 2], "not-adjacent"),
        ((1, 2), [5, 3], "not-adjacent"),
        ((3, 1), [1, 2], "occupied"),
        ((1, 2), [3, 1], "occupied"),
        ((1, 2), [1, 2], "occupied"),
    ],
)
def test_a_double_move_is_refused_whole_when_either_tile_is(at, then, code):
    assert refusal(OPEN, place(*at, card="double-move", then=then)) == code


def test_of_two_wrong_tiles_of_a_double_move_the_first_is_named():
    assert refusal(OPEN, place(5, 3, card="double-move", then=[3, 1])) == "not-adjacent"


@pytest.mark.parametrize(("at", "whose"), [((2, 1), 1), ((0, 0), "gray")])
def test_a_replacement_takes_anothers_or_a_gray_tile_next_to_ones_own(at, whose):
    state, events = play(WITH_GRAY, place(*at, card="replacement"))
    assert drawing(state)[at[1]][at[0]] == "0"
    assert events[0] == {"type": "replaced", "seat": 0, "at": [*at], "from": whose}


@pytest.mark.parametrize(
    ("at", "code"),
    [((1, 0), "empty"), ((5, 0), "empty"), ((1, 1), "own-tile"), ((5, 3), "not-adjacent")],
)
def test_a_replacement_is_refused(at, code):
    assert refusal(WITH_GRAY, place(*at, card="replacement")) == code


def test_freedom_takes_any_empty_cell():
    state, events = play(OPEN, place(5, 3, card="freedom"))
    assert drawing(state)[3] == ".....0"
    assert events == [{"type": "placed", "seat": 0, "at": [5, 3], "card": "freedom"}]
    assert refusal(OPEN, place(1, 2, card="freedom")) is None
    assert refusal(OPEN, place(3, 1, card="freedom")) == "occupied"


@pytest.mark.parametrize(
    "action",
    [
        place(1, 2, card="double-move", then=[1, 3]),
        place(5, 0, card="freedom"),
        place(2, 1, card="replacement"),
    ],
)
def test_a_card_that_is_used_is_discarded_and_only_that_one(action):
    state, _ = play(WITH_GRAY, action)
    kept = [card for card in ("double-move", "freedom", "replacement") if card != action["card"]]
    assert GAME.view(state, None)["cards"] == [kept, ["double-move", "freedom", "replacement"]]


@pytest.mark.parametrize(
    "action",
    [
        place(3, 3, card="double-move", then=[2, 0]),
        place(2, 0, card="freedom"),
        place(3, 3, card="replacement"),
    ],
)
def test_a_card_that_is_not_held_is_refused_before_anything_else(action):
    assert refusal(USED_UP, action) == "no-card"


@pytest.mark.parametrize(
    "action",
    [
        None,
        [],
        "place",
        {"type": "pass"},
        {"type": "place"},
        {"type": ["place"], "at": [0, 0]},
        {"type": "place", "at": [0, 0], "colour": 1},
        {"type": "place", "at": [0, 0, 0]},
        {"type": "place", "at": [0.0, 0]},
        {"type": "place", "at": [True, 0]},
        {"type": "place", "at": None},
        {"type": "place", "at": [0, 0], "card": None},
        {"type": "place", "at": [0, 0], "card": "joker"},
        {"type": "place", "at": [0, 0], "card": ["freedom"]},
        {"type": "place", "at": [0, 0], "then": [0, 1]},
        {"type": "place", "at": [0, 0], "card": "freedom", "then": [0, 1]},
        {"type": "place", "at": [0, 0], "card": "double-move"},
        {"type": "place", "at": [0, 0], "card": "double-move", "then": None},
    ],
    ids=str,
)
def test_what_is_not_of_the_form_is_a_bad_action(action):
    assert refusal(OPEN, action) == "bad-action"


@pytest.mark.parametrize(
    "action",
    [
        place(6, 0),
        place(0, 4),
        place(-1, 0),
        place(10**30, 0),
        place(1, 2, card="double-move", then=[0, 4]),
        place(3, 1, card="double-move", then=[6, 0]),
        place(6, 0, card="replacement"),
    ],
)
def test_a_cell_beyond_the_board_is_refused_before_the_games_own_rules(action):
    assert refusal(OPEN, action) == "off-board"
    assert refusal(drawn(*drawing(OPEN), cards={0: ()}), action) == "off-board"


@pytest.mark.parametrize("seat", [1, 2, -1])
def test_only_the_seat_on_turn_acts(seat):
    with pytest.raises(IllegalAction, match="not-awaited"):
        GAME.check(OPEN, seat, place(2, 1))
