"""Parallel Go: playing many boards on at once follows the rules."""

import numpy as np
import pytest

from engines.board import EMPTY
from engines.parallel_go.boards import Boards, Shape, packed, unpacked
from engines.parallel_go.moves import place, play_both
from engines.parallel_go.playouts import Chance, play_on
from tests.engines.parallel_go_drawings import drawn


class NoHistory:
    """Playing on leaves repetition out."""

    def holds(self, board):
        return False


def boards_of(boards: Boards) -> list[bytes]:
    """The boards as the rules have them."""
    rows, count = boards.shape.row_of, boards.count
    black, white = unpacked(boards.stones[:, rows])[..., :count]
    empty = unpacked(boards.empty[rows])[..., :count]
    return [bytes(column) for column in (empty + 2 * black + 4 * white).T.astype(np.uint8)]


def nobody(boards: Boards) -> np.ndarray:
    return np.zeros_like(boards.stones)


class Compared(Boards):
    """Boards that compare each turn with the rules, and count how often stones were captured, and
    how many turns conflicted."""

    captures = conflicts = 0
    sweeps = 40  # enough for any chain

    def play(self, rows, chosen):
        before = boards_of(self)
        conflict = super().play(rows, chosen)
        size = self.shape.size
        for board, now, conflicts, *at_rows in zip(
            before, boards_of(self), unpacked(conflict), *rows
        ):
            points = tuple(int(self.shape.point_of[row]) if row else None for row in at_rows)
            for seat, at in enumerate(points):
                if at is not None:
                    place(board, size, seat, at)
            expected = play_both(board, size, points, NoHistory())
            assert (expected.conflict is not None) == conflicts
            assert expected.board == now
            self.captures += now.count(EMPTY) > board.count(EMPTY)
            self.conflicts += int(conflicts)
        return conflict


@pytest.mark.parametrize("careful", [False, True])
@pytest.mark.parametrize(("size", "count", "turns"), [(5, 30, 40), (9, 20, 70), (19, 2, 120)])
def test_every_turn_is_as_the_rules_have_it(size, count, turns, careful):
    boards = Compared(Shape(size), [bytes([EMPTY]) * (size * size)], count)
    play_on(boards, Chance(1), nobody(boards), turns, careful)
    assert boards.captures > 0
    assert boards.conflicts > 10


def test_who_captures_first_saves_his_own_so_the_choices_conflict():
    # Black at (2, 0) takes (1, 0), white at (0, 1) takes (0, 0).
    state = drawn("BW...", ".B...", ".....", ".....", ".....")
    shape = Shape(5)
    boards, rows = Boards(shape, [state.board]), shape.row_of[[2, 5]]
    chosen = np.zeros((2, shape.rows, 1), np.uint8)
    chosen[[0, 1], rows] = 1
    conflict = boards.play(np.pad(rows[:, None], [(0, 0), (0, 63)]), packed(chosen))
    assert conflict.tolist() == [1]
    assert boards_of(boards) == [state.board]


def test_an_empty_point_is_of_who_is_nearer_and_of_nobody_in_the_middle():
    state = drawn("B...W", "B...W", "B...W", "B...W", "B...W")
    black, white = Boards(Shape(5), [state.board]).areas()
    assert (black.tolist(), white.tolist()) == ([10], [10])


def test_the_same_chance_plays_the_same():
    shape, empty = Shape(7), bytes([EMPTY]) * 49
    games = []
    for _ in range(2):
        boards = Boards(shape, [empty], 5)
        play_on(boards, Chance(3), nobody(boards), 30, careful=False)
        games.append(boards_of(boards))
    assert games[0] == games[1]


def test_what_is_chosen_first_is_told_of_each_seat():
    boards = Boards(Shape(5), [bytes([EMPTY]) * 25], 8)
    black, white = play_on(boards, Chance(2), nobody(boards), 30, careful=False)
    assert not (black & white).any()
    assert (unpacked(black | white)[..., :8].sum(axis=0) > 10).all()
