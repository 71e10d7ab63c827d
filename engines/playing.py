"""Bots play a record on to its end."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from random import Random
from typing import Any

from .bots import Bot, Level
from .record import LARGEST_SEED, Record
from .replay import replay
from .rules import IllegalAction, Rules

MOST_STEPS = 2000
"""Bots stop after this many steps, even if the game could go on."""

LEVELS = {level.name.lower().replace("_", "-"): level for level in Level}
"""The levels of bots by their names on the command line."""


def played_on(whole: Record, levels: Sequence[Level] = ()) -> Record:
    """The record with the steps that its bots add until the game is over.

    ``levels``: of the bots, by seat; those left out are medium. Raises RecordError if the record is
    refused, and IllegalAction ``unknown-bot`` if the game has no bot of a level.

    >>> from .record import new
    >>> options = {"rows": 4, "columns": 4}
    >>> len(played_on(new("territory", 2, options), [Level.EASY] * 2).steps) > 4
    True
    """
    game, chance = whole.game, Random(whole.seed)
    named = [*levels, *[Level.MEDIUM] * whole.seats]
    bots = [_bot(game, level) for level in named[: whole.seats]]
    state: Any = None
    for step in replay(whole):
        state = step.state
    steps = list(whole.steps)
    while game.outcome(state) is None and len(steps) < MOST_STEPS:
        awaiting = game.awaiting(state) if game.sealed(state) else game.awaiting(state)[:1]
        chosen = {s: bots[s].think(state, s, chance.randrange(LARGEST_SEED)) for s in awaiting}
        actions = {seat: action for seat, action in chosen.items() if action is not None}
        kept = game.recorded(state, actions)
        steps.append({"actions": {str(seat): action for seat, action in kept.items()}})
        state, _ = game.resolve(state, actions)
    return replace(whole, steps=steps)


def _bot(game: Rules[Any], level: Level) -> Bot[Any]:
    for bot in game.bots:
        if bot.level == level:
            return bot
    names = {level: name for name, level in LEVELS.items()}
    known = {"game": game.name, "known": ", ".join(names[bot.level] for bot in game.bots)}
    raise IllegalAction("unknown-bot", "%(game)s has bots of these levels: %(known)s", known)
