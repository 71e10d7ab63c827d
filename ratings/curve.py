"""The coordinates for drawing the curve of a rating. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

WIDTH, HEIGHT = 640, 220
LEFT, RIGHT, TOP, BOTTOM = 56, 12, 12, 28
"""The margins, with room for the numbers beside the curve."""

STEP = 100
"""The distance between two lines, in rating points, is a multiple of this."""
MOST_LINES = 6
FEWEST_POINTS = 2


@dataclass(frozen=True)
class Point:
    """The rating after a game. ``change``: from the rating before; None for the first game."""

    at: datetime
    title: str
    address: str
    place: int
    rating: int
    uncertainty: int
    change: int | None


@dataclass(frozen=True)
class CurveLine:
    """A horizontal line at a rating."""

    y: float
    rating: int


@dataclass(frozen=True)
class Curve:
    """A drawing of :data:`WIDTH` by :data:`HEIGHT`. ``path``: the rating; ``band``: its
    uncertainty; ``lines``: the horizontal lines of the scale; ``points``: the same as numbers."""

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
        """The points for the table."""
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
    """The curve of a rating after these games, in this order; None for fewer than two."""
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
