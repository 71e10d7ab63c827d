"""Pushes frames over Redis: one message for each commit, one subscription for each game in each
process."""

from __future__ import annotations

import asyncio
import os
from collections import defaultdict
from collections.abc import Awaitable, Callable
from typing import Any

import msgspec
from redis import asyncio as redis

from bench.floor.turn import Frame

Send = Callable[[dict[str, Any]], Awaitable[None]]
Listener = tuple[int | None, Send]
"""The seat of a socket (None for a spectator), and the function that sends to it."""


def channel(game_id: int) -> str:
    """The Redis channel of a game."""
    return f"{os.environ['REDIS_PREFIX']}:floor:{game_id}"


def packed(frames: list[Frame]) -> bytes:
    """The frames of one commit as one message."""
    return msgspec.msgpack.encode(frames)


class Push:
    """The sockets of this process by channel, and its connections to Redis."""

    def __init__(self) -> None:
        self.client = redis.from_url(os.environ["REDIS_URL"])
        self.listening = redis.from_url(os.environ["REDIS_URL"], socket_timeout=None).pubsub()
        self.sockets: defaultdict[str, set[Listener]] = defaultdict(set)
        self.subscribed: dict[str, asyncio.Event] = {}
        self.changing = asyncio.Lock()
        self.reading: asyncio.Task[None] | None = None

    async def publish(self, game_id: int, frames: list[Frame]) -> None:
        """Sends the frames to every process that has sockets of the game."""
        await self.client.publish(channel(game_id), packed(frames))

    async def join(self, game_id: int, listener: Listener) -> None:
        """Adds a listener; returns when every frame published from now on will reach it."""
        name = channel(game_id)
        self.sockets[name].add(listener)
        async with self.changing:
            if name not in self.subscribed:
                self.subscribed[name] = asyncio.Event()
                await self.listening.subscribe(name)
                if self.reading is None:
                    self.reading = asyncio.create_task(self._read())
            subscribed = self.subscribed[name]
        await subscribed.wait()

    async def leave(self, game_id: int, listener: Listener) -> None:
        """Removes a listener; unsubscribes if it was the game's last."""
        name = channel(game_id)
        self.sockets[name].discard(listener)
        async with self.changing:
            if not self.sockets[name] and name in self.subscribed:
                del self.sockets[name], self.subscribed[name]
                await self.listening.unsubscribe(name)

    async def _read(self) -> None:
        while True:
            message = await self.listening.get_message(timeout=None)
            if message is None:
                continue
            name = message["channel"].decode()
            if message["type"] == "subscribe" and name in self.subscribed:
                self.subscribed[name].set()
            elif message["type"] == "message":
                await self._write(name, msgspec.msgpack.decode(message["data"]))

    async def _write(self, name: str, frames: list[Frame]) -> None:
        for seat, frame in frames:
            text = {"type": "websocket.send", "text": frame.decode()}
            for own_seat, send in tuple(self.sockets[name]):
                if seat is None or seat == own_seat:
                    await send(text)
