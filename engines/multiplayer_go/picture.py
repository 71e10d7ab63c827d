"""A small picture of a position of Parallel Multiplayer Go."""

from __future__ import annotations

from collections.abc import Iterator

from ..drawing.board import Style, middle
from ..drawing.stones import (
    Owners,
    draw_crosses,
    draw_marks,
    draw_stones,
    stone_picture,
    stones_of,
)
from ..drawing.svg import Place
from ..rules import Json


def draw(position: Json, style: Style, title: str) -> str:
    """The picture of a position as a spectator sees it (``position.py``), without heat."""
    drawn = [
        draw_crosses(position["closed"]),
        draw_stones(stones_of(position["board"]), style),
        draw_marks(_last(position), style),
    ]
    return stone_picture(style, title, position["size"], "".join(drawn))


def _last(position: Json) -> Iterator[tuple[Owners, Place]]:
    """The stones of the last turn, with all seats of a point together."""
    owners: dict[Place, list[int]] = {}
    for stone in position["last"]:
        owners.setdefault(middle(stone["at"]), []).append(stone["seat"])
    return ((tuple(seats), place) for place, seats in owners.items())
