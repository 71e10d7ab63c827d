"""Counts choices and turns for monitoring, but never whose they are."""

from __future__ import annotations

from collections.abc import Iterable

from games.play.game_transaction import GameTransaction
from games.play.timer import grace
from games.store.subscribers import Message
from transport.metrics import add, observe

LATENESS = "turn_lateness"
BOUNDS = (0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0, 60.0)
"""Upper bounds of the buckets of lateness, in seconds."""


def count_run(run: GameTransaction) -> Iterable[Message]:
    """Counts what happened in the run. Sends nothing."""
    for step in run.steps:
        add("steps", run.game.variant, str(step.cause))
    if run.was_due is not None:
        late = (run.now - run.was_due - grace()).total_seconds()
        observe(LATENESS, max(0.0, late), BOUNDS)
    if run.sealed:
        add("choices", run.game.variant, amount=run.sealed)
    return ()
