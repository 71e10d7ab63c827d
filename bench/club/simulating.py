"""Simulates a club for some days, on the database of this environment, and counts its figures.

``python -m bench.club.simulating`` reads which club to simulate from standard input and writes the
figures to standard output, both as JSON; :mod:`bench.club.__main__` starts it.
"""

from __future__ import annotations

import json
import statistics
import sys
import time
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from random import Random
from typing import TYPE_CHECKING, Any

from bench.club.searches import REASONS, Search

if TYPE_CHECKING:
    from bench.club.club import Club
    from figures.report import Sums

START = datetime(2027, 1, 4, tzinfo=UTC)
"""When the simulation begins: on a Monday, and later than everything that the database holds
already."""
EVENING = range(18, 23)
"""The hours of the evening."""


@dataclass(frozen=True)
class Wanted:
    """A club of ``members`` members, who begin games for ``days`` days; these games may go on for
    ``afterwards`` days more. ``without``: the names of :class:`bench.club.club.Switches` that
    are off. ``busy``: how many times as often as usual its members come."""

    members: int = 50
    days: int = 30
    without: tuple[str, ...] = ()
    seed: int = 1
    afterwards: int = 60
    busy: float = 1.0


def simulate(wanted: Wanted) -> dict[str, Any]:
    """Runs the simulation; returns the club's figures."""
    from bench.club.club import Club, Switches, subscribed
    from bench.club.habits import HABITS
    from bench.club.moments import moments_from
    from figures.counting import count_figures

    began = time.perf_counter()
    with moments_from(START) as moments:
        switches = Switches(**dict.fromkeys(wanted.without, False))
        club = Club(moments, HABITS, switches, Random(wanted.seed))
        with subscribed(club):
            add_members(club, wanted)
            moments.at(START, club.tidy_up)
            club.run(START + timedelta(days=wanted.days))
            club.is_open = False
            club.withdraw_wishes()
            club.run_until_games_end(START + timedelta(days=wanted.days + wanted.afterwards))
        count_figures(moments.now)
        return figures_of(club, moments.now, time.perf_counter() - began)


def add_members(club: Club, wanted: Wanted) -> None:
    """Adds the members of the club, with their kinds in the shares that the habits give."""
    from accounts.models import User
    from bench.club.members import Member

    users = User.objects.bulk_create(
        User(username=f"Member {number}", password="!") for number in range(1, wanted.members + 1)
    )
    kinds = club.habits.kinds
    for number, user in enumerate(users):
        share, passed = (number + 0.5) / wanted.members, 0.0
        for kind in kinds:
            passed += kind.share
            if share < passed:
                break
        kind = replace(kind, visits=kind.visits * wanted.busy)
        member = Member(club, user, kind, Random(club.random.getrandbits(64)))
        club.members[user.pk] = member
        member.plan_day()


def figures_of(club: Club, now: datetime, seconds: float) -> dict[str, Any]:
    """The figures of the club as the moderators' page counts them, what became of its wishes to
    play now, and how many seconds the simulation took."""
    from figures.report import ALL, Sums, read_report

    report = read_report(ALL, 26, now, fewest=1)  # nobody's privacy is at stake
    total = Sums()
    for sums in report.weeks.values():
        if sums is not None:
            total.include(sums)
    evening = [search for search in club.now_wishes if search.since.hour in EVENING]
    return {
        "total": in_numbers(total),
        "groups": {":".join(group): in_numbers(sums) for group, sums in report.groups.items()},
        "against_bots": sum_up(report.against_bots),
        "evening": waits_of(evening),
        "day": waits_of(club.now_wishes),
        "late": late_by_reason(evening),
        "told": {"times": club.told, **waits_of(club.told_wishes)},
        "refused": dict(club.refused.most_common(8)),
        "seconds": seconds,
    }


def in_numbers(sums: Sums | None) -> dict[str, Any] | None:
    """Sums as JSON, with their shares; None if they are withheld."""
    if sums is None:
        return None
    shares = ("going_on", "finished_share", "missed_share", "soon_share", "returned_share")
    waits = ("half_waited", "most_waited", "without_game")
    names = ("begun", "finished", "given_up", "cancelled", "chosen", "missed", *shares, *waits)
    return {name: getattr(sums, name) for name in names}


def sum_up(groups: Mapping[Any, Sums | None]) -> dict[str, Any] | None:
    """The sum of some groups as JSON."""
    from figures.report import Sums

    total = Sums()
    for sums in groups.values():
        if sums is not None:
            total.include(sums)
    return in_numbers(total)


def waits_of(searches: Sequence[Search]) -> dict[str, Any]:
    """How many wishes there were, how many were met within five minutes, and the median time of
    those that were met, in seconds."""
    met = [search.seconds for search in searches if search.seconds is not None]
    return {
        "wishes": len(searches),
        "met": len(met),
        "soon": sum(search.was_met_soon for search in searches),
        "median": statistics.median(met) if met else None,
    }


def late_by_reason(searches: Iterable[Search]) -> dict[str, int]:
    """For each of :data:`REASONS`, how many searches were not met in time for that reason."""
    late = Counter(search.why_not for search in searches if not search.was_met_soon)
    return {reason: late[reason] for reason in REASONS}


def main() -> None:
    """Reads which club to simulate, and writes its figures."""
    import django

    wanted = json.load(sys.stdin)
    django.setup()
    json.dump(simulate(Wanted(**{**wanted, "without": tuple(wanted["without"])})), sys.stdout)


if __name__ == "__main__":
    main()
