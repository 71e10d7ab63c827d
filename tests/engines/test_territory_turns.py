"""Territory: whose turn it is, who is blocked, filling, leaving and the end."""

from __future__ import annotations

from random import Random

import pytest

from engines.rules import IllegalAction
from engines.territory import GAME
from engines.territory.state import CARDS, State
from tests.engines.territory_drawings import drawing, drawn, outcome, place, play, refusal

NO_CARDS: dict[int, tuple[str, ...]] = dict.fromkeys(range(5), ())


def blocked(state: State) -> list[bool]:
    return GAME.view(state, None)["blocked"]


def test_turns_go_round_in_seat_order():
    state = drawn("0.1.2", ".....", ".....", ".....", seats=3)
    seats = []
    for action in (place(0, 1), place(2, 1), place(4, 1), place(0, 2)):
        seats.append(GAME.awaiting(state))
        state, _ = play(state, action)
    assert seats == [(0,), (1,), (2,), (0,)]


def test_it_is_always_open():
    assert not GAME.sealed(drawn("0..1", "....", "....", "...."))


def test_a_seat_that_lets_the_time_run_out_is_skipped_and_the_turn_counts():
    state, events = play(drawn("0..1", "....", "....", "...."), None)
    assert events == [{"type": "skipped", "seat": 0, "why": "absent"}]
    assert (GAME.turn(state), GAME.awaiting(state)) == (2, (1,))


class TestBlocked:
    def test_not_while_an_empty_cell_is_next_to_its_tiles(self):
        assert not blocked(drawn("0111", "1.11", "1111", "1111", cards=NO_CARDS))[0]

    def test_when_none_is_and_it_holds_no_card(self):
        assert blocked(drawn("0111", "1111", "111.", "1111", cards=NO_CARDS))[0]

    @pytest.mark.parametrize("other", ["1", "g"])
    def test_not_with_a_replacement_card_and_anothers_or_a_gray_tile_next_to_its_own(self, other):
        rows = ["0000", "0000", f"000{other}", "00.1"]
        assert not blocked(drawn(*rows, cards={0: ("replacement",), 1: ()}))[0]

    def test_a_replacement_card_does_not_help_among_its_own_tiles(self):
        rows = ["00.1", "00gg", "gggg", "1111"]
        alone = drawn("0000", "0000", "0000", "0000", cards={0: ("replacement",), 1: ()})
        assert blocked(alone)[0]
        assert not blocked(drawn(*rows, cards={0: ("replacement",), 1: ()}))[0]

    def test_not_with_a_freedom_card_and_an_empty_cell_anywhere(self):
        assert not blocked(drawn("0111", "1111", "111.", "1111", cards={0: ("freedom",)}))[0]

    def test_a_freedom_card_does_not_help_on_a_full_board(self):
        assert blocked(drawn("0111", "1111", "1111", "1111", cards={0: ("freedom",)}))[0]

    def test_a_double_move_card_alone_does_not_help(self):
        assert blocked(drawn("0111", "1111", "111.", "1111", cards={0: ("double-move",)}))[0]

    def test_exactly_when_every_action_is_refused(self):
        cells = [(x, y) for y in range(4) for x in range(4)]
        for seed in range(150):
            random = Random(seed)
            letters = random.choices(".01g", [1, 4, 8, 3], k=16)
            rows = ["".join(letters[at : at + 4]) for at in range(0, 16, 4)]
            held = tuple(card for card in CARDS if random.random() < 0.4)
            state = drawn(*rows, cards={0: held})
            actions = [place(*at, card=card) for at in cells for card in (None, *CARDS[1:])]
            can_act = any(refusal(state, action) is None for action in actions)
            assert blocked(state)[0] is not can_act

    def test_a_seat_without_a_tile_can_only_use_freedom(self):
        rows = ["1111", "1...", "1...", "...."]
        assert not blocked(drawn(*rows))[0]
        assert blocked(drawn(*rows, cards={0: ("double-move", "replacement")}))[0]

    def test_a_blocked_seat_is_skipped_without_a_turn(self):
        rows = ["1020.", "0000.", ".....", "....2"]
        state, events = play(drawn(*rows, seats=3, cards=NO_CARDS), place(2, 2))
        assert events[1:] == [{"type": "skipped", "seat": 1, "why": "blocked"}]
        assert (GAME.turn(state), GAME.awaiting(state)) == (2, (2,))


class TestFilling:
    def test_the_only_seat_that_is_not_blocked_takes_all_empty_cells(self):
        rows = ["10..", ".0..", "....", "...."]
        state, events = play(drawn(*rows, cards=NO_CARDS), place(0, 1))
        assert drawing(state) == ["1000", "0000", "0000", "0000"]
        filled = [[2, 0], [3, 0], [2, 1], [3, 1], *([x, y] for y in (2, 3) for x in range(4))]
        assert events[1:] == [{"type": "filled", "seat": 0, "cells": filled}]
        assert outcome(state) == {
            "ranks": [1, 2],
            "scores": [15, 1],
            "reason": "blocked",
        }

    def test_it_is_on_turn_if_it_is_still_not_blocked(self):
        rows = ["10..", ".0..", "....", "...."]
        state, events = play(drawn(*rows, cards={0: ("replacement",), 1: ()}), place(0, 1))
        assert events[-1] == {"type": "skipped", "seat": 1, "why": "blocked"}
        assert (GAME.awaiting(state), GAME.turn(state)) == ((0,), 2)
        state, events = play(state, place(0, 0, card="replacement"))
        assert events == [{"type": "replaced", "seat": 0, "at": [0, 0], "from": 1}]
        assert outcome(state)["scores"] == [16, 0]

    def test_it_may_be_another_seat_than_the_one_that_acted(self):
        rows = ["0.1.", "111.", "....", "...."]
        state, events = play(drawn(*rows, cards=NO_CARDS), place(1, 0))
        assert [event["type"] for event in events] == ["placed", "filled"]
        assert drawing(state) == ["0011", "1111", "1111", "1111"]
        assert outcome(state)["ranks"] == [2, 1]

    def test_not_while_two_seats_can_move(self):
        _, events = play(drawn("0..1", "....", "....", "....", cards=NO_CARDS), place(1, 0))
        assert [event["type"] for event in events] == ["placed"]

    def test_also_after_a_leave(self):
        rows = ["12..", "22..", "....", "..0."]
        state = drawn(*rows, seats=3, cards=NO_CARDS, on_turn=2)
        state, events = GAME.leave(state, [0])
        assert [event["type"] for event in events] == ["left", "grayed", "filled"]
        assert drawing(state) == ["1222", "2222", "2222", "22g2"]
        assert outcome(state) == {
            "ranks": [3, 2, 1],
            "scores": [0, 1, 14],
            "reason": "blocked",
        }


class TestLeaving:
    POSITION = drawn("00.1", "....", "....", "2...", seats=3, on_turn=0)

    def test_the_tiles_turn_gray_and_belong_to_nobody(self):
        state, events = GAME.leave(self.POSITION, [0])
        assert drawing(state) == ["gg.1", "....", "....", "2..."]
        assert events == [
            {"type": "left", "seat": 0},
            {"type": "grayed", "seat": 0, "cells": [[0, 0], [1, 0]]},
        ]

    def test_the_seat_keeps_its_cards_and_counts_as_blocked(self):
        state, _ = GAME.leave(self.POSITION, [0])
        view = GAME.view(state, None)
        assert view["cards"][0] == ["double-move", "freedom", "replacement"]
        assert (view["blocked"], view["left"]) == ([True, False, False], [0])
        assert GAME.left(state) == (0,)

    def test_the_seat_on_turn_passes_the_turn_on(self):
        assert GAME.awaiting(GAME.leave(self.POSITION, [0])[0]) == (1,)
        assert GAME.turn(GAME.leave(self.POSITION, [0])[0]) == 1

    def test_the_turn_goes_to_the_next_seat_that_is_not_blocked(self):
        rows = ["1000.", "000..", ".....", "2...3"]
        state = drawn(*rows, seats=4, cards=NO_CARDS)
        state, events = GAME.leave(state, [0])
        assert GAME.awaiting(state) == (2,)
        assert events[-1] == {"type": "skipped", "seat": 1, "why": "blocked"}

    def test_another_seat_leaving_leaves_the_turn_where_it_is(self):
        assert GAME.awaiting(GAME.leave(self.POSITION, [2])[0]) == (0,)

    def test_a_seat_that_left_has_no_turn_and_is_not_reported_as_skipped(self):
        state, _ = GAME.leave(self.POSITION, [1])
        state, events = play(state, place(0, 1))
        assert GAME.awaiting(state) == (2,)
        assert [event["type"] for event in events] == ["placed"]

    def test_the_one_that_remains_wins_at_once_without_filling(self):
        state, events = GAME.leave(self.POSITION, [0, 2])
        assert [event["type"] for event in events] == ["left", "grayed", "left", "grayed"]
        assert drawing(state) == ["gg.1", "....", "....", "g..."]
        assert outcome(state) == {
            "ranks": [3, 1, 2],
            "scores": [0, 1, 0],
            "reason": "leave",
        }

    def test_if_none_remains_the_last_to_leave_is_ranked_first(self):
        state, _ = GAME.leave(self.POSITION, [2])
        state, _ = GAME.leave(state, [0, 1])
        assert outcome(state) == {
            "ranks": [2, 1, 3],
            "scores": [0, 0, 0],
            "reason": "leave",
        }


class TestTheEnd:
    def test_when_all_are_blocked_the_most_tiles_win(self):
        rows = ["0001", "0111", "2222", "222."]
        state, _ = play(drawn(*rows, seats=3, cards=NO_CARDS, on_turn=2), place(3, 3))
        assert (GAME.phase(state), GAME.awaiting(state), GAME.turn(state)) == ("finished", (), 1)
        assert outcome(state) == {
            "ranks": [3, 2, 1],
            "scores": [4, 4, 8],
            "reason": "blocked",
        }

    def test_of_seats_with_as_many_the_one_that_joined_last_is_first(self):
        rows = ["0000", "1111", "2222", "333."]
        state, _ = play(drawn(*rows, seats=4, cards=NO_CARDS, on_turn=3), place(3, 3))
        assert outcome(state)["ranks"] == [4, 3, 2, 1]

    def test_seats_that_left_follow_the_last_to_leave_first(self):
        rows = ["0ggg", "gggg", "111.", "1111"]
        state = drawn(*rows, seats=5, cards=NO_CARDS, on_turn=1, leaving=(3, 2, 4))
        state, _ = play(state, place(3, 2))
        assert outcome(state) == {
            "ranks": [2, 1, 4, 5, 3],
            "scores": [1, 8, 0, 0, 0],
            "reason": "blocked",
        }

    def test_nothing_may_follow(self):
        state, _ = GAME.leave(drawn("0..1", "....", "....", "...."), [0])
        with pytest.raises(IllegalAction, match="finished"):
            GAME.check(state, 1, place(2, 0))
