"""Members, games and sessions to measure with."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import Any

from django.conf import settings
from django.utils import timezone

from accounts.models import User
from engines.game import Game as Engine
from engines.game import Json
from engines.registry import game as engine_for
from games.bots import bot_member
from games.models import Game
from games.services.sealing import seal_action
from games.services.starting import NewSeat, start_game
from tests.servers.session import open_session
from transport.refusals import Refused

VARIANT = "multiplayer-go"
SMALL: Json = {"size": 9}
COLOURS = ("sea", "ember", "moss", "straw", "plum")

Choose = Callable[[Engine[Any], Any, int, int], Json | None]
"""What a seat chooses: the game, its state, the seat, and a seed."""


def member(name: str) -> User:
    """A member who can log in by a session only."""
    user = User(username=name)
    user.set_unusable_password()
    user.save()
    return user


def begin(
    users: list[User],
    *,
    turn_seconds: int,
    turn_ends: str,
    variant: str = VARIANT,
    options: Json | None = None,
) -> Game:
    """A game of these users, with the other options as the game has them."""
    engine = engine_for(variant)
    stones = engine.fixed_colours or COLOURS
    return start_game(
        variant=variant,
        options={**engine.usual_options(), **(options or SMALL)},
        title="measured",
        listed=False,
        turn_seconds=turn_seconds,
        turn_ends=turn_ends,
        absences_allowed=None,
        seats=[
            NewSeat(user, stone, mark)
            for user, stone, mark in zip(users, stones, reversed(COLOURS), strict=False)
        ],
        now=timezone.now(),
    )


def choice_of_bot(engine: Engine[Any], state: Any, seat: int, seed: int) -> Json | None:
    """What the game's own bot would choose."""
    return engine.bot.choose(state, seat, seed)


def play_step(game: Game, choose: Choose = choice_of_bot) -> None:
    """Every awaited seat seals its choice, which opens the step."""
    game.refresh_from_db()
    engine = game.engine
    state = engine.load(game.state)
    for number in engine.awaiting(state):
        user = game.seats.get(number=number).user
        action = choose(engine, state, number, game.next_step * 12 + number)
        assert user is not None
        assert action is not None
        seal_action(
            game_id=game.pk, user=user, step=game.next_step, action=action, arrived=timezone.now()
        )


def choose_again(game: Game, user: User, number: int) -> None:
    """The user chooses a point, another one for each number."""
    game.refresh_from_db()
    row, column = divmod(number % 81, 9)
    with suppress(Refused):  # that point is taken by now, or the turn is over
        seal_action(
            game_id=game.pk,
            user=user,
            step=game.next_step,
            action={"type": "place", "at": [column, row]},
            arrived=timezone.now(),
        )


def bots(count: int, variant: str = VARIANT) -> list[User]:
    """As many different bots."""
    found: list[User] = []
    while len(found) < count:
        found.append(bot_member(engine_for(variant), [bot.pk for bot in found]))
    return found


def cookie(user: User) -> str:
    """The Cookie header of a session in which ``user`` is logged in."""
    return f"{settings.SESSION_COOKIE_NAME}={open_session(user)}"
