"""The empty board of a picture: its ground, its lines, and the whole picture around them.

Pictures are square and of one size for all boards, whatever the board's shape: whoever shows one
need not ask the game.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from engines.drawing.svg import Attributes, Place, at, short, tag, words

SPACE = 40
"""The distance of two neighbouring points; pictures are in this unit."""
SHOWN = 360
"""How many pixels wide a picture is where nobody says otherwise."""

CROSSINGS = 0.62
"""Room around a board of lines on which stones stand where lines cross, in spaces."""
CELLS = 0.72
"""Room around the middles of the outermost cells."""


@dataclass(frozen=True, slots=True)
class Shade:
    """The colours of a board (``#rrggbb``): its ground, the grain, lines, signs on the ground, and
    what tells a stone from the ground."""

    ground: str
    grain: str
    line: str
    ink: str
    edge: str


@dataclass(frozen=True, slots=True)
class Look:
    """What boards are made of, on light pages and on dark ones; ``grain``: whether it shows."""

    light: Shade
    dark: Shade
    grain: bool = False


@dataclass(frozen=True, slots=True)
class SeatColours:
    """A seat's colour and that of the marks on its newest stones (``#rrggbb``)."""

    stone: str
    mark: str


@dataclass(frozen=True, slots=True)
class Style:
    """How a picture is to look: the board, and each seat's colours."""

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
    """The whole picture. ``drawn``: its markup; ``extent``: how far right and down the outermost
    points are from the first one, which is at 0, 0, and ``margin`` the room around them, in units.
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
    """The middle of a point or cell.

    >>> middle([2, 1])
    (80, 40)
    """
    return point[0] * SPACE, point[1] * SPACE


def grid(columns: int, rows: int, offset: float = 0) -> str:
    """The lines of a board: those inside and, stronger, the one around. ``offset``: from the
    outermost points to the outermost lines, in spaces."""
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
    """A fill that looks alike around every point, wherever on the board it is: what ``content``
    shows around 0, 0."""
    half = SPACE / 2
    tile: Attributes = {"width": SPACE, "height": SPACE, "patternUnits": "userSpaceOnUse"}
    moved = tag("g", content, transform=f"translate({short(half)} {short(half)})")
    return tag("pattern", moved, id=name, x=-half, y=-half, **tile)


def star_points(size: int) -> list[tuple[int, int]]:
    """The marked points of a square board, where stones are placed by eye.

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
    """Classes: ``b`` the ground, ``g`` grain, ``l`` lines, ``i`` ink, ``e`` edges."""
    return (
        f".b{{fill:{shade.ground}}}.g{{stroke:{shade.grain}}}.l{{stroke:{shade.line}}}"
        f".i{{stroke:{shade.ink}}}.e{{stroke:{shade.edge}}}"
    )


def _grain() -> str:
    """The grain of wood: a few quiet waves that repeat."""
    waves = ""
    for n, x in enumerate((4, 12, 17, 28, 35, 46, 54, 60, 73, 82, 93)):
        bend = 3 + n * 5 % 6
        waves += f"M{x} 0c{bend} 90 {-bend} 190 0 280s{bend - 4} 230 0 320"
    drawn = tag("path", d=waves, class_="g", fill="none", stroke_width=2.2, opacity=0.5)
    return tag("pattern", drawn, id="w", width=101, height=600, patternUnits="userSpaceOnUse")
