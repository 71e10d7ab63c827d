"""Commands over plain HTTP: the same services as the socket's, and what only a form does."""

from __future__ import annotations

from django.utils import timezone

from games.services import leaving, moderation, sealing, talking
from games.views.answers import Asked, command, integer_of, text_of
from transport.limits import CHAT, COMMANDS, SEALING
from transport.refusals import Refused


@command(SEALING)
def seal(asked: Asked) -> None:
    """Seals an action: ``step``, ``action``."""
    action = asked.body.get("action")
    if not isinstance(action, dict):
        raise Refused("bad-command", "action must be a JSON object.")
    step = integer_of(asked.body, "step")
    sealing.seal_action(
        game_id=asked.game.pk, user=asked.user, step=step, action=action, arrived=asked.arrived
    )


@command(SEALING)
def withdraw(asked: Asked) -> None:
    """Takes a sealed action back: ``step``."""
    step = integer_of(asked.body, "step")
    sealing.withdraw_action(
        game_id=asked.game.pk, user=asked.user, step=step, arrived=asked.arrived
    )


@command(CHAT)
def say(asked: Asked) -> None:
    """Says something: ``room``, ``text``."""
    room, text = text_of(asked.body, "room"), text_of(asked.body, "text")
    talking.say(game=asked.game, user=asked.user, room=room, text=text, now=timezone.now())


@command(COMMANDS)
def resign(asked: Asked) -> None:
    """The own seat leaves."""
    leaving.resign(game_id=asked.game.pk, user=asked.user)


@command(COMMANDS)
def pause(asked: Asked) -> None:
    """Stops the clock: ``why``."""
    why = text_of(asked.body, "why")
    moderation.pause_game(game_id=asked.game.pk, by=asked.user, why=why)


@command(COMMANDS)
def resume(asked: Asked) -> None:
    """Lets the clock go on: ``why``."""
    why = text_of(asked.body, "why")
    moderation.resume_game(game_id=asked.game.pk, by=asked.user, why=why)


@command(COMMANDS)
def end_turn(asked: Asked) -> None:
    """Opens the step in preparation now: ``why``, and ``step`` where given."""
    why = text_of(asked.body, "why")
    step = integer_of(asked.body, "step") if "step" in asked.body else None
    moderation.end_turn(game_id=asked.game.pk, by=asked.user, why=why, step=step)


@command(COMMANDS)
def remove_seat(asked: Asked) -> None:
    """Takes a seat out of the game: ``seat``, ``why``."""
    number, why = integer_of(asked.body, "seat"), text_of(asked.body, "why")
    moderation.remove_seat(game_id=asked.game.pk, number=number, by=asked.user, why=why)


@command(COMMANDS)
def cancel(asked: Asked) -> None:
    """Ends the game without a result: ``why``."""
    why = text_of(asked.body, "why")
    moderation.cancel_game(game_id=asked.game.pk, by=asked.user, why=why)
