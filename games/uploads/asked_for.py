"""What a page asks for at a step of an uploaded record, such as areas, and what lies near it."""

from __future__ import annotations

import gzip
from collections import deque
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass
from typing import Any

import msgspec

from engines.record import read
from engines.replay import replay
from engines.rules import Extra
from games.uploads.marks import nearest

BEFORE = 24
"""Steps before the one that is asked for of which the same may be worked out."""
AFTER = 48
"""And steps after it: most people go forward."""


@dataclass(frozen=True)
class Question:
    """Which extra of which step, and of which steps it is ``known`` already."""

    name: str
    step: int
    known: Collection[int] = ()


def answers(
    record: bytes,
    marks: dict[int, bytes],
    question: Question,
    *,
    leisurely: Callable[[float], bool] = lambda share: True,
) -> Iterator[tuple[int, bytes]]:
    """The step that is asked for first, then those after and before it while there is time: each
    with the body of its answer, JSON compressed by gzip.

    ``leisurely(share)``: whether less than this share of the time is spent. ``record`` has been
    replayed before, and has this step and this extra.
    """
    found = read(record)
    game, asked = found.game, question.step
    (extra,) = (each for each in game.extras if each.name == question.name)
    passed: deque[tuple[int, Any]] = deque(maxlen=BEFORE)
    for line in replay(found, nearest(marks, game, max(0, asked - BEFORE))):
        if line.step < asked:
            # As it is stored: what a state has worked out about itself would fill the memory.
            passed.append((line.step, game.dump(line.state)))
        elif line.step == asked or line.step not in question.known:
            yield line.step, _body(extra, line.state)
        if line.step >= asked + AFTER or (line.step >= asked and not leisurely(0.5)):
            break
    for step, dumped in reversed(passed):
        if not leisurely(1.0):
            return
        if step not in question.known:
            yield step, _body(extra, game.load(dumped))


def _body(extra: Extra[Any], state: Any) -> bytes:
    return gzip.compress(msgspec.json.encode(extra.for_pages(state)), compresslevel=6, mtime=0)
