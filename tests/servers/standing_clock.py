"""A whole site whose clock stands still, in all its processes, until a test sets it."""

from __future__ import annotations

import os
import sqlite3
import struct
from collections.abc import Mapping
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from django.conf import settings
from kombu import Connection

from due.kinds import all_kinds
from due.tasks import sweep_for
from tests.servers.site import RunningSite

CLOCK = Path(__file__).with_name("clock")
"""What Python reads when a process of the site starts."""
EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
PREFIX = "miai-of-days"
SELDOM = 2.0
"""Seconds: what beat calls as seldom or more so, a test should not wait for."""
PATIENCE = 120.0
"""Seconds after which a busy machine has done what was due."""
SENT = """
    SELECT 1 FROM notices_notice AS notice
    LEFT JOIN notices_sending AS sending
        ON sending.member_id = notice.member_id AND sending.way = '{way}'
    WHERE notice.read_at IS NULL AND notice.{way}_due_at <= :now AND (
        sending.held_until IS NULL OR sending.held_until <= :now OR sending.claimed_at IS NOT NULL
    )
"""
DUE = (
    "SELECT 1 FROM games_game WHERE status = 'running' AND deadline <= :now",
    "SELECT 1 FROM notices_turnwarning WHERE due_at <= :now OR NOT planned",
    SENT.format(way="push"),
    SENT.format(way="mail"),
)
"""Turns whose time is up, warnings, and notices that are to be sent or are being sent."""


class SiteOfDays(RunningSite):
    """It keeps all that it has in its folder, on SQLite."""

    def __init__(
        self, folder: Path, environment: Mapping[str, str], now: datetime, root: Path
    ) -> None:
        """Its clock stands at ``now``. ``root``: whose code it runs."""
        self.clock = folder / "clock"
        self.clock.write_bytes(bytes(8))
        self.now = now
        kept = {name: value for name, value in os.environ.items() if name != "DATABASE_URL"}
        own = {
            "REDIS_PREFIX": PREFIX,
            "PYTHONPATH": str(CLOCK),
            "SITE_CLOCK": str(self.clock),
        }
        super().__init__(folder, {**kept, **environment, **own}, root)

    @property
    def now(self) -> datetime:
        """The site's time."""
        (microseconds,) = struct.unpack("q", self.clock.read_bytes())
        return EPOCH + timedelta(microseconds=microseconds)

    @now.setter
    def now(self, moment: datetime) -> None:
        with self.clock.open("r+b") as file:
            file.write(struct.pack("q", (moment - EPOCH) // timedelta(microseconds=1)))

    def goes_on_to(self, moment: datetime) -> None:
        """It is then, and all that is due by then is done. The site was there all the time: it has
        missed no heartbeat."""
        with closing(self._database()) as database:
            database.execute("BEGIN IMMEDIATE")
            database.execute("UPDATE games_heartbeat SET at = ?", [stored(moment)])
            self.now = moment
            database.execute("COMMIT")
        self.does_what_is_due()

    def goes_on_for(self, time: timedelta) -> None:
        """So much later."""
        self.goes_on_to(self.now + time)

    def does_what_is_due(self) -> None:
        """Waits until nothing is due; the workers are called as beat calls them."""
        if not self._due():
            return
        prefix = {"global_keyprefix": f"{PREFIX}:celery:"}
        with Connection(settings.CELERY_BROKER_URL, transport_options=prefix) as broker:
            for queue, every in sorted({(str(kind.queue), kind.every) for kind in all_kinds()}):
                where: dict[str, Any] = {"queue": queue, "connection": broker}
                if every >= SELDOM:
                    sweep_for.apply_async((queue, every), **where)
        # What is due only after that is found when beat calls.
        assert self.until(lambda: not self._due(), PATIENCE), self._due()

    def deadline(self) -> datetime:
        """When the turn ends, in the only game that runs."""
        with closing(self._database()) as database:
            sql = "SELECT deadline FROM games_game WHERE status = 'running'"
            [(deadline,)] = database.execute(sql).fetchall()
        return datetime.fromisoformat(deadline).replace(tzinfo=UTC)

    def _due(self) -> list[str]:
        with closing(self._database()) as database:
            values = {"now": stored(self.now)}
            return [sql for sql in DUE if database.execute(sql, values).fetchone()]

    def _database(self) -> sqlite3.Connection:
        path = self.folder / "miai.sqlite3"
        return sqlite3.connect(path, timeout=PATIENCE, isolation_level=None)


def stored(moment: datetime) -> str:
    """As Django writes it into SQLite."""
    return f"{moment:%Y-%m-%d %H:%M:%S.%f}"
