"""Hosts on one machine: network namespaces with addresses of their own, on one bridge."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from pathlib import Path

from chaos.servers import Process
from running.child import ends_with_parent

PREFIX = "miai"
NAMESPACES = Path("/run/netns")
PROCESSES = Path("/proc")
ADMINISTRATOR = (12, 21)
"""CAP_NET_ADMIN and CAP_SYS_ADMIN, <linux/capability.h>"""
READS_EVERYTHING = ("--inh-caps=+dac_read_search", "--ambient-caps=+dac_read_search")
"""Options of setpriv that let a user run programs in a folder that only root may enter."""


class Network:
    """A bridge with an address for this program, and the hosts on it. Each run has its own names
    and its own network, so that runs do not meet."""

    def __init__(self) -> None:
        """Removes what killed runs have left. Raises ``PermissionError`` or ``FileNotFoundError``
        with what is missing."""
        if not may_make_networks():
            raise PermissionError("Network namespaces need root: sudo make chaos CLUSTER=1")
        for program in ("ip", "setpriv"):
            if not shutil.which(program):
                raise FileNotFoundError(
                    f"There is no program {program}: apt-get install iproute2 util-linux"
                )
        _remove_leftovers()
        self.number = os.getpid()
        self.bridge = f"{PREFIX}{self.number}"
        self.net = f"10.{201 + self.number % 50}.{self.number // 50 % 256}"
        self.address = f"{self.net}.1"
        self.hosts: list[Host] = []
        ip("link", "add", self.bridge, "type", "bridge")
        ip("address", "add", f"{self.address}/24", "dev", self.bridge)
        ip("link", "set", self.bridge, "up")

    def add(self) -> Host:
        """Adds a host."""
        number = len(self.hosts) + 1
        host = Host(
            number,
            f"{PREFIX}-{self.number}-{number}",
            f"{self.net}.{10 + number}",
            f"{self.bridge}v{number}",
        )
        ip("netns", "add", host.namespace)
        ip(
            "link",
            "add",
            host.cable,
            "type",
            "veth",
            "peer",
            "name",
            "eth0",
            "netns",
            host.namespace,
        )
        ip("link", "set", host.cable, "master", self.bridge, "up")
        host.ip("address", "add", f"{host.address}/24", "dev", "eth0")
        host.ip("link", "set", "eth0", "up")
        host.ip("link", "set", "lo", "up")
        self.hosts.append(host)
        return host

    def remove(self) -> None:
        """Removes all hosts, whose processes must have ended, and the bridge."""
        for host in self.hosts:
            ip("link", "delete", host.cable)  # the kernel would do it, but only some time later
            ip("netns", "delete", host.namespace)
        ip("link", "delete", self.bridge)


class Host:
    """A host. ``cable``: the end of its network cable at the bridge."""

    def __init__(self, number: int, namespace: str, address: str, cable: str) -> None:
        self.number = number
        self.namespace = namespace
        self.address = address
        self.cable = cable
        self.processes: dict[str, Process] = {}

    def __str__(self) -> str:
        return f"host {self.number}"

    def run(
        self,
        name: str,
        command: Sequence[str],
        environment: Mapping[str, str],
        log: Path,
        user: str = "",
    ) -> None:
        """Starts a process on this host, and again whenever it ends. ``user``: its user, if not
        root."""
        there = ["ip", "netns", "exec", self.namespace]
        if user:
            there += ["setpriv", f"--reuid={user}", f"--regid={user}", "--init-groups"]
            there += [*READS_EVERYTHING, "--pdeathsig=TERM"]
        process = Process(f"{name} of {self}", ends_with_parent([*there, *command]), log)
        process.environment = dict(environment)
        self.processes[name] = process
        process.keep()

    def ip(self, *arguments: str) -> None:
        """Calls ``ip`` in the host's namespace."""
        ip("-netns", self.namespace, *arguments)

    def execute(self, *command: str) -> None:
        """Runs a command on this host to its end."""
        ip("netns", "exec", self.namespace, *command)

    def kill(self) -> None:
        """Kills all processes, as a power cut would, and starts none before :meth:`let`."""
        for process in self.processes.values():
            process.hold_back()
        kill_all(self.namespace)

    def let(self) -> None:
        """Starts the host again after :meth:`kill`."""
        for process in self.processes.values():
            process.let()

    def freeze(self) -> None:
        """Pauses all processes; the host still takes connections, and answers nothing."""
        for _ in range(2):  # some may have been started meanwhile
            for pid in pids(self.namespace):
                _send(pid, signal.SIGSTOP)

    def thaw(self) -> None:
        """Lets all processes continue."""
        for pid in pids(self.namespace):
            _send(pid, signal.SIGCONT)

    def cut_off(self) -> None:
        """Pulls the cable: connections stay open and silent."""
        ip("link", "set", self.cable, "down")

    def connect(self) -> None:
        """Plugs the cable in again."""
        ip("link", "set", self.cable, "up")

    async def stop(self) -> None:
        """Ends all processes for good."""
        self.thaw()
        for process in self.processes.values():
            await process.stop()
        kill_all(self.namespace)


def may_make_networks() -> bool:
    """Whether this process has the rights of an administrator over networks and the system."""
    status = (PROCESSES / "self" / "status").read_text()
    rights = int(status.split("CapEff:")[1].split()[0], 16)
    return all(rights >> number & 1 for number in ADMINISTRATOR)


def ip(*arguments: str) -> None:
    """Calls ``ip``. Raises ``RuntimeError`` with its words if it fails."""
    done = subprocess.run(["ip", *arguments], capture_output=True, text=True, check=False)
    if done.returncode:
        raise RuntimeError(f"ip {' '.join(arguments)}: {done.stderr.strip()}")


def pids(namespace: str) -> Iterator[int]:
    """Yields the ids of all processes in a namespace, also of those that left their parent."""
    number = (NAMESPACES / namespace).stat().st_ino
    for process in PROCESSES.glob("[0-9]*"):
        with suppress(OSError):  # it has ended
            if (process / "ns" / "net").stat().st_ino == number:
                yield int(process.name)


def kill_all(namespace: str) -> None:
    """Kills all processes in a namespace, and returns when there are none."""
    while found := list(pids(namespace)):
        for pid in found:
            _send(pid, signal.SIGKILL)
        time.sleep(0.01)


def _send(pid: int, number: signal.Signals) -> None:
    with suppress(ProcessLookupError):
        os.kill(pid, number)


def _remove_leftovers() -> None:
    for path in NAMESPACES.glob(f"{PREFIX}-*-*"):
        run = path.name.split("-")[1]
        if not (PROCESSES / run).exists():
            kill_all(path.name)
            ip("netns", "delete", path.name)
    for path in Path("/sys/class/net").glob(f"{PREFIX}[0-9]*"):
        run = path.name.removeprefix(PREFIX)
        if run.isdecimal() and not (PROCESSES / run).exists():
            ip("link", "delete", path.name)
