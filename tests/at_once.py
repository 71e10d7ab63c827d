"""Acts at the same moment, each in a thread with a connection of its own."""

from __future__ import annotations

from collections.abc import Callable
from threading import Barrier, Event, Thread

from django.db import connection, connections, transaction

from accounts.models import User
from transport.refusals import Refused

JOIN_SECONDS = 120


def together(*acts: Callable[[], object]) -> list[str]:
    """Runs these at the same moment, each in a thread; returns what each led to: ``done``,
    ``nothing``, or the code of its refusal."""
    barrier, outcomes = Barrier(len(acts)), [""] * len(acts)

    def run(number: int, act: Callable[[], object]) -> None:
        try:
            connection.ensure_connection()
            barrier.wait(JOIN_SECONDS)
            outcomes[number] = "nothing" if act() is False else "done"
        except Refused as refused:
            outcomes[number] = refused.code
        finally:
            connections.close_all()

    threads = [Thread(target=run, args=pair) for pair in enumerate(acts)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(JOIN_SECONDS)
    return outcomes


def await_locked() -> None:
    """Waits until somebody waits for a lock."""
    for _ in range(JOIN_SECONDS * 50):
        with connection.cursor() as cursor:
            cursor.execute("SELECT FROM pg_locks WHERE NOT granted")
            if cursor.rowcount:
                return
        Event().wait(0.02)
    raise AssertionError("nobody waits")


def while_it_waits(
    act: Callable[[], object], *, first: Callable[[], object], then: Callable[[], object]
) -> str:
    """In a transaction, does what comes ``first``, lets ``act`` run until it waits for that, and
    does what comes ``then``. Returns what ``act`` led to."""
    outcomes: list[str] = []
    thread = Thread(target=lambda: outcomes.extend(together(act)))
    with transaction.atomic():
        first()
        thread.start()
        await_locked()
        then()
    thread.join(JOIN_SECONDS)
    return outcomes[0]


def refer_to(user: User) -> None:
    """Locks the user as a row that refers to them does when it is written."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT FROM accounts_user WHERE id = %s FOR KEY SHARE", [user.pk])
