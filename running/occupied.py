"""Makes sure that the site's folder and port are free before it starts."""

import errno
import fcntl
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


class Occupied(Exception):
    """Something else uses the folder or port; the message says what, and what to do."""


@contextmanager
def only_run(folder: Path, what: str) -> Iterator[None]:
    """Locks ``folder`` for one run of the site, or of a command that needs its database alone.

    Others get ``Occupied`` with the message ``what`` meanwhile. The lock ends with the process,
    however that ends.
    """
    with (folder / "running").open("a+") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            lock.seek(0)
            raise Occupied(lock.read()) from None
        lock.truncate(0)
        lock.write(what)
        lock.flush()
        yield


def ensure_port_is_free(host: str, port: int) -> None:
    """Raises ``Occupied`` if no server could listen on ``port`` of ``host``."""
    try:
        family = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0][0]
        with socket.socket(family) as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            probe.bind((host, port))
    except OSError as error:
        if error.errno == errno.EADDRINUSE:
            raise Occupied(
                f"Port {port} is in use; choose another: make run PORT={port + 1}"
            ) from error
        raise Occupied(f"Nothing can listen on {host}, port {port}: {error.strerror}.") from error


def listens(host: str, port: int) -> bool:
    """Returns whether a server accepts connections there."""
    try:
        socket.create_connection((host, port), timeout=1).close()
    except OSError:
        return False
    return True
