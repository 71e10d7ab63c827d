"""What a part of the benchmark is: a measurement, its rows in the table, and their aims."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, Protocol

from bench.site.comparing import Aim, ComparedRow, Measured
from bench.site.running_site import Running


class Measurement(Protocol):
    """A measurement of one subject, limited in time and count."""

    @property
    def webs(self) -> int:
        """The number of web processes that it needs besides the workers and beat; 0 if it needs no
        processes at all."""

    def club(self) -> Any:
        """The games to make before it starts, for ``bench.site.prepare club``."""

    async def measure(self, running: Running, club: Any) -> Measured:
        """Measures once what is running. ``club``: the result of ``bench.site.prepare club``."""


@dataclass(frozen=True)
class Part:
    """A measurement and its rows. ``subjects``: which subjects it applies to: all, the sites (not
    the floor), or only the present site."""

    words: str
    measurement: Measurement
    rows: tuple[ComparedRow, ...]
    subjects: Literal["all", "sites", "site"] = "all"


@dataclass(frozen=True)
class Topic:
    """The parts that one name on the command line stands for."""

    words: str
    parts: tuple[Part, ...] = field(default=())


def spread(
    work: str, of: str, aims: Mapping[str, tuple[Aim, ...]], unit: str = "ms"
) -> list[ComparedRow]:
    """Two rows: the median and the 99th percentile of the same values."""
    return [
        ComparedRow(work, of, unit, "median", aims.get("median", ())),
        ComparedRow(work, of, unit, "99th percentile", aims.get("99th percentile", ())),
    ]


def processes(*kinds: str) -> tuple[ComparedRow, ...]:
    """A row for the processor time of each of these kinds of process."""
    return tuple(ComparedRow(f"– processor time: {kind}", kind) for kind in kinds)
