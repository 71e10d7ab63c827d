"""A small picture of a position of Territory."""

from __future__ import annotations

from ..drawing.board import CELLS, SPACE, Style, everywhere, middle, picture
from ..drawing.ink import ink_on
from ..drawing.svg import Attributes, Place, at, short, tag
from ..rules import Json

HALF = 0.465 * SPACE
CORNER = 0.11 * SPACE
GRAY = "#8f8a82"
SLOT = 0.9 * SPACE

PATTERNS = (
    "m-.62 .2l.82 -.82m-.82 1.24l1.24 -1.24m-.82 1.24l.82 -.82",
    "m-.4 -.4h.01m.79 0h.01m-.81 .8h.01m.79 0h.01",
    "m-.64 -.36h1.28m-1.28 .36h1.28m-1.28 .36h1.28",
    "m0 -.64l.64 .64l-.64 .64l-.64 -.64z",
    "m0 -.6v1.2m-.6 -.6h1.2",
)
"""The path of each seat's pattern, in a square from -1 to 1. Patterns tell tiles apart without
their colours; they are the same as on the board (``static/js/boards/territory/tiles.js``)."""
DOTTED = 1
"""The index of the pattern made of dots, which needs a wider stroke."""


def draw(position: Json, style: Style, title: str) -> str:
    """The picture of a position as a spectator sees it (``position.py``)."""
    columns, rows = position["columns"], position["rows"]
    tiles: dict[int | str, list[Place]] = {}
    for y, row in enumerate(position["board"]):
        for x, holder in enumerate(row):
            if holder is not None:
                tiles.setdefault(holder, []).append(middle((x, y)))
    drawn = _slots(columns, rows) + "".join(
        _tiles(str(holder), places, *_look(holder, style))
        for holder, places in sorted(tiles.items(), key=lambda each: str(each[0]))
    )
    extent = ((columns - 1) * SPACE, (rows - 1) * SPACE)
    return picture(style, title, drawn, extent=extent, margin=CELLS * SPACE)


def _slots(columns: int, rows: int) -> str:
    """The empty cells, each row as one dashed stroke."""
    gap = SPACE - SLOT
    start, length = -SLOT / 2, columns * SPACE - gap
    d = at(((start, y * SPACE) for y in range(rows)), f"h{short(length)}")
    dashes = f"{short(SLOT)} {short(gap)}"
    return tag(
        "path", d=d, class_="l", stroke_width=SLOT, stroke_dasharray=dashes, stroke_opacity=0.2
    )


def _look(holder: int | str, style: Style) -> tuple[str, str]:
    """The colour of a holder's tiles and the pattern on them. The gray tiles of seats that left
    have an outline instead."""
    if not isinstance(holder, int):
        spent = "M-12-12h24v24h-24z"
        line: Attributes = {"stroke_opacity": 0.35, "stroke_width": 1.6, "stroke_dasharray": "3 4"}
        return GRAY, tag("path", d=spent, fill="none", stroke="#000", **line)
    colour, number = style.seats[holder].stone, holder % len(PATTERNS)
    ends = {"stroke_linecap": "round", "stroke_linejoin": "round"}
    return colour, tag(
        "path",
        d="M0 0" + PATTERNS[number],
        transform=f"scale({short(0.92 * HALF)})",
        fill="none",
        stroke=ink_on(colour),
        stroke_opacity=0.62,
        stroke_width=0.34 if number == DOTTED else 0.14,
        **ends,
    )


def _tiles(name: str, places: list[Place], colour: str, pattern: str) -> str:
    """The tiles of one holder: shadow, edge, body and pattern, drawn along the same path."""
    side = 2 * (HALF - CORNER)
    square = f"v{short(side)}h{short(side)}v-{short(side)}z"
    corners = [(x - side / 2, y - side / 2) for x, y in places]
    path = tag("path", d=at(corners, square), id=f"t{name}")
    href, round_ = f"#t{name}", {"stroke_linejoin": "round"}
    layers = (
        tag("use", href=href, y=2, stroke="#000", stroke_width=2 * CORNER, opacity=0.3)
        + tag("use", href=href, class_="e", stroke_width=2 * CORNER + 1)
        + tag("use", href=href, fill=colour, stroke=colour, stroke_width=2 * CORNER - 1.6)
        + tag("use", href=href, fill=f"url(#p{name})")
    )
    return tag("defs", path + everywhere(f"p{name}", pattern)) + tag("g", layers, **round_)
