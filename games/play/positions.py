"""What everybody sees after a step."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from engines.rules import Json, Rules


def line_of(engine: Rules[Any], state: Any, step: int, events: Sequence[Json]) -> Json:
    """What a reader of the record prints for the state after ``step`` (see record.md), without its
    position."""
    outcome = engine.outcome(state)
    return {
        "step": step,
        "turn": engine.turn(state),
        "phase": engine.phase(state),
        "sealed": engine.sealed(state),
        "awaiting": list(engine.awaiting(state)),
        "events": list(events),
        "outcome": None if outcome is None else outcome.as_json(),
    }
