"""Plays many games on together, each to a horizon, and says what every seat holds then.

The boards are arrays of NumPy, so that a turn of a hundred games takes little longer than a turn of
one. Stones are chosen by what Pebble knows, worked out for each point alone; captures are those of
the rules. Two things are simpler than in the rules: a random seat wins a collision where heat would
decide it, and a merged stone belongs to its first seat.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

import numpy as np
import numpy.typing as npt

from ..board import colours
from .state import State

Bools = npt.NDArray[np.bool_]
Floats = npt.NDArray[np.float32]
Indices = npt.NDArray[np.intp]
Boards = npt.NDArray[np.int8]

EMPTY, WALL = 0, -1
IGNORED = 0.25
"""The share of points that a seat ignores in a turn, at random."""
TAKE, SAVE, ROOM, CONTACT, CROWDED, EDGE = 3.0, 3.0, 2.0, 0.3, 1.0, 0.7
"""Values as Pebble's (``bot.py``)."""
REACH = 4
"""How far a stone's influence goes when a board is judged, in steps."""


@cache
def padded(size: int) -> tuple[int, Indices]:
    """The length of a board with a wall around it, and where its points are.

    A row is a wall point and ``size`` points: the wall on its left is also that on the right of the
    row above.
    """
    row = size + 1
    y, x = np.divmod(np.arange(size * size), size)
    return row * (size + 2) + 1, (y + 1) * row + x + 1


class Playouts:
    """Boards one after the other in one array: EMPTY, WALL, or a seat's number plus 1.

    ``inside``: where the points are that are not wall; other arrays go by these, ``near`` has the
    four beside each. ``chains``: for each stone the index that its chain is known by, 0 elsewhere.
    """

    def __init__(self, states: Sequence[State], random: np.random.Generator) -> None:
        first = states[0]
        self._random = random
        self._playing = first.in_game
        self._seats = first.seats
        self._somebody_wins = first.collision == "heat"
        length, self._points = padded(first.size)
        known = {bits: colours(bits) for bits in set().union(*(state.board for state in states))}
        shown = {bits: seats[0] + 1 if seats else EMPTY for bits, seats in known.items()}
        boards = np.full((len(states), length), WALL, np.int8)
        boards[:, self._points] = [[shown[bits] for bits in state.board] for state in states]
        self.board: Boards = boards.ravel()
        self.inside = np.flatnonzero(self.board != WALL)
        steps = (1, -1, first.size + 1, -first.size - 1)
        self.near = np.stack([self.inside + step for step in steps])
        self._wall = self.board[self.near] == WALL
        self._edge = self._wall.any(axis=0).astype(np.float32)
        self._place_on_board = np.arange(self.inside.size) % self._points.size + 1.0
        self.chains: Indices = np.where(self.board > 0, np.arange(self.board.size), 0)
        self._join()
        self._count_liberties()

    def play(self, turns: int) -> Indices:
        """Plays this many turns of every game, and returns what each seat chose, with the shape
        (boards, seats that play, turns): the index of a point in the state, or -1 for a pass."""
        boards = self.inside.size // self._points.size
        point_of = np.full(self.board.size, -1)
        point_of[self.inside] = np.tile(np.arange(self._points.size), boards)
        chosen = np.empty((boards, len(self._playing), turns), np.intp)
        for turn in range(turns):
            wanted = self._chosen()
            chosen[:, :, turn] = point_of[np.stack(wanted, axis=1)]
            self.turn(wanted)
        return chosen

    def turn(self, chosen: Sequence[Indices]) -> None:
        """Plays one turn: for each seat that plays and each board, where it places a stone (an
        index of ``board``); 0 for a pass."""
        fresh = self._place(chosen)
        self._join()
        self._capture(fresh)

    def held(self) -> npt.NDArray[np.float64]:
        """What each seat holds on each board, in points: its stones, and the empty points that are
        nearer to them than to others' stones. Shape (boards, seats)."""
        owners = self.board.copy()
        for _ in range(REACH):
            beside = owners[self.near]
            most = beside.max(axis=0)
            least = np.where(beside > 0, beside, 127).min(axis=0)
            free = (owners[self.inside] == EMPTY) & (most == least)
            owners[self.inside[free]] = most[free]
        boards = owners[self.inside].reshape(-1, self._points.size)
        return np.stack(
            [(boards == seat + 1).sum(axis=1) for seat in range(self._seats)], axis=1
        ).astype(np.float64)

    def _chosen(self) -> list[Indices]:
        """What each seat chooses, as for :meth:`turn`."""
        near = self.board[self.near]
        airy = (near == EMPTY).sum(axis=0)
        labels = self.chains[self.near]
        atari = self._in_atari[labels]
        stakes = np.where(atari, self._sizes[labels], 0).astype(np.float32)
        common = self._room(airy) - EDGE * self._edge
        return [self._choose(seat + 1, near, airy, atari, stakes, common) for seat in self._playing]

    def _room(self, airy: npt.NDArray[np.int_]) -> Floats:
        """The value of empty points around each point, at most two steps away."""
        wide = np.zeros(self.board.size, np.float32)
        wide[self.inside] = airy
        room: Floats = np.float32(ROOM / 16) * wide[self.near].sum(axis=0)
        return room

    def _choose(
        self,
        own: int,
        near: Boards,
        airy: npt.NDArray[np.int_],
        atari: Bools,
        stakes: Floats,
        common: Floats,
    ) -> Indices:
        mine = near == own
        theirs = (near > 0) & ~mine
        firm = (mine & ~atari).sum(axis=0)
        held = mine.sum(axis=0)
        gain = (theirs * stakes).sum(axis=0)
        saved = (mine * stakes).sum(axis=0)
        safe = airy + firm >= 2
        eye = (mine | self._wall).all(axis=0) & (saved == 0)
        chance = self._random.random(common.size, dtype=np.float32)
        possible = (self.board[self.inside] == EMPTY) & (safe | (gain > 0)) & ~eye
        possible &= chance >= IGNORED
        value = common + CONTACT * theirs.sum(axis=0) - CROWDED * np.maximum(held - 1, 0)
        value += TAKE * gain + SAVE * np.where(safe, saved, 0)
        value = np.where(possible, np.maximum(value, 0) + chance, -1).reshape(-1, self._points.size)
        best = value.argmax(axis=1) + np.arange(len(value)) * self._points.size
        chosen: Indices = np.where(value.max(axis=1) >= 0, self.inside[best], 0)
        return chosen

    def _place(self, chosen: Sequence[Indices]) -> Indices:
        """Places the stones, and returns where."""
        wanted = np.bincount(np.concatenate(chosen), minlength=self.board.size)
        order = self._random.permutation(len(chosen)) if self._somebody_wins else range(len(chosen))
        fresh = []
        for place in order:
            at = chosen[place]
            free = (at > 0) & (self.board[at] == EMPTY)
            if not self._somebody_wins:
                free &= wanted[at] == 1
            at = at[free]
            self.board[at] = self._playing[place] + 1
            self.chains[at] = at
            fresh.append(at)
        return np.concatenate(fresh)

    def _join(self) -> None:
        """Gives all stones of a chain the same number: the smaller ones spread until none does."""
        board, chains = self.board, self.chains
        stones = np.flatnonzero(board > 0)
        beside = stones + (self.near[:, :1] - self.inside[:1])
        pairs = board[beside] == board[stones]
        here = np.broadcast_to(stones, beside.shape)[pairs]
        there = beside[pairs]
        while True:
            apart = chains[there] < chains[here]
            if not apart.any():
                break
            np.minimum.at(chains, chains[here[apart]], chains[there[apart]])
            chains[stones] = chains[chains[stones]]
        self._sizes = np.bincount(chains[stones], minlength=board.size)

    def _count_liberties(self) -> None:
        """Finds the chains without a liberty and those with only one.

        A chain has one liberty if all of its liberties have the same place, that is if their mean
        square is the square of their mean.
        """
        empty = self.board[self.inside] == EMPTY
        labels = self.chains[self.near[:, empty]]
        places = np.broadcast_to(self._place_on_board[empty], labels.shape)[labels > 0]
        labels = labels[labels > 0]
        number = np.bincount(labels, minlength=self.board.size)
        total = np.bincount(labels, places, minlength=self.board.size)
        squares = np.bincount(labels, places * places, minlength=self.board.size)
        self._dead = (number == 0) & (self._sizes > 0)
        self._in_atari = (number > 0) & (number * squares == total * total)

    def _capture(self, fresh: Indices) -> None:
        """Takes off the chains without liberties: first those without new stones, then the rest."""
        self._count_liberties()
        renewed = np.zeros(self.board.size, np.bool_)
        renewed[self.chains[fresh]] = True
        for spared in (renewed, np.zeros_like(renewed)):
            dead = self._dead & ~spared
            if dead.any():
                gone = dead[self.chains] & (self.board > 0)
                self.board[gone], self.chains[gone] = EMPTY, 0
                self._sizes[dead] = 0
                self._count_liberties()
