"""Territory: options and the start, positions as JSON, and the extras of boards."""

from __future__ import annotations

import json

import pytest

from engines.rules import IllegalAction
from engines.territory import GAME
from tests.engines.territory_drawings import drawing, drawn, place, play, refusal

OPTIONS = {option.name: option for option in GAME.options}
DEFAULTS = {name: option.default for name, option in OPTIONS.items()}


def test_the_board_has_6_rows_of_10_where_nothing_else_is_asked():
    view = GAME.view(GAME.new_state(DEFAULTS, 2, 0), None)
    assert (view["rows"], view["columns"], GAME.board(DEFAULTS)) == (6, 10, "10×6")


def test_the_first_position_as_json():
    start = [[1, 1], [4, 2]]
    state = GAME.new_state({"rows": 4, "columns": 5, "start": start}, 2, 0)
    everything = ["double-move", "freedom", "replacement"]
    assert GAME.view(state, None) == {
        "rows": 4,
        "columns": 5,
        "board": [
            [None, None, None, None, None],
            [None, 0, None, None, None],
            [None, None, None, None, 1],
            [None, None, None, None, None],
        ],
        "cards": [everything, everything],
        "blocked": [False, False],
        "left": [],
    }
    assert (GAME.awaiting(state), GAME.turn(state), GAME.phase(state)) == ((0,), 1, "play")


@pytest.mark.parametrize("size", [(4, 4, 4), (5, 20, 5), (20, 5, 5), (6, 10, 2)])
def test_drawn_starting_tiles_never_share_a_row_or_column(size):
    rows, columns, seats = size
    for seed in range(50):
        state = GAME.new_state({"rows": rows, "columns": columns, "start": None}, seats, seed)
        cells = [state.grid.points(area)[0] for area in state.tiles]
        assert len({x for x, _ in cells}) == len({y for _, y in cells}) == seats


def test_the_seed_decides_the_starting_tiles():
    starts = [GAME.new_state(DEFAULTS, 3, seed) for seed in (7, 7, 8, 2**63 - 1)]
    assert starts[0] == starts[1]
    assert len(set(starts)) == 3


def test_the_starting_tiles_of_a_seed_stay_the_same_for_ever():
    state = GAME.new_state(DEFAULTS, 3, 7)
    assert [state.grid.points(area)[0] for area in state.tiles] == [[8, 0], [6, 1], [3, 4]]


@pytest.mark.parametrize(
    ("options", "seats"),
    [
        ({"rows": 4}, 5),
        ({"columns": 4}, 5),
        ({"start": [[0, 0]]}, 2),
        ({"start": [[0, 0], [1, 1], [2, 2]]}, 2),
        ({"start": []}, 2),
        ({"start": [[0, 0], [10, 0]]}, 2),
        ({"start": [[0, 6], [1, 1]]}, 2),
        ({"start": [[-1, 0], [1, 1]]}, 2),
        ({"rows": 4, "start": [[x, 0] for x in range(5)]}, 5),
    ],
)
def test_options_that_contradict_each_other_are_refused(options, seats):
    with pytest.raises(IllegalAction, match="bad-options"):
        GAME.new_state({**DEFAULTS, **options}, seats, 0)


@pytest.mark.parametrize(
    "start", [{}, "a", 5, [1, 2], [[1, 1], [1, 1]], [[1, 1], [1, True]], [[1]], [[1.0, 1]], [None]]
)
def test_a_start_that_is_no_list_of_different_cells_is_refused(start):
    with pytest.raises(ValueError, match="a different cell for each seat"):
        OPTIONS["start"].parse(start)


def test_starting_tiles_may_share_a_row_where_they_are_named():
    state = GAME.new_state({**DEFAULTS, "start": [[0, 0], [1, 0]]}, 2, 0)
    assert drawing(state)[0] == "01........"


class TestChoices:
    POSITION = drawn("g0..1", ".....", ".....", ".....")

    def choices(self, state):
        (extra,) = GAME.extras
        return extra.of(state)["choices"]

    def test_hold_the_cells_that_can_be_taken_plainly_and_with_each_card(self):
        choices = self.choices(self.POSITION)
        plain = [[2, 0], [0, 1], [1, 1], [2, 1]]
        assert (choices["seat"], choices["cells"]) == (0, plain)
        assert choices["cards"]["double-move"]["cells"] == plain
        assert choices["cards"]["replacement"]["cells"] == [[0, 0]]
        assert len(choices["cards"]["freedom"]["cells"]) == 17

    def test_name_what_the_first_tile_of_a_double_move_brings_into_reach(self):
        double_move = self.choices(self.POSITION)["cards"]["double-move"]
        assert double_move["then"][0] == [[3, 0], [3, 1]]
        assert double_move["then"][1] == [[0, 2], [1, 2]]

    def test_are_exactly_what_is_not_refused(self):
        choices = self.choices(self.POSITION)
        for y in range(4):
            for x in range(5):
                assert ([x, y] in choices["cells"]) == (refusal(self.POSITION, place(x, y)) is None)
                for card in ("freedom", "replacement"):
                    allowed = refusal(self.POSITION, place(x, y, card=card)) is None
                    assert ([x, y] in choices["cards"][card]["cells"]) == allowed

    def test_name_only_cards_that_are_held(self):
        state, _ = play(self.POSITION, place(4, 3, card="freedom"), place(3, 0))
        assert sorted(self.choices(state)["cards"]) == ["double-move", "replacement"]

    def test_are_none_when_it_is_over(self):
        assert self.choices(GAME.leave(self.POSITION, [0])[0]) is None


def test_a_dump_is_json_and_gives_the_same_state_back():
    state = drawn("g01.", ".21.", "....", "....", seats=4, leaving=(3,), cards={1: ("freedom",)})
    for position in (state, GAME.leave(state, [0, 1])[0]):
        assert GAME.load(json.loads(json.dumps(GAME.dump(position)))) == position
