"""States on the way through a record, from which each of its steps is reached again quickly."""

from __future__ import annotations

import json
import zlib
from collections.abc import Callable, Mapping
from typing import Any

from engines.replay import ReplayedStep
from engines.rules import Rules

APART = 0.5
"""Seconds of processor time between two marks."""

MOST_KEPT = 1024 * 1024
"""Bytes of all marks of a record. Where they would be more, they stand twice as far apart."""


class Marks:
    """The marks of one replay: ``states`` by step, dumped and compressed.

    They are as far apart as takes so long to replay, however many steps that are: so a step near
    the end of the longest record is reached as soon as one of a short record.
    """

    def __init__(self, spent: Callable[[], float], most: int = MOST_KEPT) -> None:
        self.states: dict[int, bytes] = {}
        self._spent, self._most = spent, most
        self._apart = APART
        self._last = spent()

    def passes(self, line: ReplayedStep) -> None:
        """Marks a step that is replayed where the last mark is far enough."""
        now = self._spent()
        if now - self._last < self._apart:
            return
        self.states[line.step] = zlib.compress(json.dumps(line.game.dump(line.state)).encode())
        self._last = self._spent()
        while sum(map(len, self.states.values())) > self._most:
            self._apart *= 2
            self.states = dict(list(self.states.items())[1::2])


def nearest(states: Mapping[int, bytes], game: Rules[Any], step: int) -> tuple[int, Any] | None:
    """The last marked step that is not after ``step``, and its state; None: the beginning is."""
    marked = [each for each in states if each <= step]
    if not marked:
        return None
    return max(marked), game.load(json.loads(zlib.decompress(states[max(marked)])))
