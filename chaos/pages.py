"""Pages of games: they follow a game by a socket, as docs/protocol.md describes, and connect again
as static/js/net/socket.js does."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from random import Random
from typing import Any

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import InvalidStatus, WebSocketException

from chaos.ledger import Json, Ledger

FIRST_WAIT, LONGEST_WAIT = 0.5, 15.0
"""The pause between attempts to connect, in seconds, as on the page."""

QUIET, ANSWER, FIRST_WORD = 45.0, 5.0, 15.0
"""As on the page, in seconds: the silence after which it asks for the state, how long that answer
and connecting may take, and how long the first frame may take."""

CUT_OFF = 504
"""The status with which a web process without a database refuses everything. nginx then asks
another one at once."""


@dataclass
class Known:
    """What a page knows about its game: the next step, its deadline, whether its seat is awaited,
    whether the game is over, and the last event number of each audience."""

    step: int = 0
    deadline: float | None = None
    awaited: bool = False
    over: bool = False
    newest: dict[str, int] = field(default_factory=dict)


class Follower:
    """A person with a game's page open. ``seat``: None for a spectator."""

    def __init__(
        self, public_id: str, addresses: Sequence[str], ledger: Ledger, random: Random
    ) -> None:
        self.public_id = public_id
        self.addresses = addresses
        self.ledger = ledger
        self.random = random
        self.seat: int | None = None
        self.cookie = ""
        self.known = Known()
        self.lost = 0
        """How many times it found out that it had missed pushes."""
        self.lost_connection: float | None = None
        self.without_connection: list[tuple[float, float]] = []
        """From when to when it had no connection, in seconds since the epoch."""
        self.socket: ClientConnection | None = None
        self.address = addresses[0]
        self.attempt = 0
        """How many attempts to connect have failed since the last frame that was no error."""
        self.patience: float | None = None
        """When the connection counts as lost unless a frame comes."""
        self.asked = False
        """Whether it has asked for the state and got no answer yet."""

    async def follow(self) -> None:
        """Follows the game to its end, reconnecting whenever the connection is lost."""
        while not self.known.over:
            why = "silence"
            try:
                async with await self._connected() as self.socket:
                    await self._converse(self.socket)
            except (OSError, EOFError, WebSocketException) as error:
                why = f"{type(error).__name__} {error}"
            finally:
                self.socket = None
            self._note(f"has no connection any more: {why}")
            self.lost_connection = self.lost_connection or time.time()
            self.lose()
            wait = min(LONGEST_WAIT, FIRST_WAIT * 2**self.attempt)
            self.attempt += 1
            await asyncio.sleep(wait * (0.5 + self.random.random() / 2))

    async def _connected(self) -> ClientConnection:
        """A socket to one of the web processes, as nginx would choose it."""
        first = await self._serving()
        for address in (first, *(each for each in self.addresses if each != first)):
            self.address = address
            self._note(f"connects to web {self.addresses.index(address)}")
            try:
                return await connect(
                    f"ws://{address}/ws/games/{self.public_id}/",
                    origin=f"http://{address}",  # type: ignore[arg-type]
                    additional_headers={"Cookie": self.cookie} if self.cookie else {},
                    ping_interval=None,
                    open_timeout=ANSWER,
                    close_timeout=0.1,
                    max_size=None,
                )
            except InvalidStatus as refused:
                if refused.response.status_code != CUT_OFF:
                    raise
        raise ConnectionRefusedError("no web process has a database")

    def _note(self, words: str) -> None:
        if self.seat is not None:
            self.ledger.note(self.public_id, f"seat {self.seat} {words}")

    async def _serving(self) -> str:
        """The address of a random web process that accepts connections, as nginx would choose it;
        the first one's if none does."""
        addresses = self.random.sample(self.addresses, len(self.addresses))
        for address in addresses:
            try:
                _, writer = await asyncio.open_connection(*address.split(":"))
            except OSError:
                continue
            writer.close()
            return address
        return addresses[0]

    def drop(self) -> None:
        """Drops the connection, like a phone that loses its network."""
        if self.socket:
            self.socket.transport.abort()

    async def act(self) -> None:
        """Does what is to be done now. A spectator does nothing."""

    def until_act(self) -> float:
        """Seconds until the next call of :meth:`act`."""
        return QUIET

    def hear(self, event: Json) -> None:
        """Is called with every event."""

    def lose(self) -> None:
        """Is called when the connection is lost."""

    async def ask(self) -> None:
        """Asks for the state, unless it is already waiting for the answer."""
        if not self.asked:
            self.asked, self.patience = True, time.time() + ANSWER
            await self.send(type="snapshot.ask")

    async def send(self, **command: Any) -> None:
        """Sends a command."""
        assert self.socket
        await self.socket.send(json.dumps(command))

    async def _converse(self, socket: ClientConnection) -> None:
        heard_at = time.time()
        self.asked, self.patience = False, heard_at + FIRST_WORD
        while not self.known.over:
            now = time.time()
            if self.patience is not None and now >= self.patience:
                return
            if now - heard_at >= QUIET:
                await self.ask()
            ends = heard_at + QUIET if self.patience is None else self.patience
            try:
                async with asyncio.timeout(max(min(self.until_act(), ends - now), 0)):
                    raw = await socket.recv(decode=True)
            except TimeoutError:
                if self.until_act() <= 0:
                    await self.act()
                continue
            heard_at, self.asked, self.patience = time.time(), False, None
            event = self.ledger.frame(self.public_id, self.seat, str(raw))
            if event["type"] != "error":
                self.attempt = 0
                if self.lost_connection:
                    self.without_connection.append((self.lost_connection, heard_at))
                    self.lost_connection = None
            await self._learn(event)
            self.hear(event)

    async def _learn(self, event: Json) -> None:
        kind, known = event["type"], self.known
        if kind == "game.snapshot":
            known.newest = dict(event["newest"])
            self._set_step(event["step"], event["clock"], event["game"]["status"])
        elif kind == "events.newest":
            if any(seq > known.newest.get(to, 0) for to, seq in event["newest"].items()):
                self.lost += 1
                await self.ask()
        elif "seq" in event:
            last = known.newest.get(event["to"], 0)
            if event["seq"] > last + 1:
                self.lost += 1
                await self.ask()
            known.newest[event["to"]] = max(last, event["seq"])
            if event["seq"] > last and kind == "step.resolved":
                self._set_step(event["step"], event["clock"], event["status"])
            elif event["seq"] > last and kind == "clock.changed":
                known.deadline = _seconds(event["clock"]["deadline"])

    def _set_step(self, step: Json, clock: Json, status: str) -> None:
        known = self.known
        known.over = status in ("finished", "cancelled")
        known.deadline = _seconds(clock["deadline"])
        known.awaited = self.seat is not None and self.seat in step["awaiting"]
        known.step = int(step["step"]) + 1


def _seconds(moment: str | None) -> float | None:
    return None if moment is None else datetime.fromisoformat(moment).timestamp()
