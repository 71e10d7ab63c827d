"""Where a game of Automatafl stands, and what a step does to it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from engines.automatafl.agent import Decision, decide
from engines.automatafl.moves import Move, Named, carry_out, conflicts
from engines.game import Json, Outcome, Point


@dataclass(frozen=True, slots=True)
class State:
    """A board and what the turn has come to. A cell is an index into ``board``, row by row.

    ``goals`` and ``standing`` go by seat; ``standing`` holds the moves that were opened and
    stand while others choose again. ``came_from`` is the cell on which the Agent decided its
    last step, None before the first.
    """

    board: str
    width: int
    agent: int
    goals: tuple[tuple[Point, ...], ...]
    tie: str
    same_move: str
    awaiting: tuple[int, ...]
    standing: tuple[Move | None, ...]
    marked: tuple[int, ...] = ()
    left: tuple[int, ...] = ()
    turn: int = 1
    came_from: int | None = None
    outcome: Outcome | None = None

    @property
    def height(self) -> int:
        return len(self.board) // self.width

    @property
    def playing(self) -> tuple[int, ...]:
        """The seats that have not left, ascending."""
        return tuple(seat for seat in range(len(self.goals)) if seat not in self.left)

    def point(self, cell: int) -> list[int]:
        """The cell as ``[x, y]``."""
        return [cell % self.width, cell // self.width]


def decision(state: State) -> Decision:
    """What the Agent would do now, were nothing moved before its step."""
    return decide(state.board, state.width, state.agent, state.tie)


def last_decision(state: State) -> Decision | None:
    """What the Agent decided in its last step, None before the first."""
    if state.came_from is None:
        return None
    board = _with_agent_on(state.board, state.agent, state.came_from)
    return decide(board, state.width, state.came_from, state.tie)


def resolve(state: State, moves: Mapping[int, Move]) -> tuple[State, list[Json]]:
    """Opens the moves of the awaited seats; who is not named was absent."""
    events: list[Json] = [
        {"type": "absent", "seat": seat} for seat in state.awaiting if seat not in moves
    ]
    chosen = [moves.get(seat, stands) for seat, stands in enumerate(state.standing)]
    named = _named(chosen)
    found = conflicts(state.board, named, state.same_move == "once")
    if not found:
        state, more = _finish_turn(replace(state, awaiting=(), standing=tuple(chosen)))
        return state, events + more
    losers = {seat for conflict in found for seat in conflict.seats}
    state = replace(
        state,
        awaiting=tuple(sorted(losers)),
        standing=tuple(None if seat in losers else move for seat, move in enumerate(chosen)),
        marked=tuple(sorted({*state.marked, *(conflict.cell for conflict in found)})),
    )
    for conflict in found:
        at, seats = state.point(conflict.cell), list(conflict.seats)
        events.append({"type": "conflict", "at": at, "seats": seats, "why": conflict.why})
    return state, events


def leave(state: State, seats: Sequence[int]) -> tuple[State, list[Json]]:
    """These seats leave with their moves. Where nobody is awaited any more, the moves that
    stand are carried out (automatafl.md, "Leaving")."""
    events: list[Json] = [{"type": "left", "seat": seat} for seat in sorted(seats)]
    state = replace(
        state,
        left=tuple(sorted({*state.left, *seats})),
        awaiting=tuple(seat for seat in state.awaiting if seat not in seats),
        standing=tuple(None if s in seats else move for s, move in enumerate(state.standing)),
    )
    if len(state.playing) <= 1:
        return _end(state, "leave", state.playing or tuple(range(len(state.goals)))), events
    if not state.awaiting:
        state, more = _finish_turn(state)
        events += more
    return state, events


def _finish_turn(state: State) -> tuple[State, list[Json]]:
    """Carries out the moves that stand; then the Agent takes its step."""
    board, events = carry_out(state.board, state.width, _named(state.standing))
    decided = decide(board, state.width, state.agent, state.tie).followed
    cell, why = state.agent, None
    if decided is not None:
        cell += decided.step * (1 if decided.axis == "row" else state.width)
        why = decided.rule
    start, end = state.point(state.agent), state.point(cell)
    events.append({"type": "agent", "from": start, "to": end, "why": why})
    owner = next((s for s, goals in enumerate(state.goals) if tuple(end) in goals), None)
    board = _with_agent_on(board, state.agent, cell)
    state = replace(state, board=board, agent=cell, came_from=state.agent)
    if owner is not None:
        return _end(state, "goal", state.playing if owner in state.left else (owner,)), events
    clear: tuple[Move | None, ...] = (None,) * len(state.goals)
    state = replace(state, awaiting=state.playing, standing=clear, marked=(), turn=state.turn + 1)
    return state, events


def _end(state: State, reason: str, best: Sequence[int]) -> State:
    """The game is over: rank 1 for ``best``, rank 2 for all others."""
    assert reason in ("goal", "leave")
    ranks = tuple(1 if seat in best else 2 for seat in range(len(state.goals)))
    clear: tuple[Move | None, ...] = (None,) * len(state.goals)
    over = Outcome(ranks, None, "goal" if reason == "goal" else "leave")
    return replace(state, awaiting=(), standing=clear, marked=(), outcome=over)


def _named(moves: Sequence[Move | None]) -> list[Named]:
    return [(seat, move) for seat, move in enumerate(moves) if move is not None]


def _with_agent_on(board: str, old: int, new: int) -> str:
    cells = list(board)
    cells[old], cells[new] = ".", "A"
    return "".join(cells)
