"""Strict JSON: refuses whatever two readers could understand differently."""

from __future__ import annotations

import json
import re
import sys
from collections import Counter
from typing import Any

from .words import BadValue

DEEPEST = 400
"""How deep lists and objects may be nested; whether deeper ones can be read depends on the
reader."""

LONGEST_INTEGER = 300
"""Digits. A longer integer is out of every range, and is cut to a number that still is."""

_STRING_OR_BRACKET = re.compile(r'"(?:[^"\\]++|\\.)*+"?|[\[{]|[\]}]', re.DOTALL)


def parse(text: str) -> Any:
    """The JSON value that ``text`` holds.

    Raises ValueError, with a sentence for people, if the text is not JSON, contains NaN or
    Infinity, has an object with the same key twice, or nests values deeper than :data:`DEEPEST`.

    >>> parse('{"size": 9}')
    {'size': 9}
    >>> parse('{"size": 9, "size": 13}')
    Traceback (most recent call last):
    engines.words.BadValue: an object has the key "size" twice
    """
    if _depth(text) > DEEPEST:
        raise BadValue("lists and objects are nested deeper than %(most)s", {"most": DEEPEST})
    try:
        return json.loads(
            text,
            object_pairs_hook=_object,
            parse_int=parse_integer,
            parse_float=_number,
            parse_constant=_refuse_constant,
        )
    except json.JSONDecodeError as error:
        where = {"line": error.lineno, "column": error.colno}
        raise BadValue(
            "not JSON: there is a mistake in line %(line)s, at character %(column)s", where
        ) from error


def parse_integer(digits: str) -> int:
    """The integer. If it is very long it is cut, to one that is still out of every range."""
    longest = digits[: LONGEST_INTEGER + 1]
    return int(longest)


def _number(digits: str) -> float:
    largest = sys.float_info.max
    return min(max(float(digits), -largest), largest)


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        twice = Counter(name for name, _ in pairs).most_common(1)[0][0]
        raise BadValue("an object has the key %(key)s twice", {"key": json.dumps(twice[:40])})
    return found


def _refuse_constant(name: str) -> Any:
    raise BadValue("%(name)s is no JSON number", {"name": name})


def _depth(text: str) -> int:
    depth = deepest = 0
    for match in _STRING_OR_BRACKET.finditer(text):
        bracket = match[0]
        if bracket in "[{":
            depth += 1
            deepest = max(deepest, depth)
        elif bracket in "]}":
            depth -= 1
    return deepest
