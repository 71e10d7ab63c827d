"""A small picture of a position of Continuous Go: its lines and, if it is finished, the areas."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ..drawing.board import SPACE, Style, picture
from ..drawing.svg import Attributes, short, tag
from .thinning import Thinned

SIDE = 18 * SPACE
"""The width of every board, so that lines and margins look the same on all sizes."""
MARGIN = 0.3 * SPACE

LINES = (("#fffdf7", 0.55, 12, "#14110d", 8), ("#1f1a12", 1, 12.6, "#fffdf7", 6.7))
"""By seat: colour, opacity and width of the casing around its lines, and colour and width of the
lines. The widths, too, tell the seats apart."""
TINTS = {"black": ("#1d1913", 0.88), "white": ("#fffdf7", 0.9), "shared": ("#96938c", 0.94)}
"""Colour and opacity of what black or white holds alone, and of what both hold."""
RULINGS = {
    "black": (22, 45, "M0 0V44", "#8d8373", 2.4),
    "white": (24, 0, "M12 12h.1", "#57503f", 5),
    "shared": (26, 45, "M0 0V52M0 0H52", "#4a473f", 2.4),
}
"""The patterns on these areas: the width of the tile, its rotation in degrees, the path of its
marks, and their colour and width."""

Ring = Sequence[Sequence[float]]


def draw(thinned: Thinned, style: Style, title: str) -> str:
    """The picture of a position that :mod:`engines.continuous_go.thinning` has simplified."""
    unit = SIDE / (thinned.size - 1)
    drawn = [_grid(thinned.size)]
    if thinned.held:
        black, white = (_rings(rings, unit) for rings in thinned.held)
        drawn.append(_holders(black, white))
    drawn.append(_lines(thinned, unit))
    return picture(style, title, "".join(drawn), extent=(SIDE, SIDE), margin=MARGIN)


def _grid(size: int) -> str:
    """The grid, drawn faintly: the game has no points, and it only helps to judge lengths."""
    places = [short(n * SIDE / (size - 1)) for n in range(1, size - 1)]
    d = "".join(f"M{place} 0V{SIDE}M0 {place}H{SIDE}" for place in places)
    lines = tag("path", d=d, stroke_width=1, opacity=0.3)
    edge = tag("path", d=f"M0 0H{SIDE}V{SIDE}H0z", stroke_width=2.4)
    return tag("g", lines + edge, class_="l", fill="none")


def _lines(thinned: Thinned, unit: float) -> str:
    """All lines, on top of all casings, so that lines of one colour merge where they cross."""
    paths = [
        "".join(_path(path, unit) for owner, path in thinned.lines if owner == seat)
        for seat in range(2)
    ]
    defs = "".join(tag("path", d=d, id=f"l{seat}") for seat, d in enumerate(paths) if d)
    if not defs:
        return ""
    casings = bodies = ""
    for seat, (casing, opacity, wide, body, narrow) in enumerate(LINES):
        if paths[seat]:
            look: Attributes = {"stroke": casing, "stroke_opacity": opacity, "stroke_width": wide}
            casings += tag("use", href=f"#l{seat}", **look)
            bodies += tag("use", href=f"#l{seat}", stroke=body, stroke_width=narrow)
    ends = {"fill": "none", "stroke_linecap": "round", "stroke_linejoin": "round"}
    return tag("defs", defs) + tag("g", casings + bodies, **ends)


def _holders(black: str, white: str) -> str:
    """The areas that black or white holds alone, and those that both hold. The browser intersects
    the two by masks and clipping."""
    board: Attributes = {"width": SIDE, "height": SIDE}
    defs = "".join(_ruled(holder) for holder in TINTS)
    defs += tag("path", d=black or "M0 0", id="h0") + tag("path", d=white or "M0 0", id="h1")
    for name, other in (("m0", "#h1"), ("m1", "#h0")):
        around = tag("rect", fill="#fff", **board)
        outside = around + tag("use", href=other, fill="#000", fill_rule="evenodd")
        defs += tag("mask", outside, id=name, maskUnits="userSpaceOnUse", x=0, y=0, **board)
    inside = tag("use", href="#h0", clip_rule="evenodd")
    defs += tag("clipPath", inside, id="b")
    painted = (
        tag("use", href="#h0", fill="url(#rblack)", mask="url(#m0)")
        + tag("use", href="#h1", fill="url(#rwhite)", mask="url(#m1)")
        + tag("use", href="#h1", fill="url(#rshared)", clip_path="url(#b)")
    )
    return tag("defs", defs) + tag("g", painted, fill_rule="evenodd")


def _ruled(holder: str) -> str:
    colour, opacity = TINTS[holder]
    step, turn, marks, ink, wide = RULINGS[holder]
    tile: Attributes = {"width": step, "height": step}
    drawn = tag("rect", fill=colour, fill_opacity=opacity, **tile) + tag(
        "path", d=marks, stroke=ink, stroke_opacity=0.7, stroke_width=wide, stroke_linecap="round"
    )
    turned = {"patternUnits": "userSpaceOnUse", "patternTransform": f"rotate({turn})"}
    return tag("pattern", drawn, id=f"r{holder}", **tile, **turned)


def _rings(rings: Iterable[Ring], unit: float) -> str:
    return "".join(_path(ring[:-1], unit) + "z" for ring in rings)


def _path(points: Ring, unit: float) -> str:
    """Path data in integers: one unit is less than a pixel of a small picture."""
    (x, y), *others = [(round(x * unit), round(y * unit)) for x, y in points]
    data = f"M{x} {y}l"
    for to_x, to_y in others:
        dy = to_y - y
        data += f"{to_x - x}{dy if dy < 0 else f' {dy}'} "
        x, y = to_x, to_y
    return data.rstrip()
