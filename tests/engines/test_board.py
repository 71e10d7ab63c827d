"""The board that the Go games share."""

import pytest

from engines import board
from engines.board import EMPTY, stone
from tests.engines.drawing import board_of

THREE = board_of(
    "001",
    ".A1",
    "#0.",
)
AROUND = board.neighbours(3)


def test_a_chain_is_a_largest_set_of_orthogonally_connected_stones_of_one_colour():
    chain, _ = board.flood(THREE, 0, stone(0), AROUND)
    assert chain == {0, 1, 4, 7}


def test_a_merged_stone_belongs_to_a_chain_of_each_of_its_colours():
    chain, _ = board.flood(THREE, 4, stone(1), AROUND)
    assert chain == {2, 4, 5}


def test_liberties_are_the_empty_points_orthogonally_next_to_a_chain():
    assert board.liberties(THREE, {0, 1, 4, 7}, AROUND) == {3, 8}


def test_a_point_out_of_play_is_no_liberty():
    _, border = board.flood(board_of("0#", "1."), 0, stone(0), board.neighbours(2))
    assert not border & EMPTY


def test_a_flood_stops_as_soon_as_it_meets_what_it_looks_for():
    row = board_of("000", "...", "...")
    found, border = board.flood(row, 0, stone(0), AROUND, until=EMPTY)
    assert border & EMPTY
    assert found < {0, 1, 2}


def test_regions_are_told_with_the_colours_that_reach_them():
    split = board_of(".0.", "001", "1..")
    found = {
        tuple(sorted(region)): board.colours(border)
        for region, border in board.regions(split, AROUND)
    }
    assert found == {(0,): (0,), (2,): (0, 1), (7, 8): (0, 1)}


@pytest.mark.parametrize(("size", "points"), [(5, 25), (25, 625)])
def test_every_point_has_two_three_or_four_neighbours_and_is_theirs(size, points):
    around = board.neighbours(size)
    assert len(around) == points
    assert sorted({len(near) for near in around}) == [2, 3, 4]
    assert all(index in around[near] for index in range(points) for near in around[index])


def test_a_points_index_and_coordinates_belong_together():
    assert board.index_of((2, 3), 9) == 29
    assert board.point_at(29, 9) == [2, 3]
