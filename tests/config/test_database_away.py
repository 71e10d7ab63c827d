"""After PostgreSQL was away it is found again by the next request, however long it was."""

from __future__ import annotations

import signal
import tempfile
from pathlib import Path

import pytest
from django.db import connection
from psycopg import OperationalError
from psycopg_pool import ConnectionPool

from tests.servers.postgresql import PostgreSQL


@pytest.fixture
def folder():
    """A folder that PostgreSQL's own user may pass through, as pytest's are not."""
    with tempfile.TemporaryDirectory(prefix="miai-") as made:
        path = Path(made)
        path.chmod(0o711)
        yield path


@pytest.mark.skipif(connection.vendor != "postgresql", reason="SQLite is never away")
def test_a_process_is_back_with_the_database_though_it_tried_in_vain_for_long(folder):
    server = PostgreSQL(folder / "postgresql")
    server.start()
    options = connection.settings_dict["OPTIONS"]["pool"]
    try:
        with ConnectionPool(server.url, open=True, **{**options, "timeout": 1}) as pool:
            with pool.connection() as database:
                database.execute("SELECT 1")
            server.process.send_signal(signal.SIGQUIT)
            server.process.wait()
            for _ in range(3):
                with pytest.raises(OperationalError), pool.connection() as database:
                    database.execute("SELECT 1")
            server.serve()
            with pool.connection(timeout=options["timeout"]) as database:
                assert database.execute("SELECT 1").fetchone() == (1,)
    finally:
        server.stop()
