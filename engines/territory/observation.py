"""What a seat sees of a game of Territory, as an array and as text."""

from __future__ import annotations

import numpy as np

from ..observation import (
    Observation,
    Planes,
    comma_separated,
    drawing,
    filled,
    from_seat,
    seat_names,
)
from .numbering import flags
from .state import CARDS, State
from .view import view


class Seen(Observation[State]):
    """Tiles and cards of each seat, beginning with the one that looks."""

    def planes(self, state: State) -> tuple[str, ...]:
        seats = len(state.tiles)
        return (
            *seat_names("tiles of", seats),
            "gray tiles",
            *(
                name
                for card in CARDS
                for name in seat_names(f"1 everywhere if {card} is held by", seats)
            ),
            *seat_names("1 everywhere if it is the turn of", seats),
        )

    def array(self, state: State, seat: int | None) -> Planes:
        rows, columns = state.grid.rows, state.grid.columns
        order = from_seat(seat, len(state.tiles))
        areas = [*(state.tiles[each] for each in order), state.gray]
        tiles = np.stack([flags(state.grid, area).reshape(rows, columns) for area in areas])
        held = [card in state.cards[each] for card in CARDS for each in order]
        turns = [each == state.on_turn and state.ended is None for each in order]
        return np.concatenate([tiles.astype(np.float32), filled([*held, *turns], rows, columns)])

    def text(self, state: State, seat: int | None) -> str:
        shown = view(state, seat)
        signs = {None: ".", "gray": "#"}
        rows = [[signs.get(holder, str(holder)) for holder in row] for row in shown["board"]]
        lines = [drawing(rows)]
        if state.gray:
            lines.append("# is a gray tile, of a seat that left.")
        for each, cards in enumerate(shown["cards"]):
            tiles = state.tiles[each].bit_count()
            how = "left" if each in shown["left"] else f"cards: {comma_separated(cards)}"
            blocked = ", blocked" if shown["blocked"][each] and each not in shown["left"] else ""
            lines.append(f"Seat {each}: tiles: {tiles}, {how}{blocked}.")
        return "\n".join(lines)
