"""Ends a web process that others can stand in for, without a request or a choice being lost.

With ``DRAIN_SECONDS`` above 0, SIGTERM ends the process in four steps:

1. ``/readyz`` answers 503, so that balancers send nothing new, and each answer closes its
   connection. Everything is served as before, for ``DRAIN_SECONDS``.
2. The process stops listening. A proxy that is refused asks another process.
3. Sockets and streams are told to come back elsewhere, each after a pause by chance of up to
   ``DRAIN_SPREAD_SECONDS``, so that the other processes need not take all of them at once.
4. When every request is answered and every connection closed, and ``REST_SECONDS`` later at the
   latest, the process ends.

A second SIGTERM, or SIGINT at any time, ends it at once. So does the first one where
``DRAIN_SECONDS`` is 0: with one web process there is nowhere else to go.
"""

from __future__ import annotations

import asyncio
import signal
from typing import Any

from twisted.internet.protocol import connectionDone

from running.variables import variables

env = variables()

DRAIN_SECONDS = env.float("DRAIN_SECONDS", 0)
"""How long a process that is to end serves as before, so that balancers notice."""

DRAIN_SPREAD_SECONDS = env.float("DRAIN_SPREAD_SECONDS", 10)
"""Within how many seconds after that its pages come back elsewhere."""

REST_SECONDS = 15.0
"""How long requests may take after that."""

QUIET_SECONDS = 6.0
"""A proxy may just be sending a request over a connection that it has kept, so a connection on
which nothing happens is closed by us only after this time. The proxy closes it earlier (four
seconds in deploy/web.conf and deploy/cluster/nginx.conf)."""

LOOK_EVERY = 0.2
"""How often is looked whether all have gone, in seconds."""


class Draining:
    """The end of a web process. ``server`` is the :class:`running.web.Server`."""

    has_begun = False
    """Whether the process is to end, and takes nothing new."""

    def __init__(self, server: Any) -> None:
        self.server = server
        self.ending: asyncio.Task[None] | None = None

    def begin_on_sigterm(self) -> None:
        """From now on, SIGTERM begins to drain this process. Called when the event loop runs, after
        Twisted has set its own handlers."""
        if DRAIN_SECONDS > 0:
            loop = asyncio.get_running_loop()
            signal.signal(signal.SIGTERM, lambda *_: loop.call_soon_threadsafe(self.begin))

    def begin(self) -> None:
        """Begins to drain; called again, ends the process at once."""
        if self.has_begun:
            self.server.stop()
            return
        self.has_begun = True
        self.ending = asyncio.get_running_loop().create_task(self._drain())

    async def _drain(self) -> None:
        from transport.fanout import send_elsewhere  # now that the site is loaded

        try:
            await asyncio.sleep(DRAIN_SECONDS)
            for port in self.server.ports:
                stop_listening(port)
            await send_elsewhere(DRAIN_SPREAD_SECONDS)
            await self._wait_until_all_have_gone()
        finally:
            self.server.stop()

    async def _wait_until_all_have_gone(self) -> None:
        from transport.fanout import send_elsewhere

        now = asyncio.get_running_loop().time
        stopped = was_busy = now()
        while self.server.has_connections() and now() - was_busy < QUIET_SECONDS:
            if self.server.is_busy():
                was_busy = now()
            if now() - stopped > DRAIN_SPREAD_SECONDS + REST_SECONDS:
                break
            if now() - stopped > DRAIN_SPREAD_SECONDS:
                await send_elsewhere(0)  # those that were just opening
            await asyncio.sleep(LOOK_EVERY)


def stop_listening(port: Any) -> None:
    """Closes a listening port of Twisted at once, after taking the connections that wait there: the
    system would cut those."""
    port.numberAccepts = 10_000
    port.doRead()
    port.stopReading()
    port.connectionLost(connectionDone)
