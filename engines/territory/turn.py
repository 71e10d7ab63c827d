"""One turn of Territory: playing tiles and cards, filling, and passing the turn on."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from ..reading import Form, bad_action, one_of, read_action, read_point, require_on_board
from ..rules import IllegalAction, Json, Point
from .state import CARDS, State


@dataclass(frozen=True, slots=True)
class Placement:
    """The card that a seat plays, if any, and its cells: one, or two with the double-move card."""

    card: str | None
    cells: tuple[Point, ...]


FORMS = {"place": Form({"at": read_point}, {"card": one_of(*CARDS), "then": read_point})}


def check(state: State, seat: int, action: Any) -> None:
    """Raises IllegalAction if the seat on turn may not do this; see ``Rules.check_action``."""
    _play(state, seat, _read(state, action))


def resolve(state: State, actions: Mapping[int, Json]) -> tuple[State, list[Json]]:
    """The state after the checked action, or after a skipped turn if there is none, and the
    events."""
    events: list[Json] = [{"type": "skipped", "seat": state.on_turn, "why": "absent"}]
    for seat, action in actions.items():
        state, events = _play(state, seat, _read(state, action))
    state, more = _next_turn(state)
    return state, events + more


def leave(state: State, seats: Sequence[int]) -> tuple[State, list[Json]]:
    """The state after these seats have left, with their tiles gray, and the events
    (territory.md, "Leaving")."""
    events: list[Json] = []
    for seat in sorted(seats):
        state, more = _leave_one(state, seat)
        events += more
    if len(state.playing) <= 1:
        return replace(state, ended="leave"), events
    state, more = _fill(state)
    events += more
    if state.ended is None and state.blocked(state.on_turn):
        state, more = _pass_on(state)
        events += more
    return state, events


def _read(state: State, action: Any) -> Placement:
    """The placement that an action names. Raises ``bad-action`` and ``off-board``."""
    read = read_action(action, FORMS)
    card = read.get("card")
    if ("then" in read) != (card == "double-move"):
        raise bad_action("a second cell, then, goes with the double-move card and only with it")
    cells = (read["at"], read["then"]) if "then" in read else (read["at"],)
    for at in cells:
        require_on_board(at, state.grid.columns, state.grid.rows)
    return Placement(card, cells)


def _play(state: State, seat: int, placement: Placement) -> tuple[State, list[Json]]:
    """The state after the seat's tiles are placed, and the events; the turn is not passed on.

    Raises IllegalAction ``no-card``, then for each cell ``empty``, ``own-tile`` or
    ``occupied``, then ``not-adjacent`` (territory.md, "A turn").
    """
    if placement.card is not None:
        state = _discard(state, seat, placement.card)
    events = []
    for at in placement.cells:
        state, event = _place(state, seat, placement.card, at)
        events.append(event)
    return state, events


def _discard(state: State, seat: int, card: str) -> State:
    held = state.cards[seat]
    if card not in held:
        raise IllegalAction("no-card", "the %(card)s card has been used already", {"card": card})
    kept = tuple(other for other in held if other != card)
    return replace(state, cards=(*state.cards[:seat], kept, *state.cards[seat + 1 :]))


def _place(state: State, seat: int, card: str | None, at: Point) -> tuple[State, Json]:
    cell = state.grid.mask([at])
    holder = state.holder(cell)
    x, y = at
    if card == "replacement":
        if holder is None:
            raise IllegalAction("empty", "%(at)s holds no tile to replace", {"at": [x, y]})
        if holder == seat:
            raise IllegalAction(
                "own-tile", "the tile at %(at)s is the seat’s own already", {"at": [x, y]}
            )
    elif holder is not None:
        raise IllegalAction("occupied", "%(at)s already holds a tile", {"at": [x, y]})
    if card != "freedom" and not state.grid.around(state.tiles[seat]) & cell:
        raise IllegalAction(
            "not-adjacent", "%(at)s is not next to one of the seat’s tiles", {"at": [x, y]}
        )
    tiles = [area & ~cell for area in state.tiles]
    tiles[seat] |= cell
    event: Json = {"type": "placed", "seat": seat, "at": [x, y], "card": card}
    if card == "replacement":
        event = {"type": "replaced", "seat": seat, "at": [x, y], "from": holder}
    return replace(state, tiles=tuple(tiles), gray=state.gray & ~cell), event


def _next_turn(state: State) -> tuple[State, list[Json]]:
    """Goes on after the seat on turn has acted or been skipped: fills, then ends the game or passes
    the turn on."""
    state, events = _fill(state)
    if state.ended is not None:
        return state, events
    state, skips = _pass_on(state)
    return replace(state, turn=state.turn + 1), events + skips


def _leave_one(state: State, seat: int) -> tuple[State, list[Json]]:
    cells = state.tiles[seat]
    events: list[Json] = [{"type": "left", "seat": seat}]
    if cells:
        events.append({"type": "grayed", "seat": seat, "cells": state.grid.points(cells)})
    tiles = (*state.tiles[:seat], 0, *state.tiles[seat + 1 :])
    leaving = (*state.leaving, seat)
    return replace(state, tiles=tiles, gray=state.gray | cells, leaving=leaving), events


def _fill(state: State) -> tuple[State, list[Json]]:
    """Gives all empty cells to the only seat that is not blocked, if there is just one, and ends
    the game if all seats are blocked (territory.md, "Filling" and "The end")."""
    unblocked = [seat for seat in state.playing if not state.blocked(seat)]
    events: list[Json] = []
    if len(unblocked) == 1 and state.empty:
        seat, cells = unblocked[0], state.empty
        tiles = (*state.tiles[:seat], state.tiles[seat] | cells, *state.tiles[seat + 1 :])
        state = replace(state, tiles=tiles)
        events = [{"type": "filled", "seat": seat, "cells": state.grid.points(cells)}]
        unblocked = [seat for seat in state.playing if not state.blocked(seat)]
    if not unblocked:
        state = replace(state, ended="blocked")
    return state, events


def _pass_on(state: State) -> tuple[State, list[Json]]:
    """Passes the turn to the next seat that is not blocked. At least one seat must not be."""
    events: list[Json] = []
    seat = state.on_turn
    while True:
        seat = (seat + 1) % len(state.tiles)
        if not state.blocked(seat):
            return replace(state, on_turn=seat), events
        if seat not in state.leaving:
            events.append({"type": "skipped", "seat": seat, "why": "blocked"})
