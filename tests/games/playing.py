"""Starts and plays games; short to call in tests."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

from django.utils import timezone

from accounts.models import User
from engines.bots import Bot, by_knowledge
from engines.record import complete_options
from engines.registry import game as engine_for
from engines.rules import Rules
from games.models import Game, SealedAction, Seat, Step
from games.play.rating import FEWEST_TURNS
from games.play.settings import GameSettings, read_settings
from games.play.states import line_of
from games.store.rows import state_at
from games.store.starting import NewSeat, start_game
from tests.games.acting import seal_action, withdraw_action

START = datetime(2026, 11, 21, 20, 0, tzinfo=UTC)
"""The time at which every test begins."""

PASS = {"type": "pass"}
COLOURS = ("sea", "ember", "moss", "plum", "rose")


def place(x: int, y: int, **more: Any) -> dict[str, Any]:
    """The action that puts a stone or tile on (x, y)."""
    return {"type": "place", "at": [x, y], **more}


def begin(*players: User, variant: str = "multiplayer-go", **changes: Any) -> Game:
    """Begins a game of these players, as tables begin them; by default on 5×5, with a minute per
    turn, which the timer ends."""
    smallest = {"multiplayer-go": {"size": 5}, "parallel-go": {"size": 5}}
    engine = engine_for(variant)
    options = engine.table_options({}) | changes.pop("options", smallest.get(variant, {}))
    settings = {"turn_seconds": 60, "turn_ends": "timer"}
    for name in set(changes) & set(GameSettings.__struct_fields__):
        settings[name] = changes.pop(name)
    return start_game(
        variant=variant,
        options=complete_options(engine, options),
        seats=[
            NewSeat(user, colour, "straw", user.is_bot and user.owner_id is None)
            for user, colour in zip(players, COLOURS)
        ],
        settings=read_settings(settings),
        **{"title": "Tuesday", "seed": 7, "now": timezone.now(), **changes},
    )


def seal(game: Game, user: User, action: Any, step: int | None = None) -> None:
    """Seals an action for the next step, or for ``step``."""
    step = next_step(game) if step is None else step
    seal_action(game_id=game.pk, user=user, step=step, action=action, arrived=timezone.now())


def play_turns(game: Game, *players: User, turns: int = FEWEST_TURNS) -> None:
    """Plays this many turns of a game of stones in which all these players choose and the last
    choice ends the turn; by default as many turns as a rated game needs."""
    for turn in range(turns):
        for row, player in enumerate(players):
            seal(game, player, place(turn, row))


def withdraw(game: Game, user: User, step: int | None = None) -> None:
    """Takes back the choice for the next step, or for ``step``."""
    step = next_step(game) if step is None else step
    withdraw_action(game_id=game.pk, user=user, step=step, arrived=timezone.now())


def fresh(game: Game) -> Game:
    """The game as it is in the database."""
    return Game.objects.get(pk=game.pk)


def next_step(game: Game) -> int:
    """The number of the step that choices are sealed for."""
    return Game.objects.values_list("step", flat=True).get(pk=game.pk) + 1


def sealed(game: Game) -> dict[int, Any]:
    """The sealed choices for the next step, by seat."""
    rows = SealedAction.objects.filter(game=game, step=next_step(game))
    return dict(rows.values_list("seat__number", "action"))


def steps(game: Game) -> list[tuple[str, Any]]:
    """The resolved steps after the start: their cause, with the actions or the seats that left."""
    rows = Step.objects.filter(game=game, number__gt=0).order_by("number")
    return [(step.cause, step.actions if step.leave is None else step.leave) for step in rows]


def state_of(game: Game) -> Any:
    """The engine's current state."""
    return state_at(game, fresh(game).step)


def line_at(game: Game, number: int | None = None) -> dict[str, Any]:
    """What a reader of the record prints for a step, by default the last."""
    number = fresh(game).step if number is None else number
    state, events = state_at(game, number), game.steps.get(number=number).events
    return {
        **line_of(game.engine, state, number, events),
        "position": game.engine.view(state, None),
    }


def seat(game: Game, user: User) -> Seat:
    """The user's seat as it is in the database."""
    return Seat.objects.get(game=game, user=user)


def bots_with(rules: Rules[Any], choose: Any, at_once: Any = None) -> tuple[Bot[Any], ...]:
    """The game's bots, of which the usual one chooses as these functions of state, seat and seed
    do."""
    usual = rules.bot()
    changed = replace(usual, choose=by_knowledge(choose), at_once=at_once or usual.at_once)
    return tuple(changed if bot is usual else bot for bot in rules.bots)
