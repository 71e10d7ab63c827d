"""Processor time of processes and their children, living and ended. For Linux."""

from __future__ import annotations

import os
import time
from collections import defaultdict
from collections.abc import Iterable, Iterator
from contextlib import suppress
from pathlib import Path

TICKS = os.sysconf("SC_CLK_TCK")


def seconds_of(process: int) -> float:
    """Seconds of processor time of one living process, to the nanosecond.

    Reads that process's clock; the clock's number is what clock_getcpuclockid(3) returns. Raises
    OSError if the process has ended.
    """
    return time.clock_gettime((~process << 3) | 2)


def seconds_with_children(processes: Iterable[int]) -> float:
    """Seconds of processor time of these processes and all their descendants, living and ended."""
    total, children = 0.0, _children()
    waiting = list(processes)
    while waiting:
        process = waiting.pop()
        waiting += children[process]
        with suppress(OSError):  # ended meanwhile; its time now counts for its parent
            total += seconds_of(process) + _of_ended_children(process)
    return total


def _children() -> defaultdict[int, list[int]]:
    found = defaultdict(list)
    for process, fields in _stats():
        found[int(fields[1])].append(process)
    return found


def _stats() -> Iterator[tuple[int, list[str]]]:
    """Yields every process with the fields of its /proc/PID/stat from its state on."""
    for entry in Path("/proc").iterdir():
        if entry.name.isdecimal():
            with suppress(OSError):
                yield int(entry.name), _fields(entry)


def _fields(entry: Path) -> list[str]:
    return (entry / "stat").read_text().rpartition(")")[2].split()


def _of_ended_children(process: int) -> float:
    user, system = _fields(Path("/proc", str(process)))[13:15]
    return (int(user) + int(system)) / TICKS
