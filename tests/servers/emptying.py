"""Empties the database between tests, beside the processes of a site that work on it."""

from django.contrib.auth.models import Group, Permission
from django.contrib.contenttypes.models import ContentType
from django.db import DatabaseError, connection, transaction

MIGRATED = (ContentType, Permission, Group, Group.permissions.through)
"""What ``migrate`` fills: it is always the same."""
TRIES = 10


def empty_database() -> None:
    """Deletes every row that is not ``migrate``'s.

    Where a process and this wait for each other's locks, or it writes what hangs on a row that
    this has deleted, the database refuses one of the two; this then tries again.
    """
    for tries_left in reversed(range(TRIES)):
        try:
            _delete_rows()
        except DatabaseError:
            if not tries_left:
                raise
        else:
            return


def _delete_rows() -> None:
    """In any order: what rows refer to is checked at the end of the transaction."""
    kept = {model._meta.db_table for model in MIGRATED}
    tables = connection.introspection.django_table_names(only_existing=True, include_views=False)
    quoted = map(connection.ops.quote_name, sorted(set(tables) - kept))
    deletions = [f"DELETE FROM {table}" for table in quoted]  # noqa: S608
    with transaction.atomic(), connection.cursor() as cursor:
        # PostgreSQL takes all at once, which costs half; SQLite one at a time, which costs nothing.
        for sql in ["; ".join(deletions)] if connection.vendor == "postgresql" else deletions:
            cursor.execute(sql)
