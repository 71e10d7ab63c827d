"""Parallel Go: playing many boards on at once follows the rules."""

import numpy as np
import pytest

from engines.board import EMPTY
from engines.parallel_go.moves import place, play_both
from engines.parallel_go.playouts import NOBODY, Boards, Chance, Shape, play_on
from tests.engines.parallel_go_drawings import drawn


class NoHistory:
    """Playing on leaves repetition out."""

    def holds(self, board):
        return False


def boards_of(boards: Boards) -> list[bytes]:
    """The boards as the rules have them."""
    shape = boards.shape
    empty, stones = boards.empty[shape.row_of] & 1, boards.stones[shape.row_of] & 1
    black, white = stones[:, : len(boards)], stones[:, len(boards) :]
    return [bytes(column) for column in (empty + 2 * black + 4 * white).T.astype(np.uint8)]


def nobody(count: int) -> np.ndarray:
    return np.full(2 * count, NOBODY)


class Compared(Boards):
    """Boards that compare each turn with the rules, and count how often stones were captured, and
    how many turns conflicted."""

    captures = conflicts = 0

    def play(self, chosen):
        before = boards_of(self)
        conflict = super().play(chosen)
        count, size = len(self), self.shape.size
        for board, now, conflicts, *rows in zip(
            before, boards_of(self), conflict, chosen[:count], chosen[count:]
        ):
            points = tuple(None if row == NOBODY else int(self.shape.point_of[row]) for row in rows)
            for seat, at in enumerate(points):
                if at is not None:
                    place(board, size, seat, at)
            expected = play_both(board, size, points, NoHistory())
            assert (expected.conflict is not None) == conflicts
            assert expected.board == now
            self.captures += now.count(EMPTY) > board.count(EMPTY)
            self.conflicts += bool(conflicts)
        return conflict


@pytest.mark.parametrize(("size", "count", "turns"), [(5, 30, 40), (9, 20, 70), (19, 2, 120)])
def test_every_turn_is_as_the_rules_have_it(size, count, turns):
    boards = Compared(Shape(size), [bytes([EMPTY]) * (size * size)] * count)
    play_on(boards, Chance(1), nobody(count), turns)
    assert boards.captures > 0
    assert boards.conflicts > 10


def test_who_captures_first_saves_his_own_so_the_choices_conflict():
    # Black at (2, 0) takes (1, 0), white at (0, 1) takes (0, 0).
    state = drawn("BW...", ".B...", ".....", ".....", ".....")
    shape = Shape(5)
    boards = Boards(shape, [state.board])
    conflict = boards.play(np.array([shape.row_of[2], shape.row_of[5]]))
    assert conflict.tolist() == [True]
    assert boards_of(boards) == [state.board]


def test_an_empty_point_is_of_who_is_nearer_and_of_nobody_in_the_middle():
    state = drawn("B...W", "B...W", "B...W", "B...W", "B...W")
    black, white = Boards(Shape(5), [state.board]).areas()
    assert ((black & 1).sum(), (white & 1).sum()) == (10, 10)


def test_the_same_chance_plays_the_same():
    shape, empty = Shape(7), bytes([EMPTY]) * 49
    games = []
    for _ in range(2):
        boards = Boards(shape, [empty] * 5)
        play_on(boards, Chance(3), nobody(5), 30)
        games.append(boards_of(boards))
    assert games[0] == games[1]
