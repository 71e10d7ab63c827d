"""The palette from which members choose the colours of their stones and marks.

Colours are compared in OKLab (Björn Ottosson, 2020), where equal distances look equally different,
for normal vision and for each kind of colour blindness (Machado, Oliveira and Fernandes, 2009,
severity 1). A search chose the fourteen colours so that the two most similar ones are as far apart
as possible.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from functools import lru_cache
from math import dist
from typing import TYPE_CHECKING

from django.utils.translation import gettext_lazy

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise as StrPromise


@dataclass(frozen=True)
class Colour:
    """A colour: a stable ``key``, a ``name`` for people, and ``hex`` (``#rrggbb``, sRGB)."""

    key: str
    name: str | StrPromise
    hex: str

    @property
    def ink(self) -> str:
        """The dark or light ink, whichever is easier to read on this colour."""
        return max((DARK_INK, LIGHT_INK), key=lambda ink: contrast(ink, self.hex))


DARK_INK = "#0d0b08"
LIGHT_INK = "#fffdf7"

PALETTE: tuple[Colour, ...] = (
    Colour("ink", gettext_lazy("Ink"), "#1f1d1a"),
    Colour("shell", gettext_lazy("Shell"), "#f7f3e9"),
    Colour("sea", gettext_lazy("Sea"), "#3652a3"),
    Colour("ember", gettext_lazy("Ember"), "#c75907"),
    Colour("moss", gettext_lazy("Moss"), "#008f6b"),
    Colour("straw", gettext_lazy("Straw"), "#efd34a"),
    Colour("plum", gettext_lazy("Plum"), "#664b5e"),
    Colour("sky", gettext_lazy("Sky"), "#6fb6ff"),
    Colour("rose", gettext_lazy("Rose"), "#e986b4"),
    Colour("lichen", gettext_lazy("Lichen"), "#abae45"),
    Colour("brick", gettext_lazy("Brick"), "#913605"),
    Colour("iris", gettext_lazy("Iris"), "#936dc5"),
    Colour("mint", gettext_lazy("Mint"), "#b2d8ad"),
    Colour("night", gettext_lazy("Night"), "#022c76"),
)
KEYS: dict[str, Colour] = {colour.key: colour for colour in PALETTE}

BY_THE_RULES = {"black": "ink", "white": "shell"}
"""The palette's keys for colours in the rules of games."""

DEFAULT_STONE = "sea"
DEFAULT_MARK = "straw"

TOO_CLOSE = 0.116
"""The OKLab distance below which two players' stones on one board are confused.

A just noticeable difference is about 0.02, but stones are small, shaded and apart.
"""

Triple = tuple[float, float, float]
Matrix = tuple[Triple, Triple, Triple]

VISIONS: dict[str, Matrix] = {
    "normal": ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)),
    "protanopia": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritanopia": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}
"""How each kind of vision transforms linear sRGB (Machado and others, 2009, table 1)."""

RGB_TO_CONES: Matrix = (
    (0.4122214708, 0.5363325363, 0.0514459929),
    (0.2119034982, 0.6806995451, 0.1073969566),
    (0.0883024619, 0.2817188376, 0.6299787005),
)
CONES_TO_LAB: Matrix = (
    (0.2104542553, 0.7936177850, -0.0040720468),
    (1.9779984951, -2.4285922050, 0.4505937099),
    (0.0259040371, 0.7827717662, -0.8086757660),
)
LUMINANCE: Triple = (0.2126, 0.7152, 0.0722)


def _times(matrix: Matrix, vector: Triple) -> Triple:
    x, y, z = (sum(a * b for a, b in zip(row, vector, strict=True)) for row in matrix)
    return x, y, z


def _linear(hexadecimal: str) -> Triple:
    """``#rrggbb`` as linear sRGB, from 0 to 1."""
    coded = (int(hexadecimal[at : at + 2], 16) / 255 for at in (1, 3, 5))
    r, g, b = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in coded)
    return r, g, b


@lru_cache(maxsize=256)
def seen(hexadecimal: str, vision: str) -> Triple:
    """Returns the OKLab coordinates of ``#rrggbb`` as seen with this vision."""
    r, g, b = (min(1.0, max(0.0, c)) for c in _times(VISIONS[vision], _linear(hexadecimal)))
    long, medium, short = (cone ** (1 / 3) for cone in _times(RGB_TO_CONES, (r, g, b)))
    return _times(CONES_TO_LAB, (long, medium, short))


def distance(first: str, second: str) -> float:
    """Returns how different two colours look with the kind of vision that tells them apart least.

    The OKLab distance, from 0 (the same) to about 1 (black and white).

    >>> distance("sea", "sea")
    0.0
    >>> distance("ink", "shell") > 0.7
    True
    """
    a, b = KEYS[first].hex, KEYS[second].hex
    return min(dist(seen(a, vision), seen(b, vision)) for vision in VISIONS)


def contrast(first: str, second: str) -> float:
    """Returns the contrast ratio of two ``#rrggbb`` colours, from 1 to 21 (WCAG 2.2)."""
    light, dark = sorted((_luminance(first), _luminance(second)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def _luminance(hexadecimal: str) -> float:
    return sum(a * b for a, b in zip(LUMINANCE, _linear(hexadecimal), strict=True))


def too_close(key: str, others: Collection[str]) -> bool:
    """Returns whether this colour could be mistaken for one of the others.

    A key that is no longer in the palette is only close to itself.

    >>> too_close("sea", ["sea"]), too_close("sea", ["straw"])
    (True, False)
    """
    return any(
        other == key or (other in KEYS and key in KEYS and distance(key, other) < TOO_CLOSE)
        for other in others
    )


def nearest_free(key: str, taken: Collection[str]) -> str | None:
    """Returns the colour most like ``key`` that is not too close to a taken one; None if none is
    left.

    >>> nearest_free("sea", []), nearest_free("sea", ["sea"]) != "sea"
    ('sea', True)
    """
    free = [colour.key for colour in PALETTE if not too_close(colour.key, taken)]
    if key not in KEYS:
        return free[0] if free else None
    return min(free, key=lambda other: distance(key, other), default=None)


def palette_payload() -> dict[str, dict[str, str]]:
    """Returns the palette by key, for a page's scripts, in the page's language."""
    return {colour.key: {"name": str(colour.name), "hex": colour.hex} for colour in PALETTE}


def stylesheet() -> str:
    """Returns the text of static/css/colours.css: each colour as a variable, with readable ink.

    ``python manage.py write_colours`` writes the file; a test compares it with this.
    """
    variables = "\n".join(
        f"    --stone-{c.key}: {c.hex};\n    --on-stone-{c.key}: {c.ink};" for c in PALETTE
    )
    classes = "\n".join(
        f"  .colour-{c.key} {{ --colour: var(--stone-{c.key});"
        f" --on-colour: var(--on-stone-{c.key}); }}\n"
        f"  .mark-{c.key} {{ --mark: var(--stone-{c.key}); }}"
        for c in PALETTE
    )
    return (
        "/* The palette of pages/palette.py. Written by: manage.py write_colours */\n\n"
        f"@layer tokens {{\n  :root {{\n{variables}\n  }}\n\n{classes}\n}}\n"
    )
