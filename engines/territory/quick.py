"""A position of Territory for looking ahead: it is changed in place, knows which cells are next to
each seat's tiles, and says nothing of events.

Its rules are those of ``turn``, for actions that are legal; a test compares the two.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from ..rules import Json
from .cells import grid
from .state import CARDS, State

DOUBLE, FREEDOM, REPLACEMENT = 1, 2, 4
"""The cards as bits, in the order of :data:`CARDS`."""
_BITS = dict(zip(CARDS, (DOUBLE, FREEDOM, REPLACEMENT)))
_NAMES = {0: None, **{bit: name for name, bit in _BITS.items()}}

Choice = tuple[int, int, int]
"""The card that is played, or 0; a cell as a mask of one bit; and a second cell, or 0."""


def cells(area: int) -> Iterator[int]:
    """Yields each cell of an area as a mask of one bit, ascending."""
    while area:
        yield area & -area
        area &= area - 1


@lru_cache(maxsize=64)
def rings(rows: int, columns: int) -> dict[int, int]:
    """For each cell of a board, as a mask of one bit, the cell and those next to it."""
    board = grid(rows, columns)
    return {cell: board.around(cell) for cell in cells(board.full)}


@dataclass(slots=True)
class Quick:
    """Areas are masks as in ``State``. ``near``: for each seat its tiles and the cells next to
    them. ``cards``: for each seat the sum of the bits of its cards. A seat that has left has no
    tiles and no cards. ``seat``: whose turn it is; -1 when the game is over."""

    rings: dict[int, int]
    full: int
    stride: int
    tiles: list[int]
    near: list[int]
    cards: list[int]
    empty: int
    seat: int

    @classmethod
    def of(cls, state: State) -> Quick:
        """The position of a state."""
        board = state.grid
        return cls(
            rings(board.rows, board.columns),
            board.full,
            board.stride,
            list(state.tiles),
            [board.around(tiles) for tiles in state.tiles],
            [
                0 if seat in state.leaving else sum(_BITS[card] for card in state.cards[seat])
                for seat in state.seats
            ],
            state.empty,
            -1 if state.ended is not None else state.on_turn,
        )

    def copy(self) -> Quick:
        """The same position, which may be changed without changing this one."""
        return Quick(
            self.rings,
            self.full,
            self.stride,
            self.tiles.copy(),
            self.near.copy(),
            self.cards.copy(),
            self.empty,
            self.seat,
        )

    def around(self, area: int) -> int:
        """As ``Grid.around``."""
        wide = area | area << 1 | area >> 1
        return (wide | wide << self.stride | wide >> self.stride) & self.full

    def replaceable(self, seat: int) -> int:
        """As ``State.replaceable``."""
        return self.near[seat] & ~self.empty & ~self.tiles[seat]

    def blocked(self, seat: int) -> bool:
        """As ``State.blocked``."""
        near, empty, cards = self.near[seat], self.empty, self.cards[seat]
        if near & empty or (cards & FREEDOM and empty):
            return False
        return not (cards & REPLACEMENT and near & ~empty & ~self.tiles[seat])

    def play(self, choice: Choice) -> None:
        """Makes a legal choice of the seat on turn, and goes on to the next."""
        card, cell, then = choice
        seat, tiles, near = self.seat, self.tiles, self.near
        if card:
            self.cards[seat] ^= card
            if card == REPLACEMENT:
                self._take(cell)
        both = cell | then
        tiles[seat] |= both
        self.empty &= ~both
        near[seat] |= self.rings[cell]
        if then:
            near[seat] |= self.rings[then]
        self._go_on()

    def _take(self, cell: int) -> None:
        """Takes a tile off the board, if it belongs to a seat."""
        for other, tiles in enumerate(self.tiles):
            if tiles & cell:
                self.tiles[other] = tiles ^ cell
                self.near[other] = self.around(tiles ^ cell)

    def _go_on(self) -> None:
        """Fills if only one seat is not blocked, and finds the next seat."""
        count, before = len(self.tiles), self.seat
        free = -1
        for step in range(1, count + 1):
            seat = (before + step) % count
            if not self.blocked(seat):
                if free >= 0:
                    self.seat = free
                    return
                free = seat
        if free >= 0 and self.empty:
            self.tiles[free] |= self.empty
            self.empty = 0
            self.near[free] = self.around(self.tiles[free])
            if self.blocked(free):
                free = -1
        self.seat = free


def as_action(state: State, choice: Choice) -> Json:
    """A choice as the action that the rules know."""
    card, cell, then = choice
    action: Json = {"type": "place", "at": state.grid.points(cell)[0]}
    if card:
        action["card"] = _NAMES[card]
    if then:
        action["then"] = state.grid.points(then)[0]
    return action
