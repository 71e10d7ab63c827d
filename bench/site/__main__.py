"""``python -m bench.site [PART ...]``: measures the site and the floor, and prints tables.

Runs PostgreSQL, which flushes every commit, Redis, web, workers and beat, all on loopback.
"""

from __future__ import annotations

import argparse
import signal
import sys
from collections.abc import Sequence
from contextlib import ExitStack

from bench.engines.measuring import pace
from bench.site.checkouts import older, present
from bench.site.comparing import heading
from bench.site.parts import TOPICS
from bench.site.servers import NO_AUTOVACUUM, servers
from bench.site.taking_turns import Run


def main(arguments: Sequence[str] | None = None) -> int:
    """Measures the named parts, or all, and prints their tables; returns 1 if that fails, else
    0."""
    asked = read(arguments)
    signal.signal(signal.SIGTERM, end)
    try:
        with ExitStack() as stack:
            commits = [stack.enter_context(older(commit)) for commit in asked.against]
            run = Run(stack.enter_context(servers(NO_AUTOVACUUM)), present(), commits)
            print(pace())
            flushed = (
                f"Writing a page and flushing it to the disk takes {run.servers.flush_ms():.2g} ms."
            )
            print(flushed, flush=True)
            print_tables(run, asked.parts or list(TOPICS), asked.rounds)
    except (OSError, RuntimeError) as error:
        print(error, file=sys.stderr)
        return 1
    return 0


def end(*_: object) -> None:
    """Exits so that everything that was started is ended, too. Further signals do not interrupt
    that."""
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    sys.exit(143)


def read(arguments: Sequence[str] | None) -> argparse.Namespace:
    """Reads the command line."""
    parser = argparse.ArgumentParser(
        prog="python -m bench.site",
        description="Measures the site in turns with the floor (bench/floor), on this machine.",
        epilog="parts:\n"
        + "\n".join(f"  {name:9} {topic.words}" for name, topic in TOPICS.items()),
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("parts", nargs="*", metavar="PART", help="what to measure; all by default")
    parser.add_argument(
        "--against",
        action="append",
        default=[],
        metavar="COMMIT",
        help="an older commit, measured in turns with the present files",
    )
    parser.add_argument(
        "--rounds",
        type=int,
        default=2,
        help="how often each is measured (2); with an odd number, a machine that becomes slower or"
        " faster meanwhile looks like a difference between them",
    )
    asked = parser.parse_args(arguments)
    wrong = [name for name in asked.parts if name not in TOPICS]
    if wrong:
        parser.error(f"{wrong[0]} is none of the parts: {', '.join(TOPICS)}")
    if asked.rounds < 1:
        parser.error("--rounds must be at least 1")
    return asked


def print_tables(run: Run, names: Sequence[str], rounds: int) -> None:
    """Measures and prints. A new table begins whenever the measured subjects change."""
    above: list[str] = []
    for part in (part for name in names for part in TOPICS[name].parts):
        columns = [subject.name for subject in run.measured_by(part)]
        if columns != above:
            print(f"\n{heading(columns)}", flush=True)
            above = columns
        gave = run.measure(part, rounds)
        for row in part.rows:
            print(row.line(gave), flush=True)


if __name__ == "__main__":
    sys.exit(main())
