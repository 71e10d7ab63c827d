"""The stored figures as they are shown: by week, and by game and pace over all of these weeks.

A number that comes from fewer than :data:`FEWEST` members is withheld, and so is another one if the
first could be worked out by subtraction.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from datetime import date, datetime

from django.db.models import Sum

from figures.counting import WEEK
from figures.models import Pace, Waiting, Way, WeekOfGames
from figures.waiting import DAY, MINUTE, waited_by, week_of

FEWEST = 5
"""Numbers that come from fewer different members are not shown."""

SOON = {Pace.LIVE: 5 * MINUTE, Pace.CORRESPONDENCE: DAY}
"""A game has begun soon if it began within this many seconds of being asked for."""

Group = tuple[str, str]
"""A game and a pace."""

ALL: Group = ("", "")
"""All games at all paces."""

Cell = tuple[date, Group]


@dataclass
class Waits:
    """How long people waited for the first turn. ``by_bound``: how many, by the bound of
    :mod:`figures.waiting`; ``soon``: for how many it was soon; ``unmet``: how many got no game."""

    by_bound: Counter[int] = field(default_factory=Counter)
    soon: int = 0
    unmet: int = 0

    def add(self, way: Way, within: int | None, count: int) -> None:
        """Adds a number of people."""
        if within is None:
            self.unmet += count
            return
        self.by_bound[within] += count
        if within <= SOON[way.pace]:
            self.soon += count

    def include(self, other: Waits) -> None:
        """Adds others' waits."""
        self.by_bound += other.by_bound
        self.soon += other.soon
        self.unmet += other.unmet

    @property
    def count(self) -> int:
        """How many people waited."""
        return self.by_bound.total() + self.unmet

    def by(self, share: float) -> int | None:
        """Within how many seconds this share had their game; None if fewer had one, or if too few
        waited to say so."""
        if self.count < FEWEST:
            return None
        return waited_by(self.by_bound, share, self.unmet)


@dataclass
class Sums:
    """The figures of some games. ``members``: how many different ones there were at least. Of the
    ``watched`` members, ``returned`` played again in the next week; members whose next week is not
    over are in neither number."""

    begun: int = 0
    finished: int = 0
    given_up: int = 0
    cancelled: int = 0
    chosen: int = 0
    missed: int = 0
    members: int = 0
    watched: int = 0
    returned: int = 0
    waits: Waits = field(default_factory=Waits)

    @classmethod
    def of(cls, row: WeekOfGames, waits: Waits) -> Sums:
        """The figures of a week."""
        known = row.came_back is not None
        return cls(
            *(row.begun, row.finished, row.given_up, row.cancelled, row.chosen, row.missed),
            members=row.members,
            watched=row.members if known else 0,
            returned=row.came_back or 0,
            waits=waits,
        )

    def include(self, other: Sums) -> None:
        """Adds those of another week."""
        for name in ("begun", "finished", "given_up", "cancelled", "chosen", "missed"):
            setattr(self, name, getattr(self, name) + getattr(other, name))
        self.members = max(self.members, other.members)
        self.watched += other.watched
        self.returned += other.returned
        self.waits.include(other.waits)

    @property
    def going_on(self) -> int:
        """Games that are not over."""
        return self.begun - self.finished - self.given_up - self.cancelled

    @property
    def broken_off(self) -> int:
        """Games that were given up or cancelled."""
        return self.given_up + self.cancelled

    @property
    def turns(self) -> int:
        """Turns of people, chosen or missed."""
        return self.chosen + self.missed

    @property
    def half_waited(self) -> int | None:
        """Within how many seconds half of those who asked had their game."""
        return self.waits.by(0.5)

    @property
    def most_waited(self) -> int | None:
        """Within how many seconds nine of ten of them had their game."""
        return self.waits.by(0.9)

    @property
    def without_game(self) -> str:
        """How many asked in vain; a dash if too few asked at all."""
        return str(self.waits.unmet) if self.waits.count >= FEWEST else "–"

    @property
    def finished_share(self) -> float | None:
        """The share of games finished among those that are over."""
        return _share(self.finished, self.begun - self.going_on)

    @property
    def missed_share(self) -> float | None:
        """The share of turns missed."""
        return _share(self.missed, self.turns)

    @property
    def soon_share(self) -> float | None:
        """The share of those who asked for a game whose game began soon; None if too few did."""
        return _share(self.waits.soon, self.waits.count) if self.waits.count >= FEWEST else None

    @property
    def returned_share(self) -> float | None:
        """The share of members who played again in the next week."""
        return _share(self.returned, self.watched)


@dataclass(frozen=True)
class Report:
    """What the page shows. ``weeks``: the figures by week, the oldest first; ``groups``: by game
    and pace, over the weeks that are over and not withheld; ``against_bots``: the same for games of
    one person against bots. None for figures that are withheld. ``counted_at``: when the newest
    were counted."""

    weeks: Mapping[date, Sums | None]
    groups: Mapping[Group, Sums | None]
    against_bots: Mapping[Group, Sums | None]
    counted_at: datetime | None


def read_report(shown: Group, count: int, now: datetime, *, fewest: int = FEWEST) -> Report:
    """The figures of the last ``count`` weeks that are over, and of the present one. ``shown``:
    which games the figures by week are of. ``fewest``: from how many members a figure must come to
    be shown."""
    present = week_of(now)
    weeks = [present - number * WEEK for number in range(count, -1, -1)]
    rows = list(WeekOfGames.objects.filter(week__gte=weeks[0], week__lte=present))
    waits = _waits(weeks[0])
    cells = {
        (row.week, (row.variant, row.pace)): Sums.of(row, waits[row.week, (row.variant, row.pace)])
        for row in rows
        if not row.against_bots
    }
    withheld = withheld_cells({cell: sums.members for cell, sums in cells.items()}, fewest)
    first = min((week for week, _ in cells), default=present)
    by_week = {
        week: None if (week, shown) in withheld else cells.get((week, shown), Sums())
        for week in weeks
        if week >= first
    }
    over = {cell: sums for cell, sums in cells.items() if cell[0] < present and cell[1] != ALL}
    alone = {
        (row.week, (row.variant, row.pace)): Sums.of(row, Waits())
        for row in rows
        if row.against_bots and row.variant and row.week < present
    }
    few = {cell for cell, sums in alone.items() if 0 < sums.members < fewest}
    counted_at = max((row.counted_at for row in rows), default=None)
    return Report(by_week, _by_group(over, withheld), _by_group(alone, few), counted_at)


def withheld_cells(members: Mapping[Cell, int], fewest: int = FEWEST) -> set[Cell]:
    """The figures that are not shown. ``members``: from how many members each figure comes.

    Those of fewer than ``fewest`` members are withheld. The sum over all games of a week is shown,
    too. Whoever subtracted the shown figures from it would learn a withheld one, so the smallest of
    the other figures of that week is withheld with it.
    """
    withheld = {cell for cell, count in members.items() if 0 < count < fewest}
    by_week: dict[date, list[Cell]] = defaultdict(list)
    for week, group in sorted(members):
        if group != ALL:
            by_week[week].append((week, group))
    changed = True
    while changed:
        changed = False
        for line in by_week.values():
            hidden = [members[cell] for cell in line if cell in withheld]
            shown = [cell for cell in line if cell not in withheld and members[cell]]
            if hidden and max(hidden) < fewest and shown:
                withheld.add(min(shown, key=lambda cell: (members[cell], cell)))
                changed = True
    return withheld


def _by_group(cells: Mapping[Cell, Sums], withheld: Collection[Cell]) -> dict[Group, Sums | None]:
    """The sums of each game and pace over the weeks that are not ``withheld``; None if all are. If
    those weeks were in them, one could be had by subtraction: from sums over more and fewer weeks,
    or over the same number of weeks a week later."""
    found: dict[Group, Sums | None] = dict.fromkeys(sorted({group for _, group in cells}))
    for cell, sums in sorted(cells.items()):
        if cell not in withheld:
            _, group = cell
            so_far = found[group] or Sums()
            so_far.include(sums)
            found[group] = so_far
    return found


def _waits(first: date) -> dict[Cell, Waits]:
    """The waits of each week, by game and pace, and of all games."""
    rows = Waiting.objects.filter(week__gte=first).order_by()
    found: dict[Cell, Waits] = defaultdict(Waits)
    values = rows.values_list("week", "variant", "way", "within").annotate(people=Sum("count"))
    for week, variant, name, within, people in values:
        way = Way(name)
        for group in [ALL, (variant, str(way.pace))] if variant else [ALL]:
            found[week, group].add(way, within, people)
    return found


def _share(part: int, whole: int) -> float | None:
    return part / whole if whole else None
