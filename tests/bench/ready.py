"""Servers on which a benchmark has little left to prepare."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from bench.site.servers import Servers, servers
from tests.servers.databases import make_tables
from tests.servers.image import static_files


@contextmanager
def ready_servers(settings: Sequence[str] = ()) -> Iterator[Servers]:
    """The servers of a benchmark, on which every new database has the tables already and the static
    files of the site have been collected. ``settings``: further ones of PostgreSQL.

    Needs the fixture ``django_db_setup``.
    """
    with servers(settings) as started:
        make_tables(started.address("template1"), started.database.server.programs)
        folder = started.folder / "site"
        folder.mkdir()
        (folder / "static").symlink_to(static_files())
        yield started
