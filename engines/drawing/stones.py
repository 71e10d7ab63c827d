"""Stones on the crossings of lines: all stones of one seat are a single path."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from math import cos, pi, sin

from .board import (
    CROSSINGS,
    SPACE,
    SeatColours,
    Style,
    everywhere,
    grid,
    middle,
    picture,
    star_points,
)
from .ink import need_signs, sign_colour
from .signs import sign
from .svg import Attributes, Place, at, dots, short, tag

RADIUS = 0.468 * SPACE
RING = 0.74 * RADIUS
ROUND: Attributes = {"fill": "none", "stroke_linecap": "round"}

Owners = tuple[int, ...]
"""The seats of a stone: one, or those that share it."""
Stones = Mapping[Owners, Sequence[Place]]


def stones_of(board: Sequence[Sequence[int | Sequence[int] | None]]) -> dict[Owners, list[Place]]:
    """The places of the stones by owners. ``board[y][x]`` is None, a seat, or the seats of a shared
    stone.

    >>> stones_of([[None, 0], [[0, 1], 0]])
    {(0,): [(40, 0), (40, 40)], (0, 1): [(0, 40)]}
    """
    found: dict[Owners, list[Place]] = {}
    for y, row in enumerate(board):
        for x, stone in enumerate(row):
            if stone is not None:
                owners = (stone,) if isinstance(stone, int) else tuple(stone)
                found.setdefault(owners, []).append(middle((x, y)))
    return found


def stone_picture(style: Style, title: str, size: int, drawn: str) -> str:
    """The picture of a square board of ``size`` lines each way, with ``drawn`` on it."""
    stars = tag("path", d=dots(map(middle, star_points(size))), class_="l", stroke_width=7, **ROUND)
    side = (size - 1) * SPACE
    return picture(
        style,
        title,
        grid(size, size) + (stars if star_points(size) else "") + drawn,
        extent=(side, side),
        margin=CROSSINGS * SPACE,
        grain=True,
    )


def draw_stones(stones: Stones, style: Style) -> str:
    """All stones, on top of all their shadows."""
    if not stones:
        return ""
    ordered = sorted(stones.items())
    paths = "".join(tag("path", d=dots(places), id=_path(owners)) for owners, places in ordered)
    shadows = "".join(tag("use", href=f"#{_path(owners)}", y=2) for owners, _ in ordered)
    cast: Attributes = {"stroke": "#000", "stroke_opacity": 0.24, "stroke_width": 2.04 * RADIUS}
    signed = need_signs([seat.stone for seat in style.seats])
    drawn = "".join(
        _alone(owners[0], style.seats[owners[0]], signed=signed)
        if len(owners) == 1
        else _shared(owners, places, style.seats)
        for owners, places in ordered
    )
    return tag("defs", _light() + paths) + tag("g", shadows, **cast, **ROUND) + drawn


def draw_marks(last: Iterable[tuple[Owners, Place]], style: Style) -> str:
    """A ring on each stone of the last turn, in the colours of its seats' marks."""
    found: dict[Owners, list[Place]] = {}
    for owners, place in last:
        found.setdefault(owners, []).append(place)
    drawn = ""
    for owners, places in sorted(found.items()):
        for n, seat in enumerate(owners):
            colours = style.seats[seat]
            d = at(places, _arc(n / len(owners), (n + 1) / len(owners)))
            edge = sign_colour(colours.stone)
            drawn += tag("path", d=d, stroke=edge, stroke_width=5, stroke_opacity=0.55)
            drawn += tag("path", d=d, stroke=colours.mark, stroke_width=3.4)
    return tag("g", drawn, fill="none") if drawn else ""


def draw_crosses(points: Collection[Sequence[int]]) -> str:
    """A cross on each point that may not be chosen in this turn."""
    d = at(map(middle, points), "m-8-8l16 16m-16 0l16-16")
    return tag("path", d=d, class_="i", stroke_width=3.5, **ROUND) if points else ""


def _path(owners: Owners) -> str:
    """The id of the path of these seats' stones."""
    return "s" + "-".join(map(str, owners))


def _alone(seat: int, colours: SeatColours, *, signed: bool) -> str:
    """The stones of one seat: edge, body, shading and sign, drawn along the same path."""
    href = f"#{_path((seat,))}"
    shown = sign(seat, 0.15 * SPACE, sign_colour(colours.stone)) if signed else ""
    layers = (
        tag("use", href=href, class_="e", stroke_width=2 * RADIUS)
        + tag("use", href=href, stroke=colours.stone, stroke_width=2 * RADIUS - 2.4)
        + tag("use", href=href, stroke=f"url(#f{seat})", stroke_width=2 * RADIUS)
    )
    filled = everywhere(f"f{seat}", tag("circle", r=RADIUS, fill="url(#o)") + shown)
    return tag("defs", filled) + tag("g", layers, **ROUND)


def _shared(owners: Owners, places: Sequence[Place], seats: Sequence[SeatColours]) -> str:
    """Stones that several seats share, with a slice in each seat's colour."""
    name = "-".join(map(str, owners))
    slices = "".join(
        tag("path", d="M0 0" + _slice(n / len(owners), (n + 1) / len(owners)), fill=colour)
        for n, colour in enumerate(seats[seat].stone for seat in owners)
    )
    edge = tag("circle", r=RADIUS - 0.6, fill="none", class_="e", stroke_width=1.2)
    uses = "".join(tag("use", href=f"#c{name}", x=x, y=y) for x, y in places)
    return tag("defs", tag("g", slices + edge, id=f"c{name}")) + uses


def _light() -> str:
    """The gradient that shades a stone."""
    stops = "".join(
        tag("stop", offset=offset, stop_color=colour, stop_opacity=opacity)
        for offset, colour, opacity in ((0, "#fff", 0.36), (0.5, "#fff", 0.06), (1, "#000", 0.3))
    )
    return tag("radialGradient", stops, id="o", cx=0.4, cy=0.34, r=0.66)


def _on_circle(radius: float, share: float) -> Place:
    """The point on a circle around 0, 0 after this share of the way round, clockwise from the
    top."""
    return radius * sin(2 * pi * share), -radius * cos(2 * pi * share)


def _slice(start: float, end: float) -> str:
    """Path data of a slice of a stone, starting from its middle. ``start`` and ``end``: shares of
    the way round."""
    return "l" + _bend(RADIUS, start, end) + "z"


def _arc(start: float, end: float) -> str:
    """Path data of the ring that marks a stone, or of a part of it."""
    if end - start >= 1:
        r = short(RING)
        return f"m0-{r}a{r} {r} 0 0 1 0 {short(2 * RING)}a{r} {r} 0 0 1 0-{short(2 * RING)}"
    return "m" + _bend(RING, start, end)


def _bend(radius: float, start: float, end: float) -> str:
    (x, y), (to_x, to_y) = _on_circle(radius, start), _on_circle(radius, end)
    large, r = int(end - start > 0.5), short(radius)
    return f"{short(x)} {short(y)}a{r} {r} 0 {large} 1 {short(to_x - x)} {short(to_y - y)}"
