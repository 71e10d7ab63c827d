"""What was measured as figures: the median and the 99th percentile."""

from __future__ import annotations

import statistics
from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class Figures:
    """One line of the result, in ``unit``. ``aim``: for the 99th percentile."""

    work: str
    count: int
    p50: float
    p99: float
    aim: float
    unit: str = "ms"

    def line(self) -> str:
        """The line of the table."""
        verdict = "holds" if self.p99 <= self.aim else "missed"
        cells = (self.work, self.count, *map(self._cell, (self.p50, self.p99, self.aim)), verdict)
        return f"| {' | '.join(map(str, cells))} |"

    def _cell(self, figure: float) -> str:
        number = f"{figure:.0f}" if figure >= 100 else f"{figure:.3g}"
        return f"{number} {self.unit}".strip()


def figures(work: str, seconds: Sequence[float], aim: float) -> Figures:
    """The figures of delays given in seconds; ``aim`` in milliseconds."""
    return spread(work, [second * 1000 for second in seconds], aim, "ms")


def spread(work: str, measured: Sequence[float], aim: float, unit: str) -> Figures:
    """The figures of anything."""
    ordered = sorted(measured)
    p99 = ordered[min(len(ordered) - 1, int(len(ordered) * 0.99))]
    return Figures(work, len(ordered), statistics.median(ordered), p99, aim, unit)


HEAD = "| work | measured | median | 99th percentile | aim | |\n" + "| --- " * 6 + "|"
