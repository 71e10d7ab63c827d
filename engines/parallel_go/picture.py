"""A small picture of a position of Parallel Go. While stones are counted, it shows whose point each
is."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from ..drawing.board import SPACE, Style, middle
from ..drawing.ink import sign_colour
from ..drawing.stones import (
    draw_crosses,
    draw_marks,
    draw_stones,
    stone_picture,
    stones_of,
)
from ..drawing.svg import at, dots, tag
from ..rules import Json

SQUARE = 0.34 * SPACE
STRIKE = "m-17 17l34-34"


def draw(position: Json, style: Style, title: str) -> str:
    """The picture of what a spectator sees (``position.py``)."""
    dead = {(x, y) for x, y in position.get("dead", ())}
    prohibited = {(x, y) for points in position["prohibited"] for x, y in points}
    last = [((seat,), middle(at)) for seat, at in enumerate(position["last"]) if at is not None]
    drawn = [
        draw_stones(stones_of(position["board"]), style),
        _dead(dead),
        _areas(position.get("area", ()), style),
        draw_marks(last, style),
        draw_crosses(sorted(prohibited)),
    ]
    return stone_picture(style, title, position["size"], "".join(drawn))


def _dead(points: Collection[tuple[int, int]]) -> str:
    """Dead stones are struck out."""
    if not points:
        return ""
    path = tag("path", d=at(map(middle, sorted(points)), STRIKE), id="d")
    casing = tag("use", href="#d", stroke="#fffdf7", stroke_width=6)
    struck = casing + tag("use", href="#d", stroke="#1f1d1a", stroke_width=2.6)
    return tag("defs", path) + tag("g", struck, stroke_linecap="round")


def _areas(area: Sequence[Sequence[int | None]], style: Style) -> str:
    """A small square on each point that is counted for a seat."""
    drawn = ""
    for seat, colours in enumerate(style.seats):
        owned = [
            middle((x, y))
            for y, row in enumerate(area)
            for x, owner in enumerate(row)
            if owner == seat
        ]
        if not owned:
            continue
        edge = sign_colour(colours.stone)
        drawn += tag("defs", tag("path", d=dots(owned), id=f"a{seat}"))
        drawn += tag("use", href=f"#a{seat}", stroke=edge, stroke_width=SQUARE + 1.2)
        drawn += tag("use", href=f"#a{seat}", stroke=colours.stone, stroke_width=SQUARE - 1.2)
    return tag("g", drawn, stroke_linecap="square") if drawn else ""
