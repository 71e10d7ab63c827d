"""Members, games and sessions to measure with."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.utils import timezone

from accounts.models import User
from accounts.sessions import SessionStore
from engines.registry import game as engine_for
from games.bots import bot_member
from games.models import Game
from games.services.sealing import seal_action
from games.services.starting import NewSeat, start_game

VARIANT = "multiplayer-go"
COLOURS = ("sea", "ember", "moss", "straw")


def member(name: str) -> User:
    """A member who can log in by a session only."""
    user = User(username=name)
    user.set_unusable_password()
    user.save()
    return user


def begin(users: list[User], *, turn_seconds: int, turn_ends: str, size: int = 9) -> Game:
    """A game of these users, with the other options as the game has them."""
    engine = engine_for(VARIANT)
    options: dict[str, Any] = {option.name: option.default for option in engine.options}
    return start_game(
        variant=VARIANT,
        options={**options, "size": size},
        title="measured",
        listed=False,
        turn_seconds=turn_seconds,
        turn_ends=turn_ends,
        absences_allowed=None,
        seats=[
            NewSeat(user, stone, mark)
            for user, stone, mark in zip(users, COLOURS, reversed(COLOURS), strict=False)
        ],
        now=timezone.now(),
    )


def play_turn(game: Game) -> None:
    """Every seat seals what the game's bot would choose, which opens the turn."""
    game.refresh_from_db()
    engine = game.engine
    state = engine.load(game.state)
    for number in engine.awaiting(state):
        user = game.seats.get(number=number).user
        action = engine.bot.choose(state, number, game.preparing * 12 + number)
        assert user is not None
        assert action is not None
        seal_action(
            game_id=game.pk, user=user, step=game.preparing, action=action, now=timezone.now()
        )


def bots(count: int) -> list[User]:
    """As many different bots."""
    found: list[User] = []
    while len(found) < count:
        found.append(bot_member(engine_for(VARIANT), [bot.pk for bot in found]))
    return found


def cookie(user: User) -> str:
    """The Cookie header of a session in which ``user`` is logged in."""
    session = SessionStore()
    session[SESSION_KEY] = str(user.pk)
    session[BACKEND_SESSION_KEY] = settings.AUTHENTICATION_BACKENDS[0]
    session[HASH_SESSION_KEY] = user.get_session_auth_hash()
    session.save()
    return f"{settings.SESSION_COOKIE_NAME}={session.session_key}"
