"""Loads the site once, then makes every process of the site as a copy of itself:
``python -m running.loader``.

The copies share the memory of all that is loaded, and start at once. The loader itself has no
threads, no connections and no event loop, which no copy could use (docs/decisions/0002).

:class:`running.copies.Loader` is at the other end of the socket that is this process's standard
input. Each message is the name of a copy, its module and the arguments, and is answered with the
process id.
"""

from __future__ import annotations

import ctypes
import gc
import json
import os
import re
import runpy
import socket
import sys
from datetime import UTC, datetime
from pathlib import Path

from running.child import ask_for_signal_at_parents_death
from running.copies import LOADED, LONGEST_MESSAGE

PR_SET_NAME, LONGEST_NAME = 15, 15  # <linux/prctl.h>
MADV_DONTNEED = 4  # <sys/mman.h>
MAPPED_FILE = re.compile(
    r"^([0-9a-f]+)-([0-9a-f]+) r-.p \S+ \S+ [1-9]\d* +/.*\n(?:[A-Z].*\n)*?Anonymous: +(\d+) kB",
    re.MULTILINE,
)
"""A part of a file in the memory of a process, which may not write to it: the first address, that
after the last, and the kilobytes that were changed before."""

BESIDE_TASKS = (
    "celery.app.log",
    "celery.apps.beat",
    "celery.apps.worker",
    "celery.bin.celery",
    "celery.concurrency.prefork",
    "celery.events",
    "celery.worker.consumer",
    "billiard.heap",
    "billiard.popen_fork",
    "billiard.sharedctypes",
    "kombu.transport.redis",
    "config.beat",
    "config.unknown_tasks",
    "config.urls",
    "config.handshakes",
    "config.static_files",
    "channels.auth",
    "channels.routing",
    "games.routing",
    "games.schedule.outages",
    "lobby.routing",
    "notices.routing",
    "transport.sockets",
    "django.core.handlers.asgi",
    "whitenoise.storage",
    "daphne.http_protocol",
    "daphne.ws_protocol",
    "twisted.internet.asyncioreactor",
    "twisted.internet.endpoints",
)
"""What the processes load at their start. Not daphne.server, which makes an event loop, and not
config.asgi, which reads the static files: they have not been collected yet."""


def main() -> None:
    """Loads the site and makes copies until the supervisor is gone. Each copy runs its module and
    ends with it."""
    control = socket.socket(fileno=os.dup(0))
    with Path(os.devnull).open() as nothing:
        os.dup2(nothing.fileno(), 0)
    load()
    keep_all()
    control.send(LOADED)
    name, module, *arguments = next_copy(control)
    ctypes.CDLL(None).prctl(PR_SET_NAME, name.encode()[:LONGEST_NAME], 0, 0, 0)
    sys.argv[1:] = arguments
    runpy.run_module(module, run_name="__main__", alter_sys=True)


def load() -> None:
    """Imports the site and what its processes need. Exits with one line about a wrong setting."""
    from importlib import import_module

    import django
    from django.conf import settings
    from django.core.exceptions import ImproperlyConfigured
    from django.utils.module_loading import import_string

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # else NumPy starts threads
    try:
        django.setup()
    except ImproperlyConfigured as error:
        sys.exit(str(error))
    from config.celery import app

    app.loader.init_worker()
    for name in BESIDE_TASKS:
        import_module(name)
    for name in settings.MIDDLEWARE:
        import_string(name)
    app.finalize()


def keep_all() -> None:
    """Keeps what is loaded. A copy that looked for garbage in it would write to all of it."""
    gc.collect()
    gc.freeze()
    release_files()


def release_files() -> None:
    """Releases the pages of libraries that only loading has needed: those that nothing has changed.
    Whatever needs one again finds it in the system's cache."""
    release = ctypes.CDLL(None).madvise
    for start, end, changed in MAPPED_FILE.findall(Path("/proc/self/smaps").read_text()):
        if changed == "0":
            first, after = int(start, 16), int(end, 16)
            release(ctypes.c_void_p(first), ctypes.c_size_t(after - first), MADV_DONTNEED)


def has_rehearsed() -> bool:
    """Asks the database what every job asks, so that the copies share what Django works out at its
    first queries. Returns whether that worked; before the first migration it does not."""
    from django.db import connections

    from scheduler.jobs import all_jobs

    options = connections["default"].settings_dict["OPTIONS"]
    pool = options.pop("pool")  # which would start threads
    try:
        for job in all_jobs():
            job.first(datetime.now(UTC), set())
    except Exception:  # noqa: BLE001 whatever it is, copies only share less
        return False
    finally:
        connections["default"].close()
        del connections["default"]
        options["pool"] = pool
    keep_all()
    return True


def next_copy(control: socket.socket) -> list[str]:
    """Makes a copy for each message. Returns in the copies only, with the message."""
    supervisor, rehearsed = os.getppid(), False
    while message := control.recv(LONGEST_MESSAGE):
        rehearsed = rehearsed or has_rehearsed()
        if is_copy(supervisor, control):
            control.close()
            return [str(part) for part in json.loads(message)]
    sys.exit()


def is_copy(supervisor: int, control: socket.socket) -> bool:
    """Makes a copy whose parent is the supervisor. Returns whether this process is the copy.

    The process between the two ends at once, and the supervisor adopts the copy. The copy goes on
    when the supervisor knows of it, and ends if it never will. The loader ends if it cannot make
    one, and is started again.
    """
    number, go = os.pipe(), os.pipe()
    between = os.fork()
    if not between:
        try:
            copy = os.fork()
        except OSError:
            os._exit(1)
        if copy:
            os.write(number[1], str(copy).encode())
            os._exit(0)
        os.close(go[1])
        os.close(number[1])
        may_go = os.read(go[0], 1)
        os.setsid()
        ask_for_signal_at_parents_death()
        if not may_go or os.getppid() != supervisor:
            os._exit(1)
    else:
        os.waitpid(between, 0)
        os.close(number[1])
        made = os.read(number[0], LONGEST_MESSAGE)
        if not made:
            sys.exit("The machine has no room for another process.")
        control.send(made)
        os.write(go[1], b"\n")
        os.close(go[1])
    for end in (number[0], go[0]):
        os.close(end)
    return not between


if __name__ == "__main__":
    main()
