"""The start of a table's game: the board, and who sits where."""

from __future__ import annotations

import json
from typing import Any

from accounts.models import Preferences, User
from games.pages.pictures import LOOKS, USUAL, Start
from lobby.colours import seat_colours
from lobby.models import Table
from lobby.seating import Seating


def start_of(table: Table, user: User, seating: Seating | None = None) -> Start:
    """The board at the start, in the look that the member prefers. ``seating``: the table's, if
    already read. Free seats have the colours that the rules give them, if any."""
    seats: list[tuple[str, str] | None] = [None] * table.seats
    if table.engine.fixed_colours:
        fixed = [seat_colours(table, number, "") for number in range(table.seats)]
        seats = [(colours.stone, colours.mark) for colours in fixed]
    for place in (seating or Seating.of(table)).seated:
        assert place.number is not None
        seats[place.number] = (place.stone_colour, place.mark_colour)
    look = Preferences.of(user).board_look
    return Start(table.engine, table.options, seats, look if look in LOOKS else USUAL)


def start_as_json(table: Table, seating: Seating) -> str:
    """What a page needs to draw the board at the start, as JSON: the options, and who sits
    where."""
    seats: list[dict[str, Any] | None] = [None] * table.seats
    for place in seating.seated:
        assert place.number is not None
        seats[place.number] = {
            "number": place.number,
            "name": place.name,
            "stone": place.stone_colour,
            "mark": place.mark_colour,
        }
    return json.dumps({"options": table.options, "seats": seats})
