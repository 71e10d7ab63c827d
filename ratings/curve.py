"""The curve of a rating, as lines of a drawing. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

WIDTH, HEIGHT = 640, 220
LEFT, RIGHT, TOP, BOTTOM = 56, 12, 12, 28
"""What the numbers beside the curve take."""

STEP = 100
"""Points between two lines, or a multiple of it."""
MOST_LINES = 6
FEWEST_POINTS = 2


@dataclass(frozen=True)
class Point:
    """The rating after a game. ``change``: from the one before; None after the first."""

    at: datetime
    title: str
    address: str
    place: int
    rating: int
    uncertainty: int
    change: int | None


@dataclass(frozen=True)
class CurveLine:
    """A line across, at a rating."""

    y: float
    rating: int


@dataclass(frozen=True)
class Curve:
    """A drawing of :data:`WIDTH` by :data:`HEIGHT`: ``path`` is the rating, ``band`` what lies
    within its uncertainty, ``lines`` what to read it by. ``points``: the same as numbers."""

    points: Sequence[Point]
    path: str
    band: str
    lines: Sequence[CurveLine]
    last: tuple[float, float]
    width: int = WIDTH
    height: int = HEIGHT
    left: int = LEFT
    right: int = WIDTH - RIGHT

    @property
    def newest_first(self) -> Sequence[Point]:
        """For the table."""
        return self.points[::-1]

    @property
    def lowest(self) -> int:
        """The lowest rating."""
        return min(point.rating for point in self.points)

    @property
    def highest(self) -> int:
        """The highest rating."""
        return max(point.rating for point in self.points)


def curve_of(points: Sequence[Point]) -> Curve | None:
    """The curve of a rating after these games, in their order; None of fewer than two."""
    if len(points) < FEWEST_POINTS:
        return None
    low = min(point.rating - point.uncertainty for point in points)
    high = max(point.rating + point.uncertainty for point in points)
    span = max(high - low, 1)

    def x(number: int) -> float:
        return round(LEFT + (WIDTH - LEFT - RIGHT) * number / (len(points) - 1), 1)

    def y(rating: float) -> float:
        return round(TOP + (HEIGHT - TOP - BOTTOM) * (high - rating) / span, 1)

    above = [(x(n), y(point.rating + point.uncertainty)) for n, point in enumerate(points)]
    below = [(x(n), y(point.rating - point.uncertainty)) for n, point in enumerate(points)]
    middle = [(x(n), y(point.rating)) for n, point in enumerate(points)]
    step = STEP
    while span / step > MOST_LINES:
        step += STEP
    lines = [
        CurveLine(y(rating), rating) for rating in range(-(-low // step) * step, high + 1, step)
    ]
    band = f"M{_joined(above)}L{_joined(below[::-1])}Z"
    return Curve(points, f"M{_joined(middle)}", band, lines, middle[-1])


def _joined(places: Sequence[tuple[float, float]]) -> str:
    return " ".join(f"{x:g},{y:g}" for x, y in places)
