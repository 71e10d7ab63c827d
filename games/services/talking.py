"""Chat beside a game."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction

from accounts.models import User
from games.access import get_viewer, refuse_suspended
from games.live import groups
from games.live.messages import ChatSaid
from games.live.sending import send_on_commit
from games.models import ChatMessage, Game
from games.payloads import chat_payload
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
    with transaction.atomic():
        message = ChatMessage.objects.create(
            game=game, room=room, author=user, text=text, said_at=now
        )
        in_room = groups.members if room == ChatMessage.Room.TABLE else groups.spectators
        told = ChatSaid(now=now, message=chat_payload(message))
        send_on_commit((in_room(game.public_id), told))
