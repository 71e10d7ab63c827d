"""Puts the measurements of several subjects into one table with ratios."""

from __future__ import annotations

import statistics
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from bench.site.running_site import FLOOR

Measured = dict[str, list[float]]
"""The values measured on one subject, by name."""

PRESENT = "site"


@dataclass(frozen=True)
class Aim:
    """A limit that the site should keep: ``limit`` in the row's unit, or as a multiple of the
    floor's or the older commit's figure. ``at_least``: a lower limit, because more is better."""

    limit: float
    of: Literal["", "floor", "older"] = ""
    at_least: bool = False

    def words(self) -> str:
        """The aim in words, such as ``≤ 1.6 × floor``."""
        sign = "≥" if self.at_least else "≤"
        return f"{sign} {self.limit:g}" + (f" × {self.of}" if self.of else "")

    def holds(self, value: float, floor: float | None, older: float | None) -> bool | None:
        """Whether the aim is reached; None if the figure to compare with was not measured."""
        base = {"": 1.0, "floor": floor, "older": older}[self.of]
        if not base:
            return None
        return value / base >= self.limit if self.at_least else value / base <= self.limit


@dataclass(frozen=True)
class ComparedRow:
    """One line of the table. ``of``: the name of its values; ``take``: how they become one
    figure."""

    work: str
    of: str
    unit: str = "ms"
    take: Literal["median", "99th percentile", "mean"] = "mean"
    aims: tuple[Aim, ...] = ()

    def figure(self, measured: Measured) -> float | None:
        """The figure of one subject; None if nothing was measured on it."""
        values = sorted(measured.get(self.of, ()))
        if not values:
            return None
        if self.take == "median":
            return statistics.median(values)
        if self.take == "mean":
            return statistics.fmean(values)
        return values[min(len(values) - 1, int(len(values) * 0.99))]

    def line(self, by_subject: Mapping[str, Measured]) -> str:
        """The line of the table for subjects in the order of :func:`heading`."""
        figures = {name: self.figure(measured) for name, measured in by_subject.items()}
        floor, present = figures.get(FLOOR), figures.get(PRESENT)
        older = next((figures[name] for name in _older_in(figures)), None)
        cells = [self.work if self.take == "mean" else f"{self.work}, {self.take}"]
        for name, figure in figures.items():
            cells.append(_figure(figure, self.unit))
            if name != FLOOR and FLOOR in figures:
                cells.append(_ratio(figure, floor))
        if _older_in(figures):
            cells.append(_ratio(present, older))
        verdicts = [_verdict(aim, present, floor, older) for aim in self.aims]
        return f"| {' | '.join([*cells, '; '.join(verdicts)])} |"


def heading(names: Sequence[str]) -> str:
    """The table's head for these subjects."""
    cells = ["work"]
    for name in names:
        cells.append(name)
        if name != FLOOR and FLOOR in names:
            cells.append("÷ floor")
    if _older_in(names):
        cells.append(f"{PRESENT} ÷ {names[-1]}")
    cells.append("aim")
    return f"| {' | '.join(cells)} |\n" + "| --- " * len(cells) + "|"


def _older_in(names: Iterable[str]) -> list[str]:
    return [name for name in names if name not in (FLOOR, PRESENT)]


def _figure(figure: float | None, unit: str) -> str:
    if figure is None:
        return "–"
    number = f"{figure:,.0f}" if figure >= 100 else f"{figure:.3g}"
    return f"{number} {unit}".strip()


def _ratio(figure: float | None, base: float | None) -> str:
    return "–" if figure is None or not base else f"{figure / base:.2f} ×"


def _verdict(aim: Aim, value: float | None, floor: float | None, older: float | None) -> str:
    holds = None if value is None else aim.holds(value, floor, older)
    return f"{aim.words()}: {'–' if holds is None else 'holds' if holds else 'missed'}"
