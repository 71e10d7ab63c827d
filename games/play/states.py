"""The engine's state after each step: what everybody sees of it, and how it is stored.

It is stored whole now and then, and as changes in between: a step that changes little takes little
space, however large the state is. Reading any step costs about as much as reading one whole state:
the changes since the last whole state never exceed half of its size, nor :data:`MOST_CHANGES`
steps. Everything is stored as compressed JSON, which has a third of the size of the database's own;
a whole state is an object, changes are a list (:mod:`engines.changes`).
"""

from __future__ import annotations

import zlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import msgspec

from engines.changes import changed, changes
from engines.rules import Json, Rules

SHARE = 2
"""A whole state is stored again once the changes since the last one exceed 1/SHARE of its size."""

MOST_CHANGES = 64
"""A whole state is stored again after this many steps, however small the changes were."""

SHORT = 100
"""Bytes; shorter texts are stored uncompressed, since they would hardly shrink."""

WINDOW, MEMORY = 12, 5
"""Small buffers for texts of a few KB: with larger ones, zlib takes twice as long to start as to
compress."""


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


def packed(value: Any) -> bytes:
    """A JSON object or list as it is stored; the same value gives the same bytes."""
    text = msgspec.json.encode(value)
    if len(text) < SHORT:
        return text
    compressing = zlib.compressobj(1, zlib.DEFLATED, WINDOW, MEMORY)
    return compressing.compress(text) + compressing.flush()


def unpacked(stored: bytes) -> Any:
    """The JSON value that :func:`packed` was given."""
    as_it_is = stored[:1] in (b"{", b"[")  # no compressed text begins with these
    return msgspec.json.decode(stored if as_it_is else zlib.decompress(stored))


@dataclass(frozen=True, slots=True)
class StoredState:
    """The engine's dump after step ``number``. ``whole``: the last step up to this one that stores
    its state whole; ``whole_size``, ``changes_size``: bytes of that state and of the changes
    since."""

    number: int
    dump: Json
    whole: int
    whole_size: int
    changes_size: int = 0

    def then(self, dump: Json) -> tuple[StoredState, bytes]:
        """The state after the next step, and what that step stores of it."""
        number, held = self.number + 1, packed(changes(self.dump, dump))
        size = self.changes_size + len(held)
        if number - self.whole > MOST_CHANGES or size * SHARE > self.whole_size:
            return whole_state(number, dump)
        return StoredState(number, dump, self.whole, self.whole_size, size), held


def whole_state(number: int, dump: Json) -> tuple[StoredState, bytes]:
    """A state to be stored whole, and what its step stores."""
    held = packed(dump)
    return StoredState(number, dump, number, len(held)), held


def stored_state(held: Iterable[tuple[int, bytes]]) -> StoredState:
    """Rebuilds a state from what steps store: their numbers and bytes, ascending, beginning with a
    step that stores its state whole."""
    (whole, first), *since = held
    dump = unpacked(first)
    for _, each in since:
        dump = changed(dump, unpacked(each))
    size = sum(len(each) for _, each in since)
    return StoredState(whole + len(since), dump, whole, len(first), size)
