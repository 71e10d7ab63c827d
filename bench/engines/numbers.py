"""Measures what programs that learn or search ask of every game at each choice: the mask of
numbered actions and the observation, in games of random legal choices on the usual board."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache, partial
from random import Random
from typing import Any

import numpy as np

from bench.engines.measuring import MeasuredRow, medians_ms
from engines.rules import Rules

TURNS = 100


def rows(game: Rules[Any]) -> Iterator[MeasuredRow]:
    """Yields the measurements of one game."""
    seats = min(game.seats_allowed())
    name = f"{game.slug}, {game.board(game.usual_options())}, {seats} seats"
    yield MeasuredRow(f"{name}, mask of a seat's choices", 1, "ms", measured(game, game.mask))
    yield MeasuredRow(
        f"{name}, observation as an array", 1, "ms", measured(game, game.observation.array)
    )
    yield MeasuredRow(f"{name}, observation as text", 1, "ms", measured(game, game.text))


def measured(game: Rules[Any], call: Callable[[Any, int], object]) -> Callable[[], float]:
    """Measures a call with the state and an awaited seat, in the positions of a game, each loaded
    anew as a server would."""

    def calls() -> Iterator[Callable[[], object]]:
        for dump in positions(game):
            state = game.load(dump)
            yield partial(call, state, game.awaiting(state)[0])

    return medians_ms(calls)


@cache
def positions(game: Rules[Any]) -> list[Any]:
    """The stored positions of a game of random legal choices."""
    chance = Random(1)
    state = start = game.new_state(game.usual_options(), min(game.seats_allowed()), 1)
    found = []
    for _ in range(TURNS):
        found.append(game.dump(state))
        awaiting = game.awaiting(state) if game.sealed(state) else game.awaiting(state)[:1]
        numbers = {seat: np.flatnonzero(game.mask(state, seat)).tolist() for seat in awaiting}
        chosen = {
            seat: game.numbering.action(state, seat, chance.choice(legal))
            for seat, legal in numbers.items()
        }
        state, _ = game.resolve(state, chosen)
        if game.outcome(state) is not None:
            state = start
    return found
