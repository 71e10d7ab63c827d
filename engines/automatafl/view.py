"""What players see of a game of Automatafl: the position, and as extras the Agent's decisions and
the cells that moves may name."""

from __future__ import annotations

from ..rules import Json
from .agent import AxisView, Decision, Sight, decide, with_agent_on
from .state import State


def view(state: State, seat: int | None) -> Json:
    """The position, the same for every seat: sealed moves are not in the state, and of moves that
    stand only the seats are shown."""
    width = state.width
    return {
        "width": width,
        "height": state.height,
        "board": [state.board[at : at + width] for at in range(0, len(state.board), width)],
        "agent": state.point(state.agent),
        "goals": [[list(corner) for corner in corners] for corners in state.goals],
        "marked": [state.point(cell) for cell in state.marked],
        "standing": [seat for seat, move in enumerate(state.standing) if move is not None],
        "left": list(state.left),
    }


def decision(state: State) -> Decision:
    """What the Agent would do now if no piece moved before its step."""
    return decide(state.board, state.width, state.agent, state.tie)


def last_decision(state: State) -> Decision | None:
    """What the Agent decided in its last step; None before the first."""
    if state.came_from is None:
        return None
    board = with_agent_on(state.board, state.agent, state.came_from)
    return decide(board, state.width, state.came_from, state.tie)


def explain_decision(state: State) -> Json:
    """``{"decision": now, "last_decision": then}``: what the Agent would do now if no piece moved
    before its step (None if the game is over), and what it did in its last step (None before the
    first).

    Each is ``{"agent", "row", "column", "axis", "rule", "to", "reason"}``: where the Agent stands
    (in ``last_decision``: stood); what it sees along each axis; the axis that it follows, the rule
    and the cell that it goes to (all None if it stays); and what decided between the axes:
    ``only-axis``, ``rule``, ``nearer-white``, ``nearer-black`` or ``tie``.

    An axis is ``{"left", "right", "rule", "to"}`` or ``{"up", "down", "rule", "to"}``: the nearest
    pieces as ``{"piece", "at", "distance"}`` or None, the rule that applies to them, and the cell
    that it leads to. If that cell is not free, ``to`` is None and the axis has no decision.
    """
    now = None if state.outcome else _as_json(state, state.agent, decision(state))
    last, came_from = last_decision(state), state.came_from
    then = None if last is None or came_from is None else _as_json(state, came_from, last)
    return {"decision": now, "last_decision": then}


def open_lines(state: State) -> Json:
    """``{"lines": {"rows", "columns"}}``: a move may go from any of these cells to any other in the
    same row or column.

    ``rows[y]`` holds the x and ``columns[x]`` the y of all cells that are neither marked nor the
    Agent's, ascending.
    """
    closed = {state.agent, *state.marked}
    width, height = state.width, state.height
    rows = [[x for x in range(width) if y * width + x not in closed] for y in range(height)]
    columns = [[y for y in range(height) if y * width + x not in closed] for x in range(width)]
    return {"lines": {"rows": rows, "columns": columns}}


def _as_json(state: State, agent: int, decided: Decision) -> Json:
    followed = decided.followed
    return {
        "agent": state.point(agent),
        "row": _axis(state, agent, decided.row, ("left", "right")),
        "column": _axis(state, agent, decided.column, ("up", "down")),
        "axis": decided.axis,
        "rule": followed.rule if followed else None,
        "to": state.point(followed.ahead(agent, state.width)) if followed else None,
        "reason": decided.reason,
    }


def _axis(state: State, agent: int, seen: AxisView, names: tuple[str, str]) -> Json:
    stride = seen.stride(state.width)
    before = _sight(state, agent, seen.before, -stride)
    after = _sight(state, agent, seen.after, stride)
    return {
        names[0]: before,
        names[1]: after,
        "rule": seen.rule,
        "to": state.point(seen.ahead(agent, state.width)) if seen.step else None,
    }


def _sight(state: State, agent: int, sight: Sight | None, stride: int) -> Json | None:
    if sight is None:
        return None
    at = state.point(agent + sight.distance * stride)
    return {"piece": sight.piece, "at": at, "distance": sight.distance}
