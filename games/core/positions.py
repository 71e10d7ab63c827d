"""What everybody sees after a step."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from engines.game import Game as Engine
from engines.game import Json


def line_of(engine: Engine[Any], state: Any, step: int, events: Sequence[Json]) -> Json:
    """What a reader of the record prints for the state after ``step`` (see record.md)."""
    outcome = engine.outcome(state)
    return {
        "step": step,
        "turn": engine.turn(state),
        "phase": engine.phase(state),
        "sealed": engine.sealed(state),
        "awaiting": list(engine.awaiting(state)),
        "events": list(events),
        "position": engine.view(state, None),
        "outcome": None if outcome is None else outcome.as_json(),
    }


def pushed_extras(engine: Engine[Any], state: Any) -> Json:
    """What the board is always shown beside the position, such as heat."""
    extras: Json = {}
    for extra in engine.extras:
        if extra.pushed:
            extras.update(extra.of(state))
    return extras


def without_asked_extras(line: Json, engine: Engine[Any]) -> Json:
    """The line without what can be large and is asked for, such as the areas that a finished
    position has."""
    asked = {extra.name for extra in engine.extras if not extra.pushed}
    position = {name: value for name, value in line["position"].items() if name not in asked}
    return {**line, "position": position}


def with_extras(line: Json, extras: Json) -> Json:
    """The line with ``extras`` in its position."""
    return {**line, "position": {**line["position"], **extras}} if extras else line
