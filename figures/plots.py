"""Plots of the figures: coordinates of horizontal bars, which a template draws as SVG. Pure.

Bars with their value beside them need no axis, and are drawn without a library: libraries for
charts write inline styles, which the site's pages do not allow.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

WIDTH = 360
BAR, GAP, LABEL = 16, 9, 20
"""Heights: of a bar, of the space after it, and of a label above it."""
BESIDE = 92
"""The width of labels that stand beside their bars."""
VALUE = 56
"""The room for the value after a bar."""


@dataclass(frozen=True)
class Datum:
    """What a bar shows. ``parts``: kinds and lengths, from left to right; none: the figure is not
    known. ``value``: what is written after it."""

    label: str
    parts: Sequence[tuple[str, float]]
    value: str


@dataclass(frozen=True)
class Part:
    """A part of a bar, and its pattern."""

    kind: str
    x: float
    width: float


@dataclass(frozen=True)
class Bar:
    """A bar with its label and its value. ``y``: of the bar; the others are middles of texts."""

    label: str
    label_y: float
    parts: Sequence[Part]
    y: float
    value: str
    value_x: float
    value_y: float


@dataclass(frozen=True)
class Plot:
    """A drawing :data:`WIDTH` wide. ``key``: kinds of parts and what they mean, if there are
    several."""

    title: str
    bars: Sequence[Bar]
    height: int
    key: Sequence[tuple[str, str]] = ()
    width: int = WIDTH
    bar: int = BAR


def draw(
    title: str,
    data: Sequence[Datum],
    *,
    key: Sequence[tuple[str, str]] = (),
    longest: float = 0,
    labels_above: bool = False,
) -> Plot:
    """The plot of these data. ``longest``: the length that a full bar has at least."""
    left, step = (0, LABEL + BAR + GAP) if labels_above else (BESIDE, BAR + GAP)
    sums = [sum(length for _, length in datum.parts) for datum in data]
    scale = (WIDTH - left - VALUE) / (max([longest, *sums]) or 1)
    bars = []
    for number, (datum, whole) in enumerate(zip(data, sums, strict=True)):
        top = number * step + (LABEL if labels_above else 0)
        middle = top + BAR / 2
        parts, x = [], float(left)
        for kind, length in datum.parts:
            parts.append(Part(kind, round(x, 2), round(length * scale, 2)))
            x += length * scale
        label_y = top - LABEL / 2 if labels_above else middle
        value_x = round(left + whole * scale + 6, 2)
        bars.append(Bar(datum.label, label_y, parts, top, datum.value, value_x, middle))
    return Plot(title, bars, max(step * len(data), 1), key)
