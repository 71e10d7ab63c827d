"""A connection to a server that a test can cut, refuse and hold."""

from __future__ import annotations

import asyncio
import threading
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from chaos.links import Link


class LinkInThread:
    """A context manager: a :class:`Link` with an event loop in a thread of its own."""

    def __init__(self, path: Path | None, target: Path | tuple[str, int]) -> None:
        self.link = Link("test", path, target)
        self._is_open = threading.Event()

    def __enter__(self) -> Self:
        self._thread = threading.Thread(target=lambda: asyncio.run(self._serve()))
        self._thread.start()
        self._is_open.wait()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self._loop.call_soon_threadsafe(self._over.set)
        self._thread.join()

    def do(self, what: str) -> Any:
        """Calls a method of the link in its thread, such as ``hold``, and returns its answer."""

        async def now() -> Any:
            return getattr(self.link, what)()

        return asyncio.run_coroutine_threadsafe(now(), self._loop).result()

    async def _serve(self) -> None:
        self._loop, self._over = asyncio.get_running_loop(), asyncio.Event()
        await self.link.open()
        self._is_open.set()
        await self._over.wait()
        self.link.close()
        self.link.mend()
        while others := asyncio.all_tasks() - {asyncio.current_task()}:
            await asyncio.wait(others)
