"""The engine's state after a step, read from the steps that hold it.

Steps are never changed, so that what is read of one is the same at any time, at about the same
cost: nothing is played again, however long the game is.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from itertools import groupby
from typing import Any

from django.db import connection

from games.models import Game
from games.play.states import StoredState, stored_state

_HELD = """
SELECT step.game_id, step.number, step.state
FROM games_game game
JOIN games_step last ON last.game_id = game.id AND last.number = {number}
JOIN games_step step
    ON step.game_id = game.id AND step.number BETWEEN last.whole AND last.number
WHERE game.id {games} ORDER BY step.game_id, step.number
"""
"""From the last state that is held whole on."""

HELD_NOW = _HELD.format(number="game.step", games="= %s")
"""What steps hold of the state of a game now."""

HELD_BY_GAMES = _HELD.format(number="game.step", games="= ANY(%s)")
"""The same of several games, for PostgreSQL."""


def state_at(game: Game, number: int) -> Any:
    """The engine's state after step ``number``, which was resolved."""
    return game.engine.load(stored_state_at(game, number).dump)


def stored_state_at(game: Game, number: int) -> StoredState:
    """The same as steps hold it."""
    with connection.cursor() as cursor:
        cursor.execute(_HELD.format(number="%s", games="= %s"), (number, game.pk))
        return stored_state((n, bytes(held)) for _, n, held in cursor.fetchall())


def states_held(game_ids: Collection[int]) -> dict[int, StoredState]:
    """What is held of the states of these games now, by primary key."""
    if not game_ids:
        return {}
    places = ", ".join(["%s"] * len(game_ids))
    with connection.cursor() as cursor:
        cursor.execute(_HELD.format(number="game.step", games=f"IN ({places})"), list(game_ids))
        return held_states(cursor.fetchall())


def held_states(rows: Iterable[tuple[int, int, Any]]) -> dict[int, StoredState]:
    """States from rows of game, step and what it holds, each game's together and ascending."""
    return {
        game_id: stored_state((number, bytes(held)) for _, number, held in of_game)
        for game_id, of_game in groupby(rows, key=lambda row: row[0])
    }
