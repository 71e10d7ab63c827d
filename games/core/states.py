"""The engine's state after each step, as steps hold it: whole now and then, else what changed.

A step that changes little takes little room, however large the state is, and any step can be read
at the cost of about one whole state: what has changed since the last whole one never amounts to
more than half of it, nor to more than :data:`MOST_CHANGES` steps. All of it is JSON, compressed; a
whole state is an object, changes are a list (:mod:`engines.changes`).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from engines.changes import changed, changes
from engines.game import Json
from games.core.packed import packed, unpacked

SHARE = 2
"""A whole state has at least so many times the bytes of the changes that follow it."""

MOST_CHANGES = 64
"""Steps after which a state is held whole again, however small the changes were."""


@dataclass(frozen=True, slots=True)
class StoredState:
    """The engine's dump after step ``number``. ``whole``: the last step, up to that one, which
    holds its state whole; ``whole_size``, ``changes_size``: bytes of it and of what follows."""

    number: int
    dump: Json
    whole: int
    whole_size: int
    changes_size: int = 0

    def then(self, dump: Json) -> tuple[StoredState, bytes]:
        """The state after the next step, and what that step holds of it."""
        number, held = self.number + 1, packed(changes(self.dump, dump))
        size = self.changes_size + len(held)
        if number - self.whole > MOST_CHANGES or size * SHARE > self.whole_size:
            return whole_state(number, dump)
        return StoredState(number, dump, self.whole, self.whole_size, size), held


def whole_state(number: int, dump: Json) -> tuple[StoredState, bytes]:
    """A state that is held whole, and how its step holds it."""
    held = packed(dump)
    return StoredState(number, dump, number, len(held)), held


def stored_state(held: Iterable[tuple[int, bytes]]) -> StoredState:
    """The state that is put together from what steps hold of it: their numbers and what they
    hold, ascending, from one that holds it whole."""
    (whole, first), *since = held
    dump = unpacked(first)
    for _, each in since:
        dump = changed(dump, unpacked(each))
    size = sum(len(each) for _, each in since)
    return StoredState(whole + len(since), dump, whole, len(first), size)
