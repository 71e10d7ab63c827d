"""The site's processes and how each is started; ``compose.yaml`` lists them too."""

import sys

from running.copies import Loader
from running.supervisor import Service

LARGEST_BODY = 2 * 2**20
"""The most bytes of a request's body; deploy/nginx.conf has the same limit."""

# Celery would warn at every start; running as root is a choice of whoever runs the site.
NO_ROOT_WARNING = ("-W", "ignore:You're running the worker with superuser privileges")
TURNS, BOTS, LOOKING_AHEAD, BACKGROUND, SENDING = 2, 2, 2, 2, 3
"""Processes of each queue's worker; ``WORKER_CONCURRENCY`` overrides the number for turns."""

CONNECTIONS_OF_WEB = 17
"""PostgreSQL connections of one web process: eight for pages, eight for choices, and one that
checks whether the database answers (config/cut_off.py)."""

CELERY = (
    sys.executable,
    *NO_ROOT_WARNING,
    "-m",
    "celery",
    "--quiet",
    "--app",
    "config.celery",
)


def loading(loader: Loader) -> Service:
    """Returns the service that the others are copies of."""
    return Service(
        "loader",
        (sys.executable, *NO_ROOT_WARNING, "-m", "running.loader"),
        standard_input=loader.connect,
    )


def web(host: str, port: int) -> Service:
    """Returns the service for pages and sockets."""
    return Service(
        "web",
        (sys.executable, "-m", "running.web", "--bind", host, "--port", str(port)),
        copied=True,
    )


def workers() -> tuple[Service, ...]:
    """Returns one worker for each queue, so that no queue waits for another's work.

    Turns have two processes (``WORKER_CONCURRENCY``), because one may be waiting for a deadline.
    The background has two, because an uploaded record may occupy one for most of a minute. Bots
    have two, because one may be thinking; for more bots, start more of these workers. Bots that
    look ahead for seconds have two of their own. Sending has three, because two may be waiting for
    a mail server that does not answer.
    """
    return (
        _worker("turns"),
        _worker("bots", BOTS),
        _worker("looking-ahead", LOOKING_AHEAD),
        _worker("background", BACKGROUND),
        _worker("sending", SENDING),
    )


def _worker(queue: str, concurrency: int | None = None) -> Service:
    """Returns a worker, which runs its tasks in child processes and ends one that takes too
    long."""
    alone = ("--without-gossip", "--without-mingle", "--without-heartbeat")
    how_many = ("--concurrency", str(concurrency)) if concurrency else ()
    which = ("--queues", queue, "--hostname", f"{queue}@%h", *how_many)
    return Service(
        f"worker for {queue}",
        (*CELERY, "worker", *which, "--loglevel", "WARNING", *alone),
        copied=True,
    )


def beat() -> Service:
    """Returns the service that tells workers several times a second to look for due work."""
    return Service("beat", (*CELERY, "beat", "--loglevel", "WARNING", "--pidfile="), copied=True)


def connections(turns: int) -> int:
    """Returns how many PostgreSQL connections all processes open at most, if the worker for turns
    has ``turns`` processes: one for each process of a worker, and two for beat."""
    return CONNECTIONS_OF_WEB + turns + BOTS + LOOKING_AHEAD + BACKGROUND + SENDING + 2
