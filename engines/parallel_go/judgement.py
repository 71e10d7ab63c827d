"""Which stones are plainly dead at the end of a game, by a rule of thumb, and how bots therefore
answer a count."""

from __future__ import annotations

from ..board import EMPTY, flood, neighbours, stone
from ..rules import Json
from .state import State

SMALL = 7
"""Stones and the empty points they reach, together: this few have no room for two eyes."""
OUTWEIGHED = 3
"""Hopeless stones lie among stones with more than this many times their room."""


def hopeless(board: bytes, size: int) -> set[int]:
    """The indices of stones that have too little room for two eyes, while all stones around them
    have plenty.

    Room is what a mark spreads over: stones of one colour and the empty points between them.
    """
    around = neighbours(size)
    room_of: dict[int, set[int]] = {}
    rooms = []
    for index, stones in enumerate(board):
        if stones != EMPTY and index not in room_of:
            room, _ = flood(board, index, stones | EMPTY, around)
            own = {point for point in room if board[point] == stones}
            room_of.update(dict.fromkeys(own, room))
            rooms.append((room, own))
    dead: set[int] = set()
    for room, own in (found for found in rooms if len(found[0]) <= SMALL):
        enclosing = {near for point in room for near in around[point]} - room
        if enclosing and all(len(room_of[at]) > OUTWEIGHED * len(room) for at in enclosing):
            dead |= own
    return dead


def count(state: State, seat: int) -> Json:
    """Takes wrong marks back from its own living stones, marks the other side's plainly dead
    stones, and accepts if there is nothing to change."""
    plainly_dead = hopeless(state.board, state.size)
    for index, stones in enumerate(state.board):
        marked = index in state.dead
        wrongly_dead = stones == stone(seat) and marked and index not in plainly_dead
        wrongly_alive = stones == stone(1 - seat) and not marked and index in plainly_dead
        if wrongly_dead or wrongly_alive:
            return {"type": "mark", "at": state.point(index)}
    return {"type": "accept"}
