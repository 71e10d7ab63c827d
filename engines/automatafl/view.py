"""What is seen of a game of Automatafl: the position, and beside it the Agent's reasons and which
moves may be named."""

from __future__ import annotations

from engines.automatafl.agent import AxisView, Decision, Sight, decide, with_agent_on
from engines.automatafl.state import State
from engines.rules import Json


def view(state: State, seat: int | None) -> Json:
    """The position, the same for every seat: the state holds no move that is still sealed, and
    of moves that stand only whose they are."""
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
    """What the Agent would do now, were nothing moved before its step."""
    return decide(state.board, state.width, state.agent, state.tie)


def last_decision(state: State) -> Decision | None:
    """What the Agent decided in its last step, None before the first."""
    if state.came_from is None:
        return None
    board = with_agent_on(state.board, state.agent, state.came_from)
    return decide(board, state.width, state.came_from, state.tie)


def explain_decision(state: State) -> Json:
    """``{"decision": now, "last_decision": then}``: what the Agent would do now, were nothing
    moved before its step (None when the game is over), and what it did in its last step (None
    before the first).

    Each is ``{"agent", "row", "column", "axis", "rule", "to", "reason"}``: where the Agent
    stands (for ``last_decision``: stood); what it sees and what that tells it, by axis; the axis
    that it follows, by which rule, to which cell (all None: it stays); and what decided between
    the axes: ``only-axis``, ``rule``, ``nearer-white``, ``nearer-black`` or ``tie``.

    An axis is ``{"left", "right", "rule", "to"}`` or ``{"up", "down", "rule", "to"}``: the
    nearest pieces as ``{"piece", "at", "distance"}`` or None, the rule that they call for, and
    the cell that it leads to, None where there is no room: then the axis has no decision.
    """
    now = None if state.outcome else _as_json(state, state.agent, decision(state))
    last, came_from = last_decision(state), state.came_from
    then = None if last is None or came_from is None else _as_json(state, came_from, last)
    return {"decision": now, "last_decision": then}


def open_lines(state: State) -> Json:
    """``{"lines": {"rows", "columns"}}``: a move may be named between any two cells of one row or
    column.

    ``rows[y]`` holds the x, ``columns[x]`` the y of the cells that may be named at all,
    ascending: neither marked nor the Agent's.
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
