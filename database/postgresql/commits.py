"""Whether what was committed is where it must be."""

from __future__ import annotations

from typing import cast

from django.db import connection

from database.postgresql.base import DatabaseWrapper
from database.postgresql.guard import guard, hanging


def wait_for_standby() -> None:
    """Waits until everything that this connection can read is as safe as a commit: on the
    synchronous standby, too, if there is one. Raises DatabaseError if that is not certain.

    What has been read may be a commit whose wait for the standby was broken off. A commit waits for
    the standby to have all that was written before it, but only if it writes something itself.
    """
    guard.refuse_while_commits_hang()
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_logical_emit_message(true, 'miai', '')")
    cast("DatabaseWrapper", connection).ensure_no_doubt()


def can_store() -> bool:
    """Asks the database whether it can store anything: it takes writes, and its commits do not wait
    for a standby that does not answer."""
    with connection.cursor() as cursor:
        cursor.execute(
            f"SELECT NOT current_setting('transaction_read_only')::bool AND NOT {hanging()}"
        )
        return bool(cursor.fetchone()[0])
