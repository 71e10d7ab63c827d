"""What can be seen on a colour."""

from __future__ import annotations

EVEN = 0.179
"""Dark and light letters have the same contrast on a colour of this luminance."""


def sign_colour(colour: str) -> str:
    """The colour of a sign that shows on ``#rrggbb``: dark on light stones, light on dark ones.

    >>> sign_colour("#1f1d1a"), sign_colour("#f7f3e9")
    ('#fdfaf2', '#1f1d1a')
    """
    return "#1f1d1a" if luminance(colour) > 0.3 else "#fdfaf2"


def ink_on(colour: str) -> str:
    """The colour of letters that can be read on ``#rrggbb``.

    >>> ink_on("#000000"), ink_on("#ffffff")
    ('#fffdf7', '#0d0b08')
    """
    return "#0d0b08" if luminance(colour) > EVEN else "#fffdf7"


def luminance(colour: str) -> float:
    """Relative luminance of ``#rrggbb`` as WCAG defines it, 0 to 1.

    >>> luminance("#000000"), round(luminance("#ffffff"), 6)
    (0.0, 1.0)
    """
    coded = (int(colour[start : start + 2], 16) / 255 for start in (1, 3, 5))
    red, green, blue = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in coded)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
