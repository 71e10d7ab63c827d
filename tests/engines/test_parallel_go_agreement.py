"""Parallel Go when silence ends nothing: absence in a count, the effects of marks, undoing them,
and games stored before there was a choice."""

from __future__ import annotations

import json
from dataclasses import replace
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from engines.board import EMPTY, stone
from engines.parallel_go import GAME
from engines.parallel_go.counting import area, marked_with
from engines.parallel_go.preview import marks_possible
from engines.parallel_go.state import State
from tests.engines.parallel_go_drawings import (
    ACCEPT,
    PASS,
    RESUME,
    both,
    counting,
    drawn,
    mark,
    play,
)

SCATTERED = counting(
    "B.......B",
    ".........",
    "..W......",
    ".........",
    "B...B...B",
    ".........",
    "....B....",
    ".........",
    "B.......B",
)


def needed(state: State, timeouts: int = 0) -> State:
    return replace(state, agreement="needed", timeouts=timeouts)


def count_of(state: State) -> dict:
    """The part of a count that players see."""
    return GAME.shown(state)["count"]


class TestAbsence:
    def test_in_play_it_is_whoever_chose_nothing(self):
        state = needed(drawn(*["....."] * 5))
        assert GAME.absent(state, {}) == (0, 1)
        assert GAME.absent(state, {1: PASS}) == (0,)

    def test_in_a_count_it_is_whoever_neither_marked_nor_accepted(self):
        assert GAME.absent(needed(SCATTERED), {}) == (0, 1)
        marked, _ = play(needed(SCATTERED), {0: mark(2, 2)})
        assert GAME.absent(marked, {}) == (1,)
        accepted, _ = play(marked, {1: ACCEPT})
        assert GAME.absent(accepted, {}) == ()

    def test_who_accepted_is_not_absent_though_a_mark_took_that_back(self):
        accepted, _ = play(needed(SCATTERED), {1: ACCEPT})
        marked, _ = play(accepted, {0: mark(2, 2)})
        assert (GAME.awaiting(marked), GAME.absent(marked, {})) == ((0, 1), ())

    def test_another_count_asks_anew(self):
        accepted, _ = play(needed(SCATTERED), {1: ACCEPT})
        resumed, _ = play(accepted, {0: RESUME})
        again, _ = both(resumed, PASS, PASS)
        assert GAME.absent(again, {}) == (0, 1)

    def test_nobody_is_absent_in_a_step_in_which_somebody_acts(self):
        assert GAME.absent(needed(SCATTERED), {0: ACCEPT}) == ()


class TestWhatAMarkWouldTake:
    def test_eight_scattered_stones_are_one_mark_that_leaves_nothing(self):
        (black, white) = count_of(SCATTERED)["marks"]
        assert (len(black["stones"]), black["dies"], black["points"]) == (8, True, [0, 81])
        assert (white["stones"], white["points"]) == ([[2, 2]], [81, 0])

    def test_a_dead_party_would_live_again(self):
        state, _ = play(SCATTERED, {0: mark(2, 2)})
        (_, white) = count_of(state)["marks"]
        assert (white["dies"], white["points"]) == (False, [8, 1])

    @settings(max_examples=200, deadline=None)
    @given(st.integers(2, 7), st.integers(0, 2**32))
    def test_it_is_what_the_count_is_after_the_mark(self, size, number):
        chance = Random(number)
        rare = chance.random() * 4
        board = bytes(
            chance.choices([EMPTY, stone(0), stone(1)], [rare, 1, 1])[0] for _ in range(size * size)
        )
        dead: set[int] = set()
        for index, stones in enumerate(board):
            if stones != EMPTY and chance.random() < 0.2:
                dead |= set(marked_with(board, size, index))
        for possible in marks_possible(board, size, sorted(dead)):
            assert possible.stones == marked_with(board, size, possible.stones[0])
            after = dead | set(possible.stones) if possible.dies else dead - set(possible.stones)
            owners = area(board, size, after)
            assert possible.points == (owners.count(0), owners.count(1))

    def test_it_is_told_while_stones_are_counted_and_never_else(self):
        state = needed(drawn(*["....."] * 5))
        assert GAME.shown(state)["count"] is None
        counted, _ = both(state, PASS, PASS)
        assert count_of(counted)["marks"] == []
        assert GAME.shown(play(counted, {0: RESUME})[0])["count"] is None
        one, _ = play(counted, {0: ACCEPT})
        assert GAME.shown(play(one, {1: ACCEPT})[0])["count"] is None
        assert "count" not in GAME.view(counted, None)


class TestUndoing:
    def test_a_seat_undoes_its_own_last_mark_that_stands(self):
        assert count_of(SCATTERED)["undo"] == [None, None]
        first, _ = play(SCATTERED, {0: mark(4, 4)})
        second, _ = play(first, {0: mark(2, 2)})
        assert count_of(second)["undo"] == [[2, 2], None]
        undone, _ = play(second, {0: mark(2, 2)})
        assert count_of(undone)["undo"] == [[0, 0], None]
        assert count_of(play(undone, {0: mark(0, 0)})[0]) == count_of(SCATTERED)

    def test_a_mark_that_the_other_took_back_is_theirs_to_undo(self):
        marked, _ = play(SCATTERED, {0: mark(2, 2)})
        back, _ = play(marked, {1: mark(2, 2)})
        assert count_of(back)["undo"] == [None, [2, 2]]
        again, _ = play(back, {1: mark(2, 2)})
        assert GAME.view(again, None)["dead"] == [[2, 2]]


def test_it_is_said_what_happens_when_the_time_runs_out():
    assert count_of(SCATTERED)["timeUp"] == "accepted"
    assert count_of(needed(SCATTERED))["timeUp"] == "resumed"
    assert count_of(needed(SCATTERED, timeouts=1))["timeUp"] == "alive"


def test_tables_do_not_choose_it_and_records_that_leave_it_out_are_of_games_before():
    assert GAME.usual_options({"size": 9}) == {"size": 9, "agreement": "needed"}
    assert GAME.table_options({"size": 9, "agreement": "assumed"})["agreement"] == "needed"
    assert GAME.complete_options({"size": 9}) == {"size": 9, "agreement": "assumed"}
    assert [option.name for option in GAME.offered_options()] == ["size"]


def test_a_state_that_was_stored_before_goes_on_as_it_began():
    marked, _ = play(SCATTERED, {0: mark(2, 2)})
    stored = json.loads(json.dumps(GAME.dump(marked)))
    for new in ("agreement", "timeouts", "answered", "marks"):
        del stored[new]
    state = GAME.load(stored)
    assert (state.agreement, state.timeouts) == ("assumed", 0)
    assert count_of(state)["undo"] == [None, None]
    assert GAME.phase(play(state, {})[0]) == "finished"
