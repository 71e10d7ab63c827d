"""Whole numbers that somebody sends as text."""

from __future__ import annotations

MOST_DIGITS = 18
"""Of a key that every database takes."""


def number_of(text: str, *, digits: int = MOST_DIGITS) -> int | None:
    """The number that the text is, in at most so many digits; None where it is none.

    >>> number_of("12"), number_of("007"), number_of(""), number_of("-1"), number_of("²")
    (12, 7, None, None, None)
    >>> number_of("1000", digits=3) is None
    True
    """
    is_number = text.isascii() and text.isdigit() and len(text) <= digits
    return int(text) if is_number else None
