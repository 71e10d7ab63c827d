"""``python -m bench.club``: simulates a club for a month with the site's own services, and prints
the figures that moderators would see."""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from collections.abc import Callable, Sequence
from typing import Any

from bench.club.searches import REASONS
from bench.site.checkouts import ROOT, present
from bench.site.servers import Servers, servers

PARTS = ("wishes", "reliability", "filling", "telling", "showing")
QUICK = ("fsync=off", "synchronous_commit=off", "full_page_writes=off")
"""Settings that make PostgreSQL faster: the database is deleted afterwards."""
Found = dict[str, Any]


def main(arguments: Sequence[str] | None = None) -> int:
    """Simulates, and prints a column for each club; returns 1 if that fails, else 0."""
    asked = read(arguments)
    clubs = [asked.without]
    if asked.compare:
        clubs = [(), *((part,) for part in PARTS), PARTS]
    try:
        with servers(QUICK) as started:
            environment = started.environment(
                database=started.create("base_site"), name="base", program="prepare", port=0
            )
            present().prepare("base", None, environment)
            found = [simulated(started, asked, without) for without in clubs]
    except (OSError, RuntimeError) as error:
        print(error, file=sys.stderr)
        return 1
    print_table([name_of(without) for without in clubs], found)
    return 0


def read(arguments: Sequence[str] | None) -> argparse.Namespace:
    """Reads the command line."""
    parser = argparse.ArgumentParser(prog="python -m bench.club", description=__doc__)
    parser.add_argument("--members", type=int, default=50)
    parser.add_argument("--days", type=int, default=30, help="on which games begin (30)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument(
        "--without",
        type=parts_of,
        default=(),
        metavar=",".join(PARTS),
        help="what the club does not have",
    )
    parser.add_argument(
        "--compare",
        action="store_true",
        help="one club with everything, one without each part, and one without all of them",
    )
    asked = parser.parse_args(arguments)
    if asked.members < 2 or asked.days < 1:
        parser.error("a club has at least two members and is simulated for at least a day")
    return asked


def parts_of(text: str) -> tuple[str, ...]:
    """The parts named on the command line. Raises ArgumentTypeError if there is no such part."""
    parts = tuple(part for part in text.split(",") if part)
    unknown = set(parts) - set(PARTS)
    if unknown:
        raise argparse.ArgumentTypeError(f"there is no {', '.join(sorted(unknown))}")
    return parts


def name_of(without: Sequence[str]) -> str:
    """The heading of a club."""
    return f"without {', '.join(without)}" if without else "with everything"


def simulated(started: Servers, asked: argparse.Namespace, without: Sequence[str]) -> Found:
    """The figures of a club that is simulated on a database of its own. Raises RuntimeError if the
    simulation fails; what it has written to its standard error is visible by then."""
    database = started.create("club", "base_site")
    wanted = {
        "members": asked.members,
        "days": asked.days,
        "seed": asked.seed,
        "without": list(without),
    }
    made = subprocess.run(
        [sys.executable, "-m", "bench.club.simulating"],
        input=json.dumps(wanted),
        cwd=ROOT,
        env=started.environment(database=database, name="club", program="club", port=0),
        stdout=subprocess.PIPE,
        text=True,
        check=False,
    )
    if made.returncode:
        raise RuntimeError(f"the simulation of the club {name_of(without)} failed")
    found: Found = json.loads(made.stdout)
    return found


def print_table(names: Sequence[str], found: Sequence[Found]) -> None:
    """Prints the figures of all clubs side by side, with the aims, then by game and pace."""
    print(f"| | aim | {' | '.join(names)} |\n| --- | --- |{' --- |' * len(names)}")
    for words, aim, figure in ROWS:
        print(f"| {words} | {aim} | {' | '.join(figure(club) for club in found)} |")
    for name, club in zip(names, found, strict=True):
        print(f"\n{name}, by game and pace\n\n{HEAD}")
        for group, sums in club["groups"].items():
            print(f"| {group} | {cells(sums)} |")
        print(f"\nrefused: {club['refused']}")


HEAD = (
    "| game | begun | finished | given up | cancelled | going on | turns missed | half waited | "
    "nine of ten waited |\n| --- | --- | --- | --- | --- | --- | --- | --- | --- |"
)


def cells(sums: Found | None) -> str:
    """The figures of a game and pace."""
    if sums is None:
        return " | ".join(["withheld"] * 8)
    counts = [str(sums[name]) for name in ("begun", "finished", "given_up", "cancelled")]
    waits = [duration(sums["half_waited"]), duration(sums["most_waited"])]
    return " | ".join([*counts, str(sums["going_on"]), percent(sums["missed_share"]), *waits])


def percent(share: float | None) -> str:
    """A share in percent."""
    return "–" if share is None else f"{100 * share:.1f} %"


def duration(seconds: float | None) -> str:
    """A time, in the largest unit that it fills."""
    if seconds is None:
        return "–"
    for unit, length in (("d", 86_400), ("h", 3600), ("min", 60)):
        if seconds >= length:
            return f"{seconds / length:.3g} {unit}"
    return f"{seconds:.0f} s"


def _of(name: str, write: Callable[[Any], str] = str) -> Callable[[Found], str]:
    return lambda club: write(club["total"][name])


def _wishes(when: str) -> Callable[[Found], str]:
    def words(club: Found) -> str:
        waits = club[when]
        if not waits["wishes"]:
            return "–"
        return f"{percent(waits['soon'] / waits['wishes'])} of {waits['wishes']}"

    return words


ROWS: Sequence[tuple[str, str, Callable[[Found], str]]] = (
    ("wishes for now in the evening met in five minutes", "≥ 90 %", _wishes("evening")),
    ("median of those that were met", "≤ 1 min", lambda club: duration(club["evening"]["median"])),
    *(
        (f"– not in five minutes: {reason}", "", lambda club, of=reason: str(club["late"][of]))
        for reason in REASONS
    ),
    ("the same at all hours", "", _wishes("day")),
    ("times that a member was told of a wish", "", lambda club: str(club["told"]["times"])),
    ("wishes of those who were told, or joined", "", lambda club: str(club["told"]["wishes"])),
    ("– met", "", lambda club: str(club["told"]["met"])),
    ("games begun", "", _of("begun")),
    ("finished, of those that are over", "≥ 95 %", _of("finished_share", percent)),
    ("given up", "", _of("given_up")),
    ("cancelled", "", _of("cancelled")),
    ("in progress", "", _of("going_on")),
    ("turns of people", "", lambda club: str(club["total"]["chosen"] + club["total"]["missed"])),
    ("turns missed", "≤ 8 %", _of("missed_share", percent)),
    ("first turn within five minutes, or a day", "", _of("soon_share", percent)),
    ("half waited at most", "", _of("half_waited", duration)),
    ("nine of ten waited at most", "", _of("most_waited", duration)),
    ("members who came back in the next week", "", _of("returned_share", percent)),
    ("games against bots alone", "", lambda club: str(club["against_bots"]["begun"])),
    ("time that the simulation took", "", lambda club: duration(club["seconds"])),
)


if __name__ == "__main__":
    sys.exit(main())
