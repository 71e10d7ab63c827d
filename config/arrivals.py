"""When a request reached the server: it may wait for a thread before Django sees it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from datetime import UTC, datetime
from typing import Any

Application = Callable[[Any, Any, Any], Awaitable[None]]


def noting_arrival(application: Application) -> Application:
    """``application``, given the time of arrival as ``arrived`` in the scope of each request."""

    async def noting(scope: Any, receive: Any, send: Any) -> None:
        await application({**scope, "arrived": datetime.now(UTC)}, receive, send)

    return noting
