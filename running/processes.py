"""The processes of the site and how each is started; ``compose.yaml`` has them, too."""

import sys

from running.supervisor import Service

LARGEST_BODY = 2 * 2**20
"""Bytes of a request's body that the web process takes; deploy/nginx.conf says the same."""

# Celery would warn on every start; if the site runs as root, somebody wanted that.
NO_ROOT_WARNING = ("-W", "ignore:You're running the worker with superuser privileges")
TURNS, BOTS, BACKGROUND, SENDING = 2, 2, 2, 3
"""Processes of the worker for each queue; ``WORKER_CONCURRENCY`` is another number for turns."""

CONNECTIONS_OF_WEB = 16
"""Connections to PostgreSQL of one web process: eight for pages, eight for choices."""

CELERY = (
    sys.executable,
    *NO_ROOT_WARNING,
    "-m",
    "celery",
    "--quiet",
    "--app",
    "config.celery",
)


def web(host: str, port: int) -> Service:
    """Serves pages and sockets."""
    return Service(
        "web", (sys.executable, "-m", "running.web", "--bind", host, "--port", str(port))
    )


def workers() -> tuple[Service, ...]:
    """One for each queue, so that none waits for the work of another.

    Turns have two processes (``WORKER_CONCURRENCY``), as one may be waiting for a deadline. The
    background has two, as one may be busy with an uploaded record for most of a minute. Bots have
    two, as one may be thinking; for more, start more of these workers. Sending has three, as two
    may be waiting for a mail server that does not answer.
    """
    return (
        _worker("turns"),
        _worker("bots", BOTS),
        _worker("background", BACKGROUND),
        _worker("sending", SENDING),
    )


def _worker(queue: str, concurrency: int | None = None) -> Service:
    """A worker runs its tasks in child processes, and ends one that takes too long."""
    alone = ("--without-gossip", "--without-mingle", "--without-heartbeat")
    how_many = ("--concurrency", str(concurrency)) if concurrency else ()
    which = ("--queues", queue, "--hostname", f"{queue}@%h", *how_many)
    return Service(
        f"worker for {queue}", (*CELERY, "worker", *which, "--loglevel", "WARNING", *alone)
    )


def beat() -> Service:
    """Tells the workers several times a second to look for what is due."""
    return Service("beat", (*CELERY, "beat", "--loglevel", "WARNING", "--pidfile="))


def connections(turns: int) -> int:
    """How many connections to PostgreSQL all of them have at most, where the worker for ``turns``
    has so many processes: each process of a worker has one, and beat may."""
    return CONNECTIONS_OF_WEB + turns + BOTS + BACKGROUND + SENDING + 1
