"""The site on three hosts, as ``deploy/cluster/`` starts it, behind one nginx."""

from __future__ import annotations

import asyncio
import os
import re
import secrets
import shutil
import subprocess
from collections.abc import Callable, Coroutine
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any

import psycopg
from redis.asyncio import Redis
from redis.exceptions import RedisError

from chaos import http
from chaos.cluster.balancer import start_balancer
from chaos.cluster.hosts import Host, Network
from chaos.cluster.services import services
from chaos.servers import FOR_PLAY
from running import redis_server
from running.occupied import listens
from running.postgresql.programs import find_server

SERVERS = ("etcd", "postgres", "keep-apart", "redis", "sentinel")
PLACED = {
    "web": (1, 2),
    "worker-turns": (1, 2, 3),
    "worker-bots": (1, 3),
    "worker-looking-ahead": (2,),
    "worker-background": (3,),
    "worker-sending": (2,),
    "beat": (2, 3),
}
"""The hosts of each part of the site. In earnest every machine has all of them; two processors have
not the room."""

WEB_PORT, PATRONI_PORT, SENTINEL_PORT = 8000, 8008, 26379
MASTER = "miai"
PATRONI_LOOKS_EVERY = 4.0
"""``loop_wait`` in deploy/cluster/patroni.yml, in seconds."""
WHOLE_WITHIN = 600.0
"""How long hosts may take until they are whole again, in seconds, on a machine with other work."""

POSTGRES_USER = "postgres"

FIRST_ETCD = {(3, 4): 31, (3, 5): 13}
"""The first versions in which a leader that was frozen does not end the locks of others, by the
parts before it; later ones have none."""


def refuse_old_etcd() -> None:
    """Raises ``OSError`` if the installed etcd is so old (:func:`too_old`) that acknowledged
    choices could get lost."""
    asked = subprocess.run(["etcd", "--version"], capture_output=True, text=True, check=True)
    said = re.search(r"etcd Version: ([0-9.]+)", asked.stdout)
    if said is None:
        raise OSError(f"etcd does not say its version: {asked.stdout}")
    if too_old(said[1]):
        raise OSError(
            f"etcd {said[1]} is too old: with it, what was acknowledged may be lost. Put one of at "
            "least 3.4.31 or 3.5.13 first on the PATH, such as that of Debian 13."
        )


def too_old(version: str) -> bool:
    """Whether this version of etcd may make two servers primary one after the other, the second one
    without what the first one had acknowledged (docs/reliability.md)."""
    major, minor, patch = map(int, version.split("."))
    return (major, minor) < (3, 4) or patch < FIRST_ETCD.get((major, minor), 0)


class Cluster:
    """Three hosts. ``addresses``: where players connect."""

    def __init__(self, folder: Path) -> None:
        """Raises ``OSError`` with what is missing on this machine."""
        for program in ("etcd", "pg_basebackup", "pg_rewind", "psql"):
            if not shutil.which(program) and not (find_server() / program).exists():
                raise FileNotFoundError(
                    f"There is no {program}: apt-get install etcd-server postgresql"
                )
        refuse_old_etcd()
        self.folder = folder
        folder.chmod(0o711)
        self.network = Network()
        self.hosts = [self.network.add() for _ in range(3)]
        names = [host.address for host in self.hosts]
        self.variables = {
            **{f"MACHINE_{number}": name for number, name in enumerate(names, 1)},
            "POSTGRES_PASSWORD": secrets.token_hex(16),
            "POSTGRES_ADMIN_PASSWORD": secrets.token_hex(16),
            "REDIS_PASSWORD": secrets.token_hex(16),
        }
        self.secret_key = secrets.token_hex(32)
        self.webs = [host for host in self.hosts if host.number in PLACED["web"]]
        self.before = self.network.add()
        """The host before the others, with nginx, which has no faults."""
        self.addresses: list[str] = []
        self.database_url = ""

    async def start_servers(self) -> dict[str, str]:
        """Starts etcd, PostgreSQL, Redis and sentinels on each host, and nginx; returns the
        environment with which this program reaches them."""
        for host in self.hosts:
            for name in SERVERS:
                self._run(host, name)
        await self._until("the servers start", self.is_whole, 180)
        webs = [host.address for host in self.webs]
        self.addresses = [start_balancer(self.before, self.folder / "nginx", webs)]
        environment = self._environment(self.hosts[0], "web")
        self.database_url = f"{environment['DATABASE_URL']}?target_session_attrs=read-write"
        return environment

    async def start(self) -> None:
        """Starts the site's own processes; returns when all web processes listen."""
        for name, numbers in PLACED.items():
            for number in numbers:
                self._run(self.hosts[number - 1], name)
        for host in self.webs:
            await self._until("the web processes start", partial(_listens, host), 180)

    async def stop(self) -> None:
        """Ends everything."""
        for host in self.network.hosts:
            host.connect()
            await host.stop()
        self.network.remove()

    async def primary(self) -> Host | None:
        """The host whose PostgreSQL is the primary, as Patroni says; None if there is none."""
        for members in await asyncio.gather(*map(self._members, self.hosts)):
            for member in members:
                if member["role"] == "leader" and member["state"] == "running":
                    return self._host(member["host"])
        return None

    async def redis_primary(self) -> Host | None:
        """The host whose Redis is the primary, as most sentinels say."""
        said = await asyncio.gather(*(self._ask_sentinel(host) for host in self.hosts))
        named = [name for name, _ in said if name]
        return self._host(max(named, key=named.count)) if named else None

    async def is_whole(self) -> bool:
        """Whether every host has its servers: a primary and two standbys of each kind, with each of
        PostgreSQL's ready to take over."""
        members = await asyncio.gather(*map(self._members, self.hosts))
        whole = [("leader", "running"), *[("quorum_standby", "streaming")] * 2]
        found = [sorted((each["role"], each["state"]) for each in those) for those in members]
        redis = await asyncio.gather(*(self._ask_sentinel(host) for host in self.hosts))
        return (
            all(each == whole for each in found)
            and len({name for name, _ in redis}) == 1
            and all(standbys == 2 for _, standbys in redis)
        )

    async def until_it_answers(self) -> None:
        """Returns when every host is whole again and PostgreSQL has taken a write. Raises
        ``TimeoutError``."""
        await self._until("the hosts are whole again", self._stays_whole, WHOLE_WITHIN)
        await self._until("PostgreSQL takes a write", self.takes_write, 60)

    async def _stays_whole(self) -> bool:
        """Whether every host is whole, and still is when Patroni has looked once more: a primary
        that was frozen learns only then that its standbys have left it, and until they are back
        none of them may take over."""
        if not await self.is_whole():
            return False
        await asyncio.sleep(PATRONI_LOOKS_EVERY + 1)
        return await self.is_whole()

    async def takes_write(self) -> bool:
        """Whether PostgreSQL takes a write, when each host has two seconds to answer."""
        with suppress(psycopg.Error, TimeoutError):
            async with (
                asyncio.timeout(8),
                await psycopg.AsyncConnection.connect(
                    self.database_url, autocommit=True, connect_timeout=2
                ) as connection,
            ):
                await connection.execute("CREATE TABLE IF NOT EXISTS chaos_write (at timestamptz)")
                await connection.execute("INSERT INTO chaos_write VALUES (now())")
                return True
        return False

    def _run(self, host: Host, name: str) -> None:
        folder = self.folder / f"host{host.number}"
        folder.mkdir(mode=0o711, exist_ok=True)
        service = self._services(host)[name]
        user = POSTGRES_USER if name == "postgres" else ""
        if user:
            shutil.chown(folder / "postgres", user)
        environment = self._environment(host, name)
        host.run(name, service.command, environment, folder / f"{name}.out", user)

    def _services(self, host: Host) -> dict[str, Any]:
        folder = self.folder / f"host{host.number}"
        return dict(services({**self.variables, "MACHINE": host.address}, folder))

    def _environment(self, host: Host, name: str) -> dict[str, str]:
        """What compose sets, and what differs without HTTPS and with all players at one address."""
        programs = (str(find_server()), str(Path(redis_server.find_server()).parent))
        environment = {
            "PATH": os.pathsep.join((*programs, os.environ["PATH"])),
            **self._services(host)[name].environment,
        }
        if name in SERVERS:
            return environment
        return {
            **environment,
            **FOR_PLAY,
            "PRODUCTION": "0",
            "SECRET_KEY": self.secret_key,
            "ALLOWED_HOSTS": self.before.address,
            "VAR_DIR": str(self.folder / f"host{host.number}" / "var"),
        }

    def _host(self, address: str) -> Host | None:
        return next((host for host in self.hosts if host.address == address), None)

    async def _members(self, host: Host) -> list[dict[str, Any]]:
        """What the Patroni of a host says about all; nothing if it does not answer."""
        with suppress(OSError, ValueError, LookupError):
            address = f"{host.address}:{PATRONI_PORT}"
            answer = await http.request(address, "/cluster", timeout=1.5)
            members: list[dict[str, Any]] = answer.json()["members"]
            return members
        return []

    async def _ask_sentinel(self, host: Host) -> tuple[str, int]:
        """The primary that a sentinel names, and how many standbys follow it."""
        client = Redis(
            host=host.address,
            port=SENTINEL_PORT,
            socket_timeout=1.5,
            socket_connect_timeout=1.5,
            decode_responses=True,
        )
        try:
            async with asyncio.timeout(2):
                primary = await client.sentinel_get_master_addr_by_name(MASTER)
                replicas = await client.sentinel_slaves(MASTER)
        except (RedisError, OSError):
            return "", 0
        finally:
            with suppress(RedisError, OSError):
                await client.aclose()
        follow = [each for each in replicas if each["master-link-status"] == "ok"]
        name = str(primary[0]) if isinstance(primary, tuple) else ""
        return name, sum(not each["is_sdown"] for each in follow)

    async def _until(
        self, what: str, holds: Callable[[], Coroutine[Any, Any, bool]], seconds: float
    ) -> None:
        try:
            async with asyncio.timeout(seconds):
                while not await holds():  # noqa: ASYNC110
                    await asyncio.sleep(0.2)
        except TimeoutError:
            raise TimeoutError(f"{what}: not within {seconds:.0f} s, see {self.folder}") from None


async def _listens(host: Host) -> bool:
    return await asyncio.to_thread(listens, host.address, WEB_PORT)
