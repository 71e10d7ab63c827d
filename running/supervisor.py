"""Keeps processes running: starts them, restarts those that end, and stops them all."""

import asyncio
import os
import signal
import socket
import time
from collections.abc import Callable, Coroutine, Mapping, Sequence
from contextlib import nullcontext, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

from running.child import ends_with_parent
from running.copies import Copy, Loader
from running.steps import say, step

T = TypeVar("T")


@dataclass(frozen=True)
class Service:
    """One process that should run as long as the site."""

    name: str
    command: Sequence[str]
    ends_on: signal.Signals = signal.SIGTERM
    """The signal that asks it to end."""
    stop: float | None = None
    """Seconds between asking it to end and killing it; None: as for others."""
    user: str | None = None
    """The user that it runs as; None: our own."""
    log: Path | None = None
    """The file for its output; None: the terminal."""
    environment: Mapping[str, str] | None = None
    """Its variables; None: as for others."""
    copied: bool = False
    """Whether it is started as a copy of the loader, if there is one."""
    standard_input: Callable[[], socket.socket] | None = None
    """Makes its standard input at each start; None: it has none."""


class Kept:
    """A service that is kept running. While ``awaited``, somebody waits for its start: if it ends
    then, ``ended`` says why, and it is not restarted."""

    def __init__(self, *, awaited: bool) -> None:
        self.awaited = awaited
        self.ended: str | None = None


@dataclass(frozen=True)
class Patience:
    """Waiting times in seconds."""

    first_pause: float = 0.5
    """Before a service that ended is restarted; doubles each time."""
    longest_pause: float = 30.0
    settled: float = 60.0
    """After a service has run this long, the next pause is the first one again."""
    stop: float = 10.0
    """Between asking a process to end and killing it."""


class Supervisor:
    """The parent of all processes. Once asked to stop, it starts no more of them."""

    def __init__(
        self,
        environment: Mapping[str, str],
        patience: Patience = Patience(),
        tell: Callable[[str], None] = say,
        loader: Loader | None = None,
    ) -> None:
        self._environment = environment
        self._loader = loader
        self._patience = patience
        self._tell = tell
        self._asked_to_stop = asyncio.Event()
        self._kept: list[asyncio.Task[None]] = []
        self._needed: list[asyncio.Task[None]] = []  # in the order in which they were started

    @property
    def stopping(self) -> bool:
        """Whether it has been asked to stop."""
        return self._asked_to_stop.is_set()

    def ask_to_stop(self) -> None:
        """Asks it to stop and ends its waits; may be called again, and from a signal handler."""
        self._asked_to_stop.set()

    def stop_on(self, *signals: signal.Signals) -> None:
        """Asks to stop when one of ``signals`` is received."""
        for number in signals:
            asyncio.get_running_loop().add_signal_handler(number, self.ask_to_stop)

    def keep(self, service: Service, *, needed: bool = False, awaited: bool = False) -> Kept:
        """Starts ``service`` and keeps it running from now on. Services that the others need
        (``needed``) are stopped after them, in reverse order of their start."""
        kept = Kept(awaited=awaited)
        task = asyncio.create_task(self._keep(service, kept), name=service.name)
        (self._needed if needed else self._kept).append(task)
        return kept

    async def run(self, command: Sequence[str], *, copied: bool = False) -> int | None:
        """Runs ``command`` to its end. Returns its exit code, or None if asked to stop earlier."""
        service = Service(Path(command[0]).name, command, copied=copied)
        process = await self.unless_stopped(self._start(service))
        if process is None:
            return None
        try:
            return await self.unless_stopped(process.wait())
        finally:
            await self._end(process, service)

    async def unless_stopped(self, awaited: Coroutine[None, None, T]) -> T | None:
        """Returns what ``awaited`` returns, or None as soon as it is asked to stop."""
        result = asyncio.create_task(awaited)
        asked = asyncio.create_task(self._asked_to_stop.wait())
        await asyncio.wait({result, asked}, return_when=asyncio.FIRST_COMPLETED)
        asked.cancel()
        if result.done():
            return result.result()
        result.cancel()
        return None

    async def stopped(self) -> None:
        """Waits until asked to stop, then stops all services at the same time, so that stopping
        takes only as long as the slowest. Then stops those that the others needed, one by one."""
        await self._asked_to_stop.wait()
        for together in (self._kept, *([task] for task in reversed(self._needed))):
            for task in together:
                task.cancel()
            await asyncio.gather(*together, return_exceptions=True)
        self._kept.clear()
        self._needed.clear()
        if self._loader:
            self._loader.close()

    async def _keep(self, service: Service, kept: Kept) -> None:
        pause = self._patience.first_pause
        while True:
            began = time.monotonic()
            try:
                process = await self._start(service)
            except OSError as error:  # the machine may have too many processes or open files
                how = f"with the error {error}"
            else:
                try:
                    code = await process.wait()
                finally:
                    await self._end(process, service)
                how = reason(code)
            if kept.awaited:
                kept.ended = how
                return
            if time.monotonic() - began > self._patience.settled:
                pause = self._patience.first_pause
            self._tell(f"{service.name} ended {how}; it starts again in {pause:g} s.")
            await asyncio.sleep(pause)
            pause = min(pause * 2, self._patience.longest_pause)

    async def _start(self, service: Service) -> asyncio.subprocess.Process | Copy:
        if service.copied and self._loader:
            return await self._loader.copy(service.name, service.command)
        # A session of its own: Ctrl-C reaches only this process, which then stops the others.
        command = ends_with_parent(service.command, service.ends_on, service.user)
        own = self._environment if service.environment is None else service.environment
        given = service.standard_input() if service.standard_input else nullcontext()
        with given as theirs, service.log.open("ab") if service.log else nullcontext() as log:
            return await asyncio.create_subprocess_exec(
                *command,
                env=own,
                stdin=theirs.fileno() if theirs else asyncio.subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                start_new_session=True,
            )

    async def _end(self, process: asyncio.subprocess.Process | Copy, service: Service) -> None:
        """Ends the process, then everything that it started and that is still running."""
        ended = asyncio.create_task(process.wait())
        if process.returncode is None:
            with suppress(ProcessLookupError):
                process.send_signal(service.ends_on)
            long = step(f"Stopping {service.name}", self._tell) if service.stop else nullcontext()
            with long:
                # Not asyncio.timeout: in a task that is being cancelled it raises the wrong error
                # before Python 3.11.3.
                await asyncio.wait({ended}, timeout=service.stop or self._patience.stop)
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        await ended


def reason(code: int) -> str:
    """Returns why a process ended, in words: ``with code 1``, ``by SIGKILL``."""
    if code >= 0:
        return f"with code {code}"
    return f"by {signal.Signals(-code).name}"
