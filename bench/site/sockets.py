"""A minimal client for a game's socket, so that the site is measured and not the client.

It uses only the public protocol (docs/protocol.md) and ignores what it does not know.
"""

from __future__ import annotations

import asyncio
import json
import re
import struct
import time
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any

HEAD = 512
"""How many bytes of a frame are kept by default: enough for its type or a refusal."""
AT_A_TIME = 20
LONGEST = 60.0
"""How long to wait for a frame before the measurement fails, in seconds."""
TYPE = re.compile(rb'"type"\s*:\s*"([a-z.-]+)"')
CLOSED = "closed"
"""The frame type that stands for the end of the connection."""
TEXT, CLOSE, PING, PONG = 1, 8, 9, 10


@dataclass(frozen=True)
class Frame:
    """A received frame. ``at``: when it was complete (``time.perf_counter``)."""

    type: str
    at: float
    text: bytes


class Socket(asyncio.Protocol):
    """One socket. Frames are put into a queue, or passed to ``hear`` as they arrive."""

    def __init__(
        self,
        port: int,
        game: str,
        cookie: str = "",
        *,
        hear: Callable[[Frame], None] | None = None,
        keep: int = HEAD,
        query: str = "",
    ) -> None:
        """``keep``: how many bytes of each frame are kept. ``query``: what follows the address,
        such as ``?after=...``."""
        self.port, self.game, self.cookie, self.query = port, game, cookie, query
        self.frames: asyncio.Queue[Frame] = asyncio.Queue()
        self.received = 0
        """How many frames with text have come."""
        self._hear = hear or self.frames.put_nowait
        self._keep = keep
        self._transport: asyncio.Transport | None = None
        self._ended = asyncio.Event()
        self._ready: asyncio.Future[Frame] = asyncio.get_running_loop().create_future()
        self._answered = False
        self._rest = b""
        self._kind, self._missing, self._kept = 0, 0, bytearray()

    async def open(self) -> Frame:
        """Connects; returns the snapshot, or what was missed. Raises OSError if the socket is
        refused, or if neither arrives within :data:`LONGEST`."""
        loop = asyncio.get_running_loop()
        await loop.create_connection(lambda: self, "127.0.0.1", self.port)
        try:
            return await asyncio.wait_for(self._ready, LONGEST)
        except TimeoutError:
            raise TimeoutError(f"no snapshot within {LONGEST:g} s") from None

    @property
    def is_open(self) -> bool:
        """Whether the site has taken the socket."""
        return self._answered

    @property
    def first(self) -> asyncio.Future[Frame]:
        """The first frame."""
        return self._ready

    def send(self, command: Any) -> None:
        """Sends a command, with a mask of zeros, which needs no work."""
        self._send(TEXT, json.dumps(command).encode())

    async def until(self, kind: str) -> Frame:
        """Waits for the next frame of this type. Raises RuntimeError if a refusal comes first, the
        socket closes, or the frame does not come within :data:`LONGEST`."""
        try:
            async with asyncio.timeout(LONGEST):
                while True:
                    frame = await self.frames.get()
                    if frame.type == kind:
                        return frame
                    if frame.type in ("error", CLOSED):
                        raise RuntimeError(f"instead of {kind}: {frame.text.decode()}")
        except TimeoutError:
            raise RuntimeError(f"{kind} did not come within {LONGEST:g} s") from None

    async def close(self) -> None:
        """Closes the connection, if there is one; returns when it is closed."""
        if self._transport is not None:
            self._transport.abort()
            await self._ended.wait()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Sends the request for the WebSocket."""
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport
        lines = (
            f"GET /ws/games/{self.game}/{self.query} HTTP/1.1",
            f"Host: 127.0.0.1:{self.port}",
            f"Origin: http://127.0.0.1:{self.port}",
            "Upgrade: websocket",
            "Connection: Upgrade",
            "Sec-WebSocket-Version: 13",
            "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
            *([f"Cookie: {self.cookie}"] if self.cookie else []),
        )
        transport.write(("\r\n".join(lines) + "\r\n\r\n").encode())

    def connection_lost(self, error: Exception | None) -> None:
        """Reports the end of the connection to code that waits for a frame."""
        if not self._ready.done():
            self._ready.set_exception(ConnectionError("the socket was closed"))
        self._ended.set()
        self._hear(Frame(CLOSED, time.perf_counter(), b"the socket was closed"))

    def data_received(self, data: bytes) -> None:
        """Splits the received bytes into frames."""
        data, self._rest = self._rest + data, b""
        position = 0
        if not self._answered:
            position = data.find(b"\r\n\r\n") + 4
            if position < 4:
                self._rest = data
                return
            self._answered = True
            if not data.startswith(b"HTTP/1.1 101"):
                self._ready.set_exception(ConnectionError(data[:80].decode(errors="replace")))
                return
        while position < len(data):
            if not self._missing:
                head = _head(data, position)
                if head is None:
                    self._rest = data[position:]
                    return
                self._kind, self._missing, position = head
                self._kept.clear()
            part = min(self._missing, len(data) - position)
            self._kept += data[position : position + min(part, self._keep - len(self._kept))]
            position += part
            self._missing -= part
            if not self._missing:
                self._came(bytes(self._kept))

    def _came(self, text: bytes) -> None:
        if self._kind == PING:
            self._send(PONG, text)
        elif self._kind == CLOSE and self._transport is not None:
            self._transport.close()
        elif self._kind == TEXT:
            self.received += 1
            found = TYPE.search(text)
            frame = Frame(found[1].decode() if found else "", time.perf_counter(), text)
            if not self._ready.done():
                self._open_with(frame)
            self._hear(frame)

    def _open_with(self, frame: Frame) -> None:
        if frame.type in ("game.snapshot", "events.missed"):
            self._ready.set_result(frame)
        elif frame.type == "error":
            self._ready.set_exception(ConnectionError(frame.text.decode()))

    def _send(self, kind: int, payload: bytes) -> None:
        assert self._transport is not None
        size = len(payload)
        if size < 126:
            head = struct.pack("!BB", 128 | kind, 128 | size)
        else:
            head = struct.pack("!BBH", 128 | kind, 128 | 126, size)
        self._transport.write(head + bytes(4) + payload)


def _head(data: bytes, position: int) -> tuple[int, int, int] | None:
    """The kind and size of the frame that begins at ``position``, and the position of its content;
    None if its head is incomplete."""
    if len(data) < position + 2:
        return None
    kind, size = data[position] & 15, data[position + 1] & 127
    length = {126: 2, 127: 8}.get(size, 0)
    begins = position + 2 + length
    if len(data) < begins:
        return None
    if length:
        size = int.from_bytes(data[position + 2 : begins])
    return kind, size, begins


@asynccontextmanager
async def opened(sockets: Sequence[Socket]) -> AsyncIterator[None]:
    """Opens the sockets, :data:`AT_A_TIME` together, and closes all at the end of the block."""
    try:
        for first in range(0, len(sockets), AT_A_TIME):
            await asyncio.gather(*(socket.open() for socket in sockets[first : first + AT_A_TIME]))
        yield
    finally:
        await asyncio.gather(*(socket.close() for socket in sockets))


class ScriptOver(Exception):
    """Raised if all prepared steps of a game have been played."""


class Players:
    """The players of one prepared game, who make the choices of its script."""

    def __init__(self, game: Any, ports: Sequence[int]) -> None:
        """Spreads the players' sockets over the web processes at ``ports``."""
        self.step = game["step"]
        self.script = iter(game["script"])
        self.sockets = [
            Socket(ports[seat % len(ports)], game["id"], cookie)
            for seat, cookie in enumerate(game["cookies"])
        ]

    async def play(self) -> tuple[float, float]:
        """Plays a step; returns when the choice that completes it was sent, and when all players
        had received the step. Raises ScriptOver."""
        choices = next(self.script, None)
        if choices is None:
            raise ScriptOver
        *first, (seat, action) = choices
        self.step += 1
        for other, choice in first:
            self._choose(other, choice)
            await self.sockets[other].until("action.kept")
        began = time.perf_counter()
        self._choose(seat, action)
        steps = await asyncio.gather(*(socket.until("step.resolved") for socket in self.sockets))
        return began, max(step.at for step in steps)

    def _choose(self, seat: int, action: Any) -> None:
        command = {"type": "action.seal", "step": self.step, "action": action}
        self.sockets[seat].send(command)
