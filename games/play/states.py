"""The engine's state after each step: stored whole now and then, and as changes in between.

A step that changes little takes little space, however large the state is. Reading any step costs
about as much as reading one whole state: the changes since the last whole state never exceed half
of its size, nor :data:`MOST_CHANGES` steps. Everything is stored as compressed JSON; a whole state
is an object, changes are a list (:mod:`engines.changes`).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from engines.changes import changed, changes
from engines.rules import Json
from games.play.packed import packed, unpacked

SHARE = 2
"""A whole state is stored again once the changes since the last one exceed 1/SHARE of its size."""

MOST_CHANGES = 64
"""A whole state is stored again after this many steps, however small the changes were."""


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
