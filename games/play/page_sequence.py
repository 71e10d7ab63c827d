"""Per-page sequence numbers: a delayed choice must not undo a newer one of the same page.

A request that got no answer may be carried out long after it was sent, because its connection was
silent or a process stood still. If its page has chosen again meanwhile, the old request must be
refused. So each page numbers what it seals and takes back, and for the next step the game keeps
each page's last number that was carried out, even if nothing is sealed any more. Between two pages,
the request that arrives last counts.
"""

from __future__ import annotations

from typing import Any

from games.play.game_transaction import GameTransaction
from games.play.messages import Order
from games.play.rows import SeatRow
from transport.refusals import Refused

MOST_PAGES = 8
"""For each seat, the last numbers of this many pages are kept: those heard of most recently."""


def comes_again(run: GameTransaction, own: SeatRow, step: int, order: Order | None) -> bool:
    """Whether this choice for ``step`` is a retry of one already carried out.

    Raises Refused ``overtaken`` if a later choice of the same page has been carried out. A choice
    without ``order``, or for another step than the next one, is not checked here.
    """
    if order is None or step != run.game.next_step:
        return False
    last = next((number for page, number in _pages(run, own) if page == order.page), -1)
    if order.number < last:
        raise Refused("overtaken", "You have chosen again since then. The later choice counts.")
    return order.number == last


def note(run: GameTransaction, own: SeatRow, order: Order | None) -> None:
    """Stores this choice's number as its page's last one carried out for the next step."""
    if order is None:
        return
    others = [each for each in _pages(run, own) if each[0] != order.page]
    latest = [*others, [order.page, order.number]][-MOST_PAGES:]
    run.game.given = {**(run.game.given or {}), str(own.number): latest}


def _pages(run: GameTransaction, own: SeatRow) -> list[list[Any]]:
    """The seat's pages, each with its last number; the one heard of most recently comes last."""
    return (run.game.given or {}).get(str(own.number), [])
