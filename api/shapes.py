"""What positions, choices and events are in each game, as JSON Schema, made from the types that its
engine declares (``engines/*/position.py``)."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Any, get_args

import msgspec

from api.description import readable
from engines import registry
from engines.rules import Json

POINTS = """\
A point or cell is `[x, y]`, counted from 0 at the top left corner, x to the right and y down; where
a position has a `board`, what lies there is `board[y][x]`. Seats are counted from 0, and what goes
by seat is a list in their order."""
"""What holds for the positions of all games."""
REFERENCE = "#/$defs/{name}"


@dataclass(frozen=True)
class Shapes:
    """The JSON Schemas of a game's positions, choices, and events of a step. Each holds what it
    refers to under ``$defs``."""

    position: Json
    choice: Json
    event: Json


@cache
def shapes_of(slug: str) -> Shapes:
    """The shapes of the game with this slug. Raises IllegalAction ``unknown-variant``."""
    declared = registry.shapes(slug)
    return Shapes(
        position=_schema(declared.Position, POINTS),
        choice=_schema(declared.Action, "One of the kinds of choices."),
        event=_schema(declared.Event, "What happened in a step, one of these."),
    )


def _schema(kind: Any, about: str) -> Json:
    """The schema of one type, or of a union of dictionaries, which msgspec itself does not take."""
    parts = get_args(kind) or (kind,)
    own, others = msgspec.json.schema_components(parts, ref_template=REFERENCE)
    one = own[0] if len(own) == 1 else {"anyOf": list(own)}
    schema: Json = readable({"description": about, **one, "$defs": others})
    return schema
