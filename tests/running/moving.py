"""Players, programs and visitors of a site behind nginx whose web processes come and go."""

from __future__ import annotations

import asyncio
import json
import ssl
from collections import Counter
from collections.abc import Iterable
from contextlib import suppress
from typing import Any

import httpx
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

MOVED = 4012
"""The code with which a web process that is to end closes sockets (docs/protocol.md)."""

TRY_AGAIN = 4503
"""The code with which one that has too many sockets to open closes one of them."""

WAIT = 60.0
"""Seconds to wait for an answer; only a failing test waits that long."""


class Site:
    """The way to the site, and what went wrong there."""

    def __init__(self, name: str, port: int, trust: ssl.SSLContext) -> None:
        self.name, self.port, self.trust = name, port, trust
        self.failures: list[str] = []
        self.counts: Counter[str] = Counter()
        self.is_over = False

    def connect(self, path: str, headers: dict[str, str]) -> connect:
        """A socket through nginx."""
        return connect(
            f"wss://{self.name}{path}",
            host="127.0.0.1",
            port=self.port,
            ssl=self.trust,
            additional_headers=headers,
            open_timeout=WAIT,
            ping_interval=None,
            max_size=None,
            proxy=None,
        )

    def client(self, **headers: str) -> httpx.AsyncClient:
        """Sends requests through nginx, each client over its own connection."""
        sni = {"sni_hostname": self.name}
        found = httpx.AsyncClient(
            base_url=f"https://127.0.0.1:{self.port}",
            headers={"Host": self.name, **headers},
            verify=self.trust,
            timeout=WAIT,
            trust_env=False,
        )
        found.event_hooks["request"].append(_with(sni))
        return found


def _with(extensions: dict[str, str]) -> Any:
    async def add(request: httpx.Request) -> None:
        request.extensions.update(extensions)

    return add


class Page:
    """A page that follows a game, comes back when its process ends, and, with ``actions``, changes
    its mind all the time: it seals one action after the other and sends again what got no
    answer."""

    def __init__(
        self,
        site: Site,
        path: str,
        headers: dict[str, str],
        actions: Iterable[Any] = (),
        pause: float = 0.05,
    ) -> None:
        """``pause``: seconds between its choices."""
        self.site, self.path, self.headers, self.pause = site, path, headers, pause
        self.actions = list(actions)
        self.number = 0
        self.acknowledged: Any = None
        self.is_there = asyncio.Event()
        self.gaps: list[float] = []
        """How many seconds it was without a connection, each time."""

    async def follow(self) -> None:
        """Follows until the site is over."""
        left: float | None = None
        while not self.site.is_over:
            try:
                async with self.site.connect(self.path, self.headers) as socket:
                    await self._hear(socket)
                    if left is not None:
                        self.gaps.append(asyncio.get_running_loop().time() - left)
                    self.is_there.set()
                    await self._stay(socket)
            except ConnectionClosed as closed:
                left = asyncio.get_running_loop().time()
                self.is_there.clear()
                code = closed.rcvd.code if closed.rcvd else 1006
                self.site.counts["moved"] += code == MOVED
                self.site.counts["told to wait"] += code == TRY_AGAIN
                if code == TRY_AGAIN:
                    await asyncio.sleep(0.5)
                elif code != MOVED:
                    self.site.failures.append(f"a socket was closed with {code}")
            except (OSError, InvalidStatus) as error:
                self.site.failures.append(f"a socket was not opened: {error!r}")
                await asyncio.sleep(0.5)

    async def _stay(self, socket: ClientConnection) -> None:
        while not self.site.is_over:
            if self.actions:
                await self._choose(socket)
            else:
                with suppress(TimeoutError):
                    await asyncio.wait_for(socket.recv(), 0.2)

    async def _choose(self, socket: ClientConnection) -> None:
        """Seals the next action; the number is raised once it is acknowledged."""
        number, action = self.number + 1, self.actions[self.number % len(self.actions)]
        order = {"page": f"{id(self)}", "number": number}
        command = {"type": "action.seal", "id": number, "step": 1, "action": action, "order": order}
        await socket.send(json.dumps(command))
        answer = await self._hear(socket, number)
        if answer["type"] == "error":
            self.site.failures.append(f"a choice was refused: {answer['code']}")
        self.site.counts["choices"] += 1
        self.number, self.acknowledged = number, action
        await asyncio.sleep(self.pause)

    async def _hear(self, socket: ClientConnection, command: int | None = None) -> Any:
        """The first event, or the answer to a command."""
        while True:
            event = json.loads(await asyncio.wait_for(socket.recv(), WAIT))
            if event["type"] != "connection.waits" and command in (None, event.get("id")):
                return event


async def ask(
    site: Site, method: str, path: str, body: Any, pause: float = 0.02, **headers: str
) -> None:
    """Requests an address again and again on a connection that is kept open, with ``pause`` seconds
    between two requests."""
    async with site.client(**headers) as client:
        while not site.is_over:
            try:
                answer = await client.request(method, path, json=body)
            except httpx.HTTPError as error:
                site.failures.append(f"{method} {path}: {error!r}")
            else:
                site.counts["requests"] += 1
                if answer.is_error:
                    site.failures.append(f"{method} {path}: {answer.status_code} {answer.text}")
            await asyncio.sleep(pause)


async def read_stream(site: Site, token: str) -> None:
    """Follows all games of a token's member, and comes back when the process ends."""
    async with site.client(Authorization=f"Bearer {token}") as client:
        while not site.is_over:
            async with client.stream("GET", "/api/v1/events") as stream:
                if stream.is_error:
                    text = (await stream.aread()).decode()
                    site.failures.append(f"a stream was not opened: {stream.status_code} {text}")
                    await asyncio.sleep(1)
                    continue
                last: Any = {}
                async for line in stream.aiter_lines():
                    last = json.loads(line)
                    site.counts["lines"] += 1
                    if site.is_over:
                        return
            site.counts[f"closed: {last.get('closed')}"] += 1
