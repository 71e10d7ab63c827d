"""The record of a game as the site keeps it: what is downloaded, and what a replay folds."""

from __future__ import annotations

from contextlib import suppress
from datetime import datetime
from itertools import pairwise
from typing import Any

from redis import RedisError

from engines.game import Json
from games.models import Game, Step
from games.resolved import resolved_steps
from transport.cache import cache

REPLAY_CACHE_SECONDS = 600
KEPT_EVERY = 16
"""Steps between the states that are cached on the way, so that walking back is cheap too."""


def record_of(game: Game) -> Json:
    """The game's record as record.md describes it; of a running game, up to now.

    A choice can stand sealed while others choose again in the same turn: until that turn is
    over, its steps are not in the record, because they hold what was chosen.
    """
    seats = list(game.seats.select_related("user").order_by("number"))
    record: Json = {
        "format": "miai-record",
        "version": 1,
        "variant": game.variant,
        "options": game.options,
        "seats": len(seats),
        "seed": game.seed,
        "steps": _opened_for_good(game),
        "players": [
            {"name": seat.name, "stone": seat.stone_colour, "mark": seat.mark_colour}
            for seat in seats
        ],
        "site": "Miai",
        "started": _rfc3339(game.started_at),
    }
    if game.finished_at is not None:
        record["finished"] = _rfc3339(game.finished_at)
    if game.outcome is not None:
        record["result"] = game.outcome
    return record


def state_at(game: Game, number: int, most: int | None = None) -> Any:
    """The engine's state after step ``number``, folded from the nearest one that is cached; None
    where more than ``most`` steps lie between.

    ``number`` is a step that was resolved. Walking through a game costs one step each.
    """
    engine = game.engine
    if number == game.step:
        return engine.load(game.state)
    start, state = _nearest(game, number)
    if most is not None and number - start > most:
        return None
    if state is None:
        seats = game.seats.count()
        state = engine.new_state(game.options, seats, game.seed)
    else:
        state = engine.load(state)
    steps = game.steps.filter(number__gt=start, number__lte=number).order_by("number")
    passed = {}
    for step in steps.only("actions", "leave", "number", "game"):
        if step.leave is not None:
            state, _ = engine.leave(state, step.leave)
        else:
            actions = {int(seat): action for seat, action in (step.actions or {}).items()}
            state, _ = engine.resolve(state, actions)
        if step.number == number or step.number % KEPT_EVERY == 0:
            passed[_key(game, step.number)] = engine.dump(state)
    with suppress(RedisError):
        cache.set_many(passed, REPLAY_CACHE_SECONDS)
    return state


def _nearest(game: Game, number: int) -> tuple[int, Json | None]:
    """A cached state at most a few steps before ``number``, or the starting position."""
    keys = {_key(game, k): k for k in range(max(0, number - KEPT_EVERY), number + 1)}
    found: dict[str, Json] = {}
    with suppress(RedisError):
        found = cache.get_many(keys)
    if not found:
        return 0, None
    key = max(found, key=lambda key: keys[key])
    return keys[key], found[key]


def _key(game: Game, number: int) -> str:
    return f"state:{game.public_id}:{number}"


def _opened_for_good(game: Game) -> list[Json]:
    """The steps as a record holds them, up to the last one of which nothing is sealed."""
    resolved = resolved_steps(game)
    last = resolved[-1]
    steps: list[Json] = []
    for before, step in pairwise(resolved):
        if step.leave is None and last.sealed and before.turn == last.turn:
            break
        what = {"actions": step.actions} if step.leave is None else {"leave": step.leave}
        at, cause = _rfc3339(step.opened_at), Step.Cause(step.cause).value
        steps.append({**what, "at": at, "cause": cause})
    return steps


def _rfc3339(moment: datetime) -> str:
    return moment.strftime("%Y-%m-%dT%H:%M:%S.%fZ")
