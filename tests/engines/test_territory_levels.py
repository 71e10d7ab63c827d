"""Territory: the bots of the other levels, and the quick position that they look ahead with."""

from __future__ import annotations

from random import Random

import pytest

from engines.bots import Budget, Level
from engines.territory import GAME
from engines.territory.knowledge import Growth
from engines.territory.quick import Choice, Quick, as_action
from engines.territory.state import State
from tests.engines.random_games import random_action
from tests.engines.territory_drawings import drawn, place

LOOKING_AHEAD = [Level.FAIRLY_STRONG, Level.STRONG]
NONE = {0: (), 1: ()}


def chosen(state: State, level: Level, seed: int = 1, rounds: int = 300) -> dict | None:
    return GAME.bot(level).choose(state, state.on_turn, seed, Budget(rounds))


def as_choice(state: State, action: dict) -> Choice:
    names = (None, "double-move", "freedom", None, "replacement")
    cell = state.grid.mask([tuple(action["at"])])
    then = state.grid.mask([tuple(action["then"])]) if "then" in action else 0
    return names.index(action.get("card")), cell, then


@pytest.mark.parametrize("seats", [2, 3, 5])
def test_the_quick_position_goes_on_as_the_rules_say(seats):
    for seed in range(12):
        chance = Random(seed)
        options = {"rows": 5, "columns": 6, "start": None}
        state = GAME.new_state(options, seats, seed)
        quick = Quick.of(state)
        while GAME.outcome(state) is None:
            if chance.random() < 0.03 and len(state.playing) > 2:
                state, _ = GAME.leave(state, [chance.choice(state.playing)])
                quick = Quick.of(state)
                continue
            action = random_action(GAME, state, state.on_turn, chance)
            choice = as_choice(state, action)
            assert as_action(state, choice) == action
            quick.play(choice)
            state, _ = GAME.resolve(state, {state.on_turn: action})
            assert quick == Quick.of(state)


def test_values_say_who_has_won():
    state, _ = GAME.resolve(drawn("00.", "011", "011", cards=NONE), {0: place(2, 0)})
    assert GAME.outcome(state) is not None
    assert Growth().value(Quick.of(state)) == [1, 0]


def test_values_before_the_end_favour_who_reaches_more():
    state = drawn("0....", ".....", "....1", cards={0: (), 1: ()})
    ahead = drawn("0....", "..0..", "....1", cards={0: (), 1: ()})
    before, after = (Growth().value(Quick.of(each))[0] for each in (state, ahead))
    assert before < after < 1


@pytest.mark.parametrize("level", LOOKING_AHEAD)
class TestLookingAhead:
    def test_closes_the_gap_through_which_the_other_would_come_in(self, level):
        state = drawn("000g...", "00.....", "000g111", cards=NONE)
        assert chosen(state, level) == place(3, 1)

    def test_breaks_into_the_room_of_the_other_with_a_card(self, level):
        rows = ("00111111", "00111111", "001.....", "0011111.")
        state = drawn(*rows, cards={0: ("freedom", "replacement"), 1: ()})
        assert (chosen(state, level) or {})["card"] == "freedom"

    def test_stopped_at_once_it_has_a_legal_action(self, level):
        state = drawn("0.......", "........", "........", ".......1")
        GAME.check(state, 0, chosen(state, level, rounds=0))

    def test_has_no_action_when_blocked(self, level):
        state = drawn("0111", "1111", "1111", "1111", cards={0: ("freedom", "double-move")})
        assert GAME.bot(level).choose(state, 0, 1, Budget(10)) is None


def test_the_easiest_stays_close():
    state = drawn("00...", "0....", ".....", "....1", cards=NONE)
    assert chosen(state, Level.EASY) == place(1, 1)


def test_beginners_play_their_cards_too_early():
    state = drawn("0.......", "........", "........", ".......1")
    for level in (Level.EASY, Level.FAIRLY_EASY):
        played = [chosen(state, level, seed) or {} for seed in range(20)]
        assert any("card" in action for action in played)
