"""The state of a game of Continuous Go: all lines, whose turn it is, and how they are stored.

Coordinates are packed into two bytes each, and a line into five further numbers: a state is stored
after every step, and players draw hundreds of points a turn with the mouse.
"""

from __future__ import annotations

from base64 import b64decode, b64encode
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass, field, replace
from typing import Any

import numpy as np
import numpy.typing as npt

from ..outcome import plain_number
from ..rules import Json, Point
from .exact import SPACE, UNIT, Segments
from .strokes import Strokes

_COORDINATE = np.dtype("<i2")
_NUMBER = np.dtype("<i4")
_COLUMNS = 5
_SEAT, _SIZE, _FRESH, _POINTS, _PLACES = range(_COLUMNS)
_SPACES = tuple(n // UNIT if n % UNIT == 0 else n / UNIT for n in range(18 * UNIT + 1))


def path_json(path: Iterable[Point]) -> list[list[int | float]]:
    """A path's points in spaces, which is exact with at most ten decimals.

    >>> path_json([(0, 1024), (1536, 1)])
    [[0, 1], [1.5, 0.0009765625]]
    """
    return [[_SPACES[x], _SPACES[y]] for x, y in path]


@dataclass(frozen=True)
class Settings:
    """The options of a game, named as in the rules. Lengths are in spaces, areas in squares."""

    size: int
    budget: float
    lower: float
    upper: float
    komi: float

    @property
    def side(self) -> int:
        """The side of the board in units."""
        return (self.size - 1) * UNIT

    @property
    def whole_budget(self) -> int:
        """The budget of a turn in 2**-40 of a space."""
        return round(self.budget * SPACE)


@dataclass(frozen=True)
class Lines:
    """All lines in the order in which they were drawn.

    ``points``: the points of all lines, one line after another, ``x`` and ``y`` in two bytes each.
    ``table``: five numbers for each line: its seat, its number of points, the number of segments
    that were new to its colour, and the numbers of points and crossing places that its colour has
    up to and including this line.
    """

    points: bytes = b""
    table: bytes = b""

    def __len__(self) -> int:
        return len(self.table) // (_COLUMNS * _NUMBER.itemsize)

    def __iter__(self) -> Iterator[tuple[int, list[Point]]]:
        """Yields each line's seat and points, in units."""
        return self.since(0)

    def with_line(self, seat: int, path: Sequence[Point], fresh: int, places: int) -> Lines:
        """These lines and one more. ``fresh``, ``places``: how many segments and crossing places it
        adds to its colour."""
        points, before = self.count(seat)
        row = [seat, len(path), fresh, points + len(path), before + places]
        return Lines(
            self.points + np.array(path, dtype=_COORDINATE).tobytes(),
            self.table + np.array(row, dtype=_NUMBER).tobytes(),
        )

    def since(self, number: int) -> Iterator[tuple[int, list[Point]]]:
        """Yields the seat and points of each line from line ``number`` on."""
        sizes = self._rows[:, _SIZE]
        start = int(sizes[:number].sum())
        points = list(map(tuple, self._grid[start:].tolist()))
        start = 0
        for seat, size in self._rows[number:, :2].tolist():
            yield seat, points[start : start + size]
            start += size

    def shared_with(self, other: Lines) -> int:
        """The number of lines of the shorter one if the other begins with all of them, else 0."""
        one, another = (self, other) if len(self) <= len(other) else (other, self)
        begins = another.table.startswith(one.table) and another.points.startswith(one.points)
        return len(one) if begins else 0

    def without_last(self) -> Lines:
        """These lines without the last one."""
        points = 2 * _COORDINATE.itemsize * int(self._rows[-1, _SIZE])
        return Lines(self.points[:-points], self.table[: -_COLUMNS * _NUMBER.itemsize])

    def last(self) -> list[Point]:
        """The points of the last line, in units."""
        return list(map(tuple, self._grid[-int(self._rows[-1, _SIZE]) :].tolist()))

    def last_fresh(self) -> int:
        """How many segments of the last line were new to its colour."""
        return int(self._rows[-1, _FRESH])

    def count(self, seat: int) -> tuple[int, int]:
        """How many points and crossing places a colour's lines have."""
        rows = self._rows
        if len(rows) and rows[-1, _SEAT] != seat:
            rows = rows[rows[:, _SEAT] == seat]
        if not len(rows):
            return 0, 0
        return int(rows[-1, _POINTS]), int(rows[-1, _PLACES])

    def segments(self, seat: int) -> Segments:
        """All segments of a colour's lines, (n, 4), in the order in which they were drawn."""
        size = self._rows[:, _SIZE]
        begins = np.repeat(self._rows[:, _SEAT] == seat, size)
        begins[np.cumsum(size) - 1] = False
        first = np.flatnonzero(begins)
        grid = self._grid
        drawn: Segments = np.hstack([grid[first], grid[first + 1]], dtype=np.int64)
        return drawn

    @property
    def _grid(self) -> npt.NDArray[np.int16]:
        return np.frombuffer(self.points, dtype=_COORDINATE).reshape(-1, 2)

    @property
    def _rows(self) -> npt.NDArray[np.int32]:
        return np.frombuffer(self.table, dtype=_NUMBER).reshape(-1, _COLUMNS)


@dataclass(frozen=True)
class Score:
    """The areas that each colour holds alone, that both hold, and that nobody holds, in squares."""

    own: tuple[float, float]
    shared: float
    open: float
    komi: float

    @property
    def totals(self) -> tuple[float, float]:
        """The scores that decide the game: black's area, and white's area plus komi."""
        black, white = self.own
        return black + self.shared, white + self.shared + self.komi

    def as_json(self) -> Json:
        """The score as positions contain it."""
        return {
            "own": [plain_number(area) for area in self.own],
            "shared": plain_number(self.shared),
            "open": plain_number(self.open),
            "komi": plain_number(self.komi),
            "totals": [plain_number(total) for total in self.totals],
        }


@dataclass(frozen=True)
class State:
    """A position.

    ``turn`` counts from 1; odd turns are black's. ``drawn``: how many of the last lines belong to
    this turn. ``remaining``: the rest of its budget, in 2**-40 of a space. ``passes``: how many
    turns in a row nothing was drawn. ``left``: the seats that left, ascending. ``final``: the score
    of a finished game, stored because it takes long to work out on a tangled board.
    """

    settings: Settings
    lines: Lines = Lines()
    turn: int = 1
    drawn: int = 0
    remaining: int = 0
    passes: int = 0
    left: tuple[int, ...] = ()
    final: Score | None = None
    known: dict[Any, Any] = field(default_factory=dict, compare=False, repr=False)
    """A cache of results worked out from this state."""

    @property
    def seat(self) -> int:
        """The seat on turn."""
        return (self.turn - 1) % 2

    @property
    def finished(self) -> bool:
        """Whether the game is over."""
        return bool(self.left) or self.passes >= 2

    def strokes(self, seat: int) -> Strokes:
        """A colour's distinct segments."""
        found: Strokes = self.remember(seat, lambda: Strokes.of(self.lines.segments(seat)))
        return found

    def next(self, **changes: Any) -> State:
        """The state with these changes. It keeps the strokes that this one has cached."""
        known = {seat: self.known[seat] for seat in (0, 1) if seat in self.known}
        return replace(self, known=known, **changes)

    def remember(self, what: Any, work_out: Callable[[], Any]) -> Any:
        """The cached result for ``what``; calls ``work_out`` if there is none yet."""
        if what not in self.known:
            self.known[what] = work_out()
        return self.known[what]


def dump(state: State) -> Json:
    """The state as plain JSON, with bytes in base64."""
    return {
        "settings": asdict(state.settings),
        "points": b64encode(state.lines.points).decode("ascii"),
        "table": b64encode(state.lines.table).decode("ascii"),
        "turn": state.turn,
        "drawn": state.drawn,
        "remaining": state.remaining,
        "passes": state.passes,
        "left": list(state.left),
        **({} if state.final is None else {"final": asdict(state.final)}),
    }


def load(data: Json) -> State:
    """The state from what :func:`dump` returned."""
    final = data.get("final")
    return State(
        settings=Settings(**data["settings"]),
        lines=Lines(b64decode(data["points"]), b64decode(data["table"])),
        turn=data["turn"],
        drawn=data["drawn"],
        remaining=data["remaining"],
        passes=data["passes"],
        left=tuple(data["left"]),
        final=final and Score(**{**final, "own": tuple(final["own"])}),
    )
