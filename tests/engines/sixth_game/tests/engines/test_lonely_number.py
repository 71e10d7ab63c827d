"""The rules of Lonely Number."""

import pytest

from engines import record, registry

GAME = registry.game("lonely-number")


def after(*turns, seats=3):
    """The state after these turns, each a number or None by seat."""
    state = GAME.new_state(record.complete_options(GAME, {}), seats, 0)
    for numbers in turns:
        named = {s: {"type": "name", "number": n} for s, n in enumerate(numbers) if n is not None}
        state, _ = GAME.resolve(state, named)
    return state


@pytest.mark.parametrize(
    ("numbers", "points"),
    [
        ((2, 1, 3), (0, 1, 0)),
        ((1, 1, 3), (0, 0, 1)),
        ((1, 1, 1), (0, 0, 0)),
        ((None, 4, None), (0, 1, 0)),
    ],
)
def test_the_lowest_number_that_one_seat_alone_named_wins_the_turn(numbers, points):
    assert after(numbers).points == points
