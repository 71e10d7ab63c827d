"""Starts the servers before Django reads its settings, and gives each worker data of its own.

Redis is the one that ``REDIS_URL`` names, PostgreSQL the one that ``DATABASE_URL`` names; else each
is one of our own. PostgreSQL starts when the first test needs a database.
"""

import os
import shutil
import signal
import subprocess
import sys
import tempfile
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from languages.compiling import compile_all
from running import redis_server
from running.child import ends_with_parent
from tests.servers.databases import Databases, address_of


@pytest.hookimpl(tryfirst=True)
def pytest_load_initial_conftests(early_config: pytest.Config) -> None:
    """Compiles catalogues and starts the servers in the main process; its workers inherit the
    servers' addresses."""
    if "TEST_SERVERS" not in os.environ:
        hear_sigint()
        keep_bytecode()
        compile_all()
        servers = Servers()
        early_config.add_cleanup(servers.stop)
        try:
            servers.start()
        except (OSError, RuntimeError) as error:
            raise pytest.UsageError(str(error)) from error
    take_corner(os.environ.get("PYTEST_XDIST_WORKER", "gw0"))


def hear_sigint() -> None:
    """Lets the processes of the tests be ended by SIGINT. A shell that starts the tests in the
    background has it ignored, and every process that they start would ignore it, too."""
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)


def keep_bytecode() -> None:
    """Makes this process and those that it starts store compiled code, even if the environment
    forbids it. Otherwise each process would compile all modules again."""
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    sys.dont_write_bytecode = False


def take_corner(worker: str) -> None:
    """Gives this worker a folder, a Redis database, a prefix and the address of a database that no
    other worker uses."""
    number = int(worker.removeprefix("gw")) + 1
    folder = Path(os.environ["TEST_SERVERS"], worker)
    folder.mkdir(exist_ok=True)
    os.environ["VAR_DIR"] = str(folder)
    os.environ["DATABASE_URL"] = address_of(worker)
    os.environ["REDIS_URL"] = redis_database(os.environ["TEST_REDIS_URL"], number)
    os.environ["REDIS_PREFIX"] = f"test-{worker}"


def redis_database(url: str, number: int) -> str:
    """Returns the address of database ``number`` on the Redis server at ``url``."""
    if url.startswith("unix://"):
        return f"{url.partition('?')[0]}?db={number}"
    return urlsplit(url)._replace(path=f"/{number}").geturl()


class Servers:
    """The servers of one test run, in a folder that is deleted when the run is over."""

    def __init__(self) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="miai-"))
        self.folder.chmod(0o711)  # PostgreSQL may run as another user, who must get through
        self.redis: subprocess.Popen[bytes] | None = None
        self.databases: Databases | None = None

    def start(self) -> None:
        """Starts the servers that are missing and puts their addresses into the environment."""
        given = os.environ.get("DATABASE_URL", "")
        self.databases = Databases(self.folder, given if given.startswith("postgres") else "")
        self.databases.listen()
        os.environ["TEST_SERVERS"] = str(self.folder)
        os.environ.setdefault("HASHED_STATIC_FILES", "0")  # tests of templates collect no files
        os.environ["COUNTING_TIMEOUT"] = "10000"  # Redis answers in the end on a busy machine
        os.environ["TEST_REDIS_URL"] = os.environ.get("REDIS_URL") or self._start_redis()

    def _start_redis(self) -> str:
        path = redis_server.socket_path(self.folder)
        self.redis = subprocess.Popen(
            ends_with_parent(redis_server.server_command(path)), start_new_session=True
        )
        redis_server.wait_until_it_answers(path, self.redis)
        return f"unix://{path}"

    def stop(self) -> None:
        """Stops the servers it started and removes their data."""
        if self.databases:
            self.databases.stop()
        if self.redis:
            self.redis.terminate()
            self.redis.wait()
        shutil.rmtree(self.folder, ignore_errors=True)
