"""``python -m bench.pages``: measures what pages cost, in a club and in one ten times as large.

For every page and kind of viewer: processor time of the web process per request, SQL statements,
size of the response before compression, and time in PostgreSQL.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from bench.engines.measuring import pace
from bench.pages.visits import Cost, Visits, visits_of
from bench.site.checkouts import ROOT, present
from bench.site.running_site import Subject, running
from bench.site.servers import Servers, servers

COUNTING = (
    "shared_preload_libraries=pg_stat_statements",
    "pg_stat_statements.track_utility=off",
    "pg_stat_statements.track_planning=on",
)
CLUB = {"running": 1_000, "finished": 10_000, "members": 5_000}
HEAD = (
    "| page | who | processor time of web | statements | size | in PostgreSQL | aim |"
    "\n| --- | --- | --- | --- | --- | --- | --- |"
)
MOST_TIMES_DEARER = 1.3
"""How many times as much a page may cost in the larger club."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Fills the clubs, measures, and prints a table for each; returns 1 if that fails, else 0."""
    asked = read(arguments)
    try:
        with servers(COUNTING) as started:
            print(pace(), flush=True)
            prepare_empty(started)
            found = [measured(started, asked, times) for times in asked.times]
    except (OSError, RuntimeError) as error:
        print(error, file=sys.stderr)
        return 1
    if len(found) > 1:
        print_ratios(asked.times, found[0], found[-1])
    return 0


def read(arguments: Sequence[str] | None) -> argparse.Namespace:
    """Reads the command line."""
    parser = argparse.ArgumentParser(prog="python -m bench.pages", description=__doc__)
    parser.add_argument("pages", nargs="*", help="pages to measure; all by default")
    parser.add_argument(
        "--times",
        type=int,
        nargs="+",
        default=[1, 10],
        help="how many times the club, one after the other (1 10)",
    )
    parser.add_argument("--requests", type=int, default=40, help="for each row (40)")
    parser.add_argument(
        "--statements", type=Path, help="a folder to write the statements of each page into"
    )
    asked = parser.parse_args(arguments)
    if min(asked.times) < 1 or asked.requests < 1:
        parser.error("--times and --requests must be at least 1")
    return asked


def prepare_empty(started: Servers) -> None:
    """Makes a migrated database without a club, from which the others are copied."""
    database = started.create("base_site")
    started.monitor.execute("CREATE EXTENSION IF NOT EXISTS pg_stat_statements")
    environment = started.environment(database=database, name="site", program="prepare", port=0)
    present().prepare("base", None, environment)


def measured(started: Servers, asked: argparse.Namespace, times: int) -> dict[str, Cost]:
    """Measures a club ``times`` as large and prints its table; returns the costs by page and
    viewer."""
    club = {what: count * times for what, count in CLUB.items()}
    with running(Subject("site", present()), started, "base_site") as site:
        filled = fill(club, site.environment("prepare"))
        site.start_web()
        counts = ", ".join(f"{count:,} {what}" for what, count in club.items())
        print(f"\n{counts}\n\n{HEAD}", flush=True)
        visits = Visits(site, asked.requests, asked.statements)
        found = {}
        for visit in visits_of(filled):
            if not asked.pages or visit.page in asked.pages:
                found[visit.name] = visits.cost_of(visit)
                print(found[visit.name].line(visit), flush=True)
        return found


def fill(club: dict[str, int], environment: dict[str, str]) -> Any:
    """Makes the club in the database; returns what to visit. Raises RuntimeError with the output if
    that fails."""
    made = subprocess.run(
        [sys.executable, "-m", "bench.pages.fill"],
        input=json.dumps(club),
        cwd=ROOT,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    if made.returncode:
        raise RuntimeError(f"The club cannot be made:\n{made.stderr}")
    return json.loads(made.stdout)


def print_ratios(times: Sequence[int], small: dict[str, Cost], large: dict[str, Cost]) -> None:
    """Prints how many times as much each page costs in the last club as in the first."""
    print(f"\n{times[-1]} times the club, against {times[0]} times\n")
    print("| page | web | with PostgreSQL | aim |\n| --- | --- | --- | --- |")
    for name, before in small.items():
        after = large[name]
        web, total = after.web_ms / before.web_ms, after.total_ms / before.total_ms
        verdict = "holds" if total <= MOST_TIMES_DEARER else "missed"
        print(f"| {name} | {web:.2f} × | {total:.2f} × | ≤ {MOST_TIMES_DEARER} ×: {verdict} |")


if __name__ == "__main__":
    sys.exit(main())
