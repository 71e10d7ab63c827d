"""The pages to visit, their viewers, and what a visit costs."""

from __future__ import annotations

import http.client
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import quote

from bench.site.processor import seconds_of
from bench.site.running_site import Running

STATEMENTS = """
    SELECT calls, total_exec_time + total_plan_time, query FROM pg_stat_statements
    WHERE dbid = (SELECT oid FROM pg_database WHERE datname = %s)
    AND query !~ 'heartbeat|clock_timestamp|pg_stat' AND query <> 'SELECT' ORDER BY 2 DESC
"""
"""Calls, milliseconds and text of each statement of requests. Every second, the web process stores
its heartbeat, before which it tries the connection with an empty statement, and asks for the time
(:mod:`config.cut_off`)."""


@dataclass(frozen=True)
class Aim:
    """The most that a request should take; None: no limit."""

    web_ms: float | None = 20
    statements: int | None = 12
    kilobytes: float | None = 60
    postgresql_ms: float | None = None


@dataclass(frozen=True)
class Visit:
    """A page at ``address``, requested by ``who`` with a cookie."""

    page: str
    who: str
    address: str
    cookie: str
    aim: Aim

    @property
    def name(self) -> str:
        """The name of its row."""
        return f"{self.page}, {self.who}"


@dataclass(frozen=True)
class Cost:
    """What one request took on average."""

    web_ms: float
    statements: float
    kilobytes: float
    postgresql_ms: float

    @property
    def total_ms(self) -> float:
        """Processor time of the web process plus time in PostgreSQL."""
        return self.web_ms + self.postgresql_ms

    def line(self, visit: Visit) -> str:
        """The visit's line of the table."""
        aim = visit.aim
        pairs = (
            (self.web_ms, aim.web_ms, "ms"),
            (self.statements, aim.statements, "statements"),
            (self.kilobytes, aim.kilobytes, "KB"),
            (self.postgresql_ms, aim.postgresql_ms, "ms in PostgreSQL"),
        )
        missed = [f"≤ {most:g} {unit}" for value, most, unit in pairs if most and value > most]
        verdict = f"missed: {', '.join(missed)}" if missed else "holds"
        return (
            f"| {visit.page} | {visit.who} | {self.web_ms:.1f} ms | {self.statements:.3g}"
            f" | {self.kilobytes:.1f} KB | {self.postgresql_ms:.1f} ms | {verdict} |"
        )


PAGE = Aim()
ARCHIVE = Aim(postgresql_ms=15)


def visits_of(filled: Any) -> Iterator[Visit]:
    """Yields all visits in a club that :mod:`bench.pages.fill` has made."""
    addresses: Mapping[str, str] = filled["addresses"]
    player = quote(addresses["player"])
    pages = (
        ("home", "/", "member active visitor", PAGE),
        ("tables", "/tables/", "member active", PAGE),
        ("page of a member", addresses["member"], "member visitor", PAGE),
        ("page of an active member", addresses["active"], "active member visitor", PAGE),
        ("ratings", "/ratings/", "member visitor", PAGE),
        ("ladder", "/ratings/multiplayer-go/correspondence/", "member visitor", PAGE),
        ("season", "/ratings/seasons/", "member visitor", PAGE),
        ("game in progress, own", addresses["playing"], "active", PAGE),
        ("game in progress", addresses["watched"], "member visitor", PAGE),
        ("finished game", addresses["over"], "member visitor", PAGE),
        ("archive", "/games/", "member active visitor", ARCHIVE),
        ("archive, last page", "/games/?page=999999", "visitor", ARCHIVE),
        ("archive, won", "/games/?result=won", "visitor", ARCHIVE),
        ("archive, won, last page", "/games/?result=won&page=999999", "visitor", ARCHIVE),
        ("archive, drawn", "/games/?result=draw", "visitor", ARCHIVE),
        ("archive, drawn, last page", "/games/?result=draw&page=999999", "visitor", ARCHIVE),
        ("archive, by leaving", "/games/?result=leave", "visitor", ARCHIVE),
        ("archive, one game", "/games/?game=territory", "visitor", ARCHIVE),
        ("archive, a player", f"/games/?player={player}", "visitor", ARCHIVE),
        ("archive, no such player", "/games/?player=nobody+at+all", "visitor", ARCHIVE),
        ("archive, part of many names", "/games/?player=member", "visitor", ARCHIVE),
        ("archive, a player won", f"/games/?player={player}&result=won", "visitor", ARCHIVE),
        ("archive, a player drew", f"/games/?player={player}&result=draw", "visitor", ARCHIVE),
        (
            "archive, all at once",
            f"/games/?player={player}&result=won&game=territory&since=2025-06-01&until=2026-06-01",
            "visitor",
            ARCHIVE,
        ),
        ("archive, dates", "/games/?since=2025-06-01&until=2025-07-01", "visitor", ARCHIVE),
        ("archive, until", "/games/?until=2025-07-01&page=999999", "visitor", ARCHIVE),
        ("archive, own", "/games/?whose=mine", "member active", ARCHIVE),
        ("archive, own, last page", "/games/?whose=mine&page=999999", "active", ARCHIVE),
    )
    for page, address, viewers, aim in pages:
        for who in viewers.split():
            yield Visit(page, who, address, filled["cookies"][who], aim)


@dataclass(frozen=True)
class Visits:
    """Requests pages from a running site, each ``requests`` times. ``statements``: a folder to
    write the SQL statements of each page into; None: do not write them. ``warm_up``: how many
    requests come before those that are counted; the first ones compile templates."""

    site: Running
    requests: int
    statements: Path | None = None
    warm_up: int = 3

    def cost_of(self, visit: Visit) -> Cost:
        """Measures a visit. Raises RuntimeError if the page's status is not 200."""
        for _ in range(self.warm_up):
            self._ask(visit)
        monitor, web = self.site.servers.monitor, self.site.processes["web"][0].pid
        monitor.execute("SELECT pg_stat_statements_reset()")
        before = seconds_of(web)
        size = 0
        for _ in range(self.requests):
            size = self._ask(visit)
        used = seconds_of(web) - before
        found = monitor.execute(STATEMENTS, (self.site.database,)).fetchall()
        if self.statements:
            self._write_statements(visit, self.statements, found)
        calls, milliseconds = sum(row[0] for row in found), sum(row[1] for row in found)
        each = 1 / self.requests
        return Cost(used * 1000 * each, calls * each, size / 1024, milliseconds * each)

    def _ask(self, visit: Visit) -> int:
        connection = http.client.HTTPConnection("127.0.0.1", self.site.ports[0], timeout=120)
        headers = {"Cookie": visit.cookie, "Accept-Language": "en", "Accept": "text/html"}
        connection.request("GET", visit.address, headers=headers)
        response = connection.getresponse()
        size = len(response.read())
        connection.close()
        if response.status != http.HTTPStatus.OK:
            raise RuntimeError(f"{visit.name}: {response.status} for {visit.address}")
        return size

    def _write_statements(self, visit: Visit, folder: Path, found: Any) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        lines = [
            f"{calls / self.requests:g} × {milliseconds / calls:.3f} ms\n{query}\n"
            for calls, milliseconds, query in found
        ]
        (folder / f"{visit.name}.sql").write_text("\n".join(lines))
