"""``python -m bench.start``: starts the site as `make run` does, and measures how long that takes
and what the site needs while nobody does anything. For Linux."""

from __future__ import annotations

import os
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from bench.site.processor import seconds_of
from tests.servers.site import RunningSite

SETTLE = 180.0
"""Seconds to wait before measuring, so that every process has done its usual work once."""
SECONDS = 60.0
AIMS = {"start": 40, "memory": 450, "processor": 4}


def main() -> None:
    """Prints a row for each process, then the sums with their aims."""
    with tempfile.TemporaryDirectory() as name, tempfile.TemporaryDirectory() as data:
        Path(data).chmod(0o711)  # PostgreSQL may run as another user
        began = time.monotonic()
        with RunningSite(Path(name), {**own_environment(), "POSTGRESQL_DIR": data}) as site:
            start = time.monotonic() - began
            time.sleep(SETTLE)
            print("| process | MB | % of one core |\n| --- | --- | --- |")
            memory, used = measure(site.process)
    print(f"\nstart: {start:.0f} s (aim {AIMS['start']} s, with the packages installed)")
    print(f"memory: {memory:.0f} MB (aim {AIMS['memory']} MB)")
    print(f"processor: {used:.1f} % of one core (aim {AIMS['processor']} %)")


def own_environment() -> dict[str, str]:
    """Returns our environment without the servers of others."""
    others = {"DATABASE_URL", "REDIS_URL", "REDIS_PREFIX"}
    return {name: value for name, value in os.environ.items() if name not in others}


def measure(parent: subprocess.Popen[bytes]) -> tuple[float, float]:
    """Prints a row for ``parent`` and each of its descendants. Returns the MB of all of them and
    the percentage of one core that they used within a minute."""
    before = {pid: seconds_of(pid) for pid in descendants(parent.pid)}
    time.sleep(SECONDS)
    memory = used = 0.0
    for pid in descendants(parent.pid):
        with suppress(OSError):  # it has ended meanwhile
            share = 100 * (seconds_of(pid) - before.get(pid, 0.0)) / SECONDS
            size = megabytes(pid)
            print(f"| {Path(f'/proc/{pid}/comm').read_text().strip()} | {size:.1f} | {share:.2f} |")
            memory, used = memory + size, used + share
    return memory, used


def descendants(pid: int) -> Iterator[int]:
    """Yields this process, then its children, each followed by its own."""
    yield pid
    with suppress(OSError):
        for thread in Path(f"/proc/{pid}/task").iterdir():
            for child in (thread / "children").read_text().split():
                yield from descendants(int(child))


def megabytes(pid: int) -> float:
    """Returns the memory of a process; what several share is divided among them."""
    lines = Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("Pss:")) / 1024


if __name__ == "__main__":
    main()
