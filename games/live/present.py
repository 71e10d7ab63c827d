"""Keeps the seats of players who have a page open in this process from being marked as away."""

from __future__ import annotations

import asyncio
import logging
from collections import Counter

from django.utils import timezone

from games.store.presence import note_pages
from transport.refusals import fault_of
from transport.singletons import loop_singleton
from transport.threads import in_thread

NOTE_EVERY = 20.0
"""Seconds; a player is away after a minute without a note."""

logger = logging.getLogger(__name__)


class Present:
    """The seats whose players have pages open in this process, and how many pages."""

    def __init__(self) -> None:
        self.pages: Counter[int] = Counter()
        self.noting: asyncio.Task[None] | None = None
        self.unnoted: set[int] = set()
        self.writing = asyncio.Lock()

    async def come(self, seat_id: int) -> None:
        """A player has opened a page."""
        self.pages[seat_id] += 1
        if self.noting is None or self.noting.done():
            self.noting = asyncio.create_task(self._note_for_ever())
        await self.note([seat_id])

    async def go(self, seat_id: int, *, is_back: bool = True) -> None:
        """A player's page has closed. ``is_back`` False: the seat is no longer theirs."""
        self.pages[seat_id] -= 1
        if not self.pages[seat_id]:
            del self.pages[seat_id]
        if is_back:
            await self.note([seat_id])

    async def note(self, seat_ids: list[int]) -> None:
        """Notes that these seats have a page open. What comes while another note is written is
        written together. A failure only loses this one note."""
        self.unnoted |= set(seat_ids)
        async with self.writing:
            due, self.unnoted = self.unnoted, set()
            if not due:  # they were noted together with others
                return
            try:
                await in_thread(note_pages, due, timezone.now())
            except Exception as error:  # noqa: BLE001 the next note follows soon
                logger.warning("it was not noted who is there: %s", fault_of(error))

    async def _note_for_ever(self) -> None:
        while self.pages:
            await asyncio.sleep(NOTE_EVERY)
            await self.note(list(self.pages))


@loop_singleton
def present() -> Present:
    """Returns the seats with open pages in the running event loop's process."""
    return Present()
