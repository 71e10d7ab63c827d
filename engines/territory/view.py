"""What players see of a game of Territory: the position, and the cells that the seat on turn can
take, so that the board in the browser need not know the rules."""

from __future__ import annotations

from ..rules import Json
from .state import State


def view(state: State, seat: int | None) -> Json:
    """The position, the same for every seat: nothing is ever sealed."""
    return {
        "rows": state.grid.rows,
        "columns": state.grid.columns,
        "board": state.rows(),
        "cards": [list(held) for held in state.cards],
        "blocked": [state.blocked(each) for each in state.seats],
        "left": sorted(state.leaving),
    }


def open_choices(state: State) -> Json:
    """``{"choices": {"seat", "cells", "cards"}}``, or ``{"choices": None}`` if the game is over.

    ``cells`` can be taken without a card, ``cards[name]["cells"]`` with that card; only cards that
    the seat still has are listed. With ``double-move``, after a first tile on ``cells[i]`` the
    second may go to any other of its ``cells`` or to one of ``then[i]``. All cells are ``[x, y]``,
    ascending by y, then x.
    """
    if state.ended is not None:
        return {"choices": None}
    seat, points = state.on_turn, state.grid.points
    reach, empty = state.reach(seat), state.empty
    cells = points(reach)
    cards: Json = {}
    if "double-move" in state.cards[seat]:
        brought = [state.grid.around(state.grid.mask([(x, y)])) & empty & ~reach for x, y in cells]
        cards["double-move"] = {"cells": cells, "then": [points(area) for area in brought]}
    if "freedom" in state.cards[seat]:
        cards["freedom"] = {"cells": points(empty)}
    if "replacement" in state.cards[seat]:
        cards["replacement"] = {"cells": points(state.replaceable(seat))}
    return {"choices": {"seat": seat, "cells": cells, "cards": cards}}
