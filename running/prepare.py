"""Brings database and static files up to date: ``python -m running.prepare``.

One process does all of it, because most of the time goes into loading Django.
"""

import os
import sys
from hashlib import sha256
from pathlib import Path

import django
import redis
from django.conf import settings
from django.contrib.staticfiles.apps import StaticFilesConfig
from django.contrib.staticfiles.finders import get_finders
from django.core.management import call_command
from django.db import OperationalError

from languages.compiling import compile_all


def main(arguments: list[str]) -> None:
    """Does all of it, or ends with one line about a server that cannot be reached."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    django.setup()
    try:
        redis.Redis.from_url(settings.REDIS_URL).ping()
        bring_up_to_date(arguments)
    except redis.RedisError as error:
        sys.exit(f"Redis (REDIS_URL) cannot be reached: {error}")
    except OperationalError as error:
        sys.exit(f"The database (DATABASE_URL) cannot be used: {error}")


def bring_up_to_date(arguments: list[str]) -> None:
    """Compiles catalogues, migrates, collects static files, founds the club if there is none."""
    compile_all()
    call_command("migrate", interactive=False, verbosity=0)
    collect_static_files(Path(settings.STATIC_ROOT))
    call_command("found_club", *arguments)


def collect_static_files(folder: Path) -> None:
    """Collects static files into ``folder``, unless nothing has changed since the last time."""
    fingerprint = fingerprint_of_static_files()
    collected = folder / ".collected"
    if collected.exists() and collected.read_text() == fingerprint:
        return
    call_command("collectstatic", interactive=False, verbosity=0)
    collected.write_text(fingerprint)


def fingerprint_of_static_files() -> str:
    """A hash over the names, sizes and times of all static files, and how they are stored."""
    lines = [settings.STORAGES["staticfiles"]["BACKEND"]]
    for finder in get_finders():
        for name, storage in finder.list(StaticFilesConfig.ignore_patterns):
            found = Path(storage.path(name)).stat()
            lines.append(f"{name} {found.st_size} {found.st_mtime_ns}")
    return sha256("\n".join(sorted(lines)).encode()).hexdigest()


if __name__ == "__main__":
    main(sys.argv[1:])
