"""Parallel Go implemented a second time, as plainly as its rules are written and independently of
the engine. Tests play both and compare them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

Json = dict[str, Any]
Cell = tuple[int, int]
Stones = dict[Cell, int]


class Again:
    """A game. ``result``: None until the game is over, then the outcome as JSON."""

    def __init__(self, size: int, agreement: str) -> None:
        self.size, self.agreement = size, agreement
        self.stones: Stones = {}
        self.seen = {frozenset[tuple[Cell, int]]()}
        self.turn, self.counting, self.timeouts = 1, False, 0
        self.last: list[list[int] | None] = [None, None]
        self.prohibited: list[set[Cell]] = [set(), set()]
        self.captures = [0, 0]
        self.dead: set[Cell] = set()
        self.accepted: set[int] = set()
        self.active: set[int] = set()
        self.result: Json | None = None

    def step(self, actions: Mapping[int, Json]) -> None:
        """Plays one step of legal actions."""
        if self.counting:
            self._count(actions)
        else:
            self._play({seat: _at(action) for seat, action in actions.items()}, set(actions))

    def position(self) -> Json:
        """The position that a reader of the record prints, without the order of captured stones."""
        crossed = [sorted(points, key=lambda at: at[::-1]) for points in self.prohibited]
        told: Json = {
            "board": [
                [self.stones.get((x, y)) for x in range(self.size)] for y in range(self.size)
            ],
            "last": self.last,
            "prohibited": [[list(at) for at in points] for points in crossed],
            "captures": self.captures,
        }
        if self.counting:
            dead = sorted(self.dead, key=lambda at: at[::-1])
            told["dead"] = [list(at) for at in dead]
            told["accepted"] = sorted(self.accepted)
            told["area"] = self._area()
        return told

    @property
    def phase(self) -> str:
        if self.result is not None:
            return "finished"
        return "counting" if self.counting else "play"

    @property
    def awaited(self) -> list[int]:
        return [] if self.result else [seat for seat in (0, 1) if seat not in self.accepted]

    def absent(self, actions: Mapping[int, Json]) -> list[int]:
        """The seats that are absent if the time runs out now."""
        if self.counting:
            return [] if actions else [seat for seat in self.awaited if seat not in self.active]
        return [seat for seat in self.awaited if seat not in actions]

    def _play(self, chosen: Mapping[int, Cell | None], present: set[int]) -> None:
        given = [(seat, chosen.get(seat)) for seat in (0, 1)]
        moves = [(seat, at) for seat, at in given if at is not None]
        if not moves:
            self.last, self.prohibited = [None, None], [set(), set()]
            if self.agreement == "needed" and len(present) < 2:
                self.turn += 1
            else:
                self.counting = True
            return
        results = [self._in_order(order) for order in (moves, moves[::-1])]
        same = len(moves) == 2 and moves[0][1] == moves[1][1]
        first, second = results
        if same or first is None or first != second or frozenset(first.items()) in self.seen:
            for seat, at in moves:
                self.prohibited[seat].add(at)
            return
        for seat in (0, 1):
            added = sum(1 for own, _ in moves if own == seat)
            before = sum(1 for owner in self.stones.values() if owner == seat)
            after = sum(1 for owner in first.values() if owner == seat)
            self.captures[1 - seat] += before + added - after
        self.stones = first
        self.seen.add(frozenset(first.items()))
        self.turn += 1
        self.last = [None, None]
        for seat, at in moves:
            self.last[seat] = list(at)
        self.prohibited = [set(), set()]

    def _in_order(self, moves: Iterable[tuple[int, Cell]]) -> Stones | None:
        board: Stones | None = self.stones
        for seat, at in moves:
            board = None if board is None else self.placed(board, seat, at)
        return board

    def placed(self, board: Stones, seat: int, at: Cell) -> Stones | None:
        """The board with one more stone; None if that is illegal."""
        if at in board:
            return None
        after = {**board, at: seat}
        for near in self._around(at):
            if after.get(near) == 1 - seat and not self._breathes(after, near):
                for taken in self._spread(near, lambda p: after.get(p) == 1 - seat):
                    del after[taken]
        return after if self._breathes(after, at) else None

    def _breathes(self, board: Stones, at: Cell) -> bool:
        chain = self._spread(at, lambda p: board.get(p) == board[at])
        return any(near not in board for point in chain for near in self._around(point))

    def _count(self, actions: Mapping[int, Json]) -> None:
        if not actions:
            self._time_out()
            return
        ((seat, action),) = actions.items()
        if action["type"] == "resume":
            self._resume()
            return
        self.active.add(seat)
        if action["type"] == "accept":
            self.accepted.add(seat)
            if len(self.accepted) == 2:
                self._score()
            return
        at = _at(action)
        colour = self.stones[at]
        reached = self._spread(at, lambda p: self.stones.get(p, colour) == colour)
        party = {point for point in reached if point in self.stones}
        self.dead = self.dead - party if at in self.dead else self.dead | party
        self.accepted = set()

    def _time_out(self) -> None:
        if self.agreement == "assumed":
            self.accepted = {0, 1}
            self._score()
            return
        self.timeouts += 1
        if self.timeouts == 2:
            self.dead, self.accepted = set(), set()
            self._score()
        else:
            self._resume()

    def _resume(self) -> None:
        self.turn += 1
        self.counting = False
        self.dead, self.accepted, self.active = set(), set(), set()

    def _score(self) -> None:
        owners = [owner for row in self._area() for owner in row]
        scores = [owners.count(0), owners.count(1)]
        ranks = [1 if score == max(scores) else 2 for score in scores]
        self.result = {"ranks": ranks, "scores": scores, "reason": "score"}

    def _area(self) -> list[list[int | None]]:
        board = {at: seat for at, seat in self.stones.items() if at not in self.dead}
        area: list[list[int | None]] = [[None] * self.size for _ in range(self.size)]
        for y in range(self.size):
            for x in range(self.size):
                if (x, y) in board:
                    area[y][x] = board[x, y]
                    continue
                region = self._spread((x, y), lambda p: p not in board)
                beside = {board.get(near) for point in region for near in self._around(point)}
                owners = beside - {None}
                area[y][x] = owners.pop() if len(owners) == 1 else None
        return area

    def _around(self, at: Cell) -> list[Cell]:
        x, y = at
        near = [(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)]
        return [(a, b) for a, b in near if 0 <= a < self.size and 0 <= b < self.size]

    def _spread(self, start: Cell, belongs: Any) -> set[Cell]:
        found, new = {start}, [start]
        while new:
            more = {near for point in new for near in self._around(point)} - found
            new = [point for point in more if belongs(point)]
            found |= set(new)
        return found


def _at(action: Json) -> Any:
    return tuple(action["at"]) if "at" in action else None
