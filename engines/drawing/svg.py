"""Writes SVG: elements, numbers in few characters, and many equal shapes as one path."""

from __future__ import annotations

from collections.abc import Iterable
from xml.sax.saxutils import escape, quoteattr

Place = tuple[float, float]
"""The middle of something, in the units of the picture."""

Attributes = dict[str, str | float]
"""Several attributes of an element, as :func:`tag` takes them."""

Value = str | float


def tag(name: str, content: str = "", /, **attributes: Value) -> str:
    """An element. ``content`` is markup. In the names of attributes ``_`` stands for ``-``; a ``_``
    at the end is dropped, for names that are keywords of Python.

    >>> tag("path", d="M1 2", stroke_width=2.50, class_="line")
    '<path d="M1 2" stroke-width="2.5" class="line"/>'
    """
    written = "".join(
        f" {key.rstrip('_').replace('_', '-')}={_quoted(value)}"
        for key, value in attributes.items()
    )
    return f"<{name}{written}>{content}</{name}>" if content else f"<{name}{written}/>"


def words(text: str) -> str:
    """Plain text as markup.

    >>> words("<b> & co")
    '&lt;b&gt; &amp; co'
    """
    return escape(text)


def short(value: float) -> str:
    """A number rounded to two decimals, without superfluous zeros.

    >>> short(0.5), short(-3.0), short(1.239)
    ('.5', '-3', '1.24')
    """
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    if text.startswith("0."):
        return text[1:]
    if text.startswith("-0"):
        return text.replace("-0.", "-.") if text != "-0" else "0"
    return text


def at(places: Iterable[Place], shape: str) -> str:
    """Path data that draws ``shape``, given in relative commands, at each place.

    >>> at([(0, 40), (80, 40)], "h9")
    'M0 40h9M80 40h9'
    """
    return "".join(f"M{short(x)} {short(y)}{shape}" for x, y in places)


def dots(places: Iterable[Place]) -> str:
    """Path data of very short lines: round line ends make them discs, square ends squares, as wide
    as the stroke."""
    return at(places, "h.1")


def _quoted(value: Value) -> str:
    return quoteattr(value if isinstance(value, str) else short(value))
