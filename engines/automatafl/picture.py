"""A small picture of a position of Automatafl."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import cos, pi, sin

from ..drawing.board import CELLS, SPACE, Style, grid, middle, picture
from ..drawing.ink import ink_on
from ..drawing.signs import sign
from ..drawing.svg import Place, at, dots, short, tag
from ..rules import Json

WHITE = 0.33 * SPACE
"""The radius of a white disc."""
BLACK = 0.39 * SPACE
"""Half the width of a black diamond."""
AGENT = 0.44 * SPACE
CORNER = 0.88 * SPACE
BRASS, BROWN = "#e0ab3f", "#4a300a"
SIGNS = (2, 5, 8, 10)
"""By seat: which of the twelve signs its corners have, as on the boards (``seat-signs.js``)."""


def draw(position: Json, style: Style, title: str) -> str:
    """The picture of a position as a spectator sees it (``position.py``)."""
    columns, rows = position["width"], position["height"]
    drawn = [_corners(position["goals"], columns, rows, style), grid(columns, rows, 0.5)]
    drawn += [_marked(position["marked"]), _white(_places(position["board"], "W"))]
    drawn += [_black(_places(position["board"], "B")), _agent(middle(position["agent"]))]
    extent = ((columns - 1) * SPACE, (rows - 1) * SPACE)
    return picture(style, title, "".join(drawn), extent=extent, margin=CELLS * SPACE)


def _places(board: Sequence[str], piece: str) -> list[Place]:
    return [
        middle((x, y)) for y, row in enumerate(board) for x, each in enumerate(row) if each == piece
    ]


def _corners(
    goals: Sequence[Sequence[Sequence[int]]], columns: int, rows: int, style: Style
) -> str:
    """Each seat's corners in its colour, with its sign."""
    drawn = ""
    for seat, corners in enumerate(goals):
        colour = style.seats[seat].stone
        path = at(map(middle, corners), f"m-17.6-17.6h{short(CORNER)}v{short(CORNER)}h-35.2z")
        drawn += tag("path", d=path, fill=colour, fill_opacity=0.42, stroke=colour, stroke_width=3)
        for x, y in corners:
            cx = -12.4 if x == 0 else (columns - 1) * SPACE + 12.4
            cy = -12.4 if y == 0 else (rows - 1) * SPACE + 12.4
            badge = tag(
                "circle", cx=cx, cy=cy, r=8, fill=colour, stroke="#000", stroke_opacity=0.35
            )
            shown = sign(SIGNS[seat], 4.4, ink_on(colour))
            drawn += badge + tag("g", shown, transform=f"translate({short(cx)} {short(cy)})")
    return tag("g", drawn)


def _marked(cells: Iterable[Sequence[int]]) -> str:
    """The cells that conflicts have closed, red and crossed out."""
    places = [middle(cell) for cell in cells]
    if not places:
        return ""
    square = tag("path", d=dots(places), stroke="#f2c4b8", stroke_width=36, stroke_linecap="square")
    d = at(places, "m-14-14l28 28m-28 0l28-28")
    return square + tag("path", d=d, stroke="#8e1d0c", stroke_width=4, stroke_linecap="round")


def _white(places: Sequence[Place]) -> str:
    """The white pieces, as discs."""
    if not places:
        return ""
    layers = (
        tag("use", href="#w", y=1.6, stroke="#000", stroke_opacity=0.28, stroke_width=2 * WHITE + 1)
        + tag("use", href="#w", stroke="#4d4436", stroke_width=2 * WHITE + 1.3)
        + tag("use", href="#w", stroke="#f6f1e4", stroke_width=2 * WHITE - 1.3)
        + tag("use", href="#w", stroke="#b8b0a0", stroke_width=1.2 * WHITE + 1.2)
        + tag("use", href="#w", stroke="#fffdf7", stroke_width=1.2 * WHITE - 1.2)
    )
    path = tag("defs", tag("path", d=dots(places), id="w"))
    return path + tag("g", layers, fill="none", stroke_linecap="round")


def _black(places: Sequence[Place]) -> str:
    """The black pieces, as diamonds."""
    if not places:
        return ""
    inside = at(places, _diamond(0.2 * SPACE))
    layers = (
        tag("use", href="#k", y=1.6, opacity=0.28)
        + tag("use", href="#k", fill="#2b2824", stroke="#0c0b0a", stroke_width=2.4)
        + tag("path", d=inside, fill="none", stroke="#fff", stroke_opacity=0.42, stroke_width=1.2)
    )
    path = tag("defs", tag("path", d=at(places, _diamond(BLACK)), id="k"))
    return path + tag("g", layers, stroke_linejoin="round")


def _diamond(half: float) -> str:
    h = short(half)
    return f"m0-{h}l{h} {h}l-{h} {h}l-{h}-{h}z"


def _agent(place: Place) -> str:
    """The Agent: a brass wheel with an eye and arrows in four directions."""
    points = []
    for n in range(16):
        radius = AGENT * (1.06 if n % 4 == 0 else 0.84 if n % 2 else 0.9)
        x, y = radius * sin(pi * n / 8), -radius * cos(pi * n / 8)
        points.append(f"{short(x)} {short(y)}")
    body = f"M{'L'.join(points)}z"
    tips = "M0-14.6l3 4h-6zM0 14.6l-3-4h6zM14.6 0l-4 3v-6zM-14.6 0l4-3v6z"
    drawn = (
        tag("path", d=body, transform="translate(0 1.8)", opacity=0.3)
        + tag("path", d=body, fill=BRASS, stroke=BROWN, stroke_width=1.5, stroke_linejoin="round")
        + tag("path", d=tips, fill=BROWN)
        + tag("circle", r=8.2, fill="#fffaf0", stroke=BROWN, stroke_width=1.5)
        + tag("circle", r=4, fill="#2b1b05")
    )
    return tag("g", drawn, transform=f"translate({short(place[0])} {short(place[1])})")
