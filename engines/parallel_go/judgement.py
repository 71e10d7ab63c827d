"""Which stones are plainly dead at the end of a game, by a rule of thumb."""

from __future__ import annotations

from engines.board import EMPTY, flood, neighbours

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
