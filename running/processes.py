"""The processes of the site and how each is started; ``compose.yaml`` says the same for many."""

import sys

from running.supervisor import Service

LARGEST_BODY = 2 * 2**20
"""Bytes of a request's body that the web process takes; deploy/nginx.conf says the same."""

# Root is warned on every start; where the site runs as root, somebody wanted it to.
CALM = ("-W", "ignore:You're running the worker with superuser privileges")
CELERY = (sys.executable, *CALM, "-m", "celery", "--quiet", "--app", "config.celery")


def web(host: str, port: int) -> Service:
    """Serves pages and sockets."""
    return Service(
        "web", (sys.executable, "-m", "running.web", "--bind", host, "--port", str(port))
    )


def workers() -> tuple[Service, ...]:
    """One for each queue, so that none waits for the work of another.

    Turns are opened by two processes (``WORKER_CONCURRENCY``): one may be holding until a
    deadline. In the background there are two: one may be at an uploaded record for most of a
    minute. Bots have one; for more, start more of these workers.
    """
    return _worker("turns"), _worker("bots", "1"), _worker("background", "2")


def _worker(queue: str, concurrency: str | None = None) -> Service:
    """Tasks are done in processes of their own, which can be ended where one takes too long."""
    alone = ("--without-gossip", "--without-mingle", "--without-heartbeat")
    how_many = ("--concurrency", concurrency) if concurrency else ()
    which = ("--queues", queue, "--hostname", f"{queue}@%h", *how_many)
    return Service(
        f"worker for {queue}", (*CELERY, "worker", *which, "--loglevel", "WARNING", *alone)
    )


def beat() -> Service:
    """Says several times a second that the workers are to look."""
    return Service("beat", (*CELERY, "beat", "--loglevel", "WARNING", "--pidfile="))
