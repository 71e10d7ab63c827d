"""Commands over plain HTTP: the same services as the socket's, and what only a form does."""

from __future__ import annotations

from django.utils import timezone

from accounts.models import User
from engines.game import Json
from games.models import Game
from games.services import leaving, moderation, sealing, talking
from games.views.answers import command, integer_of, text_of
from transport.limits import CHAT, COMMANDS, SEALING
from transport.refusals import Refused


@command(SEALING)
def seal(user: User, game: Game, body: Json) -> None:
    """Seals an action: ``step``, ``action``."""
    action = body.get("action")
    if not isinstance(action, dict):
        raise Refused("bad-command", "action must be a JSON object.")
    step = integer_of(body, "step")
    sealing.seal_action(game_id=game.pk, user=user, step=step, action=action, now=timezone.now())


@command(SEALING)
def withdraw(user: User, game: Game, body: Json) -> None:
    """Takes a sealed action back: ``step``."""
    step = integer_of(body, "step")
    sealing.withdraw_action(game_id=game.pk, user=user, step=step, now=timezone.now())


@command(CHAT)
def say(user: User, game: Game, body: Json) -> None:
    """Says something: ``room``, ``text``."""
    room, text = text_of(body, "room"), text_of(body, "text")
    talking.say(game=game, user=user, room=room, text=text, now=timezone.now())


@command(COMMANDS)
def resign(user: User, game: Game, body: Json) -> None:
    """The own seat leaves."""
    leaving.resign(game_id=game.pk, user=user, now=timezone.now())


@command(COMMANDS)
def pause(user: User, game: Game, body: Json) -> None:
    """Stops the clock: ``why``."""
    why = text_of(body, "why")
    moderation.pause_game(game_id=game.pk, by=user, why=why, now=timezone.now())


@command(COMMANDS)
def resume(user: User, game: Game, body: Json) -> None:
    """Lets the clock go on: ``why``."""
    why = text_of(body, "why")
    moderation.resume_game(game_id=game.pk, by=user, why=why, now=timezone.now())


@command(COMMANDS)
def end_turn(user: User, game: Game, body: Json) -> None:
    """Opens the step in preparation now: ``why``, and ``step`` where given."""
    why = text_of(body, "why")
    step = integer_of(body, "step") if "step" in body else None
    moderation.end_turn(game_id=game.pk, by=user, why=why, step=step, now=timezone.now())


@command(COMMANDS)
def remove_seat(user: User, game: Game, body: Json) -> None:
    """Takes a seat out of the game: ``seat``, ``why``."""
    number, why = integer_of(body, "seat"), text_of(body, "why")
    moderation.remove_seat(game_id=game.pk, number=number, by=user, why=why, now=timezone.now())


@command(COMMANDS)
def cancel(user: User, game: Game, body: Json) -> None:
    """Ends the game without a result: ``why``."""
    why = text_of(body, "why")
    moderation.cancel_game(game_id=game.pk, by=user, why=why, now=timezone.now())
