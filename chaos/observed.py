"""Observes the club from outside during the whole run: whether pushed steps are stored, whether
every web process takes choices, whether turns are resolved, and how late this program itself is."""

from __future__ import annotations

import asyncio
import itertools
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field

import psycopg

from chaos import http
from chaos.faults import Happened
from chaos.ledger import DONE, Ledger, Violation
from chaos.players import token_of

CHOICES_AGAIN = 2.0
"""How soon every web process must take choices after PostgreSQL is back, in seconds."""

TURNS_AGAIN = 5.0
"""How soon no turn may be late after PostgreSQL is back, in seconds."""

STARTED_AGAIN = 30.0
"""The limit for both after any other fault, in seconds: a killed process has to start again."""

MEANWHILE = 6.0
"""How soon after the start of a fault that does not stop choices every web process must have taken
one, in seconds: no process waits longer for Redis."""

MOST_WAITING = 24
"""How many choices of a probe may wait for their answers: more than are sent until the first one is
given up."""

LATE = 2.0
"""How late a turn may be on a busy machine, in seconds, beyond the time allowed for its bots."""

INSTANT = 0.1
"""Shorter delays of this program are ignored, as every machine has them; in seconds."""

LATENESS = """
    SELECT coalesce(extract(epoch FROM max(now() - deadline)), 0),
           (SELECT extract(epoch FROM at) FROM games_heartbeat WHERE "of" = 'turns')
    FROM games_game
    WHERE status = 'running' AND (bots_due IS NULL OR deadline < now() - interval '2 seconds')
"""

STORED = """
    SELECT game.public_id, step.number FROM games_step step
    JOIN games_game game ON game.id = step.game_id
    WHERE (game.public_id, step.number) IN (SELECT * FROM unnest(%s::text[], %s::int[]))
"""


@dataclass
class Observed:
    """Observations, with times in seconds since the epoch. ``taken``: when choices were
    acknowledged, by web process. ``late``: the time, how late the most overdue turn was then, and
    the last heartbeat of the workers that resolve turns. ``lags``: the time, and by how many
    seconds this program itself was late."""

    taken: list[list[float]] = field(default_factory=lambda: [[], []])
    late: list[tuple[float, float, float]] = field(default_factory=list)
    lags: list[tuple[float, float]] = field(default_factory=list)

    def choices_after(self, moment: float) -> float | None:
        """Seconds from ``moment`` until every web process had taken a choice; None if that did not
        happen."""
        firsts = [next((t for t in times if t >= moment), None) for times in self.taken]
        known = [first for first in firsts if first is not None]
        return max(known) - moment if len(known) == len(firsts) else None

    def turns_after(self, moment: float) -> float | None:
        """Seconds from ``moment`` until a worker resolved turns and no turn was late; None if that
        did not happen. The heartbeat is needed, because perhaps no turn is due."""
        return next(
            (at - moment for at, late, said in self.late if said >= moment and late < LATE), None
        )

    @staticmethod
    def longest_gap(times: Sequence[float], since: float, until: float) -> tuple[float, float]:
        """The longest interval between ``since`` and ``until`` in which there is none of the
        ``times``, which are in order."""
        within = [since, *(each for each in times if since < each < until), until]
        return max(itertools.pairwise(within), key=lambda pair: pair[1] - pair[0])

    def stalls(self) -> list[tuple[float, float]]:
        """The times in which this program itself was delayed by more than :data:`INSTANT`."""
        return [(at - lag, at) for at, lag in self.lags if lag > INSTANT]

    def lag_after(self, moment: float, seconds: float) -> float:
        """By how many seconds in total this program itself was late in that time."""
        return sum(
            lag for at, lag in self.lags if moment <= at <= moment + seconds and lag > INSTANT
        )


async def until_recovered(observed: Observed, fault: Happened) -> None:
    """Returns when choices are taken and turns are resolved again after the fault, or when the time
    limit for that has passed."""
    ends = time.time() + STARTED_AGAIN + LATE
    while time.time() < ends and (  # noqa: ASYNC110
        observed.choices_after(fault.ended) is None or observed.turns_after(fault.ended) is None
    ):
        await asyncio.sleep(0.1)


def recoveries(
    observed: Observed, happened: list[Happened]
) -> tuple[dict[str, tuple[float, float]], list[Violation]]:
    """The longest times until choices were taken and turns resolved again, by kind of fault, and
    violations for what took too long. Limits are extended by the time this program itself was
    late."""
    longest: dict[str, tuple[float, float]] = {}
    violations = []
    for fault in happened:
        choices = observed.choices_after(fault.ended)
        turns = observed.turns_after(fault.ended)
        if fault.choices_go_on and fault.ended - fault.began > MEANWHILE:
            meanwhile = observed.choices_after(fault.began)
            most = MEANWHILE + observed.lag_after(fault.began, MEANWHILE)
            if meanwhile is None or meanwhile > most:
                seen = f"{fault.words}: no choice was taken for {meanwhile or 0:.1f} s"
                violations.append(Violation("choices are taken without Redis", "all", seen))
        for what, seconds, limit in (
            ("choices are taken", choices, CHOICES_AGAIN),
            ("turns are resolved", turns, TURNS_AGAIN),
        ):
            most = limit if fault.database else STARTED_AGAIN
            most += observed.lag_after(fault.ended, most)
            if seconds is None or seconds > most:
                took = "not at all" if seconds is None else f"after {seconds:.1f} s"
                seen = f"{fault.words}: {what} {took}, the limit is {most:.1f} s"
                violations.append(Violation("the club comes back", "all", seen))
        before = longest.get(fault.kind, (0.0, 0.0))
        longest[fault.kind] = (max(before[0], choices or 0), max(before[1], turns or 0))
    return longest, violations


async def watch_own_lag(observed: Observed) -> None:
    """Records how late this program is, for ever."""
    while True:
        began = time.monotonic()
        await asyncio.sleep(0.1)
        observed.lags.append((time.time(), time.monotonic() - began - 0.1))


async def audit(url: str, ledger: Ledger, observed: Observed) -> None:
    """Checks for ever whether pushed steps are stored, and how late turns are, by its own
    connection to the database. A step must be stored before it is pushed."""
    while True:
        with suppress(psycopg.Error, TimeoutError):
            async with (
                asyncio.timeout(None) as limit,
                await psycopg.AsyncConnection.connect(
                    url, autocommit=True, connect_timeout=2
                ) as connection,
            ):
                while True:
                    limit.reschedule(asyncio.get_running_loop().time() + 2)
                    await _look_for_steps(connection, ledger)
                    row = await (await connection.execute(LATENESS)).fetchone()
                    assert row
                    observed.late.append((time.time(), float(row[0]), float(row[1] or 0)))
                    await asyncio.sleep(0.1)
        await asyncio.sleep(0.1)


async def _look_for_steps(connection: psycopg.AsyncConnection, ledger: Ledger) -> None:
    asked = list(ledger.unaudited)
    if not asked:
        return
    games, numbers = [game for game, _ in asked], [number for _, number in asked]
    rows = await (await connection.execute(STORED, (games, numbers))).fetchall()
    del ledger.unaudited[: len(asked)]
    for game, number in set(asked) - {(str(game), int(number)) for game, number in rows}:
        seen = f"step {number} had been pushed, and was not in the database"
        ledger.violate("nothing is pushed before it is stored", game, seen)


async def probe(
    number: int,
    address: str,
    public_id: str,
    cookie: str,
    ledger: Ledger,
    take: Callable[[float], None],
) -> None:
    """Keeps sealing choices in a game without a timer, by one address. Calls ``take`` with the time
    of each acknowledgement. Each choice differs from the one before it, and has to be stored."""
    columns = itertools.cycle((0, 1))
    waiting: set[asyncio.Task[None]] = set()

    async def once() -> None:
        action = {"type": "place", "at": [number, next(columns)]}
        with suppress(OSError, ValueError):
            token = await token_of(address, public_id, cookie)
            body = {"step": 1, "action": action}
            choice = ledger.send(public_id, 1, number, action)
            answer = await http.request(
                address, f"/games/{public_id}/seal/", cookie=cookie, body=body, token=token
            )
            if answer.status == 200 and answer.json().get("ok"):
                ledger.answer(choice, DONE)
                take(time.time())
            else:
                ledger.answer(choice, f"status {answer.status}")

    while True:
        if len(waiting) < MOST_WAITING:
            task = asyncio.create_task(once())
            waiting.add(task)
            task.add_done_callback(waiting.discard)
        await asyncio.sleep(0.4)
