"""Measures what programs use in the API: states of games, and streams that stay open."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any

from bench.site.boards import SEEN, Board
from bench.site.comparing import Measured
from bench.site.running_site import Running

QUIET = Board("parallel-go", "9×9", 2, 0, {"size": 9})
"""The game whose players have streams open."""
LONGEST = 30.0
"""How long to wait for an answer before the measurement fails, in seconds."""


@dataclass(frozen=True)
class States:
    """Programs that ask for the state of a running game, each again as soon as it has an answer."""

    programs: int = 8
    seconds: float = 15
    webs: int = 1

    def club(self) -> Any:
        """The game to make."""
        return {"games": [SEEN.game()]}

    async def measure(self, running: Running, club: Any) -> Measured:
        """How many states a second, and how many milliseconds of processor time for each."""
        game, counts = club["games"][0], [0] * self.programs
        port, path = running.ports[0], f"/api/v1/games/{game['id']}"

        async def ask(number: int) -> None:
            async with connected(port, path, game["tokens"][number % 4]) as (reader, writer, asked):
                while True:
                    writer.write(asked)
                    await read_answer(reader)
                    counts[number] += 1

        asking = [asyncio.create_task(ask(number)) for number in range(self.programs)]
        await asyncio.sleep(self.seconds / 3)  # to warm up
        before, began, counted = running.processor_time(), time.perf_counter(), sum(counts)
        await asyncio.sleep(self.seconds)
        used, count = running.processor_time().since(before), sum(counts) - counted
        seconds = time.perf_counter() - began
        for each in asking:
            each.cancel()
        ended = await asyncio.gather(*asking, return_exceptions=True)
        broken = [each for each in ended if isinstance(each, Exception)]
        if broken:
            raise RuntimeError(f"a program got no answer: {broken[0]!r}")
        return {
            "a second": [count / seconds],
            **{kind: [1000 * spent / count] for kind, spent in used.items()},
        }


@dataclass(frozen=True)
class Streams:
    """Streams with the events of their members' games, in which nothing happens."""

    games: int = 25
    streams: int = 1000
    settle: float = 40
    seconds: float = 60
    webs: int = 1

    def club(self) -> Any:
        """The games whose players listen."""
        return {"games": [QUIET.game(number) for number in range(self.games)]}

    async def measure(self, running: Running, club: Any) -> Measured:
        """The percentage of one core that the open streams cost in every kind of process, and how
        many lines came within a minute on each."""
        tokens = [token for game in club["games"] for token in game["tokens"]]
        lines = 0

        async def listen(token: str) -> None:
            nonlocal lines
            async with connected(running.ports[0], "/api/v1/events", token) as (
                reader,
                writer,
                asked,
            ):
                writer.write(asked)
                while line := await reader.readline():
                    lines += line.startswith(b"{")  # the others belong to HTTP
            raise ConnectionError("a stream has ended")

        listening = []
        for number in range(self.streams):
            listening.append(asyncio.create_task(listen(tokens[number % len(tokens)])))
            await asyncio.sleep(0.01)
        await asyncio.sleep(self.settle)
        before, heard = running.processor_time(), lines
        await asyncio.sleep(self.seconds)
        used, heard = running.processor_time().since(before), lines - heard
        for each in listening:
            each.cancel()
        ended = await asyncio.gather(*listening, return_exceptions=True)
        broken = [each for each in ended if isinstance(each, Exception)]
        if broken:
            raise RuntimeError(f"{len(broken)} streams have ended: {broken[0]!r}")
        shares = {kind: [100 * spent / self.seconds] for kind, spent in used.items()}
        return {**shares, "lines": [heard / self.streams / self.seconds * 60]}


@asynccontextmanager
async def connected(
    port: int, path: str, token: str
) -> AsyncIterator[tuple[asyncio.StreamReader, asyncio.StreamWriter, bytes]]:
    """A connection to a web process, and the request for ``path`` with this token."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    lines = (
        f"GET {path} HTTP/1.1",
        f"Host: 127.0.0.1:{port}",
        f"Authorization: Bearer {token}",
    )
    try:
        yield reader, writer, ("\r\n".join(lines) + "\r\n\r\n").encode()
    finally:
        writer.close()


async def read_answer(reader: asyncio.StreamReader) -> bytes:
    """Reads the body of an answer. Raises ConnectionError if it is not 200."""
    async with asyncio.timeout(LONGEST):
        head = (await reader.readuntil(b"\r\n\r\n")).decode().lower()
        if not head.startswith("http/1.1 200"):
            raise ConnectionError(head.splitlines()[0])
        length = next(line for line in head.splitlines() if line.startswith("content-length:"))
        return await reader.readexactly(int(length.partition(":")[2]))
