"""Reads starting boards and goals from records and forms."""

from __future__ import annotations

from typing import Any

from ..reading import is_integer
from ..rules import IllegalAction, Point
from ..words import BadValue, gettext_noop

LEAST, MOST = 5, 25
"""The least and the largest number of cells each way."""

SETUP = gettext_noop(
    "a list of rows, 5 to 25, each a string of as many . W B and A, 5 to 25; "
    "exactly one A (the Agent), on no corner"
)
GOALS = gettext_noop(
    "for each seat a list of its corners as [x, y]; two in one row each for 2 seats, one each for "
    "4 seats; every corner of the board once"
)

STANDARD = (
    "B...WBW...B",
    "B...WBW...B",
    "...........",
    ".W.......W.",
    "BB.......BB",
    "BB...A...BB",
    "BB.......BB",
    ".W.......W.",
    "...........",
    "B...WBW...B",
    "B...WBW...B",
)
"""The starting board, unless the option ``setup`` gives another."""


def read_setup(value: Any) -> list[str]:
    """The rows of a starting board. Raises BadValue, a ValueError, that says what is allowed."""
    wrong = BadValue("setup must be %(allowed)s", {"allowed": SETUP})
    if not isinstance(value, list) or not all(isinstance(row, str) for row in value):
        raise wrong
    if not LEAST <= len(value) <= MOST or not LEAST <= len(value[0]) <= MOST:
        raise wrong
    if len({len(row) for row in value}) > 1 or not {*"".join(value)} <= {*".WBA"}:
        raise wrong
    corners = value[0][0] + value[0][-1] + value[-1][0] + value[-1][-1]
    if "".join(value).count("A") != 1 or "A" in corners:
        raise wrong
    rows: list[str] = value
    return rows


def read_goals(value: Any) -> list[list[list[int]]]:
    """Each seat's corners, not yet checked against the board and the number of seats. Raises
    BadValue, a ValueError, that says what is allowed."""
    wrong = BadValue("goals must be %(allowed)s", {"allowed": GOALS})
    if not isinstance(value, list) or not all(isinstance(corners, list) for corners in value):
        raise wrong
    for corner in (corner for corners in value for corner in corners):
        if not isinstance(corner, list) or len(corner) != 2 or not all(map(is_integer, corner)):
            raise wrong
    goals: list[list[list[int]]] = value
    return goals


def standard_goals(width: int, height: int, seats: int) -> tuple[tuple[Point, ...], ...]:
    """Each seat's corners: the top two and the bottom two for 2 seats; one each for 4, clockwise
    from the top left.

    >>> standard_goals(11, 11, 2)
    (((0, 0), (10, 0)), ((0, 10), (10, 10)))
    """
    right, bottom = width - 1, height - 1
    if seats == 2:
        return ((0, 0), (right, 0)), ((0, bottom), (right, bottom))
    return ((0, 0),), ((right, 0),), ((right, bottom),), ((0, bottom),)


def checked_goals(
    goals: list[list[list[int]]], width: int, height: int, seats: int
) -> tuple[tuple[Point, ...], ...]:
    """The goals as points. Raises IllegalAction ``bad-options`` if they do not fit the board and
    the number of seats."""
    chosen = tuple(tuple((x, y) for x, y in corners) for corners in goals)
    named = sorted(corner for corners in chosen for corner in corners)
    all_corners = sorted(c for corners in standard_goals(width, height, 2) for c in corners)
    shared_out = [len(corners) for corners in chosen] == [4 // seats] * seats
    in_one_row = all(len({y for _, y in corners}) == 1 for corners in chosen)
    if not shared_out or not in_one_row or named != all_corners:
        raise IllegalAction("bad-options", "goals must be %(allowed)s", {"allowed": GOALS})
    return chosen
