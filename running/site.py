"""The whole site on one machine: its Redis (unless one is named), its database, its processes."""

import asyncio
import signal
import sys
from collections.abc import Callable
from pathlib import Path

from running import processes, redis_server
from running.occupied import listens
from running.supervisor import Service, Supervisor, say

ANY_ADDRESS = {"0.0.0.0": "127.0.0.1", "::": "::1"}  # noqa: S104 - looked up, not bound
REDIS_SECONDS = 10.0
WEB_SECONDS = 60.0


class Site:
    """Where it is, and how it is started and stopped."""

    def __init__(self, *, host: str, port: int, demo: bool, environment: dict[str, str]) -> None:
        """``environment`` is what every process gets; VAR_DIR in it names the folder for data."""
        self.host = host
        self.port = port
        self.folder = Path(environment["VAR_DIR"]).resolve()
        self._demo = demo
        self._near = ANY_ADDRESS.get(host, host)
        name = f"[{self._near}]" if ":" in self._near else self._near
        self.address = f"http://{name}:{port}"
        self._environment = {"SITE_URL": self.address, **environment}

    async def run(self) -> int:
        """Starts everything in order, says where it is, and stops everything when asked to.

        Returns 0, or 1 if something did not start, after a line that says what.
        """
        redis = self._own_redis()
        supervisor = Supervisor(self._environment)
        supervisor.stop_on(signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
        wrong = await self._start(supervisor, redis)
        if wrong:
            say(wrong)
            supervisor.ask_to_stop()
        await supervisor.stopped()
        return 1 if wrong else 0

    async def _start(self, supervisor: Supervisor, redis: Path | None) -> str | None:
        """What went wrong, if something did; returns early when asked to stop."""
        if redis:
            supervisor.keep(Service("redis", redis_server.server_command(redis)), needed=True)
            answers = until(lambda: redis_server.answers(redis), REDIS_SECONDS)
            if not await supervisor.unless_stopped(answers):
                return None if supervisor.stopping else "The Redis server does not start."
        demo = () if self._demo else ("--no-demo",)
        if await supervisor.run([sys.executable, "-m", "running.prepare", *demo]):
            return "The site cannot be prepared."
        if supervisor.stopping:
            return None
        supervisor.keep(processes.web(self.host, self.port))
        *workers, sending = processes.workers()
        for worker in workers:
            supervisor.keep(worker)
        answers = until(lambda: listens(self._near, self.port), WEB_SECONDS)
        if not await supervisor.unless_stopped(answers):
            return None if supervisor.stopping else "The web server does not start."
        for later in (sending, processes.beat()):  # nobody waits for them
            supervisor.keep(later)
        say(f"\nMiai is at {self._environment['SITE_URL']}  (Ctrl-C stops it)\n")
        return None

    def _own_redis(self) -> Path | None:
        """The socket of a Redis of our own, unless REDIS_URL names another."""
        if self._environment.get("REDIS_URL"):
            return None
        path = redis_server.socket_path(self.folder)
        self._environment["REDIS_URL"] = f"unix://{path}"
        return path


async def until(holds: Callable[[], bool], seconds: float) -> bool:
    """Waits until ``holds()``; False when it does not within ``seconds``."""
    ends = asyncio.get_running_loop().time() + seconds
    while not holds():
        if asyncio.get_running_loop().time() > ends:
            return False
        await asyncio.sleep(0.02)
    return True
