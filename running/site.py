"""The whole site on one machine: its processes, and its own servers unless others are named."""

import asyncio
import signal
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from running import processes, redis_server
from running.copies import Loader, can_copy
from running.occupied import listens
from running.postgresql.own import own_server
from running.steps import say, step
from running.supervisor import Kept, Service, Supervisor

ANY_ADDRESS = {"0.0.0.0": "127.0.0.1", "::": "::1"}  # noqa: S104 - looked up, not bound


@dataclass(frozen=True)
class OwnServer:
    """A server of the site's own: whether it answers, and why it ended."""

    service: Service
    answers: Callable[[], bool]
    last_words: Callable[[], str]


class Site:
    """Starts and stops the site."""

    def __init__(self, *, host: str, port: int, demo: bool, environment: dict[str, str]) -> None:
        """``environment``: the variables of every process; VAR_DIR names the data folder."""
        self.host = host
        self.port = port
        self.folder = Path(environment["VAR_DIR"]).resolve()
        self._demo = demo
        self._near = ANY_ADDRESS.get(host, host)
        name = f"[{self._near}]" if ":" in self._near else self._near
        self.address = f"http://{name}:{port}"
        self._environment = {"SITE_URL": self.address, **environment}

    async def run(self) -> int:
        """Starts everything in order, prints the address, and stops everything when asked to.

        Returns 0, or 1 after printing what did not start. Raises ``OSError`` or ``RuntimeError`` if
        a server of its own cannot be set up at all.
        """
        servers = self._own_servers()
        loader = Loader() if can_copy() else None
        supervisor = Supervisor(self._environment, loader=loader)
        supervisor.stop_on(signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
        wrong = await self._start(supervisor, servers, loader)
        if wrong:
            say(wrong)
            supervisor.ask_to_stop()
        await supervisor.stopped()
        return 1 if wrong else 0

    async def _start(
        self, supervisor: Supervisor, servers: Sequence[OwnServer], loader: Loader | None
    ) -> str | None:
        """Starts everything and returns what went wrong, or None; returns early when asked to
        stop."""
        wrong = await self._start_what_others_need(supervisor, servers, loader)
        if wrong or supervisor.stopping:
            return wrong
        demo = () if self._demo else ("--no-demo",)
        prepare = (sys.executable, "-m", "running.prepare", *demo)
        with step("Preparing the site"):
            if await supervisor.run(prepare, copied=True):
                return "The site cannot be prepared."
        if supervisor.stopping:
            return None
        web = supervisor.keep(processes.web(self.host, self.port), awaited=True)
        *workers, sending = processes.workers()
        for worker in workers:
            supervisor.keep(worker)
        with step("Starting the web server"):
            await supervisor.unless_stopped(until(lambda: listens(self._near, self.port), web))
        if supervisor.stopping:
            return None
        if web.ended:
            return f"The web server ended {web.ended} at its start; what it said is above."
        for later in (sending, processes.beat()):  # visitors can use the site without these
            supervisor.keep(later)
        say(f"\nMiai is at {self._environment['SITE_URL']}  (Ctrl-C stops it)\n")
        return None

    async def _start_what_others_need(
        self, supervisor: Supervisor, servers: Sequence[OwnServer], loader: Loader | None
    ) -> str | None:
        """Starts the site's own servers and the loader, and waits until they are ready. PostgreSQL
        may have to recover after being killed, so it may take any time as long as it is running."""
        kept = [supervisor.keep(one.service, needed=True, awaited=True) for one in servers]
        if loader:
            loading = supervisor.keep(processes.loading(loader), needed=True, awaited=True)
        for server, process in zip(servers, kept):
            with step(f"Starting {server.service.name}"):
                await supervisor.unless_stopped(until(server.answers, process))
            if supervisor.stopping:
                return None
            if process.ended:
                words = server.last_words()
                return f"{server.service.name} ended {process.ended} at its start: {words}"
        if loader:
            with step("Loading the site"):
                await supervisor.unless_stopped(until(loader.is_loaded, loading))
            if loading.ended:
                return "The site cannot be loaded; what is wrong is above."
        return None

    def _own_servers(self) -> list[OwnServer]:
        """Returns a PostgreSQL and a Redis, unless DATABASE_URL and REDIS_URL name others. The
        first in the list is stopped last."""
        servers = []
        if not self._environment.get("DATABASE_URL"):
            turns = self._environment.get("WORKER_CONCURRENCY", "")
            number = int(turns) if turns.isdecimal() else processes.TURNS
            server = own_server(self.folder, processes.connections(number), say)
            self._environment["DATABASE_URL"] = server.address()
            if server.user:
                say(f"PostgreSQL runs as the user {server.user}; its data is in {server.data}.")
            servers.append(OwnServer(server.service(), server.takes_connections, server.last_words))
        if not self._environment.get("REDIS_URL"):
            path = redis_server.socket_path(self.folder)
            self._environment["REDIS_URL"] = f"unix://{path}"
            servers.append(
                OwnServer(
                    Service("Redis", redis_server.server_command(path)),
                    partial(redis_server.answers, path),
                    partial(redis_server.last_words, path),
                )
            )
        return servers


async def until(holds: Callable[[], bool], kept: Kept) -> None:
    """Waits until ``holds()`` or the service has ended. From then on, the service is restarted
    whenever it ends."""
    while not holds() and not kept.ended:  # noqa: ASYNC110 - a server has to be asked
        await asyncio.sleep(0.02)
    kept.awaited = False
