"""Runs what is measured, the site at some commit or the floor, on a database of its own."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from typing import Any

from bench.site.checkouts import Checkout
from bench.site.processor import seconds_of, seconds_with_children
from bench.site.servers import Servers
from running.child import ends_with_parent

START_SECONDS = 120.0
STOP_SECONDS = 15.0
AT_REST = 0.15
"""Workers and beat that use less processor time in a second, together, have started."""
FLOOR = "floor"
FLOOR_WEB = [
    *(sys.executable, "-m", "daphne", "--verbosity", "0", "--no-server-name"),
    *("--bind", "127.0.0.1"),
]
FLOOR_SITE = "bench.floor.web:application"
FLOOR_WORKER = [sys.executable, "-m", "bench.floor.worker"]


@dataclass(frozen=True)
class Subject:
    """Something that is measured: the floor, or the site of a checkout.

    For the floor, ``checkout`` is the code that makes its databases.
    """

    name: str
    checkout: Checkout

    @property
    def is_floor(self) -> bool:
        """Whether this is the floor."""
        return self.name == FLOOR


@dataclass
class Running:
    """The processes of one subject while it is measured."""

    subject: Subject
    servers: Servers
    database: str
    ports: list[int] = field(default_factory=list)
    processes: defaultdict[str, list[subprocess.Popen[bytes]]] = field(
        default_factory=lambda: defaultdict(list)
    )
    settings: dict[str, str] = field(default_factory=dict)
    """Variables of its processes, beside those that all subjects have."""

    def start_all(self, webs: int = 1) -> None:
        """Starts the processes of production: ``webs`` web processes, the workers and beat."""
        self.start_web(webs)
        self.start_workers()

    def start_web(self, count: int = 1) -> None:
        """Starts web processes, each on its own port; returns when all of them listen."""
        fresh = [_free_port() for _ in range(count)]
        for port in fresh:
            self._start("web", self._commands(port)["web"], port)
        for port in fresh:
            _wait_for(port, self.processes["web"])
        self.ports += fresh

    def start_workers(self) -> None:
        """Starts the workers and beat; returns when all have started, so that what their start
        takes is not measured."""
        sessions, ends = self.sessions(), time.monotonic() + START_SECONDS
        commands = self._commands(0)
        for number, command in enumerate(commands["workers"]):
            name = [] if self.subject.is_floor else ["--hostname", f"worker{number}"]
            self._start("worker", [*command, *name], 0)
        if not self.subject.is_floor:
            self._start("beat", commands["beat"], 0)
        while self.sessions() < sessions + 2:
            if time.monotonic() > ends:
                raise RuntimeError("the workers do not start")
            time.sleep(0.1)
        # Web may have begun those sessions, and most workers begin none before they have work.
        used = self._used_by_workers()
        while time.monotonic() < ends:
            time.sleep(1)
            before, used = used, self._used_by_workers()
            if used - before < AT_REST:
                return
        raise RuntimeError("the workers do not come to rest")

    def _used_by_workers(self) -> float:
        """The processor time in seconds that workers and beat have used so far."""
        started = [*self.processes["worker"], *self.processes["beat"]]
        return seconds_with_children(process.pid for process in started)

    def _commands(self, port: int) -> Any:
        if self.subject.is_floor:
            web = [*FLOOR_WEB, "--port", str(port), FLOOR_SITE]
            return {"web": web, "workers": [FLOOR_WORKER] * 2}
        return self.subject.checkout.prepare("commands", {"port": port}, self.environment("web"))

    def _start(self, kind: str, command: list[str], port: int) -> None:
        with self.log.open("ab") as log:
            started = subprocess.Popen(
                ends_with_parent(command),
                cwd=self.subject.checkout.root,
                env=self.environment(kind, port),
                stdout=log,
                stderr=log,
                start_new_session=True,
            )
        self.processes[kind].append(started)

    @property
    def log(self) -> Path:
        """The file with the output of its processes."""
        return self.servers.folder / f"{self.subject.name}.log"

    def environment(self, program: str, port: int = 0) -> dict[str, str]:
        """The environment variables of one of its processes."""
        name = self.subject.name
        usual = self.servers.environment(
            database=self.database, name=name, program=program, port=port
        )
        return {**usual, **self.settings}

    def prepare(self, what: str, wanted: Any) -> Any:
        """Runs :mod:`bench.site.prepare` on this subject's database; returns what it made."""
        return self.subject.checkout.prepare(what, wanted, self.environment("prepare"))

    def sessions(self) -> int:
        """How many PostgreSQL sessions this database has had so far."""
        row = self.servers.monitor.execute(
            "SELECT sessions FROM pg_stat_database WHERE datname = %s", (self.database,)
        ).fetchone()
        return int(row[0]) if row else 0

    def processor_time(self) -> ProcessorTime:
        """The processor time that all processes have used so far."""
        own = {
            kind: seconds_with_children(process.pid for process in started)
            for kind, started in self.processes.items()
        }
        shared = {
            "PostgreSQL": seconds_with_children([self.servers.postgresql_process]),
            "Redis": seconds_with_children([self.servers.redis_process]),
            "measuring": seconds_of(os.getpid()),
        }
        return ProcessorTime(Counter({**own, **shared}), self._backends())

    def _backends(self) -> dict[int, tuple[str, float]]:
        found = self.servers.monitor.execute(
            "SELECT pid, application_name FROM pg_stat_activity WHERE datname = %s",
            (self.database,),
        )
        seconds = {}
        for process, program in found.fetchall():
            with suppress(OSError):
                seconds[process] = (program, seconds_of(process))
        return seconds

    def stop(self) -> None:
        """Ends all processes that were started, and their descendants."""
        kinds = ("beat", "worker", "web")
        started = [process for kind in kinds for process in self.processes[kind]]
        for process in started:
            # A web process may take its time after SIGTERM, so that nothing is lost.
            process.send_signal(
                signal.SIGINT if process in self.processes["web"] else signal.SIGTERM
            )
        for process in started:
            with suppress(subprocess.TimeoutExpired):
                process.wait(STOP_SECONDS)
            with suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
            process.wait()


@dataclass(frozen=True)
class ProcessorTime:
    """Seconds by kind of process; ``backends``: those of each PostgreSQL backend, with the program
    that is connected to it."""

    seconds: Counter[str]
    backends: dict[int, tuple[str, float]]

    def since(self, before: ProcessorTime) -> dict[str, float]:
        """Seconds used since ``before``, by kind. ``web with PostgreSQL`` is the time of web plus
        that of its PostgreSQL backends."""
        used = {kind: after - before.seconds[kind] for kind, after in self.seconds.items()}
        for_web = sum(
            after - before.backends.get(process, ("", 0.0))[1]
            for process, (program, after) in self.backends.items()
            if program == "web"
        )
        return {**used, "web with PostgreSQL": used.get("web", 0.0) + for_web}


_numbers = count()


@contextmanager
def running(subject: Subject, servers: Servers, template: str) -> Iterator[Running]:
    """Provides the subject with a fresh copy of the database ``template``; no processes are started
    yet. At the end of the block it stops all processes and drops the database."""
    database = servers.create(f"measured_{subject.name}_{next(_numbers)}", template)
    measured = Running(subject, servers, database)
    try:
        yield measured
    except (OSError, RuntimeError) as error:
        said = measured.log.read_text()[-2000:] if measured.log.exists() else ""
        raise RuntimeError(
            f"{subject.name}: {str(error) or type(error).__name__}\n{said}"
        ) from error
    finally:
        measured.stop()
        servers.drop(database)


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def _wait_for(port: int, processes: list[subprocess.Popen[bytes]]) -> None:
    """Returns when a process listens on the port. Raises RuntimeError if one has ended, or if that
    takes too long."""
    ends = time.monotonic() + START_SECONDS
    while True:
        try:
            socket.create_connection(("127.0.0.1", port), 1).close()
        except OSError:
            if any(process.poll() is not None for process in processes):
                raise RuntimeError("a web process has ended") from None
            if time.monotonic() > ends:
                raise RuntimeError("a web process does not start") from None
            time.sleep(0.1)
        else:
            return
