"""Texts for people, in a form that the site can translate: an English text with named placeholders,
and the values for them. The engines themselves only speak English."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

Values = Mapping[str, Any]
"""The values of placeholders: text or numbers."""


def gettext_noop(text: str) -> str:
    """The text unchanged; the call marks it to be collected for translation."""
    return text


def filled(text: str, values: Values | None) -> str:
    """The text with its placeholders filled in.

    >>> filled("%(at)s already holds a stone", {"at": "D4"})
    'D4 already holds a stone'
    """
    return text % values if values else text


class BadValue(ValueError):
    """A value that is not allowed; ``text`` with ``values`` says what would be."""

    def __init__(self, text: str, values: Values | None = None) -> None:
        super().__init__(filled(text, values))
        self.text = text
        self.values = values
