"""Checks that JSON matches a declared type: what a game shows against its ``position.py``."""

import types
from collections.abc import Sequence
from functools import cache
from typing import Annotated, Any, Literal, NotRequired, Union, get_args, get_origin
from typing import get_type_hints as hints_of

PLAIN = {int: (int,), float: (int, float), str: (str,), type(None): (type(None),), bool: (bool,)}


def fits(value, kind) -> bool:
    """Whether a JSON value is of this type, without any key that it does not name.

    >>> fits([[1, None]], list[list[int | None]]), fits([True], list[int])
    (True, False)
    """
    origin, parts = get_origin(kind), get_args(kind)
    if kind is Any:
        return True
    if origin is Annotated:
        return fits(value, parts[0])
    if origin is Literal:
        return value in parts
    if origin in (Union, types.UnionType):
        return any(fits(value, part) for part in parts)
    if origin in (list, Sequence):
        return isinstance(value, list) and all(fits(each, parts[0]) for each in value)
    if origin is tuple:
        return isinstance(value, list) and len(value) == len(parts) and all(map(fits, value, parts))
    if origin is dict:
        return isinstance(value, dict) and all(
            fits(key, parts[0]) and fits(each, parts[1]) for key, each in value.items()
        )
    if kind in PLAIN:
        return isinstance(value, PLAIN[kind]) and (kind is bool or not isinstance(value, bool))
    return isinstance(value, dict) and _fits_fields(value, *_fields(kind))


def _fits_fields(value, required, fields) -> bool:
    if not required <= value.keys() <= fields.keys():
        return False
    return all(fits(each, fields[name]) for name, each in value.items())


@cache
def _fields(kind):
    """The names that a dictionary of this type must have, and all of its names with their types."""
    fields = hints_of(kind, include_extras=True)
    optional = {name for name, each in fields.items() if get_origin(each) is NotRequired}
    bare = {name: get_args(fields[name])[0] for name in optional}
    return fields.keys() - optional, {**fields, **bare}
