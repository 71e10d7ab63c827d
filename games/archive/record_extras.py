"""Extras, such as areas, of a step of an uploaded record and of the steps near it.

*Marks* are stored states along a record, from which any step can be reached again quickly.
"""

from __future__ import annotations

import gzip
import json
import time
import zlib
from collections import deque
from collections.abc import Callable, Mapping
from typing import Any

import msgspec

from engines.record import read
from engines.replay import ReplayedStep, replay
from engines.rules import Extra, Rules

APART = 0.5
"""Seconds of processor time between two marks."""

LARGEST_MARKS = 1024 * 1024
"""The most bytes for all marks of a record. Beyond that, their distance is doubled."""

BEFORE, AFTER = 24, 48
"""How many steps before and after the requested one may be answered too. Most readers go
forward."""

LEISURE = 1.0
"""Seconds of processor time after which no more steps are added."""

LARGEST_ANSWERS = 1024 * 1024
"""Bytes after which no more steps are added."""

Spent = Callable[[], float]


class Marks:
    """The marks of one replay. ``states``: by step, dumped and compressed."""

    def __init__(self, spent: Spent, most: int = LARGEST_MARKS) -> None:
        self.states: dict[int, bytes] = {}
        self._spent, self._most, self._apart, self._last = spent, most, APART, spent()

    def passes(self, line: ReplayedStep) -> None:
        """Marks a replayed step, if it is far enough from the last mark."""
        if not line.step:  # the replay starts, or starts again
            self.states.clear()
        if self._spent() - self._last < self._apart:
            return
        self.states[line.step] = zlib.compress(json.dumps(line.game.dump(line.state)).encode())
        self._last = self._spent()
        while sum(map(len, self.states.values())) > self._most:
            self._apart *= 2
            self.states = dict(list(self.states.items())[1::2])


def nearest(states: Mapping[int, bytes], game: Rules[Any], step: int) -> tuple[int, Any] | None:
    """Returns the last marked step that is not after ``step``, and its state; None if there is
    none and the replay must start at the beginning."""
    found = max((each for each in states if each <= step), default=None)
    if found is None:
        return None
    return found, game.load(json.loads(zlib.decompress(states[found])))


def answers(
    record: bytes,
    marks: Mapping[int, bytes],
    name: str,
    asked: int,
    *,
    spent: Spent = time.process_time,
) -> dict[int, bytes]:
    """Returns the extra ``name`` of the step ``asked``, and of steps after and before it while
    there is time: by step, as JSON compressed by gzip. The record must have been replayed before,
    and must have this step and this extra."""
    found, began = read(record), spent()
    bodies: dict[int, bytes] = {}

    def has_room(share: float) -> bool:
        in_time = spent() - began < share * LEISURE
        return in_time and sum(map(len, bodies.values())) < share * LARGEST_ANSWERS

    game = found.game
    (extra,) = (each for each in game.extras if each.name == name)
    passed: deque[tuple[int, Any]] = deque(maxlen=BEFORE)
    for line in replay(found, nearest(marks, game, max(0, asked - BEFORE))):
        if line.step < asked:
            # Dumped, because a state keeps what it has calculated and would fill the memory.
            passed.append((line.step, game.dump(line.state)))
            continue
        bodies[line.step] = _body(extra, line.state)
        if line.step >= asked + AFTER or not has_room(0.5):
            break
    while passed and has_room(1):
        step, dumped = passed.pop()
        bodies[step] = _body(extra, game.load(dumped))
    return bodies


def _body(extra: Extra[Any], state: Any) -> bytes:
    return gzip.compress(msgspec.json.encode(extra.for_pages(state)), compresslevel=6, mtime=0)
