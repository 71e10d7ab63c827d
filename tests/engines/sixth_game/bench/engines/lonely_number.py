"""Lonely Number: a turn."""

from __future__ import annotations

from collections.abc import Iterator

from bench.engines.measuring import MeasuredRow, median_ms
from engines import record, registry


def rows() -> Iterator[MeasuredRow]:
    """The measurements."""
    game = registry.game("lonely-number")
    start = game.new_state(record.complete_options(game, {}), 6, 0)
    actions = {seat: game.bot().think(start, seat, 1) for seat in game.awaiting(start)}
    chosen = {seat: action for seat, action in actions.items() if action is not None}
    yield MeasuredRow(
        "lonely-number, one turn of 6 seats",
        1,
        "ms",
        median_ms(lambda: game.resolve(start, chosen)),
    )
