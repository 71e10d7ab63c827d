"""One turn of Parallel Multiplayer Go in its phases: place, collide, capture twice, end.

Rules: multiplayer-go.md, "A turn" and "The end".
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

from ..board import EMPTY, colours, flood, index_of, neighbours, point_at, stone
from ..outcome import plain_number
from ..reading import Form, read_action, read_point, require_on_board
from ..rules import IllegalAction, Json
from .heat import Heats, coldest, heat
from .scoring import outcome_of
from .state import State


@dataclass
class _Turn:
    """A turn being resolved: the board as it changes, and the events so far."""

    before: State
    board: list[int]
    fresh: dict[int, tuple[int, ...]] = field(default_factory=dict)
    """The seats of every stone placed in this turn, by index."""
    closed: list[int] = field(default_factory=list)
    events: list[Json] = field(default_factory=list)

    @cached_property
    def heats(self) -> Heats:
        """The heat that decides the collisions of this turn."""
        return heat(self.before.trails, self.before.turn, self.before.size)

    def place(self, index: int, seats: tuple[int, ...]) -> None:
        """Places one stone with the colours of these seats."""
        self.board[index] = sum(stone(seat) for seat in seats)
        self.fresh[index] = seats
        at = point_at(index, self.before.size)
        self.events += [{"type": "placed", "seat": seat, "at": at} for seat in seats]


FORMS = {"place": Form({"at": read_point}), "pass": Form()}


def check(state: State, action: Any) -> None:
    """Raises IllegalAction if an awaited seat may not choose this; see ``Rules.check_action``."""
    read = read_action(action, FORMS)
    if read["type"] == "pass":
        return
    require_on_board(read["at"], state.size, state.size)
    bits = state.board[index_of(read["at"], state.size)]
    if not bits:
        raise IllegalAction("blocked", "%(at)s is blocked this turn", {"at": action["at"]})
    if bits != EMPTY:
        raise IllegalAction("occupied", "%(at)s already holds a stone", {"at": action["at"]})


def resolve(state: State, actions: Mapping[int, Json]) -> tuple[State, list[Json]]:
    """The state after these checked actions have taken effect together, and the events."""
    # Points closed in the last turn are empty again.
    turn = _Turn(state, [bits or EMPTY for bits in state.board])
    _place(turn, _chosen(actions, state.size))
    _capture(turn)
    for seat in state.in_game:
        if seat not in actions:
            turn.events.append({"type": "absent", "seat": seat})
        elif actions[seat]["type"] == "pass":
            turn.events.append({"type": "passed", "seat": seat})
    return _next(turn, actions), turn.events


def leave(state: State, seats: Sequence[int]) -> tuple[State, list[Json]]:
    """The state after these seats have left, and the events; the turn goes on."""
    left = tuple(sorted({*state.left, *seats}))
    events: list[Json] = [{"type": "left", "seat": seat} for seat in sorted(seats)]
    outcome = None
    if state.seats - len(left) < 2:
        outcome = outcome_of(state.board, state.size, state.seats, left, "leave")
    return replace(state, left=left, outcome=outcome), events


def _chosen(actions: Mapping[int, Json], size: int) -> dict[int, tuple[int, ...]]:
    """The seats that chose each point, ascending, by the point's index."""
    chosen: dict[int, tuple[int, ...]] = {}
    for seat in sorted(actions):
        if actions[seat]["type"] == "place":
            index = index_of(actions[seat]["at"], size)
            chosen[index] = (*chosen.get(index, ()), seat)
    return chosen


def _place(turn: _Turn, chosen: Mapping[int, tuple[int, ...]]) -> None:
    for index, seats in chosen.items():
        if len(seats) == 1:
            turn.place(index, seats)
    for index, seats in sorted(chosen.items()):
        if len(seats) > 1:
            _collide(turn, index, seats)


def _collide(turn: _Turn, index: int, seats: tuple[int, ...]) -> None:
    """Applies the game's collision rule to a point that several seats chose."""
    state = turn.before
    heats = winner = None
    if state.collision == "heat":
        heats = [float(turn.heats[seat, index]) for seat in seats]
        lowest = coldest(heats)
        winner = seats[lowest[0]] if len(lowest) == 1 else None
    turn.events.append(
        {
            "type": "collision",
            "at": point_at(index, state.size),
            "seats": list(seats),
            "heats": heats and [plain_number(each) for each in heats],
            "winner": winner,
        }
    )
    if winner is not None:
        turn.place(index, (winner,))
    elif state.collision == "merge":
        turn.place(index, seats)
    elif state.collision == "ko":
        turn.board[index] = 0
        turn.closed.append(index)


def _capture(turn: _Turn) -> None:
    """Captures the chains without liberties: first those without new stones, then those with them.

    Only chains on or next to a point that was filled or closed in this turn can have lost their
    last liberty; and a chain that has a liberty keeps it while others are captured.
    """
    around = neighbours(turn.before.size)
    changed = [*turn.fresh, *turn.closed]
    dead = _without_liberty(
        turn, [*changed, *(near for index in changed for near in around[index])]
    )
    old = [chain for chain in dead if chain.isdisjoint(turn.fresh)]
    new = [chain for chain in dead if not chain.isdisjoint(turn.fresh)]
    _take_off(turn, 1, old)
    _take_off(turn, 2, _without_liberty(turn, [index for chain in new for index in chain]))


def _without_liberty(turn: _Turn, suspects: Iterable[int]) -> list[set[int]]:
    """The chains without liberties through these points; a merged stone belongs to a chain of each
    of its colours."""
    around = neighbours(turn.before.size)
    seen: set[tuple[int, int]] = set()
    dead = []
    for index in suspects:
        for seat in colours(turn.board[index]):
            if (seat, index) not in seen:
                chain, border = flood(turn.board, index, stone(seat), around, until=EMPTY)
                seen.update((seat, each) for each in chain)
                if not border & EMPTY:
                    dead.append(chain)
    return dead


def _take_off(turn: _Turn, stage: int, chains: Sequence[set[int]]) -> None:
    """Removes these chains together. A merged stone goes as soon as one of its chains does."""
    stones = [
        {"seat": seat, "at": point_at(index, turn.before.size)}
        for index in sorted(set().union(*chains))
        for seat in colours(turn.board[index])
    ]
    for chain in chains:
        for index in chain:
            turn.board[index] = EMPTY
    if stones:
        turn.events.append({"type": "captured", "stage": stage, "stones": stones})


def _next(turn: _Turn, actions: Mapping[int, Json]) -> State:
    """The state after the turn: the game is over, or the next turn begins."""
    state = turn.before
    board = tuple(turn.board)
    placed = sorted((seat, index) for index, seats in turn.fresh.items() for seat in seats)
    trails = list(state.trails)
    for seat, index in placed:
        trails[seat] = trails[seat].placed(index, state.turn)
    all_passed = bool(actions) and all(action["type"] == "pass" for action in actions.values())
    over = all_passed or state.turn == state.max_turns
    return replace(
        state,
        board=board,
        turn=state.turn if over else state.turn + 1,
        trails=tuple(trails),
        last=tuple((seat, index) for seat, index in placed if board[index] != EMPTY),
        outcome=outcome_of(board, state.size, state.seats, state.left, "score") if over else None,
    )
