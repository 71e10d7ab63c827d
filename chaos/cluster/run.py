"""One run on three hosts: what differs from a run on one, and what is measured besides."""

from __future__ import annotations

import logging
import time
from pathlib import Path
from random import Random
from statistics import median
from typing import TYPE_CHECKING

from chaos.cluster.faults import FAULTS, OF_POSTGRESQL, HostBreaker, HostFault
from chaos.cluster.site import Cluster
from chaos.ledger import Violation
from chaos.observed import LATE
from chaos.pages import Follower
from chaos.run import Chaos

if TYPE_CHECKING:
    from chaos.ledger import Json

CHOICES_AGAIN = 30.0
"""How soon choices must be taken again when PostgreSQL's primary has gone, in seconds."""

PUSHES_AGAIN = 15.0
"""How soon pushes must come again when Redis's primary has gone, in seconds."""

PLAYERS_BACK = 10.0
"""How soon players must be back when the host of their web process was killed, in seconds."""

TURNS_AGAIN = 30.0
"""How soon no turn may be late after all hosts are whole again, in seconds."""

LOST_AT_ONCE = 1.5
"""Connections that are lost so soon after a kill are lost by it, in seconds."""

ON_ITS_WAY = 1.0
"""How long an acknowledgement may be on its way, in seconds."""

LISTENERS = 4


class Listener(Follower):
    """A spectator of the probes' game, who notes when pushes of choices arrive."""

    def hear(self, event: Json) -> None:
        """Notes a push."""
        if event["type"] == "action.sealed":
            self.pushed.append(time.time())

    pushed: list[float]


class ClusterChaos(Chaos):
    """A run on three hosts. ``failovers``: see :class:`HostBreaker`; then only PostgreSQL's primary
    is broken."""

    site: Cluster
    breaker: HostBreaker

    def __init__(self, folder: Path, seed: int, failovers: int | None = None) -> None:
        self.failovers = failovers
        self.pushed: list[float] = []
        super().__init__(folder, seed)
        self.observed.taken = [[]]

    def _set_up(self, folder: Path) -> None:
        logging.disable()  # it would tell of each connection that this program itself loses
        self.site = Cluster(folder)
        faults = FAULTS if self.failovers is None else OF_POSTGRESQL
        random = Random(self.seed + 1)
        self.breaker = HostBreaker(self.site, self.followers, random, faults, self.failovers)

    async def watch_probes(self, public_id: str) -> None:
        """Listens for the pushes of the probes' choices."""
        for _ in range(LISTENERS):
            chance = Random(self.random.random())
            listener = Listener(public_id, self.site.addresses, self.ledger, chance)
            listener.pushed = self.pushed
            self._begin(listener.follow())

    def away(self) -> list[tuple[float, float]]:
        """The times in which PostgreSQL's primary was gone and nobody could choose."""
        gone = [each for each in self._happened() if each.postgres or each.majority]
        return [self._gap(self.observed.taken[0], each) for each in gone]

    def recoveries(self) -> list[Violation]:
        """Violations for what took too long to come back, and for what was taken while most hosts
        were away."""
        found = []
        for each in self._happened():
            for what, seconds, limit in self._limits(each):
                most = limit + self.observed.lag_after(each.began, limit)
                if seconds is None or seconds > most:
                    took = "not at all" if seconds is None else f"after {seconds:.1f} s"
                    seen = f"{each.words}: {what} {took}, the limit is {most:.1f} s"
                    found.append(Violation("the club goes on", "all", seen))
            if each.majority:
                since = each.gone + ON_ITS_WAY
                late = [at for at in self.observed.taken[0] if since < at < each.repaired]
                if late:
                    after = ", ".join(f"{at - each.gone:.1f} s" for at in late)
                    seen = f"{each.words}: choices were acknowledged after {after}"
                    found.append(Violation("nothing is taken that could be lost", "all", seen))
        return found

    def _limits(self, fault: HostFault) -> list[tuple[str, float | None, float]]:
        """What must be back after a fault, how long it took, and how long it may take."""
        taken, turns = self.observed.taken[0], self.observed.turns_after(fault.ended)
        limits = [("turns are resolved", turns, TURNS_AGAIN + LATE)]
        if fault.majority:
            return [*limits, ("choices are taken", self.observed.choices_after(fault.ended), LATE)]
        limits.append(("choices are taken", self._seconds(taken, fault), CHOICES_AGAIN))
        if fault.redis and not fault.postgres:
            limits.append(("pushes come", self._seconds(self.pushed, fault), PUSHES_AGAIN))
        if fault.web and fault.how == "killed" and not fault.postgres:
            limits.append(("players are back", self._players_back(fault), PLAYERS_BACK))
        return limits

    def table(self) -> list[str]:
        """What was measured, by what was away, as lines of a table."""
        lines = [
            f"fail-overs of PostgreSQL: {self.breaker.moved}",
            "| away | times | choices again: half within, all within | pushes again within"
            " | players back within | no turn late after at most | choices to be sent again |",
            "| --- | --- | --- | --- | --- | --- | --- |",
        ]
        for lost in sorted({each.lost for each in self._happened()}):
            those = [each for each in self._happened() if each.lost == lost]
            choices = [self._seconds(self.observed.taken[0], each) for each in those]
            pushes = max(self._seconds(self.pushed, each) for each in those)
            back = max(self._players_back(each) for each in those)
            turns = max(self.observed.turns_after(each.ended) or 0 for each in those)
            again = sum(self._to_be_sent_again(each) for each in those)
            lines.append(
                f"| {lost} | {len(those)} | {median(choices):.1f} s, {max(choices):.1f} s"
                f" | {pushes:.1f} s | {back:.1f} s | {turns:.1f} s | {again} |"
            )
        return lines

    def _happened(self) -> list[HostFault]:
        """The faults whose hosts came back."""
        found = [each for each in self.breaker.happened if isinstance(each, HostFault)]
        return [each for each in found if each.ended]

    def _gap(self, times: list[float], fault: HostFault) -> tuple[float, float]:
        """The longest interval of a fault, and of the time until the next one, without any of the
        ``times``."""
        later = [each.began for each in self.breaker.happened if each.began > fault.began]
        return self.observed.longest_gap(times, fault.began, min(later, default=fault.ended))

    def _seconds(self, times: list[float], fault: HostFault) -> float:
        since, until = self._gap(times, fault)
        return until - since

    def _to_be_sent_again(self, fault: HostFault) -> int:
        """How many choices got no answer during a fault, or one after which the player cannot be
        sure."""
        return sum(
            fault.began <= each.sent <= fault.ended and each.is_unsure
            for each in self.ledger.choices
        )

    def _players_back(self, fault: HostFault) -> float:
        """The longest time for which a player or spectator had no connection after the fault."""
        until = fault.began + LOST_AT_ONCE if fault.how == "killed" else fault.ended
        lost = [
            back - since
            for each in self.followers
            for since, back in each.without_connection
            if fault.began <= since <= until
        ]
        return max(lost, default=0.0)
