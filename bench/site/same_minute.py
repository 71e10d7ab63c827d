"""Measures correspondence games whose turns all end at the same moment, beside live games."""

from __future__ import annotations

import asyncio
import time
from dataclasses import dataclass
from typing import Any

import psycopg

from bench.site.comparing import Measured
from bench.site.running_site import Running
from bench.site.turns import Deadlines

LOOK_EVERY = 0.25
"""The pause between two queries of the database, in seconds."""
LONGEST = 120.0
"""How long to wait for the last turn and notice, in seconds."""

UNRESOLVED = "SELECT count(*) FROM games_game WHERE title = 'by correspondence' AND step = 0"
NOTIFIED = "SELECT count(*) FROM notices_notice WHERE kind = 'turn' AND step = 2"


@dataclass(frozen=True)
class SameMinute:
    """Games of three members with a turn a day, all of which end together. In each, one player has
    chosen. Live games of bots go on beside them."""

    games: int = 2000
    members: int = 10_000
    live: int = 20
    turn_seconds: int = 10
    seconds: float = 40
    webs: int = 1

    def club(self) -> Any:
        """The live games, the correspondence games, and the club's members."""
        club = Deadlines(self.live, turn_seconds=self.turn_seconds).club()
        return {**club, "correspondence": {"games": self.games, "members": self.members}}

    async def measure(self, running: Running, club: Any) -> Measured:
        """Seconds until the last turn is resolved and until the last notice is written, and how
        late the turns of the live games are meanwhile, in milliseconds."""
        live = Deadlines(self.live, turn_seconds=self.turn_seconds, seconds=self.seconds)
        # The turns end some time after counting in the live games has started.
        ends_in = live.lead + self.turn_seconds + self.seconds / 5
        moment = running.prepare("meet", {"in": ends_in})
        looking = asyncio.create_task(self._look(running, moment))
        measured = await live.measure(running, club)
        return {"late": measured["late"], **await looking}

    async def _look(self, running: Running, moment: float) -> Measured:
        database = await psycopg.AsyncConnection.connect(
            running.servers.address(running.database), autocommit=True
        )
        found: Measured = {}
        async with database:
            await asyncio.sleep(moment - time.time())
            while len(found) < 2 and time.time() < moment + LONGEST:
                if "resolved" not in found and not await _count(database, UNRESOLVED):
                    found["resolved"] = [time.time() - moment]
                if "notified" not in found and await _count(database, NOTIFIED) == 3 * self.games:
                    found["notified"] = [time.time() - moment]
                await asyncio.sleep(LOOK_EVERY)
        waited = [time.time() - moment]
        return {name: found.get(name, waited) for name in ("resolved", "notified")}


async def _count(database: psycopg.AsyncConnection[Any], query: str) -> int:
    row = await (await database.execute(query.encode())).fetchone()
    return int(row[0]) if row else 0
