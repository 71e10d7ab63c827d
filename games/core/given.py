"""The order in which one page has given its choices, whatever connections they come by.

A request that got no answer may be carried out long after: its connection was silent, or its
process stood still. Where its page has chosen again meanwhile, it must not be. So each page counts
what it seals and takes back, and a game keeps the last number that was carried out of each page for
the next step, also where nothing is sealed any more. Of two pages the later arrival holds.
"""

from __future__ import annotations

from typing import Any

from games.core.messages import Order
from games.core.rows import SeatRow
from games.core.run import Run
from transport.refusals import Refused

MOST_PAGES = 8
"""Pages of one seat whose last numbers are kept; of more, those that were heard of last."""


def comes_again(run: Run, own: SeatRow, step: int, order: Order | None) -> bool:
    """Whether this very choice for ``step`` has been carried out already.

    Raises Refused ``overtaken`` where a later one of its page has been. A choice without ``order``,
    or for another step than the next one, is left to other rules.
    """
    if order is None or step != run.game.next_step:
        return False
    last = next((number for page, number in _pages(run, own) if page == order.page), -1)
    if order.number < last:
        raise Refused("overtaken", "You have chosen again since then. The later choice counts.")
    return order.number == last


def note(run: Run, own: SeatRow, order: Order | None) -> None:
    """Keeps which choice of its page has been carried out for the next step."""
    if order is None:
        return
    others = [each for each in _pages(run, own) if each[0] != order.page]
    latest = [*others, [order.page, order.number]][-MOST_PAGES:]
    run.game.given = {**(run.game.given or {}), str(own.number): latest}


def _pages(run: Run, own: SeatRow) -> list[list[Any]]:
    """The seat's pages, each with its last number; the one that was heard of last at the end."""
    return (run.game.given or {}).get(str(own.number), [])
