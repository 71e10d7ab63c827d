"""The streams that this process counts as open. One too many takes the place of its member's oldest
one: where a network is cut off without a word, nobody notices for many minutes that a stream is
dead, and its program must be able to come back."""

from __future__ import annotations

import asyncio
from collections import defaultdict
from contextlib import suppress
from typing import Protocol

from transport.limits import RateKey
from transport.open_sockets import TooMany, open_sockets
from transport.singletons import process_singleton

TOO_MANY = "too-many"
"""Why a stream ends whose place another one takes."""
WITHIN = 5.0
"""How long a new stream waits for the place of one that ends, in seconds."""


class Counted(Protocol):
    """A stream that is counted as open. ``left``: set when it no longer is."""

    left: asyncio.Event

    def end(self, why: str) -> None:
        """Ends the stream after the lines that wait."""


@process_singleton
def counted_streams() -> defaultdict[RateKey, list[Counted]]:
    """The streams by member, the oldest first."""
    return defaultdict(list)


async def take_place(stream: Counted, rate_key: RateKey) -> None:
    """Counts the stream as open, and ends the member's oldest one if it is one too many. Raises
    TooMany if that has all its sockets elsewhere."""
    try:
        await open_sockets().come(rate_key)
    except TooMany:
        if not counted_streams()[rate_key]:
            raise
        oldest = counted_streams()[rate_key].pop(0)
        oldest.end(TOO_MANY)
        with suppress(TimeoutError):
            async with asyncio.timeout(WITHIN):
                await oldest.left.wait()
        await open_sockets().come(rate_key)
    counted_streams()[rate_key].append(stream)


async def leave_place(stream: Counted, rate_key: RateKey) -> None:
    """Counts the stream no longer."""
    with suppress(ValueError):
        counted_streams()[rate_key].remove(stream)
    if not counted_streams()[rate_key]:
        del counted_streams()[rate_key]
    await open_sockets().go(rate_key)
    stream.left.set()
