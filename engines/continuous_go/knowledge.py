"""What the bots of Continuous Go that look ahead know of the game."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from math import exp
from random import Random

from ..search.knowledge import Knowledge, Values
from .lattice import Rectangle, bits, union
from .sketch import Choice, Sketch

_RATED = 3
"""For every candidate that is wanted, this many lines are rated; the best become candidates."""
_RULED_OUT = 0.03
"""What ruling out one of the opponent's rectangles is worth. Like a rating, it is in squares for
each wall drawn."""
_CERTAINTY = 0.4
"""How steeply the value of a finished game rises with the lead in area."""


class Fencing(Knowledge[Sketch, Choice]):
    """``most``: how many candidates a position has at most. ``cuts``: how many single walls that
    rule out rectangles of the opponent's may be among them. Positions are played on to the end of
    the game."""

    def __init__(self, most: int, cuts: int, curiosity: float) -> None:
        self._most, self._cuts, self.curiosity = most, cuts, curiosity

    def awaiting(self, position: Sketch) -> Sequence[int]:
        return (position.seat,) if position.seat >= 0 else ()

    def after(self, position: Sketch, choices: Mapping[int, Choice]) -> Sketch:
        new = position.copy()
        new.play(choices[position.seat])
        return new

    def candidates(self, position: Sketch, seat: int, random: Random) -> Sequence[Choice]:
        """The lines that enclose much for their length, preferably where the opponent needs walls,
        and single walls that rule out many of the opponent's rectangles. A pass if the seat can
        enclose nothing."""
        if not position.open[seat]:
            return [()]
        rated: dict[Choice, float] = {}
        for rectangle, rating in _best(position, seat, random, _RATED * self._most):
            line = _line(rectangle, position.drawn[seat])
            if line not in rated:
                ruled_out = _count_ruled_out(position, seat, line)
                rated[line] = rating + _RULED_OUT * ruled_out / len(line)
        for ruled_out, wall in _cuts(position, seat, random, self._cuts):
            rated.setdefault((wall,), _RULED_OUT * ruled_out)
        best = sorted(rated.items(), key=lambda each: each[1], reverse=True)
        return [line for line, _ in best[: self._most]]

    def policy(self, position: Sketch, seat: int, random: Random) -> Choice:
        """A line that completes a rectangle. The best rectangles add the most squares to the seat's
        area for each wall that is still missing. If several are equally good, two are picked at
        random, and the line that rules out more of the opponent's rectangles is drawn. A pass if
        there is none."""
        for _, rectangles in _by_rating(position, seat):
            drawn, every = position.drawn[seat], position.lattice.rectangles
            line = _line(every[_any(rectangles, random.random)], drawn)
            if not rectangles & rectangles - 1:
                return line
            other = _line(every[_any(rectangles, random.random)], drawn)
            return max(line, other, key=lambda each: _count_ruled_out(position, seat, each))
        return ()

    def value(self, position: Sketch) -> Values:
        """Depends on the lead in area: a clear win is worth more than a narrow one, because the
        moves with which a game is played on are only roughly those of good players."""
        count = [counting(position, seat).bit_count() for seat in (0, 1)]
        margin = (count[0] - count[1]) * position.lattice.square - position.komi
        black = 1 / (1 + exp(-_CERTAINTY * margin))
        return black, 1 - black

    def play_on(self, positions: Sequence[Sketch], random: Random) -> Sequence[Values]:
        """As for any game, but each position is copied only once and then changed move by move."""
        return [self._to_the_end(position.copy(), random) for position in positions]

    def _to_the_end(self, position: Sketch, random: Random) -> Values:
        while position.seat >= 0:
            position.play(self.policy(position, position.seat, random))
        return self.value(position)


def _by_rating(position: Sketch, seat: int) -> Iterator[tuple[float, int]]:
    """Yields sets of rectangles that a seat can still enclose, the best first, each with the
    rating of its rectangles: how many squares one adds for each missing wall."""
    possible, near, lacking = position.open[seat], position.near[seat], position.lacking[seat]
    if not possible:
        return
    adding = [rectangles & possible for rectangles in position.adding[seat]]
    for squares, walls, is_near in position.lattice.order:
        rectangles = lacking[walls] & adding[squares]
        if rectangles and is_near:
            rectangles &= near
        if rectangles:
            yield squares / walls, rectangles


def _best(
    position: Sketch, seat: int, random: Random, most: int
) -> Iterator[tuple[Rectangle, float]]:
    """Yields the ``most`` rectangles that add the most squares for each missing wall, each with
    this ratio. Which of equally good ones are left out is random."""
    every, found = position.lattice.rectangles, 0
    for rating, rectangles in _by_rating(position, seat):
        wanted, indices = most - found.bit_count(), rectangles & ~found
        if indices.bit_count() > wanted:
            indices = union(1 << _any(indices, random.random) for _ in range(wanted))
        for index in bits(indices):
            yield every[index], rating
        found |= indices
        if found.bit_count() >= most:
            return


def _count_ruled_out(position: Sketch, seat: int, line: Choice) -> int:
    """The number of rectangles that the opponent could enclose until a seat draws this line."""
    ruled_out = position.lattice.ruled_out[seat]
    return (union(ruled_out[wall] for wall in line) & position.open[1 - seat]).bit_count()


def _line(rectangle: Rectangle, drawn: int) -> Choice:
    """The first connected walls that a rectangle lacks."""
    around = rectangle.around
    missing = [wall >= 0 and not drawn >> wall & 1 for wall in around]
    starts = [n for n, lacks in enumerate(missing) if lacks and not missing[n - 1]]
    line: list[int] = []
    for number in range(starts[0] if starts else 0, 2 * len(around)):
        place = number % len(around)
        if not missing[place] or len(line) == len(around):
            break
        line.append(around[place])
    return tuple(line)


def _cuts(position: Sketch, seat: int, random: Random, most: int) -> Iterator[tuple[int, int]]:
    """Yields the ``most`` walls that rule out most of the opponent's rectangles, each after their
    number."""
    grid, others = position.lattice, position.open[1 - seat]
    walls = (1 << len(grid.lengths)) - 1 & ~position.drawn[seat] & ~position.dead[seat]
    rated = [
        ((grid.ruled_out[seat][wall] & others).bit_count(), random.random(), wall)
        for wall in bits(walls)
    ]
    rated.sort(reverse=True)
    for ruled_out, _, wall in rated[:most]:
        if ruled_out:
            yield ruled_out, wall


def _any(members: int, chance: Callable[[], float]) -> int:
    """A random member of a set. Not all are equally likely, because that would take longer."""
    skipped = int(chance() * members.bit_length())
    rest = members >> skipped
    if rest:
        return skipped + (rest & -rest).bit_length() - 1
    return (members & -members).bit_length() - 1


def counting(position: Sketch, seat: int) -> int:
    """The squares of a seat's area that count: those in groups that are large enough. Areas belong
    to the same group if they touch or if lines connect them."""
    grid, covered = position.lattice, position.covered[seat]
    least = (position.lower - 1e-9) / grid.square
    walls, links = len(grid.lengths), grid.links
    left, counting = position.drawn[seat] | covered << walls, 0
    while left >> walls:
        newest = group = 1 << left.bit_length() - 1
        while newest:
            newest = union(links[each] for each in bits(newest)) & left & ~group
            group |= newest
        left &= ~group
        if (group >> walls).bit_count() >= least:
            counting |= group >> walls
    return counting
