"""The changes that turn one JSON value into another, as JSON: small if little has changed.

A change is a list of one of three forms; ``path`` is a list of keys and indices:

- ``[path, value]``: puts this value there;
- ``[path]``: removes the key from its object;
- ``[path, start, count, items]``: in the list or string there, replaces ``count`` items from
  ``start`` on by ``items``, a list or a string.

Changes are applied in order. :func:`changes` finds them, :func:`changed` applies them.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

Change = list[Any]
Path = list[str | int]

LONG = 5
"""Lists and objects with fewer parts, all of them short too, are replaced as a whole."""
GAP = 2
"""Up to this many equal items between two that differ are sent along: another path costs more."""
LONG_TEXT = 24
"""Shorter strings are replaced as a whole."""


def changes(before: Any, after: Any) -> list[Change]:
    """The changes that turn ``before`` into ``after``, two JSON values.

    Python treats 1 as equal to true and 0 to false, and so does this function: a number in one
    value must not be a truth value in the other.

    >>> row = [None, 1, 0, 1, 1, 0]
    >>> changes({"turn": 1, "board": [row, row]}, {"turn": 2, "board": [row, [1, *row[1:]]]})
    [[['turn'], 2], [['board', 1], 0, 1, [1]]]
    >>> changes({"points": row, "dead": []}, {"points": [*row, 3]})
    [[['dead']], [['points'], 6, 0, [3]]]
    """
    found: list[Change] = []
    if before != after:
        _compare(before, after, [], found)
    return found


def changed(value: Any, made: Iterable[Change]) -> Any:
    """``value`` with these changes applied; ``value`` itself stays as it is.

    >>> changed({"turn": 1, "line": [1, 2, 3]}, [[["line"], 1, 1, [5, 6]], [["turn"]]])
    {'line': [1, 5, 6, 3]}
    """
    for path, *what in made:
        value = _with(value, path, what)
    return value


def _with(value: Any, path: Path, what: list[Any]) -> Any:
    """A copy of ``value``, changed at the path."""
    if not path:
        if len(what) == 1:
            return what[0]
        start, count, items = what
        return value[:start] + items + value[start + count :]
    copy = value.copy()
    key: Any = path[0]
    if len(path) > 1 or len(what) > 1:
        copy[key] = _with(value[key], path[1:], what)
    elif what:
        copy[key] = what[0]
    else:
        del copy[key]
    return copy


def _compare(before: Any, after: Any, path: Path, found: list[Change]) -> None:
    """Adds the changes between two values that differ to ``found``."""
    if isinstance(before, dict) and isinstance(after, dict):
        found += [[[*path, key]] for key in before if key not in after]
        for key, new in after.items():
            if key in before and before[key] == new:
                continue
            if key in before and isinstance(new, (dict, list, str)):
                _compare(before[key], new, [*path, key], found)
            else:
                found.append([[*path, key], new])
    elif isinstance(before, list) and isinstance(after, list) and before and after:
        if len(before) != len(after):
            _splice(before, after, path, found)
        else:
            _compare_items(before, after, path, found)
    elif (
        isinstance(before, str)
        and isinstance(after, str)
        and min(len(before), len(after)) >= LONG_TEXT
        # JavaScript counts the length of other characters differently.
        and before.isascii()
        and after.isascii()
    ):
        _splice(before, after, path, found)
    else:
        found.append([path, after])


def _compare_items(before: list[Any], after: list[Any], path: Path, found: list[Change]) -> None:
    """For two lists of the same length: adds runs of items that differ, and changes inside large
    items."""
    begin = end = -1  # the current run
    for index in [i for i, (old, new) in enumerate(zip(before, after)) if old != new]:
        old, new = before[index], after[index]
        if isinstance(new, (list, dict)) and _is_large(new) and _is_large(old):
            _compare(old, new, [*path, index], found)
            continue
        if begin < 0:
            begin = index
        elif index > end + GAP:
            found.append([path, begin, end - begin, after[begin:end]])
            begin = index
        end = index + 1
    if begin >= 0:
        found.append([path, begin, end - begin, after[begin:end]])


def _splice(before: Any, after: Any, path: Path, found: list[Change]) -> None:
    """For two lists or strings: replaces what is between their common beginning and their common
    end."""
    least = min(len(before), len(after))
    if before[:least] == after[:least]:  # most only grow
        start, back = least, 0
    else:
        start = _common(before, after, least)
        back = _common(before[::-1], after[::-1], least - start)
    if start + back < LONG and isinstance(after, list):
        found.append([path, after])
    else:
        found.append([path, start, len(before) - start - back, after[start : len(after) - back]])


def _common(before: Any, after: Any, most: int) -> int:
    """How many items both begin with, at most ``most``. Compares halves instead of single items."""
    least = 0
    while least < most:
        middle = (least + most + 1) // 2
        if before[least:middle] == after[least:middle]:
            least = middle
        else:
            most = middle - 1
    return least


def _is_large(value: Any) -> bool:
    if not isinstance(value, (list, dict)):
        return False
    parts = value if isinstance(value, list) else value.values()
    return len(value) >= LONG or any(
        isinstance(part, (list, dict, str)) and len(part) >= LONG for part in parts
    )
