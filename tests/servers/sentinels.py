"""A primary and a replica of Redis with three sentinels, on ports of this machine."""

from __future__ import annotations

import os
import secrets
import signal
import socket
import subprocess
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import Self

import redis

from running.child import ends_with_parent
from running.redis_server import find_server

NAME = "club"
PASSWORD = "p@ss:word"
DOWN_AFTER = 2000
"""Milliseconds without an answer after which a sentinel takes a server for dead."""


class Cluster:
    """A context manager: two servers, of which one is the primary, and three sentinels."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.processes: dict[int, subprocess.Popen[bytes]] = {}
        self.servers = [_free_port(), _free_port()]
        self.sentinels = [_free_port() for _ in range(3)]
        hosts = ",".join(f"127.0.0.1:{port}" for port in self.sentinels)
        self.url = f"redis+sentinel://:p%40ss%3Aword@{hosts}/{NAME}/3"

    def __enter__(self) -> Self:
        try:
            self._start_all()
        except BaseException:
            self._end_all()
            raise
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self._end_all()

    def start(self, port: int) -> None:
        """Starts a server, or starts it again: as a replica, unless it is the first."""
        others = (
            [] if port == self.servers[0] and port not in self.processes else self._replicates()
        )
        self._spawn(
            port,
            *("--save", "", "--appendonly", "no", "--masterauth", PASSWORD),
            *("--requirepass", PASSWORD, "--repl-diskless-sync-delay", "0", *others),
        )

    @property
    def primary(self) -> int:
        """The port of the primary, by the sentinels."""
        for port in self.sentinels:
            try:
                with _client(port) as client:
                    answer = client.execute_command("SENTINEL", "GET-MASTER-ADDR-BY-NAME", NAME)
            except redis.RedisError:
                continue
            return int(answer[1])
        raise RuntimeError("no sentinel answers")

    def kill(self, port: int) -> None:
        """Kills a server or a sentinel."""
        self.processes[port].kill()
        self.processes[port].wait()

    def freeze(self, port: int) -> None:
        """Stops a server or a sentinel, which keeps its connections."""
        os.kill(self.processes[port].pid, signal.SIGSTOP)

    def wake(self, port: int) -> None:
        """Lets a frozen one go on."""
        os.kill(self.processes[port].pid, signal.SIGCONT)

    def settle(self) -> None:
        """Waits until a fail-over is possible: the primary has a replica that follows it, and each
        sentinel knows that."""
        until(self._ready, "the primary has its replica again")

    def _start_all(self) -> None:
        for port in self.servers:
            self.start(port)
        # A sentinel looks for replicas at once, and then only every ten seconds.
        until(lambda: self._replica_follows(self.servers[0]), "the replica follows")
        for port in self.sentinels:
            self._start_sentinel(port)
        until(self._ready, "the sentinels know one another and the replica")

    def _end_all(self) -> None:
        for process in self.processes.values():
            process.kill()
        for process in self.processes.values():
            process.wait()

    def _start_sentinel(self, port: int) -> None:
        config = self.folder / f"sentinel-{port}.conf"
        config.write_text(
            f"sentinel monitor {NAME} 127.0.0.1 {self.servers[0]} 2\n"
            f"sentinel auth-pass {NAME} {PASSWORD}\n"
            f"sentinel down-after-milliseconds {NAME} {DOWN_AFTER}\n"
            f"sentinel failover-timeout {NAME} 5000\n"
        )
        self._spawn(port, str(config), "--sentinel")

    def _spawn(self, port: int, *arguments: str) -> None:
        first = (find_server(), *(each for each in arguments if each.endswith(".conf")))
        rest = (each for each in arguments if not each.endswith(".conf"))
        folder = self.folder / str(port)
        folder.mkdir(exist_ok=True)
        log = ("--logfile", str(self.folder / f"{port}.log"), "--dir", str(folder))
        command = [*first, "--port", str(port), "--bind", "127.0.0.1", *log, *rest]
        self.processes[port] = subprocess.Popen(
            ends_with_parent(command), start_new_session=True, stdout=subprocess.DEVNULL
        )

    def _replicates(self) -> list[str]:
        primary = self.servers[0] if len(self.processes) < 2 else self.primary
        return ["--replicaof", f"127.0.0.1 {primary}"]

    def _ready(self) -> bool:
        try:
            primary = self.primary
            known = all(_knows(port, primary) for port in self.sentinels)
        except (redis.RedisError, RuntimeError):
            return False
        return known and self._replica_follows(primary)

    def _replica_follows(self, primary: int) -> bool:
        try:
            with _client(primary, PASSWORD) as client:
                state: str = client.info("replication").get("slave0", {}).get("state", "")
        except redis.RedisError:
            return False
        return state == "online"


def _knows(sentinel: int, primary: int) -> bool:
    """Whether a sentinel sees the primary, the two others, and a living replica."""
    with _client(sentinel) as client:
        state = client.sentinel_masters()[NAME]
        replicas = client.sentinel_slaves(NAME)
    seen = state["flags"] == "master" and state["port"] == primary
    replica = any(each["flags"] == "slave" for each in replicas)
    return seen and replica and state["num-other-sentinels"] == 2


def until(holds: Callable[[], bool], what: str, seconds: float = 300) -> None:
    """Waits until ``holds()``; fails if it takes very long."""
    ends = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < ends, f"waited in vain until {what}"
        time.sleep(0.05)


def _client(port: int, password: str | None = None) -> redis.Redis:
    return redis.Redis(port=port, password=password, socket_timeout=2, socket_connect_timeout=2)


def _free_port() -> int:
    """A port at which nothing listens, and which no outgoing connection gets meanwhile: Linux gives
    those ports from 32768 on."""
    while True:
        number = 20_000 + secrets.randbelow(12_000)
        with socket.socket() as probe, suppress(OSError):
            probe.bind(("127.0.0.1", number))
            return number
