"""Empties the database between tests while the processes of a site are still using it."""

from functools import cache

from django.contrib.auth.models import Group, Permission
from django.contrib.contenttypes.models import ContentType
from django.db import DatabaseError, connection, transaction

MIGRATED = (ContentType, Permission, Group, Group.permissions.through)
"""The models whose tables ``migrate`` fills, always with the same rows."""
TRIES = 10


def empty_database(first_keys: bool = False) -> None:
    """Deletes every row that ``migrate`` has not made. ``first_keys``: has keys begin at 1 again.

    If a process deadlocks with this function, or writes a row that refers to one just deleted, the
    database refuses one of the two; this function then tries again.
    """
    for tries_left in reversed(range(TRIES)):
        try:
            _delete_rows(first_keys)
        except DatabaseError:
            if not tries_left:
                raise
        else:
            return


def _delete_rows(first_keys: bool) -> None:
    """Deletes the rows in any order: references are checked at the end of the transaction."""
    tables = _tables()
    with transaction.atomic(), connection.cursor() as cursor:
        if first_keys:
            cursor.execute(f"TRUNCATE {', '.join(tables)} RESTART IDENTITY")
        else:
            # All statements at once take half the time.
            cursor.execute("; ".join(f"DELETE FROM {table}" for table in tables))  # noqa: S608


@cache
def _tables() -> list[str]:
    """The names of the tables to empty, quoted. Every database of a run is made with the same
    ones, and asking for them takes longer than emptying them."""
    kept = {model._meta.db_table for model in MIGRATED}
    tables = connection.introspection.django_table_names(only_existing=True, include_views=False)
    return [connection.ops.quote_name(table) for table in sorted(set(tables) - kept)]
