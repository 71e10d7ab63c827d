"""When each request reached the server. It may have to wait for a thread before Django sees it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

from django.utils import timezone

Application = Callable[[Any, Any, Any], Awaitable[None]]


def with_arrival_time(application: Application) -> Application:
    """``application``, with the time of arrival as ``arrived`` in the scope of each request."""

    async def timed(scope: Any, receive: Any, send: Any) -> None:
        await application({**scope, "arrived": timezone.now()}, receive, send)

    return timed
