"""Chat beside a game."""

from __future__ import annotations

from datetime import datetime

from accounts.models import User
from games.access import get_viewer, refuse_suspended
from games.core.events import MEMBERS, SPECTATORS, Happened
from games.core.messages import ChatSaid
from games.models import ChatMessage, Game
from games.payloads import chat_payload
from games.services.running import run_game
from transport.refusals import Refused

LONGEST_TEXT = 500


def say(*, game: Game, user: object, room: str, text: str, now: datetime) -> None:
    """Says ``text`` in a room of the game.

    Raises Refused: ``login-needed``, ``suspended``, ``not-allowed`` (a room that is not open
    to the user), ``bad-command`` (nothing to say, or too much).
    """
    if not isinstance(user, User):
        raise Refused("login-needed", "Log in to chat.")
    refuse_suspended(user, now)
    if room not in ChatMessage.Room.values:
        raise Refused("bad-command", "There is no such room.")
    if room not in get_viewer(game, user, now).rooms(game):
        raise Refused("not-allowed", "The spectators' room opens to players after the game.")
    text = text.replace("\x00", "").strip()
    if not text:
        raise Refused("bad-command", "There is nothing to say yet.")
    if len(text) > LONGEST_TEXT:
        raise Refused("bad-command", f"Say it in at most {LONGEST_TEXT} characters.")
    with run_game(game.pk) as run:
        message = ChatMessage.objects.create(
            game=game, room=room, author=user, text=text, said_at=run.now
        )
        audience = MEMBERS if room == ChatMessage.Room.TABLE else SPECTATORS
        told = ChatSaid(message=chat_payload(message))
        run.tell(Happened(audience, told, {"message": message.pk}))
