"""Carries out the three actions, and ends the turn and the game.

Rules: continuous-go.md, "A turn" and "Position".
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import groupby
from typing import Any

from ..outcome import plain_number
from ..reading import Form, bad_action, is_number, read_action
from ..rules import IllegalAction, Json, Point
from .areas import score
from .drawing import Drawn, draw
from .exact import LEAST, SPACE, UNIT, length, segments
from .state import Lines, State, path_json
from .strokes import MOST_PLACES, Strokes

MOST_POINTS = 20_000
"""The most points that one colour's lines may have."""
LONGEST_PATH = 512
"""The most points of a path."""

Spot = tuple[float, float]


def read_path(value: Any) -> list[Spot]:
    """A path as it was sent, in spaces. Raises IllegalAction ``bad-action`` if it is malformed."""
    if not isinstance(value, list) or not 2 <= len(value) <= LONGEST_PATH:
        raise bad_action("a path is a list of 2 to %(most)s points", {"most": LONGEST_PATH})
    for point in value:
        if not isinstance(point, list) or len(point) != 2 or not all(map(is_number, point)):
            raise bad_action("a point is a list of two numbers: [x, y]")
    return [(x, y) for x, y in value]


FORMS = {"draw": Form({"path": read_path}), "pass": Form(), "undo": Form()}


def check(state: State, action: Any) -> None:
    """Raises IllegalAction if the seat on turn may not do this; see ``Rules.check_action``."""
    action = read_action(action, FORMS)
    if action["type"] == "draw":
        _plan(state, action["path"])
    if action["type"] == "undo" and not state.drawn:
        raise IllegalAction("nothing-to-undo", "nothing was drawn in this turn")


def resolve(state: State, actions: Mapping[int, Json]) -> tuple[State, list[Json]]:
    """The state after the checked action, and the events. Without an action the turn ends as after
    a pass."""
    action = actions.get(state.seat, {"type": "absent"})
    kind = action["type"]
    if kind == "draw":
        return _draw(state, read_path(action["path"]))
    if kind == "undo":
        return _undo(state)
    event = {"type": "passed" if kind == "pass" else kind, "seat": state.seat}
    after = _end_turn(state)
    scored = [_scores(after)] if after.finished else []
    return after, [event, *scored]


def recorded(state: State, actions: Mapping[int, Json]) -> dict[int, Json]:
    """Checked actions as a record keeps them: with paths as they are stored, so that replaying an
    archived game never depends on how stops are worked out."""
    return {seat: _recorded(state, action) for seat, action in actions.items()}


def note(events: Sequence[Json]) -> Json:
    """What stopped the line of a step. The recorded path ends where the line stopped, so a replay
    cannot tell."""
    return next(({"stopped": event["stopped"]} for event in events if event.get("stopped")), {})


def with_note(events: Sequence[Json], note: Json) -> list[Json]:
    """The events of a replayed step, with the reason for the stop from its note."""
    stopped = note.get("stopped")
    if stopped not in ("opponent", "budget"):
        return list(events)
    return [
        {**event, "stopped": stopped} if event["type"] == "drawn" else event for event in events
    ]


def leave(state: State, seats: Sequence[int]) -> tuple[State, list[Json]]:
    """The state after these seats have resigned, and the events."""
    after = _scored(state.next(left=tuple(sorted({*state.left, *seats})), remaining=0))
    return after, [{"type": "left", "seat": seat} for seat in sorted(seats)]


def _recorded(state: State, action: Json) -> Json:
    if action["type"] != "draw":
        return action
    drawn, _, _ = _plan(state, read_path(action["path"]))
    return {"type": "draw", "path": path_json(drawn.path)}


def _draw(state: State, path: list[Spot]) -> tuple[State, list[Json]]:
    drawn, strokes, lines = _plan(state, path)
    event = {
        "type": "drawn",
        "seat": state.seat,
        "path": path_json(drawn.path),
        "length": plain_number(drawn.length / SPACE),
        "stopped": drawn.stopped,
    }
    left = state.remaining - drawn.length
    after = state.next(lines=lines, drawn=state.drawn + 1, remaining=left)
    after.known[state.seat] = strokes
    return (_end_turn(after) if left < LEAST else after), [event]


def _undo(state: State) -> tuple[State, list[Json]]:
    strokes = state.strokes(state.seat).without_last(state.lines.last_fresh())
    after = state.next(
        lines=state.lines.without_last(),
        drawn=state.drawn - 1,
        remaining=state.remaining + length(state.lines.last()),
    )
    after.known[state.seat] = strokes
    return after, [{"type": "undone", "seat": state.seat}]


def _end_turn(state: State) -> State:
    passes = 0 if state.drawn else state.passes + 1
    if passes == 2:
        return _scored(state.next(passes=passes, drawn=0, remaining=0))
    budget = state.settings.whole_budget
    return state.next(turn=state.turn + 1, passes=passes, drawn=0, remaining=budget)


def _scored(state: State) -> State:
    """The finished state with its score, so that it is not worked out again."""
    return replace(state, final=score(state))


def _scores(state: State) -> Json:
    return {"type": "scored", "scores": [plain_number(total) for total in score(state).totals]}


def _plan(state: State, path: list[Spot]) -> tuple[Drawn, Strokes, Lines]:
    """What drawing a path results in: the line, the colour's strokes with it, and all lines. Worked
    out once for the check and the step."""
    key, found = state.known.get("plan", (None, None))
    if key != path:
        found = _work_out(state, _on_grid(path, state.settings.size))
        state.known["plan"] = (path, found)
    plan: tuple[Drawn, Strokes, Lines] = found
    return plan


def _on_grid(path: list[Spot], size: int) -> list[Point]:
    """A path in units, without repeated points. Raises IllegalAction ``off-board`` and
    ``too-short``."""
    if not all(0 <= value <= size - 1 for point in path for value in point):
        raise IllegalAction("off-board", "the board ends at 0 and at %(end)s", {"end": size - 1})
    points = [(round(float(x) * UNIT), round(float(y) * UNIT)) for x, y in path]
    different = [point for point, _ in groupby(points)]
    if len(different) < 2:
        raise IllegalAction("too-short", "a line needs two different points")
    return different


def _work_out(state: State, path: list[Point]) -> tuple[Drawn, Strokes, Lines]:
    seat, side = state.seat, state.settings.side
    drawn = draw(path, state.strokes(1 - seat), state.remaining, side)
    points, places = state.lines.count(seat)
    if points + len(drawn.path) > MOST_POINTS:
        raise IllegalAction(
            "tangled", "a colour’s lines have at most %(most)s points", {"most": f"{MOST_POINTS:,}"}
        )
    strokes, fresh, more = state.strokes(seat).with_line(segments(drawn.path))
    if places + more > MOST_PLACES:
        most = {"most": f"{MOST_PLACES:,}"}
        raise IllegalAction(
            "tangled", "a colour’s lines have at most %(most)s crossing places", most
        )
    return drawn, strokes, state.lines.with_line(seat, drawn.path, fresh, more)
