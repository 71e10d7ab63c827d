"""Puts off, for pages of players that are open in this process, when their seats are looked at."""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from weakref import WeakKeyDictionary

from django.utils import timezone

from games.store.presence import note_pages
from transport.refusals import fault_of
from transport.threads import in_thread

NOTE_EVERY = 20.0
"""Seconds: three times in the minute after which a player is away."""

logger = logging.getLogger(__name__)


class Present:
    """The seats whose players have pages open in this process, with how many."""

    def __init__(self) -> None:
        self.pages: Counter[int] = Counter()
        self.noting: asyncio.Task[None] | None = None

    async def come(self, seat_id: int) -> None:
        """A player has opened a page."""
        self.pages[seat_id] += 1
        if self.noting is None or self.noting.done():
            self.noting = asyncio.create_task(self._note_for_ever())
        await self.note([seat_id])

    async def go(self, seat_id: int, *, is_back: bool = True) -> None:
        """A page of a player has closed; ``is_back`` False: the seat is no longer theirs."""
        self.pages[seat_id] -= 1
        if not self.pages[seat_id]:
            del self.pages[seat_id]
        if is_back:
            await self.note([seat_id])

    async def note(self, seat_ids: list[int]) -> None:
        """Notes that these have a page open. A fault costs nothing but this once."""
        try:
            await in_thread(note_pages, seat_ids, timezone.now())
        except Exception as error:  # noqa: BLE001 it is said again in a little while
            logger.warning("it was not noted who is there: %s", fault_of(error))

    async def _note_for_ever(self) -> None:
        while self.pages:
            await asyncio.sleep(NOTE_EVERY)
            await self.note(list(self.pages))


_present: WeakKeyDictionary[asyncio.AbstractEventLoop, Present] = WeakKeyDictionary()


def present() -> Present:
    """Who has pages open in the running event loop's process."""
    loop = asyncio.get_running_loop()
    if loop not in _present:
        _present[loop] = Present()
    return _present[loop]
