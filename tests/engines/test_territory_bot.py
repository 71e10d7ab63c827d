"""Territory: the bot Reach, its three phases, and its results."""

from __future__ import annotations

from random import Random

from engines.territory import GAME
from engines.territory.state import State
from engines.territory.view import open_choices
from tests.engines.territory_drawings import drawn, outcome, place


def chosen(state: State, seed: int) -> dict:
    """The bot's action for the seat on turn; there must be one."""
    action = GAME.bot().think(state, state.on_turn, seed)
    assert action is not None
    return action


def choices_over_seeds(state: State) -> list[dict]:
    """The different actions that the bot takes over many seeds, in a fixed order."""
    found = []
    for seed in range(60):
        action = chosen(state, seed)
        if action not in found:
            found.append(action)
    return sorted(found, key=lambda action: (action["at"][::-1], str(action)))


class TestReach:
    def test_takes_one_of_the_cells_that_make_the_most_empty_cells_reachable(self):
        state = drawn("0....", ".....", ".....", "....1", cards={0: ()})
        assert choices_over_seeds(state) == [place(1, 1)]

    def test_of_equally_good_cells_takes_one_at_random(self):
        state = drawn("..0..", ".....", ".....", "11111", cards={0: ()})
        assert choices_over_seeds(state) == [place(1, 1), place(3, 1)]

    def test_takes_an_occupied_cell_with_the_replacement_card_where_that_reaches_most(self):
        state = drawn("01...", "11...", ".....", ".....", cards={0: ("replacement",)})
        assert choices_over_seeds(state) == [place(1, 1, card="replacement")]

    def test_takes_a_gray_one_too(self):
        state = drawn("0g...", "gg...", ".....", "1....", cards={0: ("replacement",)})
        assert choices_over_seeds(state) == [place(1, 1, card="replacement")]

    def test_leaves_an_occupied_cell_where_it_holds_no_replacement_card(self):
        state = drawn("01...", ".1...", ".....", ".....", cards={0: ()})
        assert choices_over_seeds(state) == [place(0, 1)]


class TestGuard:
    # Every empty cell is within reach; (0, 0) has one empty cell around it, the others have more.
    ROWS = ("...01", "00.01", "00001", "11111")

    def test_fills_beside_the_cell_with_the_fewest_empty_cells_around(self):
        state = drawn(*self.ROWS, cards={0: ()})
        assert choices_over_seeds(state) == [place(1, 0)]

    def test_fills_two_with_the_double_move_card(self):
        state = drawn("..01", "0.01", "0001", "1111", cards={0: ("double-move",)})
        for action in choices_over_seeds(state):
            assert action["card"] == "double-move"
            assert {*map(tuple, (action["at"], action["then"]))} < {(0, 0), (1, 0), (1, 1)}

    def test_keeps_the_double_move_card_where_only_one_can_be_filled(self):
        state = drawn("..01", "0001", "0001", "1111", cards={0: ("double-move",)})
        assert choices_over_seeds(state) == [place(0, 0), place(1, 0)]

    def test_looks_only_at_cells_that_no_other_tile_touches(self):
        state = drawn("..01", "0.01", "0001", ".111", cards={0: ()})
        assert place(0, 3) not in choices_over_seeds(state)
        gray = drawn("..0g", "0000", "...g", "0gg1", cards={0: ()})
        assert {tuple(action["at"]) for action in choices_over_seeds(gray)} == {(0, 0), (1, 0)}


class TestEndgame:
    def test_takes_what_others_could_take_before_guarded_cells(self):
        state = drawn(".001", "000.", "000.", "0001", cards={0: ()})
        assert choices_over_seeds(state) == [place(3, 1), place(3, 2)]

    def test_takes_guarded_cells_next(self):
        state = drawn(".001", "0001", "000.", "0001", cards={0: ("freedom", "replacement")})
        assert choices_over_seeds(state) == [place(3, 2)]
        state = drawn(".001", "0001", "0001", "0001", cards={0: ("freedom", "replacement")})
        assert choices_over_seeds(state) == [place(0, 0)]

    def test_uses_freedom_then(self):
        cards = {0: ("freedom", "replacement")}
        state = drawn("0111", "1111", "1111", "1111", "111.", "11..", cards=cards)
        cells = [(3, 4), (2, 5), (3, 5)]
        assert choices_over_seeds(state) == [place(*at, card="freedom") for at in cells]

    def test_uses_the_replacement_card_last(self):
        state = drawn("01gg", "1111", "1111", "1111", cards={0: ("freedom", "replacement")})
        spots = [(1, 0), (0, 1), (1, 1)]
        assert choices_over_seeds(state) == [place(*at, card="replacement") for at in spots]

    def test_has_no_action_when_blocked(self):
        state = drawn("0111", "1111", "1111", "1111", cards={0: ("freedom", "double-move")})
        assert GAME.bot().think(state, 0, 1) is None


def random_action(state: State, random: Random) -> dict:
    """A random legal action of the seat on turn, with or without a card."""
    choices = open_choices(state)["choices"]
    cards = choices["cards"]
    options = [place(*at) for at in choices["cells"]]
    for card in ("freedom", "replacement"):
        options += [place(*at, card=card) for at in cards.get(card, {"cells": []})["cells"]]
    for at in cards.get("double-move", {"cells": []})["cells"]:
        options += [
            place(*at, card="double-move", then=then) for then in choices["cells"] if then != at
        ]
    return random.choice(options)


def test_it_beats_a_player_who_acts_at_random():
    options = {option.name: option.default for option in GAME.options}
    won = 0
    for seed in range(20):
        random, state = Random(seed), GAME.new_state(options, 2, seed)
        while GAME.outcome(state) is None:
            seat = state.on_turn
            own = seat == seed % 2
            action = chosen(state, seed) if own else random_action(state, random)
            GAME.check(state, seat, action)
            state, _ = GAME.resolve(state, {seat: action})
        won += outcome(state)["ranks"][seed % 2] == 1
    assert won >= 19


def test_games_of_bots_alone_end():
    options = {"rows": 12, "columns": 14, "start": None}
    for seats in (2, 3, 5):
        state = GAME.new_state(options, seats, seats)
        while GAME.outcome(state) is None:
            action = chosen(state, 5)
            GAME.check(state, state.on_turn, action)
            state, _ = GAME.resolve(state, {state.on_turn: action})
        assert sum(outcome(state)["scores"]) == 12 * 14
