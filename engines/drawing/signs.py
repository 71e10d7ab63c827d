"""Twelve signs, one for each seat, that tell stones apart without their colours. They are the same
as on the boards (``static/js/boards/shared/signs.js``)."""

from __future__ import annotations

from .svg import short, tag

SIGNS = (
    ("fill", "m-.62 0a.62 .62 0 1 1 1.24 0a.62 .62 0 1 1 -1.24 0z"),
    ("line", "m-.8 -.8l1.6 1.6m0 -1.6l-1.6 1.6"),
    ("fill", "m0 -.92l.88 1.58h-1.76z"),
    ("line", "m-.7 0a.7 .7 0 1 1 1.4 0a.7 .7 0 1 1 -1.4 0z"),
    ("line", "m-.95 0h1.9"),
    ("fill", "m-.66 -.66h1.32v1.32h-1.32z"),
    ("line", "m-.95 0h1.9m-.95 -.95v1.9"),
    ("line", "m0 -.9l.9 .9l-.9 .9l-.9 -.9z"),
    ("line", "m-.9 -.42h1.8m-1.8 .84h1.8"),
    ("line", "m-.85 .45l.85 -.95l.85 .95"),
    ("fill", "m-.8 0a.8 .8 0 0 1 1.6 0z"),
    ("line", "m0 -.95v1.9"),
)
"""By seat: whether the shape is filled or drawn as a line, and its path in a square from -1 to
1."""


def sign(seat: int, radius: float, colour: str) -> str:
    """The sign of a seat around 0, 0. ``radius``: from its middle to its edge, in units of the
    picture."""
    how, shape = SIGNS[seat % len(SIGNS)]
    drawn = {"d": "M0 0" + shape, "transform": f"scale({short(radius)})"}
    if how == "fill":
        return tag("path", fill=colour, **drawn)
    ends = {"stroke_linecap": "round", "stroke_linejoin": "round"}
    return tag("path", fill="none", stroke=colour, stroke_width=0.42, **ends, **drawn)
