"""A whole site whose clock, in all its processes, moves only when a test sets it."""

from __future__ import annotations

import os
import struct
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import psycopg
from django.conf import settings
from kombu import Connection

from scheduler.jobs import all_jobs
from scheduler.sweeping import sweep_for
from tests.servers.databases import address_of, make_database
from tests.servers.site import RunningSite

CLOCK = Path(__file__).with_name("clock")
"""A folder of code that Python runs when a process of the site starts."""
EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
PREFIX = "miai-of-days"
SELDOM = 2.0
"""If beat calls a task only once in this many seconds or more, a test does not wait for beat."""
PATIENCE = 120.0
"""Seconds within which even a busy machine has done what was due."""
SENT = """
    SELECT 1 FROM notices_notice AS notice
    LEFT JOIN notices_sending AS sending
        ON sending.member_id = notice.member_id AND sending.way = '{way}'
    WHERE notice.read_at IS NULL AND notice.{way}_due_at <= %(now)s AND (
        sending.held_until IS NULL OR sending.held_until <= %(now)s
        OR sending.claimed_at IS NOT NULL
    )
"""
DUE = (
    "SELECT 1 FROM games_game WHERE status = 'running' AND deadline <= %(now)s",
    "SELECT 1 FROM notices_turnwarning WHERE due_at <= %(now)s OR NOT planned",
    SENT.format(way="push"),
    SENT.format(way="mail"),
)
"""Queries for due work: turns whose time is up, warnings, and notices to send or being sent."""


class SiteOfDays(RunningSite):
    """A site for tests that span days, with a database of its own."""

    def __init__(
        self, folder: Path, environment: Mapping[str, str], now: datetime, root: Path
    ) -> None:
        """The clock starts at ``now``. ``root`` is the folder of the code to run."""
        self.clock = folder / "clock"
        self.clock.write_bytes(bytes(8))
        self.now = now
        self.database = address_of(f"{Path(settings.VAR_DIR).name}_days")
        make_database(self.database)
        own = {
            "DATABASE_URL": self.database,
            "REDIS_PREFIX": PREFIX,
            "PYTHONPATH": str(CLOCK),
            "SITE_CLOCK": str(self.clock),
        }
        super().__init__(folder, {**os.environ, **environment, **own}, root)

    @property
    def now(self) -> datetime:
        """The time on the site's clock."""
        (microseconds,) = struct.unpack("q", self.clock.read_bytes())
        return EPOCH + timedelta(microseconds=microseconds)

    @now.setter
    def now(self, moment: datetime) -> None:
        with self.clock.open("r+b") as file:
            file.write(struct.pack("q", (moment - EPOCH) // timedelta(microseconds=1)))

    def goes_on_to(self, moment: datetime) -> None:
        """Sets the clock and waits until all that is due by then is done. The heartbeat is set too,
        so that the site does not believe it was down."""
        with self._database() as database:
            # Nobody reads the one without the other.
            database.execute("LOCK TABLE games_heartbeat IN ACCESS EXCLUSIVE MODE")
            database.execute("UPDATE games_heartbeat SET at = %s", [moment])
            self.now = moment
        self.does_what_is_due()

    def goes_on_for(self, time: timedelta) -> None:
        """Sets the clock forward by this much."""
        self.goes_on_to(self.now + time)

    def does_what_is_due(self) -> None:
        """Calls the workers as beat does and waits until nothing is due."""
        if not self._due():
            return
        prefix = {"global_keyprefix": f"{PREFIX}:celery:"}
        with Connection(settings.CELERY_BROKER_URL, transport_options=prefix) as broker:
            for queue, every in sorted({(str(kind.queue), kind.every) for kind in all_jobs()}):
                where: dict[str, Any] = {"queue": queue, "connection": broker}
                if every >= SELDOM:
                    sweep_for.apply_async((queue, every), **where)
        # Work that becomes due after that is found when beat calls the workers.
        assert self.until(lambda: not self._due(), PATIENCE), self._due()

    def deadline(self) -> datetime:
        """Returns the deadline of the turn in the only running game."""
        with self._database() as database:
            sql = "SELECT deadline FROM games_game WHERE status = 'running'"
            [(deadline,)] = database.execute(sql).fetchall()
        assert isinstance(deadline, datetime)
        return deadline

    def _due(self) -> list[str]:
        with self._database() as database:
            return [sql for sql in DUE if database.execute(sql, {"now": self.now}).fetchone()]

    def _database(self) -> psycopg.Connection[Any]:
        return psycopg.connect(self.database)
