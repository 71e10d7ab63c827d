"""One run: a club at play that is broken, and what is found afterwards."""

from __future__ import annotations

import asyncio
import math
import os
import time
from collections import Counter
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

import django
from django.core.management import call_command

from chaos import http
from chaos.absences import MOST_IDLE
from chaos.checks import check_game
from chaos.faults import FAULTS, NOTICED, Breaker
from chaos.ledger import DONE, Ledger, Violation
from chaos.observed import (
    Observed,
    audit,
    probe,
    recoveries,
    until_recovered,
    watch_own_lag,
)
from chaos.pages import Follower
from chaos.players import Player, Positions
from chaos.servers import Site

if TYPE_CHECKING:
    from chaos.club import Member, NewGame
    from chaos.cluster.site import Cluster
    from chaos.stored import Outage, StoredGame

SEATS = {"multiplayer-go": (2, 1), "territory": (2, 0), "automatafl": (1, 1)}
"""How many people and bots play each game; two people in all others."""

QUIET_BETWEEN = (1.0, 6.0)
"""The pause between two faults: least and most, in seconds."""

LAST_QUIET = 20.0
"""How long play goes on undisturbed at the end, in seconds: everything must recover by then."""

MOST_STEPS_READ = 400
"""How many random steps are read over HTTP at the end."""


class Chaos:
    """One run: the site, its players and spectators, and everything observed."""

    site: Site | Cluster
    breaker: Breaker[Site] | Breaker[Cluster]

    def __init__(self, folder: Path, seed: int) -> None:
        self.seed = seed
        self.random = Random(seed)
        self.ledger = Ledger()
        self.observed = Observed()
        self.followers: list[Follower] = []
        self.tasks: list[asyncio.Task[None]] = []
        self.games: list[StoredGame] = []
        self.outages: list[Outage] = []
        self.enough = False
        """Whether nothing is to be broken any more: what has been seen is checked."""
        self._set_up(folder)

    def _set_up(self, folder: Path) -> None:
        self.site = site = Site(folder)
        faults = [f for f in FAULTS if f.kind != "disk full" or site.database.disk]
        if len(faults) < len(FAULTS):
            print("No small disk can be mounted here: the disk is never full in this run.")
        self.breaker = Breaker(site, self.followers, Random(self.seed + 1), faults)

    async def prepare(self) -> None:
        """Starts the site, the observers, and two games of each kind: one whose turns end by timer,
        one whose turns end when complete."""
        os.environ.update(await self.site.start_servers())
        await asyncio.to_thread(_set_up_django)
        from chaos import club
        from engines.registry import GAMES

        await self.site.start()
        self._begin(watch_own_lag(self.observed))
        self._begin(audit(self.site.database_url, self.ledger, self.observed))
        await self._begin_probes()
        for engine in GAMES:
            for ends in ("timer", "complete"):
                people, bots = SEATS.get(engine.slug, (2, 0))
                name = f"{engine.slug[:4]}-{ends[:1]}"
                members = await asyncio.to_thread(club.new_members, people, name)
                self._begin(self._play_on(engine.slug, members, bots, ends))

    async def play(self, minutes: float) -> None:
        """Makes one fault after another, and ends with :data:`LAST_QUIET`."""
        ends = time.monotonic() + minutes * 60 - LAST_QUIET
        await asyncio.sleep(5)
        while time.monotonic() < ends and not (self.enough or self.breaker.has_done_all):
            happened = await self.breaker.run(self.breaker.choose())
            seconds = happened.ended - happened.began
            line = f"{_clock(happened.began)} {happened.words}; over after {seconds:.1f} s"
            print(line, flush=True)
            for game in {each.public_id for each in self.followers if not each.known.over}:
                self.ledger.notes[game].append(line)
            await until_recovered(self.observed, happened)  # else the next one might get the blame
            await asyncio.sleep(self.random.uniform(*QUIET_BETWEEN))
        await asyncio.sleep(LAST_QUIET)

    def end_play(self) -> None:
        """Lets play end after the present fault."""
        self.enough = True

    async def finish(self) -> list[Violation]:
        """Ends play and checks everything; returns all violations."""
        from chaos import club

        stopped = time.time()
        for task in self.tasks:
            task.cancel()
        await asyncio.gather(*self.tasks, return_exceptions=True)
        await asyncio.sleep(1)
        self.games, self.outages = await asyncio.to_thread(club.everything_stored)
        violations = [*self.ledger.violations, *await self._read_steps()]
        # Turns go on while the database is read, with nobody there.
        away, idle = self.away(), [*self.observed.stalls(), (stopped, math.inf)]
        for game in self.games:
            violations += check_game(game, self.ledger, self.outages, away, idle)
        return [*violations, *self.recoveries()]

    def away(self) -> list[tuple[float, float]]:
        """The times in which nobody could choose, or no turn could be resolved for so long that the
        club must have noticed."""
        return [
            (each.began, each.ended)
            for each in self.breaker.happened
            if each.stops and (not each.choices_go_on or each.ended - each.began >= NOTICED)
        ]

    def recoveries(self) -> list[Violation]:
        """Violations for what took too long to come back."""
        return recoveries(self.observed, self.breaker.happened)[1]

    def figures(self) -> str:
        """What was done and observed, as lines of text and a table."""
        answers = Counter(choice.answer or "no answer" for choice in self.ledger.choices)
        refused = {code: n for code, n in answers.items() if code not in (DONE, "no answer")}
        lines = [
            f"seed {self.seed}: {len(self.breaker.happened)} faults, {len(self.games)} games, "
            f"{sum(game.step for game in self.games):,} steps, "
            f"{sum(len(game.events) for game in self.games):,} events, "
            f"{self.ledger.frames.total():,} frames",
            f"choices: {answers[DONE]:,} acknowledged, {answers['no answer']} without an answer, "
            f"refused: {refused}",
            f"pushes that pages learned of later: {sum(each.lost for each in self.followers)}; "
            f"outages that clocks got back: {len(self.outages)}; seats removed: "
            f"{sum(seat.left_why == 'absent' for game in self.games for seat in game.seats)}",
            *self.lateness(),
            *self.table(),
        ]
        return "\n".join(lines)

    def lateness(self) -> list[str]:
        """How long this program itself stood still, as a line of text; nothing if it never did."""
        stalls = [to - since for since, to in self.observed.stalls()]
        if not stalls:
            return []
        words = f"this program itself stood still for {sum(stalls):.1f} s, {max(stalls):.1f} s at"
        return [f"{words} most: turns in which it did for {MOST_IDLE:g} s remove nobody"]

    def table(self) -> list[str]:
        """How soon the club came back, by kind of fault, as lines of a table."""
        longest, _ = recoveries(self.observed, self.breaker.happened)
        counted = Counter(each.kind for each in self.breaker.happened)
        return [
            "| fault | times | choices again after at most | no turn late after at most |",
            "| --- | --- | --- | --- |",
            *(
                f"| {kind} | {counted[kind]} | {choices:.1f} s | {turns:.1f} s |"
                for kind, (choices, turns) in longest.items()
            ),
        ]

    async def stop(self) -> None:
        """Ends everything that was started."""
        for task in self.tasks:
            task.cancel()
        await asyncio.gather(*self.tasks, return_exceptions=True)
        await self.site.stop()

    async def watch_probes(self, public_id: str) -> None:
        """Is called with the game in which choices are sealed all the time."""

    async def _begin_probes(self) -> None:
        from chaos import club

        members = await asyncio.to_thread(club.new_members, 3, "probe")
        game = await asyncio.to_thread(
            lambda: club.new_game(
                members,
                variant="multiplayer-go",
                bots=0,
                turn_seconds=None,
                turn_ends="complete",
                seed=1,
            )
        )
        await self.watch_probes(game.public_id)
        for number, address in enumerate(self.site.addresses):
            take = self.observed.taken[number].append
            self._begin(
                probe(number, address, game.public_id, game.cookies[number], self.ledger, take)
            )

    async def _play_on(self, variant: str, members: list[Member], bots: int, ends: str) -> None:
        """Has these members play one game after another, for ever."""
        while True:
            seconds = self.random.choice((5, 8, 12, 20))
            game = await self._new_game(variant, members, bots, ends, seconds)
            positions = Positions(variant, game.public_id, self.site.addresses)
            there: list[Follower] = [
                Player(
                    game.public_id,
                    self.site.addresses,
                    self.ledger,
                    Random(self.random.random()),
                    seat=seat,
                    cookie=cookie,
                    turn_seconds=seconds,
                    positions=positions,
                )
                for seat, cookie in game.cookies.items()
            ]
            chance = Random(self.random.random())
            there.append(Follower(game.public_id, self.site.addresses, self.ledger, chance))
            self.followers.extend(there)
            await asyncio.gather(*(each.follow() for each in there))
            for each in there:
                each.known.over = True

    async def _new_game(
        self, variant: str, members: list[Member], bots: int, ends: str, seconds: int
    ) -> NewGame:
        from chaos import club

        seed = self.random.randrange(2**31)
        while True:
            with suppress(Exception):  # the database may be down
                return await asyncio.to_thread(
                    lambda: club.new_game(
                        members,
                        variant=variant,
                        bots=bots,
                        turn_seconds=seconds,
                        turn_ends=ends,
                        seed=seed,
                    )
                )
            await asyncio.sleep(1)

    async def _read_steps(self) -> list[Violation]:
        """Checks that steps read over HTTP have the same events as those that were pushed."""
        known = sorted(self.ledger.steps.items())
        violations = []
        for (public_id, number), pushed in self.random.sample(
            known, min(len(known), MOST_STEPS_READ)
        ):
            path = f"/games/{public_id}/steps/{number}.json"
            try:
                answer = await http.request(self.random.choice(self.site.addresses), path)
            except (OSError, ValueError) as error:
                violations.append(Violation("every step can be read", public_id, f"{error!r}"))
                continue
            if answer.status != 200:
                seen = f"step {number}: status {answer.status}"
                violations.append(Violation("every step can be read", public_id, seen))
            elif answer.json()["events"] != pushed.step["events"]:
                seen = f"step {number} has other events over HTTP"
                violations.append(Violation("pushes agree with the database", public_id, seen))
        return violations

    def _begin(self, work) -> None:  # type: ignore[no-untyped-def]
        self.tasks.append(asyncio.create_task(work))


def _set_up_django() -> None:
    django.setup()
    call_command("migrate", verbosity=0)


def _clock(moment: float) -> str:
    return time.strftime("%H:%M:%S", time.localtime(moment))
