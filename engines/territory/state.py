"""The state of a game of Territory, what each seat can do in it, and how it is stored."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from ..outcome import Outcome, Reason
from ..rules import Json
from .cells import Grid, grid

Holder = int | Literal["gray"] | None
"""Whose tile lies on a cell: a seat's; ``gray`` if its seat has left; None if the cell is empty."""

CARDS = ("double-move", "freedom", "replacement")


@dataclass(frozen=True, slots=True)
class State:
    """A position and whose turn it is. Areas are masks of ``grid``.

    ``tiles`` and ``cards`` go by seat. ``leaving``: the seats that left, in the order in which they
    did; those that left together are ascending. When the game is over, ``on_turn`` is the seat that
    acted last.
    """

    grid: Grid
    tiles: tuple[int, ...]
    gray: int
    cards: tuple[tuple[str, ...], ...]
    on_turn: int
    turn: int
    leaving: tuple[int, ...] = ()
    ended: Literal["blocked", "leave"] | None = None

    @property
    def seats(self) -> range:
        return range(len(self.tiles))

    @property
    def playing(self) -> tuple[int, ...]:
        """The seats that have not left, ascending."""
        return tuple(seat for seat in self.seats if seat not in self.leaving)

    @property
    def occupied(self) -> int:
        area = self.gray
        for tiles in self.tiles:
            area |= tiles
        return area

    @property
    def empty(self) -> int:
        return self.grid.full & ~self.occupied

    def reach(self, seat: int) -> int:
        """The empty cells next to the seat's tiles."""
        return self.grid.around(self.tiles[seat]) & self.empty

    def replaceable(self, seat: int) -> int:
        """The tiles next to the seat's own that belong to others or are gray."""
        own = self.tiles[seat]
        return self.grid.around(own) & self.occupied & ~own

    def holder(self, cell: int) -> Holder:
        """The holder of the tile on the cell (a mask of one bit); None if there is no tile."""
        for seat, tiles in enumerate(self.tiles):
            if tiles & cell:
                return seat
        return "gray" if self.gray & cell else None

    def rows(self) -> list[list[Holder]]:
        """The holder of each cell's tile, as ``[y][x]``."""
        rows: list[list[Holder]] = [[None] * self.grid.columns for _ in range(self.grid.rows)]
        holders: list[tuple[Holder, int]] = [*enumerate(self.tiles), ("gray", self.gray)]
        for holder, area in holders:
            for x, y in self.grid.points(area):
                rows[y][x] = holder
        return rows

    def blocked(self, seat: int) -> bool:
        """Whether the seat has left or has no legal move, not even with the cards it still has
        (territory.md, "Blocked")."""
        if seat in self.leaving:
            return True
        near = self.grid.around(self.tiles[seat])
        empty = self.empty
        if near & empty or (empty and "freedom" in self.cards[seat]):
            return False
        others = self.grid.full & ~empty & ~self.tiles[seat]
        return not (near & others and "replacement" in self.cards[seat])


def outcome(state: State) -> Outcome | None:
    """How the game ended; None if it is not over."""
    return None if state.ended is None else ranking(state, state.ended)


def ranking(state: State, reason: Reason) -> Outcome:
    """The ranking by the current tiles: most tiles first, on a tie the higher seat first. After
    them come the seats that left, the last to leave first; of those that left together, the higher
    seat first (territory.md, "The end")."""
    scores = tuple(tiles.bit_count() for tiles in state.tiles)
    stayed = sorted(state.playing, key=lambda seat: (scores[seat], seat), reverse=True)
    best_first = [*stayed, *reversed(state.leaving)]
    ranks = tuple(best_first.index(seat) + 1 for seat in state.seats)
    return Outcome(ranks, scores, reason)


def dump(state: State) -> Json:
    """The state as plain JSON, with areas in hexadecimal."""
    return {
        "rows": state.grid.rows,
        "columns": state.grid.columns,
        "tiles": [f"{area:x}" for area in state.tiles],
        "gray": f"{state.gray:x}",
        "cards": [list(held) for held in state.cards],
        "on_turn": state.on_turn,
        "turn": state.turn,
        "leaving": list(state.leaving),
        "ended": state.ended,
    }


def load(data: Json) -> State:
    """The state from what :func:`dump` returned."""
    return State(
        grid=grid(data["rows"], data["columns"]),
        tiles=tuple(int(area, 16) for area in data["tiles"]),
        gray=int(data["gray"], 16),
        cards=tuple(tuple(held) for held in data["cards"]),
        on_turn=data["on_turn"],
        turn=data["turn"],
        leaving=tuple(data["leaving"]),
        ended=data["ended"],
    )
