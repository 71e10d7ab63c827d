"""A small picture of Lonely Number: what each seat named last, and its points."""

from __future__ import annotations

from ..drawing.board import SPACE, Style, picture
from ..drawing.svg import tag, words
from ..rules import Json


def draw(position: Json, style: Style, title: str) -> str:
    """The picture of what a spectator sees (``position.py``)."""
    lines = [
        tag("circle", cx=0, cy=seat * SPACE, r=12, fill=style.seats[seat].stone)
        + tag("text", words(f"{last or '–'}, {points} in all"), x=SPACE, y=seat * SPACE + 6)
        for seat, (last, points) in enumerate(zip(position["last"], position["points"]))
    ]
    height = (len(lines) - 1) * SPACE
    return picture(style, title, "".join(lines), extent=(3 * SPACE, height), margin=SPACE)
