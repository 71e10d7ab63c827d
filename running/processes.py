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


def worker() -> Service:
    """Opens what is due, plays bots, starts tables."""
    alone = ("--without-gossip", "--without-mingle", "--without-heartbeat")
    return Service("worker", (*CELERY, "worker", "--loglevel", "WARNING", *alone))


def beat() -> Service:
    """Says several times a second that the worker is to look."""
    return Service("beat", (*CELERY, "beat", "--loglevel", "WARNING", "--pidfile="))
