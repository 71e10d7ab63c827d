"""Runs database work of coroutines in threads, with connections of the process's pool."""

from __future__ import annotations

from typing import Any

from asgiref.sync import sync_to_async
from django.db import close_old_connections, connection


def thread_pool_stats() -> dict[str, int]:
    """The statistics of the pool from which this process's threads borrow connections; empty if
    there is no pool."""
    pool = getattr(connection, "pool", None)
    return dict(pool.get_stats()) if pool is not None else {}


async def in_thread(work: Any, *args: Any, **kwargs: Any) -> Any:
    """Runs database work in a thread of the pool.

    Django's default is one thread for all: one call that waits for a lock would make every socket
    of the process wait.
    """

    def closing() -> Any:
        close_old_connections()
        try:
            return work(*args, **kwargs)
        finally:
            close_old_connections()

    return await sync_to_async(closing, thread_sensitive=False)()
