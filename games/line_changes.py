"""What one step's line changes in the one before it, as JSON; the browser puts it together."""

from __future__ import annotations

from typing import Any

Change = tuple[list[str | int], Any]
"""A path into the line, and the value that is there from now on."""


def changes(before: Any, after: Any) -> list[Change]:
    """What turns ``before`` into ``after``, two JSON values.

    Lists of one length and objects with the same keys are compared part by part; everything
    else is replaced as a whole.

    >>> changes({"turn": 1, "board": [None, 0]}, {"turn": 1, "board": [2, 0]})
    [(['board', 0], 2)]
    """
    found: list[Change] = []
    _compare(before, after, [], found)
    return found


def _compare(before: Any, after: Any, path: list[str | int], found: list[Change]) -> None:
    if isinstance(before, list) and isinstance(after, list) and len(before) == len(after):
        for index, (old, new) in enumerate(zip(before, after)):
            if old != new:
                _compare(old, new, [*path, index], found)
    elif isinstance(before, dict) and isinstance(after, dict) and before.keys() == after.keys():
        for key, old in before.items():
            if old != after[key]:
                _compare(old, after[key], [*path, key], found)
    elif before != after:
        found.append((path, after))
