"""Automatafl: what the Agent sees, decides and does."""

from __future__ import annotations

import pytest

from engines.automatafl import GAME
from engines.automatafl.agent import decide, look
from engines.automatafl.state import State
from engines.automatafl.view import decision, explain_decision, last_decision
from tests.engines.automatafl_drawings import drawn, events_of, outcome, play


def along(line: str) -> tuple[str | None, int]:
    """The rule and the step of an axis, drawn as a line of text."""
    view = look("row", line, line.index("A"))
    return view.rule, view.step


@pytest.mark.parametrize(
    ("line", "rule", "step"),
    [
        ("W..A.B.", "opposing-pair", -1),
        ("B.A..W.", "opposing-pair", 1),
        ("BA.W...", "opposing-pair", 1),
        ("..W.A..W.B", "toward-white", -1),  # only the nearest piece on each side counts
    ],
)
def test_an_opposing_pair_draws_the_agent_toward_the_white_piece(line, rule, step):
    assert along(line) == (rule, step)


@pytest.mark.parametrize("line", [".WAB.", "WA..B", "B..AW"])
def test_an_opposing_pair_with_the_white_piece_in_the_next_cell_is_no_decision(line):
    assert along(line) == ("opposing-pair", 0)


@pytest.mark.parametrize(
    ("line", "step"),
    [("B.A..B", 1), ("B...A.B", -1), ("..BA..", 1), ("...AB", -1), (".B...A.", 1), ("BA.B", 1)],
)
def test_from_black_leads_away_from_the_nearest_black_piece(line, step):
    assert along(line) == ("from-black", step)


def test_from_black_is_no_decision_off_the_board():
    assert along("B..A") == ("from-black", 0)
    assert along("A.B.") == ("from-black", 0)


@pytest.mark.parametrize(
    ("line", "step"), [("W.A...W", -1), ("W...A.W", 1), ("..A..W", 1), ("W..A", -1)]
)
def test_toward_white_leads_to_the_nearest_white_piece(line, step):
    assert along(line) == ("toward-white", step)


@pytest.mark.parametrize("line", ["WA...W", "WA....", "...AW"])
def test_toward_white_is_no_decision_where_the_white_piece_is_in_the_next_cell(line):
    assert along(line) == ("toward-white", 0)


@pytest.mark.parametrize("line", ["B.A.B", "W..A..W", "..A..", "BAB", "WAW"])
def test_equal_distances_of_one_colour_and_an_empty_axis_are_no_decision(line):
    rule, step = along(line)
    assert (rule, step) == (None, 0)


def test_what_stands_behind_the_nearest_piece_is_not_seen():
    view = look("row", "WB.A", 3)
    assert view.before is not None
    assert (view.before.piece, view.before.distance, view.after) == ("B", 2, None)


CHOICES = {
    "opposing pair before from black": (
        ["...W...", ".......", ".......", "...A..B", ".......", ".......", "...B..."],
        ("column", "rule"),
    ),
    "from black before towards white": (
        ["...W...", ".......", ".......", "...A..B", ".......", ".......", "......."],
        ("row", "rule"),
    ),
    "opposing pairs: the nearer white, though the other black is nearer": (
        ["...W...", ".......", ".......", "B..A.W.", "...B...", ".......", "......."],
        ("row", "nearer-white"),
    ),
    "opposing pairs with equal whites: the nearer black": (
        [".......", "...W...", ".......", "B..A.W.", "...B...", ".......", "......."],
        ("column", "nearer-black"),
    ),
    "from black: the nearer black": (
        ["...B...", ".......", ".......", ".B.A...", ".......", ".......", "......."],
        ("row", "nearer-black"),
    ),
    "from black: the nearest of each axis, not the other side's": (
        ["...B...", ".......", ".......", ".B.A...", "...B...", ".......", "......."],
        ("column", "nearer-black"),
    ),
    "towards white: the nearer white": (
        ["...W...", ".......", ".......", "...A.W.", ".......", ".......", "......."],
        ("row", "nearer-white"),
    ),
    "an axis without a decision does not count": (
        [".......", "...B...", "...A...", "...W...", ".......", ".......", "......."],
        (None, None),
    ),
    "nor when the other axis has one of a higher number": (
        [".......", "...B...", "W..A...", "...W...", ".......", ".......", "......."],
        ("row", "only-axis"),
    ),
}


@pytest.mark.parametrize(("rows", "chosen"), CHOICES.values(), ids=CHOICES.keys())
def test_between_the_axes(rows, chosen):
    decided = decision(drawn(*rows))
    assert (decided.axis, decided.reason) == chosen


@pytest.mark.parametrize(
    "rows",
    [
        ["...B...", ".......", ".......", "B..A...", ".......", ".......", "......."],
        ["...W...", ".......", ".......", "W..A...", ".......", ".......", "......."],
        ["...W...", ".......", ".......", "W..A..B", ".......", ".......", "...B..."],
    ],
)
def test_when_all_is_equal_tie_decides(rows):
    column, freeze = drawn(*rows), drawn(*rows, tie="freeze")
    assert (decision(column).axis, decision(column).reason) == ("column", "tie")
    assert (decision(freeze).axis, decision(freeze).reason) == (None, "tie")


def test_the_agent_takes_one_step_and_says_by_which_rule():
    state = drawn(".......", ".......", "..A...W", ".......", ".......")
    after, events = play(state, {})
    assert events_of("agent", events) == [{"from": [2, 2], "to": [3, 2], "why": "toward-white"}]
    assert GAME.view(after, None)["agent"] == [3, 2]
    assert GAME.view(after, None)["board"][2] == "...A..W"


def test_an_agent_that_stays_says_so():
    _, events = play(drawn(".....", ".....", "..A..", ".....", "....."), {})
    assert events_of("agent", events) == [{"from": [2, 2], "to": [2, 2], "why": None}]


def test_the_agent_takes_its_step_in_every_turn():
    state = drawn("......", "......", "A....W", "......", "......")
    places = []
    for _ in range(5):
        places.append(GAME.view(state, None)["agent"])
        state, _ = play(state, {})
    assert places == [[0, 2], [1, 2], [2, 2], [3, 2], [4, 2]]


@pytest.mark.parametrize(("seats", "ranks"), [(4, [2, 1, 2, 2]), (2, [1, 2])])
def test_the_owner_of_the_corner_it_walks_into_wins(seats, ranks):
    state = drawn_into_corner(seats)
    assert outcome(state) == {"ranks": ranks, "scores": None, "reason": "goal"}


def drawn_into_corner(seats: int) -> State:
    """A game in which the Agent has just been driven into the top right corner."""
    state, _ = play(drawn("..BA.", ".....", ".....", ".....", ".....", seats=seats), {})
    return state


def test_the_turn_in_which_it_ends_is_the_last():
    state = drawn_into_corner(4)
    assert (GAME.turn(state), GAME.phase(state), GAME.awaiting(state)) == (1, "finished", ())
    assert not GAME.sealed(state)


def test_other_cells_of_the_edge_are_no_goals():
    state, _ = play(drawn(".BA..", ".....", ".....", ".....", "....."), {})
    assert GAME.outcome(state) is None


class TestExplained:
    def test_the_decision_now_tells_what_each_axis_looked_at(self):
        state = drawn("...W...", ".......", ".......", "B..A..B", ".......", "...B...", ".......")
        assert explain_decision(state) == {
            "decision": {
                "agent": [3, 3],
                "row": {
                    "left": {"piece": "B", "at": [0, 3], "distance": 3},
                    "right": {"piece": "B", "at": [6, 3], "distance": 3},
                    "rule": None,
                    "to": None,
                },
                "column": {
                    "up": {"piece": "W", "at": [3, 0], "distance": 3},
                    "down": {"piece": "B", "at": [3, 5], "distance": 2},
                    "rule": "opposing-pair",
                    "to": [3, 2],
                },
                "axis": "column",
                "rule": "opposing-pair",
                "to": [3, 2],
                "reason": "only-axis",
            },
            "last_decision": None,
        }

    def test_the_last_decision_is_the_one_that_led_here(self):
        before = drawn("...W...", ".......", ".......", "B..A..B", ".......", "...B...", ".......")
        after, _ = play(before, {})
        assert last_decision(after) == decision(before)
        assert explain_decision(after)["last_decision"] == explain_decision(before)["decision"]

    def test_a_rule_without_room_is_told_with_no_cell(self):
        now = explain_decision(drawn(".....", "..B..", "..A..", "..W..", "....."))["decision"]
        assert (now["column"]["rule"], now["column"]["to"]) == ("opposing-pair", None)
        assert (now["axis"], now["rule"], now["to"]) == (None, None, None)

    def test_there_is_none_to_come_when_it_is_over(self):
        told = explain_decision(drawn_into_corner(4))
        assert told["decision"] is None
        assert told["last_decision"]["to"] == [4, 0]

    def test_it_can_be_asked_of_a_board_alone(self):
        decided = decide("..........A.W............", 5, 10, "column")
        assert decided.followed == decided.row
