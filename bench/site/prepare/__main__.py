"""Prepares what is measured with the site's own code: the database, the club, and commands.

``python -m bench.site.prepare WHAT`` runs in the folder and environment of the measured commit. It
reads its input from standard input and writes what it made to standard output, both as JSON. It is
the only program of the benchmark that uses the site's models and services. Older commits without it
get a copy: it also knows the services of 686fa39, with which the site is compared, and imports
nothing of the benchmark that is newer than that.

======== =========================================================================================
base     migrates the database and collects the static files
club     plays ``{"games": [...]}`` (see :func:`make_game`), and returns addresses and cookies;
         ``{"correspondence": {...}}`` adds other games (see :func:`correspond`)
spread   spreads the deadlines of live games evenly over a turn, ``{"lead": 5}`` seconds from now;
         ``{"games": [...]}`` limits it to games with these ids
meet     makes the turns of all other games end together, ``{"in": 20}`` seconds from now; returns
         when
overdue  resolves overdue turns of all games, which are of bots, ``{"rounds": 2}`` times; returns
         the number of turns and the seconds of processor time
commands returns the commands that start ``web``, ``workers`` and ``beat``, for ``{"port": 8000}``
======== =========================================================================================
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import django

from bench.site.prepare.deadlines import meet, overdue, spread
from bench.site.prepare.games import correspond, make_game


def base(_wanted: Any) -> None:
    """Migrates the database and collects the static files."""
    from django.conf import settings
    from django.core.management import call_command

    call_command("migrate", verbosity=0)
    try:
        from running.prepare import collect_static_files
    except ImportError:  # in older versions, which collect them even if nothing has changed
        call_command("collectstatic", interactive=False, verbosity=0)
    else:
        Path(settings.STATIC_ROOT).mkdir(exist_ok=True)
        collect_static_files(Path(settings.STATIC_ROOT))


def club(wanted: Any) -> Any:
    """Makes the games in this order."""
    if "correspondence" in wanted:
        correspond(**wanted["correspondence"])
    return {"games": [make_game(**game) for game in wanted["games"]]}


def commands(wanted: Any) -> Any:
    """The commands that start the site's processes."""
    from running import processes

    known: Any = processes  # versions with only one kind of worker run two of it
    workers = known.workers() if hasattr(known, "workers") else [known.worker()] * 2
    return {
        "web": list(processes.web("127.0.0.1", wanted["port"]).command),
        "workers": [list(worker.command) for worker in workers],
        "beat": list(processes.beat().command),
    }


def main() -> None:
    """Runs the function that the first argument names."""
    works = (base, club, spread, meet, overdue, commands)
    work = {each.__name__: each for each in works}[sys.argv[1]]
    wanted = json.load(sys.stdin)
    if work is not commands:
        django.setup()
    json.dump(work(wanted), sys.stdout)


if __name__ == "__main__":
    main()
