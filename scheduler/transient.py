"""Tells transient errors, after which work is retried, from others."""

from __future__ import annotations

from django.db import DatabaseError, InterfaceError, OperationalError
from redis import RedisError

PASSING = {
    "08",  # the connection is gone
    "25",  # a transaction of the wrong kind, such as on a server that is read-only for now
    "40",  # rolled back: a deadlock, or two transactions that cannot be serialised
    "53",  # no memory, disk or connection left
    "55",  # somebody else holds a lock, or an object is not ready
    "57",  # an operator stepped in: shutting down, cancelled
    "58",  # the system around the server failed
}
"""Classes of SQLSTATE (PostgreSQL's documentation, appendix A)."""


def is_transient(error: BaseException) -> bool:
    """Returns whether a retry may succeed: the database is busy, gone or read-only for a while, or
    Redis is unavailable. Stored data is not at fault."""
    if isinstance(error, OperationalError | InterfaceError | RedisError):
        return True
    return isinstance(error, DatabaseError) and _sqlstate(error)[:2] in PASSING


def _sqlstate(error: BaseException) -> str:
    """Returns the database's code for the error; empty if there is none."""
    return str(getattr(error.__cause__, "sqlstate", None) or "")
