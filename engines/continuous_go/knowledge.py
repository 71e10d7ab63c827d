"""What the bots of Continuous Go that look ahead know of the game."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from math import exp
from random import Random

from ..search.knowledge import Knowledge, Values
from .lattice import Rectangle, bits, union
from .sketch import Choice, Sketch

MOST_CANDIDATES = 12
_RATED = 36
_CUTS = 4
_DENIED = 0.08
"""What it counts to rule out a rectangle of the other's, in squares for each wall drawn."""
_KEPT = 0.85
"""What a square counts that a seat can still enclose."""
_CERTAINTY = 0.12
"""How much one square of area more says about who will win."""
_SEEN = 4
"""Of how many rectangles the quick choice takes the best."""


class Fencing(Knowledge[Sketch, Choice]):
    """``steps``: how far positions are played on before they are judged."""

    def __init__(self, steps: int) -> None:
        self._steps = steps

    def awaiting(self, position: Sketch) -> Sequence[int]:
        return (position.seat,) if position.seat >= 0 else ()

    def after(self, position: Sketch, choices: Mapping[int, Choice]) -> Sketch:
        new = position.copy()
        new.play(choices[position.seat])
        return new

    def candidates(self, position: Sketch, seat: int, random: Random) -> Sequence[Choice]:
        """The lines that enclose much for their length and cross the walls that the other would
        need; and short cuts through many of these. A pass where nothing can be enclosed."""
        grid, drawn = position.lattice, position.drawn[seat]
        covered, others = position.covered[seat], position.open[1 - seat]
        wins = []
        for index in bits(position.open[seat]):
            rating = _rating(grid.rectangles[index], drawn, covered)
            wins.append((rating + 0.1 * random.random(), index))
        if not wins:
            return [()]
        wins.sort(reverse=True)
        rated: dict[Choice, float] = {}
        for rating, index in wins[:_RATED]:
            line = _line(grid.rectangles[index], drawn)
            if line not in rated:
                ruled_out = union(grid.ruled_out[seat][wall] for wall in line) & others
                rated[line] = rating + _DENIED * ruled_out.bit_count() / len(line)
        for denied, wall in _cuts(position, seat, random):
            rated.setdefault((wall,), _DENIED * denied)
        best = sorted(rated.items(), key=lambda each: each[1], reverse=True)
        return [line for line, _ in best[:MOST_CANDIDATES]]

    def policy(self, position: Sketch, seat: int, random: Random) -> Choice:
        """The best of a few rectangles, half of them begun already; a pass if there is none."""
        possible, chance = position.open[seat], random.random
        if not possible:
            return ()
        begun = possible & position.begun[seat]
        grid, drawn, covered = position.lattice, position.drawn[seat], position.covered[seat]
        best, most = None, -1.0
        for number in range(_SEEN):
            index = _any(begun if begun and number else possible, chance)
            rectangle = grid.rectangles[index]
            rating = _rating(rectangle, drawn, covered)
            if rating > most:
                best, most = rectangle, rating
        assert best is not None
        return _line(best, drawn)

    def value(self, position: Sketch) -> Values:
        """Who wins; before the end by the squares that each seat has enclosed or still can."""
        margin = -position.komi
        for seat, sign in ((0, 1), (1, -1)):
            squares = float(_counting(position, seat).bit_count())
            if position.seat >= 0:
                squares += _KEPT * _possible(position, seat)
            margin += sign * squares * position.lattice.square
        if position.seat < 0:
            black = 0.5 + (margin > 0) / 2 - (margin < 0) / 2
        else:
            black = 1 / (1 + exp(-_CERTAINTY * margin))
        return black, 1 - black

    def play_on(self, positions: Sequence[Sketch], random: Random) -> Sequence[Values]:
        """As it is done for any game, but with one position that is changed from step to step."""
        return [self._far(position.copy(), random) for position in positions]

    def _far(self, position: Sketch, random: Random) -> Values:
        for _ in range(self._steps):
            if position.seat < 0:
                break
            position.play(self.policy(position, position.seat, random))
        return self.value(position)


def _rating(rectangle: Rectangle, drawn: int, covered: int) -> float:
    """The squares that a rectangle would add for each wall that is missing."""
    missing = (rectangle.walls & ~drawn).bit_count()
    return (rectangle.squares & ~covered).bit_count() / max(missing, 1)


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


def _cuts(position: Sketch, seat: int, random: Random) -> Iterator[tuple[int, int]]:
    """Yields the walls that rule out most of the other's rectangles, with how many."""
    grid, others = position.lattice, position.open[1 - seat]
    walls = (1 << len(grid.lengths)) - 1 & ~position.drawn[seat] & ~position.dead[seat]
    rated = [
        ((grid.ruled_out[seat][wall] & others).bit_count(), random.random(), wall)
        for wall in bits(walls)
    ]
    rated.sort(reverse=True)
    for denied, _, wall in rated[:_CUTS]:
        if denied:
            yield denied, wall


def _any(members: int, chance: Callable[[], float]) -> int:
    """One of a set by chance; not all are equally likely, because that would take longer."""
    skipped = int(chance() * members.bit_length())
    rest = members >> skipped
    if rest:
        return skipped + (rest & -rest).bit_length() - 1
    return (members & -members).bit_length() - 1


def _possible(position: Sketch, seat: int) -> int:
    """How many more squares a seat can still enclose."""
    covered, possible = position.covered[seat], position.open[seat]
    return sum(
        bool(holders & possible) and not covered >> square & 1
        for square, holders in enumerate(position.lattice.with_square)
    )


def _counting(position: Sketch, seat: int) -> int:
    """The squares of a seat's area in groups that are large enough."""
    count, covered = position.lattice.columns, position.covered[seat]
    first = union(1 << row * count for row in range(count))
    last = first << count - 1
    left, counting = covered, 0
    while left:
        group, grown = 0, left & -left
        while grown != group:
            group = grown
            grown |= (group & ~last) << 1 | (group & ~first) >> 1 | group << count | group >> count
            grown &= covered
        left &= ~group
        if group.bit_count() * position.lattice.square >= position.lower - 1e-9:
            counting |= group
    return counting
