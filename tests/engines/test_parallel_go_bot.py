"""Parallel Go: the bots."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from engines.board import EMPTY
from engines.bots import Budget, Level
from engines.parallel_go import GAME
from engines.parallel_go.counting import area
from engines.parallel_go.state import State
from engines.rules import IllegalAction, Json
from tests.engines.parallel_go_drawings import (
    ACCEPT,
    PASS,
    RESUME,
    counting,
    drawn,
    mark,
    place,
    play,
)


def chosen(state: State, seat: int, seed: int = 0) -> Json:
    action = GAME.bot().think(state, seat, seed)
    assert action is not None
    GAME.check(state, seat, action)
    return action


def test_it_captures():
    state = drawn(".......", ".......", "..BB...", ".BWW...", "..BB...", ".......", ".......")
    assert chosen(state, 0) == place(4, 3)


def test_it_saves():
    state = drawn(".......", ".......", "..BB...", ".BWW...", "..BB...", ".......", ".......")
    assert chosen(state, 1) == place(4, 3)


def test_of_two_captures_it_takes_the_one_that_the_other_is_not_likely_to_contest():
    # White can save (5, 5) at (5, 6), but can no longer save (0, 0) at (0, 1).
    rows = ("WB.....", ".B.....", ".......", ".......", ".....B.", "....BWB", ".......")
    assert {str(chosen(drawn(*rows), 0, seed)) for seed in range(20)} == {str(place(0, 1))}


def test_it_does_not_choose_what_was_prohibited_to_it():
    state = drawn(".......", ".......", "..BB...", ".BWW...", "..BB...", ".......", ".......")
    assert chosen(replace(state, prohibited=((25,), ())), 0) != place(4, 3)


def test_it_does_not_repeat_a_position():
    state = drawn(".....", ".WB..", "W.WB.", ".WB..", ".....")
    taken, _ = play(state, {0: place(1, 2), 1: PASS})
    assert all(chosen(taken, 1, seed) != place(2, 2) for seed in range(10))


def test_it_passes_when_nothing_is_left():
    state = drawn(".BW..", "BBW..", ".BWWW", "BBW.W", ".BWWW")
    assert chosen(state, 0) == PASS
    assert chosen(state, 1) == PASS


def test_it_opens_on_an_empty_board():
    assert chosen(drawn(*["......."] * 7), 0)["type"] == "place"


class TestEasy:
    BOT = GAME.bot(Level.EASY)

    def test_it_lets_its_stones_drift_anywhere(self):
        state = drawn(*["......."] * 7)
        assert len({str(self.BOT.think(state, 0, seed)) for seed in range(30)}) > 15

    def test_it_has_soon_enough(self):
        state = drawn("BBBBBBB", "WWWWWWW", ".......", ".......", "B.B.B.B", "BBBBBBB", "WWWWWWW")
        assert self.BOT.think(state, 0, 1) == PASS


class TestFairlyEasy:
    BOT = GAME.bot(Level.FAIRLY_EASY)

    def test_it_captures_what_it_can_more_often_than_not(self):
        state = drawn(".......", ".......", "..BB...", ".BWW...", "..BB...", ".......", ".......")
        chosen = [self.BOT.think(state, 0, seed) for seed in range(20)]
        assert chosen.count(place(4, 3)) >= 10

    def test_it_forgets_its_own_stones(self):
        state = drawn(".......", ".......", "..BB...", ".BWW...", "..BB...", ".......", ".......")
        chosen = [self.BOT.think(state, 1, seed) for seed in range(20)]
        assert chosen.count(place(4, 3)) <= 5


ahead = pytest.mark.parametrize("level", [Level.FAIRLY_STRONG, Level.STRONG])


@ahead
class TestLookingAhead:
    def test_it_captures_many_stones_that_the_other_may_not_save(self, level):
        rows = (".B.....", "BWWB...", "BWWW...", "BWWB...", ".BB....", "....W..", ".......")
        state = replace(drawn(*rows), prohibited=((), (18,)))
        found = [GAME.bot(level).choose(state, 0, seed, Budget(100)) for seed in range(5)]
        assert found.count(place(4, 2)) >= 3

    def test_it_does_not_choose_what_was_prohibited_to_it(self, level):
        state = drawn(".......", ".......", "..BB...", ".BWW...", "..BB...", ".......", ".......")
        state = replace(state, prohibited=((25,), ()))
        for seed in range(5):
            assert GAME.bot(level).choose(state, 0, seed, Budget(50)) != place(4, 3)

    def test_it_passes_when_nothing_is_left(self, level):
        state = drawn(".BW..", "BBW..", ".BWWW", "BBW.W", ".BWWW")
        assert GAME.bot(level).choose(state, 0, 1, Budget(50)) == PASS

    def test_it_chooses_differently_where_one_choice_could_be_read(self, level):
        state = drawn(*["....."] * 5)
        found = {str(GAME.bot(level).choose(state, 0, seed, Budget(60))) for seed in range(8)}
        assert len(found) > 1

    def test_it_counts_as_the_others_do(self, level):
        assert GAME.bot(level).think(counting(*TestCounting.ROWS), 0, 1) == ACCEPT


class TestCounting:
    ROWS = ("..B.W..", "..B.W..", "..B.W..", "B.B.W..", "..B.W.B", "..B.W..", "..B.W..")

    def test_it_accepts_a_fair_count(self):
        assert chosen(counting(*self.ROWS), 0) == ACCEPT

    def test_it_marks_what_is_plainly_dead_of_the_others(self):
        rows = ("W.BB.W.", "..BBWW.", "..BBWW.", "..BB.W.", "..BB.W.", "..BB.W.", "..BB.W.")
        assert chosen(counting(*rows), 0) == ACCEPT
        rows = ("W.BBWW.", ".BBBWW.", "BBBBWW.", "..BBWW.", "..BBWW.", "..BBWW.", "..BBWW.")
        state = counting(*rows)
        assert chosen(state, 0) == mark(0, 0)
        assert chosen(state, 1) == ACCEPT
        state, _ = play(state, {0: mark(0, 0)})
        assert (chosen(state, 0), chosen(state, 1)) == (ACCEPT, ACCEPT)

    def test_it_takes_back_the_mark_of_its_own_stones_that_live(self):
        state, _ = play(counting(*self.ROWS), {1: mark(2, 0)})
        assert chosen(state, 0)["type"] == "mark"

    def test_it_takes_such_a_mark_back_though_there_is_no_time_to_think(self):
        state, _ = play(counting(*self.ROWS), {1: mark(2, 0)})
        assert GAME.bot().at_once(state, 0, 0)["type"] == "mark"
        assert GAME.bot().at_once(counting(*self.ROWS), 0, 0) == ACCEPT


class TestAfterACountThatRanOutOfTime:
    """White's corner is dead, but would live if another count ran out of time."""

    ROWS = ("W.BBWW.", ".BBBWW.", "BBBBWW.", "..BBWW.", "..BBWW.", "..BBWW.", "..BBWW.")

    def test_it_captures_what_is_plainly_dead_and_then_passes_again(self):
        state = replace(counting(*self.ROWS), agreement="needed")
        state, _ = play(state, {})
        while GAME.phase(state) == "play":
            assert GAME.turn(state) < 6
            state, _ = play(state, {0: chosen(state, 0), 1: PASS})
        assert state.captures == (1, 0)

    def test_two_bots_settle_the_next_count(self):
        state = replace(counting(*self.ROWS), agreement="needed")
        state, _ = play(state, {})
        for _ in range(20):
            if GAME.outcome(state) is None:
                seats = GAME.awaiting(state)[:1] if state.counted else (0, 1)
                state, _ = play(state, {seat: chosen(state, seat) for seat in seats})
        assert GAME.outcome(state) is not None
        assert state.timeouts == 1

    def test_somebody_who_says_nothing_is_not_agreed_with_nor_played_against_for_ever(self):
        state, turns = replace(counting(*self.ROWS), agreement="needed", timeouts=1), 0
        state, _ = play(state, {0: RESUME})
        while chosen(state, 0) != PASS:
            state, _ = play(state, {0: chosen(state, 0)})
            turns += 1
        assert turns <= 3
        state, _ = play(state, {0: PASS})
        assert (GAME.phase(state), GAME.absent(state, {0: PASS})) == ("play", (1,))


def random_action(state: State, seat: int, random: Random) -> Json:
    """A random legal placement or a pass; accepts every count."""
    if state.counted:
        return ACCEPT
    empty = [index for index, stones in enumerate(state.board) if stones == EMPTY]
    random.shuffle(empty)
    for index in empty[: random.randint(0, len(empty))]:
        try:
            GAME.check(state, seat, {"type": "place", "at": state.point(index)})
        except IllegalAction:
            continue
        return {"type": "place", "at": state.point(index)}
    return PASS


def test_it_beats_a_player_who_acts_at_random():
    won = 0
    for seed in range(12):
        random, own, steps = Random(seed), seed % 2, 0
        state = GAME.new_state(GAME.usual_options({"size": 7}), 2, seed)
        while GAME.outcome(state) is None and steps < 300:
            seats = GAME.awaiting(state)[:1] if state.counted else (0, 1)
            actions = {
                seat: chosen(state, seat, seed)
                if seat == own
                else random_action(state, seat, random)
                for seat in seats
            }
            state, _ = play(state, actions)
            steps += 1
        owners = area(state.board, state.size, state.dead)
        won += owners.count(own) > owners.count(1 - own)
    assert won >= 11


def test_a_game_of_bots_alone_ends():
    state, steps = GAME.new_state(GAME.usual_options({"size": 9}), 2, 0), 0
    while GAME.outcome(state) is None:
        seats = GAME.awaiting(state)[:1] if state.counted else (0, 1)
        state, _ = play(state, {seat: chosen(state, seat, 3 + seat) for seat in seats})
        steps += 1
        assert steps < 400
