"""Sends single HTTP requests from the event loop."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

TIMEOUT = 8.0
"""The time limit for a request and its answer, in seconds."""


@dataclass(frozen=True)
class HttpAnswer:
    """The answer to a request: its status and body."""

    status: int
    body: bytes

    def json(self) -> Any:
        """The body decoded as JSON."""
        return json.loads(self.body)


async def request(
    address: str,
    path: str,
    *,
    cookie: str = "",
    body: Mapping[str, Any] | None = None,
    token: str = "",
    timeout: float = TIMEOUT,  # noqa: ASYNC109 a number for asyncio.timeout
) -> HttpAnswer:
    """GETs ``path`` from ``address`` (host:port), or POSTs ``body`` as JSON with the CSRF token
    ``token``.

    Raises ``OSError`` (which includes ``TimeoutError``) or ``ValueError`` if no answer comes.
    """
    data = b"" if body is None else json.dumps(body).encode()
    lines = [
        f"{'GET' if body is None else 'POST'} {path} HTTP/1.0",
        f"Host: {address}",
        f"Cookie: {cookie}{'; csrftoken=' + token if token else ''}",
        f"Content-Length: {len(data)}",
        "Content-Type: application/json",
        f"X-CSRFToken: {token}",
    ]
    async with asyncio.timeout(timeout):
        reader, writer = await asyncio.open_connection(*address.split(":"), limit=2**20)
        try:
            writer.write("\r\n".join(lines).encode() + b"\r\n\r\n" + data)
            await writer.drain()
            head, _, rest = (await reader.read(-1)).partition(b"\r\n\r\n")
        finally:
            writer.transport.abort()
    if not head:
        raise ConnectionResetError("no answer")
    return HttpAnswer(int(head.split(maxsplit=2)[1]), rest)
