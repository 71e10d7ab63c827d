"""Notes when each request reached the server; it may wait for a thread before Django sees it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

from django.utils import timezone

Application = Callable[[Any, Any, Any], Awaitable[None]]


def with_arrival_time(application: Application) -> Application:
    """Returns ``application`` with the arrival time as ``arrived`` in the scope of requests."""

    async def timed(scope: Any, receive: Any, send: Any) -> None:
        await application({**scope, "arrived": timezone.now()}, receive, send)

    return timed
