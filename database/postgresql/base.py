"""Django's backend for PostgreSQL, with connections that know when they are of no more use, and
commits that count only if they are where they must be."""

from __future__ import annotations

from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import psycopg
from django.db.backends.base.base import NO_DB_ALIAS
from django.db.backends.postgresql import base
from psycopg_pool import ConnectionPool

from database.postgresql.connections import (
    CommitInDoubt,
    Connection,
    check,
    is_useless,
)
from database.postgresql.guard import guard

WRITING = ("INSERT", "UPDATE", "DELETE")


class DatabaseWrapper(base.DatabaseWrapper):
    """Django's connection.

    One that is of no more use is closed as soon as the current task or request is over, and never
    given to another. While commits hang because there is no standby, writes are refused at once.
    """

    _connection_pools: dict[str, ConnectionPool[Any]]
    _configure_connection: Callable[[Any], Any]
    Database: Any = SimpleNamespace(**{**vars(psycopg), "connect": Connection.connect})

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.execute_wrappers.append(_refuse_while_commits_hang)

    @property
    def pool(self) -> ConnectionPool[Any] | None:
        """The pool of this process, which is not opened yet; None if there is none. Django's own
        takes no check but its own."""
        options = self.settings_dict["OPTIONS"].get("pool")
        if not options or self.alias == NO_DB_ALIAS:
            return None
        if self.alias not in self._connection_pools:
            made = ConnectionPool(
                connection_class=Connection,
                kwargs={**self.get_connection_params(), "autocommit": True},
                open=False,
                configure=self._configure_connection,
                check=check,
                **options,
            )
            self._connection_pools.setdefault(self.alias, made)
        return self._connection_pools[self.alias]

    def close_if_unusable_or_obsolete(self) -> None:
        """Also closes a connection to a server that does not answer or takes no writes."""
        if self.connection is not None and is_useless(self.connection):
            self.close()
            return
        super().close_if_unusable_or_obsolete()

    def is_usable(self) -> bool:
        """Whether the connection still works."""
        return super().is_usable() and not is_useless(self.connection)

    def _set_autocommit(self, autocommit: bool) -> None:
        if self.connection is not None and not autocommit:
            self.connection.take_doubt()  # of a statement that was no choice of anybody
        super()._set_autocommit(autocommit)  # type: ignore[misc]

    def _commit(self) -> None:
        with self.wrap_database_errors:
            guard.refuse_while_commits_hang()
        super()._commit()  # type: ignore[misc]
        self.ensure_no_doubt()

    def ensure_no_doubt(self) -> None:
        """Raises OperationalError if the wait of the last commit was broken off."""
        if self.connection is not None and self.connection.take_doubt():
            with self.wrap_database_errors:
                raise CommitInDoubt("the commit may be lost with the primary")


def _refuse_while_commits_hang(
    execute: Callable[..., Any], sql: Any, params: Any, many: bool, context: Any
) -> Any:
    """Refuses a write at once, as its commit would hang, too."""
    if guard.commits_hang and str(sql).startswith(WRITING):
        with context["connection"].wrap_database_errors:
            guard.refuse_while_commits_hang()
    return execute(sql, params, many, context)
