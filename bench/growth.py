"""``python -m bench.growth``: what a larger club needs, worked out from measured costs.

Prints the table of docs/growth.md. :class:`Costs` has what was measured, with the commands;
:class:`Habits` what people are taken to do. Waiting times are simulated, as there is no simple
formula for their percentiles.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from math import ceil
from random import Random

PLAYERS = (1_000, 10_000, 100_000)
BUSY = 0.6
"""How busy a web process may be: see :func:`waits`."""


@dataclass(frozen=True)
class Costs:
    """Milliseconds of processor time, unless it says otherwise.

    ``pair``: two choices that complete a turn (``bench.site pairs``). ``page``: a page of a member,
    with its part in PostgreSQL (``bench.pages``). ``opening``: a socket is opened; ``heard``: a web
    process hears of a pair in which it has no socket; ``socket_kb``: memory (``bench.site
    sockets``). ``log_kb``: written to PostgreSQL's write-ahead log for a pair; ``stored_kb``: kept
    of a step (``bench.site storage``).
    """

    pair_web: float = 7.6
    pair_worker: float = 1.0
    pair_postgresql: float = 3.1
    pair_redis: float = 0.36
    page_web: float = 22
    page_postgresql: float = 5
    opening: float = 6.2
    heard: float = 0.5
    socket_kb: float = 37
    log_kb: float = 8
    stored_kb: float = 1.4


@dataclass(frozen=True)
class Habits:
    """What players do on a full evening. ``step``: seconds until a turn of their game is complete;
    ``page``: seconds until they open another page, with its socket; ``watchers``: spectators for
    each player; ``hours``: how long the evening is, for what is stored in a day."""

    step: float = 20
    page: float = 60
    watchers: float = 0.25
    hours: float = 4


@dataclass(frozen=True)
class Need:
    """What a club needs. Cores are those that work, not those that wait; None: no number of web
    processes is enough, because each spends all its time on pushes for others."""

    players: int
    pairs: float
    pages: float
    sockets: float
    processes: int | None
    postgresql: float
    workers: float
    redis: float
    log_mb: float
    stored_gb: float
    sockets_gb: float


def need(players: int, costs: Costs, habits: Habits, *, channels: int = 1) -> Need:
    """What this many players at once need. ``channels``: among how many channels of Redis pushes
    are divided, if a web process listens only to one of them."""
    pairs = players / 2 / habits.step
    pages = players * (1 + habits.watchers) / habits.page
    sockets = players * (1 + habits.watchers)
    work = pairs * costs.pair_web + pages * (costs.page_web + costs.opening)
    free = BUSY - pairs / channels * costs.heard / 1000
    processes = ceil(work / 1000 / free) if free > 0 else None
    return Need(
        players=players,
        pairs=pairs,
        pages=pages,
        sockets=sockets,
        processes=processes,
        postgresql=(pairs * costs.pair_postgresql + pages * costs.page_postgresql) / 1000,
        workers=pairs * costs.pair_worker / 1000,
        redis=pairs * costs.pair_redis / 1000,
        log_mb=pairs * costs.log_kb / 1000,
        stored_gb=pairs * habits.hours * 3600 * costs.stored_kb / 1e6,
        sockets_gb=sockets * costs.socket_kb / 1e6,
    )


def most_players(costs: Costs, habits: Habits, *, channels: int = 1) -> float:
    """With how many players at once a web process spends all its time on pushes for others."""
    return 2 * habits.step * channels * BUSY / (costs.heard / 1000)


@dataclass
class Process:
    """A web process that does one thing after the other."""

    costs: Costs
    habits: Habits
    random: Random
    free_at: float = 0.0
    waited: list[float] = field(default_factory=list)

    def serve(self, busy: float, seconds: float) -> None:
        """Lets choices and pages come at random, as many as keep the process busy for the share
        ``busy`` of the time. Notes how long choices wait, in seconds."""
        choices = 1 / self.habits.step
        pages = (1 + self.habits.watchers) / self.habits.page
        choice_takes = self.costs.pair_web / 2 / 1000
        page_takes = (self.costs.page_web + self.costs.opening) / 1000
        share = choices / (choices + pages)
        mean = share * choice_takes + (1 - share) * page_takes
        now = 0.0
        while now < seconds:
            now += self.random.expovariate(busy / mean)
            is_choice = self.random.random() < share
            begins = max(now, self.free_at)
            self.free_at = begins + (choice_takes if is_choice else page_takes)
            if is_choice:
                self.waited.append(begins - now)


def waits(
    busy: float, costs: Costs, habits: Habits, seconds: float = 20_000
) -> tuple[float, float]:
    """The median and the 99th percentile of how long a choice waits for a web process that is this
    ``busy``, in milliseconds."""
    process = Process(costs, habits, Random(1))
    process.serve(busy, seconds)
    waited = sorted(process.waited)
    return 1000 * waited[len(waited) // 2], 1000 * waited[len(waited) * 99 // 100]


ROWS = (
    ("pairs of choices a second", "pairs", ",.0f"),
    ("pages a second", "pages", ",.0f"),
    ("sockets", "sockets", ",.0f"),
    ("web processes", "processes", "d"),
    ("memory of sockets, GB", "sockets_gb", ".2f"),
    ("cores of PostgreSQL", "postgresql", ".1f"),
    ("cores of workers for turns", "workers", ".1f"),
    ("cores of Redis", "redis", ".2f"),
    ("PostgreSQL’s log, MB a second", "log_mb", ".1f"),
    ("stored in an evening, GB", "stored_gb", ".1f"),
)


def table(needs: Sequence[Need]) -> str:
    """A table with a column for each of these."""
    lines = ["| players at once | " + " | ".join(f"{each.players:,}" for each in needs) + " |"]
    lines.append("| --- |" + " ---: |" * len(needs))
    for words, name, form in ROWS:
        found = [getattr(each, name) for each in needs]
        shown = ["none are enough" if each is None else format(each, form) for each in found]
        lines.append(f"| {words} | " + " | ".join(shown) + " |")
    return "\n".join(lines)


def main() -> None:
    """Prints the tables."""
    costs, habits = Costs(), Habits()
    print(table([need(players, costs, habits) for players in PLAYERS]))
    wall = most_players(costs, habits)
    print(f"\nWith {wall:,.0f} players a web process spends all its time on pushes for others.")
    print(f"\nWith pushes divided among 16 channels, {PLAYERS[-1]:,} players:\n")
    print(table([need(PLAYERS[-1], costs, habits, channels=16)]))
    print("\n| a web process is busy | a choice waits, median | 99th percentile |")
    print("| --- | ---: | ---: |")
    for busy in (0.3, 0.6, 0.8, 0.9):
        median, late = waits(busy, costs, habits)
        print(f"| {busy:.0%} | {median:.0f} ms | {late:.0f} ms |")


if __name__ == "__main__":
    main()
