"""What a board shows beside the position: the Agent's reasons, and which moves may be named."""

from __future__ import annotations

from engines.automatafl.agent import AxisView, Decision, Sight
from engines.automatafl.state import State, decision, last_decision
from engines.game import Json


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
    """``{"lines": {"rows", "columns"}}``: a move may be named between any two cells of one line.

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
        "to": _ahead(state, agent, followed) if followed else None,
        "reason": decided.reason,
    }


def _axis(state: State, agent: int, view: AxisView, names: tuple[str, str]) -> Json:
    stride = _stride(state, view)
    before = _sight(state, agent, view.before, -stride)
    after = _sight(state, agent, view.after, stride)
    return {
        names[0]: before,
        names[1]: after,
        "rule": view.rule,
        "to": _ahead(state, agent, view) if view.step else None,
    }


def _sight(state: State, agent: int, sight: Sight | None, stride: int) -> Json | None:
    if sight is None:
        return None
    at = state.point(agent + sight.distance * stride)
    return {"piece": sight.piece, "at": at, "distance": sight.distance}


def _ahead(state: State, agent: int, view: AxisView) -> list[int]:
    return state.point(agent + view.step * _stride(state, view))


def _stride(state: State, view: AxisView) -> int:
    return 1 if view.axis == "row" else state.width
