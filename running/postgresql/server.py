"""A PostgreSQL server with its own data folder, which listens on a socket and on no port."""

import locale
import re
import shutil
import socket
import struct
import subprocess
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from signal import SIGINT
from urllib.parse import quote

from running.child import ends_with_parent
from running.postgresql.programs import major_version
from running.postgresql.users import plain_environment, run_as
from running.supervisor import Service

LOGIN = "miai"
DATABASE = "miai"
PORT = 5432
"""Part of the socket's name; nothing listens on this port."""

DURABLE = ("fsync=on", "synchronous_commit=on", "full_page_writes=on")
"""Settings that put every commit on disk before it is reported as done."""

COMPRESSED_LOG = ("wal_compression=on",)
"""Settings that keep the write-ahead log small. Whenever a page is changed for the first time after
a checkpoint, PostgreSQL writes the whole page to the log; compressed, this takes a third of the
space."""

SILENT = (
    "log_min_error_statement=panic",
    "log_error_verbosity=terse",
    "log_parameter_max_length_on_error=0",
)
"""Settings that keep statements and rows out of the log, because sealed choices may be in them."""

ENDS_ON = SIGINT
"""The signal that stops the server at once and cleanly; on SIGTERM it would wait for all clients to
leave."""

STOP_SECONDS = 300.0
"""How long the server may take to write unsaved changes to its files before it stops."""

LOGIN_SECONDS = 10.0
"""How long a client waits until it is logged in. On a machine that is short of processor time it
takes seconds."""

READY = b"Z\0\0\0\5I"
"""The end of PostgreSQL's answer to a client that has logged in."""


@dataclass(frozen=True)
class Server:
    """Where a server's programs, data, socket and log are, and which user it runs as.

    ``data`` and ``socket`` are folders that belong to ``user``; None means our own user.
    ``settings`` are strings ``NAME=VALUE``.
    """

    programs: Path
    data: Path
    socket: Path
    log: Path
    user: str | None
    settings: Sequence[str]

    def address(self, database: str = DATABASE) -> str:
        """Returns the address of one of its databases, as a ``DATABASE_URL``."""
        return address(self.socket, database)

    def make(self, *, durable: bool = True) -> None:
        """Makes the data folder and the database, completely or not at all.

        Raises ``RuntimeError`` with PostgreSQL's output if it fails.
        """
        unfinished = self.data.with_name(self.data.name + ".unfinished")
        if unfinished.exists():  # the process that made it was killed
            shutil.rmtree(unfinished)
        program = self.programs / "initdb"
        login = (f"--username={LOGIN}", "--auth=trust")
        sync = () if durable else ("--no-sync",)
        self._run([program, *login, *sync, *self._alphabet(), unfinished])
        unsafe = () if durable else ("-c", "fsync=off")
        alone = (self.programs / "postgres", "--single", "-D", unfinished, *unsafe, "postgres")
        self._run(alone, f"CREATE DATABASE {DATABASE}\n")
        unfinished.rename(self.data)

    def command(self) -> list[str]:
        """Returns the command that serves the data folder; it must run as the server's user."""
        options = [
            "listen_addresses=",
            f"port={PORT}",
            f"unix_socket_directories={self.socket}",
            "unix_socket_permissions=0700",
            *SILENT,
            *self.settings,
        ]
        parts = [part for option in options for part in ("-c", option)]
        return [str(self.programs / "postgres"), "-D", str(self.data), *parts]

    def service(self) -> Service:
        """Returns the server as one of the site's processes."""
        return Service(
            "PostgreSQL",
            self.command(),
            ends_on=ENDS_ON,
            stop=STOP_SECONDS,
            user=self.user,
            log=self.log,
            environment=plain_environment(),
        )

    def spawn(self) -> subprocess.Popen[bytes]:
        """Starts it without waiting until it takes connections; it ends when this process does."""
        with self.log.open("ab") as log:
            return subprocess.Popen(
                ends_with_parent(self.command(), ENDS_ON, self.user),
                env=plain_environment(),
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                start_new_session=True,
            )

    def takes_connections(self) -> bool:
        """Returns whether a client can log in now."""
        return takes_connections(self.data, self.socket)

    def last_words(self) -> str:
        """Returns the line of its log that says why it ended."""
        lines = self.log.read_text(errors="replace").splitlines() if self.log.exists() else []
        lines = [line for line in lines if line.strip()][-10:]
        fatal = [line for line in lines if re.search(r"(FATAL|PANIC): (?! *the database)", line)]
        return [*lines, *fatal][-1] if lines else "It said nothing."

    def _alphabet(self) -> Sequence[str]:
        """Returns options to sort text by code points and know upper and lower case in all
        alphabets."""
        folding: tuple[str, ...] = ()
        if major_version(self.programs / "postgres") >= 17:
            folding = ("--locale-provider=builtin", "--builtin-locale=C.UTF-8")
        elif _machine_has("C.UTF-8"):
            folding = ("--lc-ctype=C.UTF-8",)
        return ("--encoding=UTF8", "--no-locale", *folding)

    def _run(self, command: Sequence[str | Path], said: str = "") -> None:
        code, answer = run_as(self.user, command, said)
        if code != 0:
            raise RuntimeError(f"PostgreSQL cannot be set up: {answer.strip()}")


def _machine_has(name: str) -> bool:
    """Returns whether the C library has a locale with this name."""
    before = locale.setlocale(locale.LC_CTYPE)
    try:
        locale.setlocale(locale.LC_CTYPE, name)
    except locale.Error:
        return False
    locale.setlocale(locale.LC_CTYPE, before)
    return True


def takes_connections(data: Path, folder: Path) -> bool:
    """Returns whether a client can log in to the server with this data and its socket in
    ``folder``.

    Asks without a library, which the parent of all processes would otherwise have to load.
    """
    try:  # before it is ready, the server would log our attempt as an error
        if (data / "postmaster.pid").read_text().splitlines()[7].strip() != "ready":
            return False
    except (OSError, IndexError):
        return False
    hello = struct.pack("!I", 196_608) + f"user\0{LOGIN}\0database\0postgres\0\0".encode()
    with socket.socket(socket.AF_UNIX) as client:
        client.settimeout(LOGIN_SECONDS)
        try:
            client.connect(str(folder / f".s.PGSQL.{PORT}"))
            client.sendall(struct.pack("!I", len(hello) + 4) + hello)
            said = b""
            while not said.endswith(READY) and (more := client.recv(4096)):
                said += more
            client.sendall(b"X\0\0\0\4")
        except OSError:
            return False
    return said.endswith(READY)


def address(folder: Path, database: str = DATABASE) -> str:
    """Returns the address of a database of the server whose socket is in ``folder``."""
    return f"postgresql://{LOGIN}@{quote(str(folder), safe='')}:{PORT}/{database}"
