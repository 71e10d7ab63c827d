"""One step of Automatafl: checks moves, finds conflicts, makes the moves and the Agent's step.

Rules: automatafl.md, "A turn", "Conflicts", "Carrying out" and "Leaving".
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, Literal

from ..outcome import Outcome
from ..reading import Form, read_action, read_point, require_on_board
from ..rules import IllegalAction, Json
from .agent import decide, with_agent_on
from .moves import Move, Named, carry_out, conflicts
from .state import State

FORMS = {"move": Form({"from": read_point, "to": read_point})}


def check(state: State, action: Any) -> None:
    """Raises IllegalAction if an awaited seat may not choose this; see ``Rules.check_action``."""
    start, end = _read(state, action)
    (start_x, start_y), (end_x, end_y) = state.point(start), state.point(end)
    if start == end:
        raise IllegalAction("same-cell", "a move goes from one cell to another")
    if start_x != end_x and start_y != end_y:
        raise IllegalAction("not-a-line", "a move goes along one row or one column")
    if state.agent in (start, end):
        raise IllegalAction("agent", "the Agent’s own cell cannot be named")
    for cell in (start, end):
        if cell in state.marked:
            at = state.point(cell)
            raise IllegalAction(
                "marked", "%(at)s is marked until this turn’s moves are played", {"at": at}
            )


def resolve(state: State, actions: Mapping[int, Json]) -> tuple[State, list[Json]]:
    """The state after the awaited seats have chosen, and the events. Awaited seats without an
    action were absent."""
    events: list[Json] = [
        {"type": "absent", "seat": seat} for seat in state.awaiting if seat not in actions
    ]
    chosen = [
        _read(state, actions[seat]) if seat in actions else stands
        for seat, stands in enumerate(state.standing)
    ]
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
    """The state after these seats have left, without their moves, and the events. If no seat is
    awaited any more, the moves that stand are carried out."""
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


def _read(state: State, action: Any) -> Move:
    """The two cells that an action names. Raises ``bad-action`` and ``off-board``."""
    read = read_action(action, FORMS)
    for at in (read["from"], read["to"]):
        require_on_board(at, state.width, state.height)
    return state.cell(read["from"]), state.cell(read["to"])


def _finish_turn(state: State) -> tuple[State, list[Json]]:
    """Carries out the moves that stand, then the Agent's step."""
    board, events = carry_out(state.board, state.width, _named(state.standing))
    decided = decide(board, state.width, state.agent, state.tie)
    cell = decided.destination(state.agent, state.width)
    why = decided.followed and decided.followed.rule
    start, end = state.point(state.agent), state.point(cell)
    events.append({"type": "agent", "from": start, "to": end, "why": why})
    owner = next((s for s, goals in enumerate(state.goals) if tuple(end) in goals), None)
    board = with_agent_on(board, state.agent, cell)
    state = replace(state, board=board, agent=cell, came_from=state.agent)
    if owner is not None:
        return _end(state, "goal", state.playing if owner in state.left else (owner,)), events
    clear: tuple[Move | None, ...] = (None,) * len(state.goals)
    state = replace(state, awaiting=state.playing, standing=clear, marked=(), turn=state.turn + 1)
    return state, events


def _end(state: State, reason: Literal["goal", "leave"], best: Sequence[int]) -> State:
    """Ends the game: ``best`` are first, all others second."""
    ranks = tuple(1 if seat in best else 2 for seat in range(len(state.goals)))
    clear: tuple[Move | None, ...] = (None,) * len(state.goals)
    outcome = Outcome(ranks, None, reason)
    return replace(state, awaiting=(), standing=clear, marked=(), outcome=outcome)


def _named(moves: Sequence[Move | None]) -> list[Named]:
    return [(seat, move) for seat, move in enumerate(moves) if move is not None]
