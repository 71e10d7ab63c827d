"""Faults of the servers that the site stands on: which of them pass."""

from __future__ import annotations

import django.db
import psycopg
from redis import RedisError

TRANSIENT_CLASSES = {
    "08",  # the connection is gone
    "25",  # a transaction of the wrong kind, such as on a server that is read-only for now
    "40",  # rolled back: a deadlock, or two transactions that cannot be serialised
    "53",  # no memory, disk or connection left
    "55",  # somebody else holds a lock, or an object is not ready
    "57",  # an operator stepped in: shutting down, cancelled
    "58",  # the system around the server failed
}
"""Classes of SQLSTATE after which a retry may succeed (PostgreSQL's documentation, appendix A)."""

DEADLOCK = "40P01"
"""The SQLSTATE of a deadlock."""


def is_transient(error: BaseException) -> bool:
    """Returns whether a retry may succeed: the database is busy, gone or read-only for a while, or
    Redis is unavailable. Stored data is not at fault."""
    return isinstance(error, RedisError) or is_database_away(error)


def is_database_away(error: BaseException) -> bool:
    """Returns whether the database cannot be reached, takes no writes, or has not said whether it
    has stored something. Whoever gets this error, of Django or of psycopg, may ask again."""
    gone = (
        django.db.OperationalError,
        django.db.InterfaceError,
        psycopg.OperationalError,
        psycopg.InterfaceError,
    )
    return isinstance(error, gone) or (
        isinstance(error, django.db.DatabaseError | psycopg.DatabaseError)
        and _sqlstate(error)[:2] in TRANSIENT_CLASSES
    )


def is_deadlock(error: BaseException) -> bool:
    """Returns whether the database ended this transaction to resolve a deadlock. It can be tried
    again at once."""
    return _sqlstate(error) == DEADLOCK


def _sqlstate(error: BaseException) -> str:
    """Returns the database's code for the error; empty if there is none."""
    known = error if isinstance(error, psycopg.Error) else error.__cause__
    return str(getattr(known, "sqlstate", None) or "")
