"""Boards as tangled as the rules allow: scoring stays cheap, whatever lies inside what."""

from time import process_time

from engines.continuous_go import GAME
from engines.continuous_go.areas import score
from engines.continuous_go.state import Lines, State
from tests.engines.continuous_go_drawings import box, start

UNIT = 1024


def nests(count: int) -> State:
    """A square of ``count`` by ``count`` black boxes, each inside a white one, so that the outer
    faces have that many holes.

    The state is built as drawing would store it, because drawing takes seconds.
    """
    cell = 18 / count
    state = start(size=19, lower=0, upper=400)
    lines = Lines()
    for seat, margin in ((0, 0.3), (1, 0.1)):
        for number in range(count**2):
            x, y = (cell * (each + margin) for each in divmod(number, count))
            side = cell * (1 - 2 * margin)
            path = [(round(a * UNIT), round(b * UNIT)) for a, b in box(x, y, x + side, y + side)]
            lines = lines.with_line(seat, path, 4, 1)
    return state.next(lines=lines)


def processor_time(state: State) -> float:
    """The seconds that scoring a newly loaded state takes."""
    loaded = GAME.load(GAME.dump(state))
    begun = process_time()
    score(loaded)
    return process_time() - begun


def test_sixteen_times_as_many_nests_take_nowhere_near_the_square_of_sixteen_as_long():
    few, many = nests(16), nests(64)
    assert score(many).as_json()["totals"] == [324, 331]
    shortest = [min(processor_time(state) for _ in range(3)) for state in (few, many)]
    assert shortest[1] < 48 * shortest[0]
