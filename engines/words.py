"""Texts for people that engines write, in a form that the site can translate: an English text with
named placeholders, and their values beside it. Engines themselves speak English."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

Values = Mapping[str, Any]
"""What placeholders stand for: text, numbers."""


def gettext_noop(text: str) -> str:
    """The text itself, marked so that it is collected for translation."""
    return text


def filled(text: str, values: Values | None) -> str:
    """The text with its placeholders filled in.

    >>> filled("%(at)s already holds a stone", {"at": "D4"})
    'D4 already holds a stone'
    """
    return text % values if values else text


class BadValue(ValueError):
    """A value that is not allowed; ``text`` with ``values`` says what is."""

    def __init__(self, text: str, values: Values | None = None) -> None:
        super().__init__(filled(text, values))
        self.text = text
        self.values = values
