"""Colours of signs and letters that show up on a given colour."""

from __future__ import annotations

from collections.abc import Sequence

EVEN = 0.179
"""On a colour of this luminance, dark and light letters have the same contrast."""


def sign_colour(colour: str) -> str:
    """The colour of a sign on a stone of colour ``#rrggbb``: dark on light stones, light on dark
    ones.

    >>> sign_colour("#1f1d1a"), sign_colour("#f7f3e9")
    ('#fdfaf2', '#1f1d1a')
    """
    return "#1f1d1a" if luminance(colour) > 0.3 else "#fdfaf2"


def ink_on(colour: str) -> str:
    """The colour in which letters are easier to read on ``#rrggbb``.

    >>> ink_on("#000000"), ink_on("#ffffff")
    ('#fffdf7', '#0d0b08')
    """
    return "#0d0b08" if luminance(colour) > EVEN else "#fffdf7"


LIGHT_AND_DARK = 4.5
"""From this contrast (as WCAG defines it), people tell two colours apart as light and dark."""


def need_signs(stones: Sequence[str]) -> bool:
    """Whether stones of these colours (``#rrggbb``) need signs for people who cannot tell colours
    apart. False only for two colours, one of which is light and the other dark.

    >>> need_signs(["#1f1d1a", "#f7f3e9"]), need_signs(["#0072b2", "#d55e00"])
    (False, True)
    """
    if len(stones) != 2:
        return True
    dark, light = sorted(map(luminance, stones))
    return (light + 0.05) / (dark + 0.05) < LIGHT_AND_DARK


def luminance(colour: str) -> float:
    """The relative luminance of ``#rrggbb`` as WCAG defines it, from 0 to 1.

    >>> luminance("#000000"), round(luminance("#ffffff"), 6)
    (0.0, 1.0)
    """
    coded = (int(colour[start : start + 2], 16) / 255 for start in (1, 3, 5))
    red, green, blue = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in coded)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
