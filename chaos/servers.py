"""Runs the site as in production, in a folder of its own, with processes that can be broken."""

from __future__ import annotations

import asyncio
import os
import shutil
import signal
import socket
import subprocess
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from urllib.parse import quote

import psycopg

from chaos.links import Link
from running import processes, redis_server
from running.child import ends_with_parent
from running.occupied import listens
from tests.servers.postgresql import DURABLE, PostgreSQL

SETTINGS = (*DURABLE, "max_wal_size=64MB", "min_wal_size=32MB")
DISK_MEGABYTES = 640
"""The size of the disk for PostgreSQL's data: small, so that it can be filled."""

PAUSE = 0.5
"""How many seconds after its end a process is started again, as a service manager would do."""

UNREACHABLE_LIMITS = ",".join(
    f"{name}=100000/minute"
    for name in (
        "handshakes.address",
        "pages.address",
        "pages.member",
        "sealing.member",
        "snapshots.address",
        "snapshots.member",
        "commands.member",
        "commands.address",
        "steps.address",
    )
)
"""Limits that nobody reaches: all players here have the same address."""

FOR_PLAY = {
    "HASHED_STATIC_FILES": "0",
    "LIMITS": UNREACHABLE_LIMITS,
    "SOCKETS_PER_ADDRESS": "100000",
    "CONNECTIONS_PER_ADDRESS": "0",
    "SOCKETS_PER_MEMBER": "1000",
    "WORKER_CONCURRENCY": "1",
    "DJANGO_SETTINGS_MODULE": "config.settings",
}
"""Settings for a club whose players are all at one address."""


class Process:
    """A process of the site that is started again when it dies."""

    def __init__(self, name: str, command: Sequence[str], log: Path) -> None:
        self.name = name
        self.command = command
        self.log = log
        self.environment: dict[str, str] | None = None
        self._wanted = asyncio.Event()
        self._process: asyncio.subprocess.Process | None = None
        self._keeping: asyncio.Task[None] | None = None

    def keep(self) -> None:
        """Starts the process, and starts it again whenever it ends."""
        self._wanted.set()
        self._keeping = asyncio.create_task(self._keep())

    def kill(self) -> None:
        """Kills the process and its children, as a power cut would."""
        self._signal(signal.SIGKILL)

    def kill_child(self) -> bool:
        """Kills one child of the process; returns whether there was one."""
        if self._process is None:
            return False
        path = Path(f"/proc/{self._process.pid}/task/{self._process.pid}/children")
        children = path.read_text().split() if path.exists() else []
        if children:
            with suppress(ProcessLookupError):
                os.kill(int(children[0]), signal.SIGKILL)
        return bool(children)

    def hold_back(self) -> None:
        """Kills the process, and does not start it again before :meth:`let` is called."""
        self._wanted.clear()
        self.kill()

    def let(self) -> None:
        """Lets the process run again."""
        self._wanted.set()

    def freeze(self) -> None:
        """Pauses the process and its children (SIGSTOP)."""
        self._signal(signal.SIGSTOP)

    def thaw(self) -> None:
        """Lets the process and its children continue."""
        self._signal(signal.SIGCONT)

    async def stop(self) -> None:
        """Ends the process for good."""
        if self._keeping:
            self._keeping.cancel()
            with suppress(asyncio.CancelledError):
                await self._keeping
        self.kill()
        if self._process:
            await self._process.wait()

    def _signal(self, number: signal.Signals) -> None:
        if self._process and self._process.returncode is None:
            with suppress(ProcessLookupError):
                os.killpg(self._process.pid, number)

    async def _keep(self) -> None:
        while True:
            await self._wanted.wait()
            with self.log.open("ab") as log:
                self._process = await asyncio.create_subprocess_exec(
                    *self.command,
                    stdin=asyncio.subprocess.DEVNULL,
                    stdout=log,
                    stderr=log,
                    start_new_session=True,
                    env=self.environment,
                )
            await self._process.wait()
            self.kill()  # children that outlived it
            await asyncio.sleep(PAUSE)


class Database:
    """PostgreSQL with durable commits, on a small disk of its own if one can be mounted."""

    def __init__(self, folder: Path) -> None:
        self.disk = _small_disk(folder)
        self.server = PostgreSQL((self.disk or folder) / "postgresql", SETTINGS)
        self.server.make()
        self._wanted = True
        self._keeping: asyncio.Task[None] | None = None

    @property
    def socket(self) -> Path:
        """The server's own socket."""
        return self.server.folder / ".s.PGSQL.5432"

    def keep(self) -> None:
        """Starts the server, and starts it again whenever it ends."""
        self._keeping = asyncio.create_task(self._keep())

    def crash(self, number: signal.Signals) -> None:
        """Sends a signal to the server's main process."""
        if self.server.process:
            with suppress(ProcessLookupError):
                self.server.process.send_signal(number)

    def hold_back(self) -> None:
        """Ends the server at once, and does not start it again before :meth:`let` is called."""
        self._wanted = False
        self.crash(signal.SIGQUIT)

    def let(self) -> None:
        """Lets the server run again."""
        self._wanted = True

    def kill_backend(self) -> None:
        """Kills the newest server process; PostgreSQL then restarts all of them."""
        if self.server.process:
            pid = self.server.process.pid
            children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
            if children:
                with suppress(ProcessLookupError):
                    os.kill(int(children[-1]), signal.SIGKILL)

    def freeze(self) -> None:
        """Pauses all processes of the server (SIGSTOP)."""
        self._signal(signal.SIGSTOP)

    def thaw(self) -> None:
        """Lets all processes of the server continue."""
        self._signal(signal.SIGCONT)

    def fill_disk(self) -> None:
        """Fills the disk."""
        assert self.disk
        with (self.disk / "ballast").open("wb") as ballast, suppress(OSError):
            while True:
                ballast.write(bytes(2**20))
                ballast.flush()

    def empty_disk(self) -> None:
        """Frees the disk again."""
        assert self.disk
        (self.disk / "ballast").unlink(missing_ok=True)

    async def execute(self, statement: str) -> None:
        """Executes a statement over a connection that may always write, as an operator would."""
        writes = "-c default_transaction_read_only=off"
        async with await psycopg.AsyncConnection.connect(
            self.server.url, autocommit=True, options=writes, connect_timeout=5
        ) as connection:
            await connection.execute(statement.encode())

    async def until_it_answers(self, seconds: float = 60.0) -> None:
        """Returns when the server has taken a write from this program. Raises ``TimeoutError``."""
        async with asyncio.timeout(seconds):
            while True:
                with suppress(psycopg.Error, TimeoutError):
                    async with asyncio.timeout(2):
                        await self.execute(
                            "CREATE TABLE IF NOT EXISTS chaos_write (at timestamptz)"
                        )
                        await self.execute("INSERT INTO chaos_write VALUES (now())")
                        return
                await asyncio.sleep(0.05)

    async def stop(self) -> None:
        """Ends the server for good, and unmounts the disk."""
        if self._keeping:
            self._keeping.cancel()
        self.thaw()
        self.server.stop()
        if self.disk:
            await asyncio.to_thread(
                subprocess.run, ["umount", "--lazy", str(self.disk)], check=False
            )

    def _signal(self, number: signal.Signals) -> None:
        process = self.server.process
        if process is None or process.poll() is not None:
            return
        pids = Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text().split()
        for pid in (process.pid, *map(int, pids)):  # each backend is in its own process group
            with suppress(ProcessLookupError):
                os.kill(pid, number)

    async def _keep(self) -> None:
        while True:
            if self._wanted and not self.server.lives:
                self.server.spawn()
            await asyncio.sleep(0.1)


class Site:
    """All processes of a club. Each of the site's processes has its own link to PostgreSQL and to
    Redis."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        folder.chmod(0o711)
        self.database = Database(folder)
        self.redis_path = redis_server.socket_path(folder)
        self.redis = Process(
            "redis",
            ends_with_parent(redis_server.server_command(self.redis_path)),
            folder / "redis.out",
        )
        self.ports = [_free_port(), _free_port()]
        self.addresses = [f"127.0.0.1:{port}" for port in self.ports]
        self.database_links: dict[str, Link] = {}
        self.redis_links: dict[str, Link] = {}
        self.webs: list[Process] = []
        self.turns: list[Process] = []
        self.others: list[Process] = []

    @property
    def database_url(self) -> str:
        """The address with which this program reaches PostgreSQL."""
        return self.database.server.url

    async def until_it_answers(self) -> None:
        """Returns when PostgreSQL has taken a write from this program. Raises ``TimeoutError``."""
        await self.database.until_it_answers()

    @property
    def processes(self) -> list[Process]:
        """All processes except PostgreSQL and Redis."""
        return [*self.webs, *self.turns, *self.others]

    async def start_servers(self) -> dict[str, str]:
        """Starts PostgreSQL and Redis; returns the environment with which this program reaches
        them."""
        self.database.keep()
        self.redis.keep()
        await self.database.until_it_answers()
        async with asyncio.timeout(20):
            while not redis_server.answers(self.redis_path):  # noqa: ASYNC110
                await asyncio.sleep(0.05)
        return self._environment(self.database.server.url, self.redis_path)

    async def start(self) -> None:
        """Starts the site's own processes; returns when all web processes listen."""
        for number, port in enumerate(self.ports):
            command = processes.web("127.0.0.1", port).command
            self.webs.append(await self._process(f"web {number}", command))
        turns, *others = processes.workers()
        for number in range(2):
            command = [f"turns{number}@%h" if p == "turns@%h" else p for p in turns.command]
            self.turns.append(await self._process(f"turns {number}", command))
        for service in (*others, processes.beat()):
            self.others.append(await self._process(service.name, service.command))
        for process in self.processes:
            process.keep()
        async with asyncio.timeout(120):
            for port in self.ports:
                while not listens("127.0.0.1", port):  # noqa: ASYNC110
                    await asyncio.sleep(0.2)

    async def stop(self) -> None:
        """Ends all processes, links and servers."""
        for process in [*self.processes, self.redis]:
            process.thaw()
            await process.stop()
        for link in [*self.database_links.values(), *self.redis_links.values()]:
            link.close()
        await self.database.stop()

    async def _process(self, name: str, command: Sequence[str]) -> Process:
        short = name.replace("worker for ", "").replace(" ", "-")
        at = self.folder / "links" / short
        database = Link(name, at / ".s.PGSQL.5432", self.database.socket)
        redis = Link(name, at / "redis.sock", self.redis_path)
        await database.open()
        await redis.open()
        self.database_links[name], self.redis_links[name] = database, redis
        process = Process(name, ends_with_parent(command), self.folder / f"{short}.out")
        url = f"postgresql://miai@{quote(str(at), safe='')}/postgres"
        process.environment = {**os.environ, **self._environment(url, at / "redis.sock")}
        return process

    def _environment(self, database: str, redis: Path) -> dict[str, str]:
        return {
            "VAR_DIR": str(self.folder / "var"),
            "DATABASE_URL": database,
            "REDIS_URL": f"unix://{redis}",
            **FOR_PLAY,
        }


def _small_disk(folder: Path) -> Path | None:
    """Mounts a small file system; returns its folder, or None if that is not possible here."""
    if os.getuid() != 0 or not shutil.which("mkfs.ext4"):
        return None
    image, disk = folder / "disk.img", folder / "disk"
    disk.mkdir()
    with image.open("wb") as file:
        file.truncate(DISK_MEGABYTES * 2**20)
    made = subprocess.run(["mkfs.ext4", "-q", "-m", "0", image], check=False, capture_output=True)
    if made.returncode:
        return None
    mounted = subprocess.run(["mount", "-o", "loop", image, disk], check=False, capture_output=True)
    if mounted.returncode:
        return None
    disk.chmod(0o711)
    return disk


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])
