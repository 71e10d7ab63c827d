"""Strict readers for actions, so that every game refuses the same things in the same order.

First the whole form is read (``bad-action``), then the points are looked at (``off-board``),
then the game's own rules follow: the order of "What is checked when" in the record's format.

    PLACE = Form({"at": read_point})
    FORMS = {"place": PLACE, "pass": Form()}

    action = read_action(sent, FORMS)     # bad-action
    if action["type"] == "place":
        require_on_board(action["at"], size, size)     # off-board
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from .rules import IllegalAction, Json, Point
from .words import Values

Reader = Callable[[Any], Any]
"""Checks the value of a key and returns it. Raises IllegalAction ``bad-action``."""


@dataclass(frozen=True)
class Form:
    """The keys of one type of action besides ``type``, each with the reader of its value."""

    required: Mapping[str, Reader] = field(default_factory=dict)
    optional: Mapping[str, Reader] = field(default_factory=dict)


def read_action(sent: Any, forms: Mapping[str, Form]) -> Json:
    """The action with its values read: ``type``, and the keys of its form that were sent.

    ``sent`` is whatever somebody sent, ``forms`` holds the form of each type that may be chosen
    now. Raises IllegalAction ``bad-action``.

    >>> read_action({"type": "place", "at": [2, 3]}, {"place": Form({"at": read_point})})
    {'type': 'place', 'at': (2, 3)}
    """
    kind = sent.get("type") if isinstance(sent, dict) else None
    if not isinstance(kind, str) or kind not in forms:
        raise bad_action(
            "an action is an object whose type is one of %(types)s", {"types": ", ".join(forms)}
        )
    form = forms[kind]
    readers = {**form.required, **form.optional}
    if not form.required.keys() <= sent.keys() or not sent.keys() <= {"type", *readers}:
        raise _wrong_keys(kind, form)
    return {"type": kind, **{key: read(sent[key]) for key, read in readers.items() if key in sent}}


def read_point(value: Any) -> Point:
    """A point ``(x, y)`` of any whole numbers. Raises IllegalAction ``bad-action``.

    >>> read_point([2, 3])
    (2, 3)
    """
    if not isinstance(value, list) or len(value) != 2 or not all(map(is_integer, value)):
        raise bad_action("a point is a list of two whole numbers: [x, y]")
    return value[0], value[1]


def one_of(*allowed: str) -> Reader:
    """A reader that accepts one of these words."""

    def read(value: Any) -> str:
        if not isinstance(value, str) or value not in allowed:
            raise bad_action("it must be one of %(words)s", {"words": ", ".join(allowed)})
        return value

    return read


def is_integer(value: Any) -> bool:
    """Whether a JSON value is a whole number; ``true`` and ``2.0`` are not."""
    return isinstance(value, int) and not isinstance(value, bool)


def is_number(value: Any) -> bool:
    """Whether a JSON value is a number; ``true`` is not."""
    return isinstance(value, int | float) and not isinstance(value, bool)


def require_on_board(at: Point, width: int, height: int) -> None:
    """Raises IllegalAction ``off-board`` unless ``at`` is on a board of this size."""
    if not (0 <= at[0] < width and 0 <= at[1] < height):
        raise IllegalAction(
            "off-board",
            "that is no point of a %(width)s×%(height)s board",
            {"width": width, "height": height},
        )


def bad_action(text: str, values: Values | None = None) -> IllegalAction:
    """The refusal of something that is not an action of this game."""
    return IllegalAction("bad-action", text, values)


def _wrong_keys(kind: str, form: Form) -> IllegalAction:
    if not form.required and not form.optional:
        return bad_action("%(type)s has no key beside type", {"type": kind})
    names = ", ".join([*form.required, *(f"{key} (if wanted)" for key in form.optional)])
    return bad_action(
        "%(type)s has, beside type, exactly these keys: %(names)s", {"type": kind, "names": names}
    )
