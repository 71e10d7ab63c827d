"""The empty board of a picture: its ground, its lines, and the whole picture around them.

Pictures are square and of the same size for boards of any shape, so pages show them without asking
the game.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from .svg import Attributes, Place, at, short, tag, words

SPACE = 40
"""The distance between neighbouring points, in the units of the picture."""
SHOWN = 360
"""The width and height of a picture in pixels, unless the page sets others."""

CROSSINGS = 0.62
"""The margin around a board whose stones stand on the crossings of its lines, in units of
:data:`SPACE`."""
CELLS = 0.72
"""The margin around the middles of the outermost cells, in units of :data:`SPACE`."""


@dataclass(frozen=True, slots=True)
class Shade:
    """The colours of a board (``#rrggbb``): the ground, its grain, the lines, the signs on the
    ground, and the edges that set stones off from the ground."""

    ground: str
    grain: str
    line: str
    ink: str
    edge: str


@dataclass(frozen=True, slots=True)
class Look:
    """The colours of boards on light and on dark pages; ``grain``: whether the grain is drawn."""

    light: Shade
    dark: Shade
    grain: bool = False


@dataclass(frozen=True, slots=True)
class SeatColours:
    """A seat's colour and the colour of the marks on its newest stones (``#rrggbb``)."""

    stone: str
    mark: str


@dataclass(frozen=True, slots=True)
class Style:
    """The colours of a picture: those of the board and of each seat."""

    look: Look
    seats: Sequence[SeatColours]


def picture(
    style: Style,
    title: str,
    drawn: str,
    *,
    extent: tuple[float, float],
    margin: float,
    grain: bool = False,
) -> str:
    """The whole picture around the markup ``drawn``.

    The first point is at 0, 0; ``extent`` is how far the outermost points are from it to the right
    and down, and ``margin`` the space around them, both in units of the picture.
    """
    side = max(extent) + 2 * margin
    left, top = ((length - side) / 2 for length in extent)
    ground: Attributes = {"x": left, "y": top, "width": side, "height": side}
    parts = [tag("title", words(title)), tag("style", _rules(style.look))]
    parts.append(tag("rect", class_="b", **ground))
    if grain and style.look.grain:
        parts += [tag("defs", _grain()), tag("rect", fill="url(#w)", opacity=0.3, **ground)]
    box = " ".join(map(short, (left, top, side, side)))
    root: Attributes = {"xmlns": "http://www.w3.org/2000/svg", "viewBox": box, "role": "img"}
    root |= {"width": SHOWN, "height": SHOWN}
    return tag("svg", "".join(parts) + drawn, **root)


def middle(point: Sequence[int]) -> Place:
    """The middle of a point or cell in the picture.

    >>> middle([2, 1])
    (80, 40)
    """
    return point[0] * SPACE, point[1] * SPACE


def grid(columns: int, rows: int, offset: float = 0) -> str:
    """The lines of a board: thin ones inside, a thicker one around. ``offset``: the distance from
    the outermost points to the outermost lines, in units of :data:`SPACE`."""
    start = -offset * SPACE
    right, bottom = ((count - 1 + offset) * SPACE for count in (columns, rows))
    across = [start + n * SPACE for n in range(1, round(columns - 1 + 2 * offset))]
    down = [start + n * SPACE for n in range(1, round(rows - 1 + 2 * offset))]
    inside = at([(x, start) for x in across], f"V{short(bottom)}")
    inside += at([(start, y) for y in down], f"H{short(right)}")
    around = f"M{short(start)} {short(start)}H{short(right)}V{short(bottom)}H{short(start)}z"
    lines = tag("path", d=inside, stroke_width=1.2) + tag("path", d=around, stroke_width=2.2)
    return tag("g", lines, class_="l", fill="none")


def everywhere(name: str, content: str) -> str:
    """A fill with this name that repeats ``content``, drawn around 0, 0, around every point."""
    half = SPACE / 2
    tile: Attributes = {"width": SPACE, "height": SPACE, "patternUnits": "userSpaceOnUse"}
    moved = tag("g", content, transform=f"translate({short(half)} {short(half)})")
    return tag("pattern", moved, id=name, x=-half, y=-half, **tile)


def star_points(size: int) -> list[tuple[int, int]]:
    """The star points of a square board: marks that help the eye to find its way.

    >>> star_points(5)
    [(2, 2)]
    >>> len(star_points(9)), len(star_points(19)), len(star_points(6))
    (5, 9, 0)
    """
    half = (size - 1) // 2
    if size < 7:
        return [(half, half)] if size % 2 else []
    edge = 2 if size < 12 else 3
    far = size - 1 - edge
    points = [(edge, edge), (far, edge), (edge, far), (far, far)]
    if size % 2:
        points.append((half, half))
    if size % 2 and size > 13:
        points += [(half, edge), (half, far), (edge, half), (far, half)]
    return points


def _rules(look: Look) -> str:
    dark = _colours(look.dark)
    return f"{_colours(look.light)}@media(prefers-color-scheme:dark){{{dark}}}"


def _colours(shade: Shade) -> str:
    """CSS rules for the classes ``b`` (ground), ``g`` (grain), ``l`` (lines), ``i`` (ink) and ``e``
    (edges)."""
    return (
        f".b{{fill:{shade.ground}}}.g{{stroke:{shade.grain}}}.l{{stroke:{shade.line}}}"
        f".i{{stroke:{shade.ink}}}.e{{stroke:{shade.edge}}}"
    )


def _grain() -> str:
    """The grain of wood: a repeating pattern of gentle waves."""
    waves = ""
    for n, x in enumerate((4, 12, 17, 28, 35, 46, 54, 60, 73, 82, 93)):
        bend = 3 + n * 5 % 6
        waves += f"M{x} 0c{bend} 90 {-bend} 190 0 280s{bend - 4} 230 0 320"
    drawn = tag("path", d=waves, class_="g", fill="none", stroke_width=2.2, opacity=0.5)
    return tag("pattern", drawn, id="w", width=101, height=600, patternUnits="userSpaceOnUse")
