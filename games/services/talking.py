"""The chat of a game."""

from __future__ import annotations

from games.models import ChatMessage
from games.payloads import chat_payload
from games.play.authority import rooms
from games.play.events import MEMBERS, SPECTATORS, Happened
from games.play.messages import ChatRemoved, ChatSaid, Say
from games.play.rows import Room
from games.play.run import Run
from games.services.authorised import Authorised
from games.services.running import run_game
from transport.refusals import Refused

LONGEST_TEXT = 500


def say(run: Run, by: Authorised, command: Say) -> None:
    """Says something in a chat room of the game.

    Raises Refused: ``not-allowed`` (the room is closed to them), ``bad-command`` (no such room, an
    empty message, or one that is too long).
    """
    room = command.room
    if room not in list(Room):
        raise Refused("bad-command", "There is no such room.")
    if room not in rooms(by.actor, run.game, by.seat):
        raise Refused("not-allowed", "Players can read the spectators’ room after the game.")
    text = what_is_said(command.text)
    message = ChatMessage.objects.create(
        game_id=run.game.id, room=room, author_id=by.actor.user_id, text=text, said_at=run.now
    )
    told = ChatSaid(message=chat_payload(message))
    run.tell(Happened(_readers(room), told, {"message": message.pk}))


def take_down(message: ChatMessage) -> None:
    """Deletes a message, and lets open pages that show it remove it. The caller has made sure that
    a moderator may do this. Locks the game; deleting a message again changes nothing."""
    with run_game(message.game_id) as run:
        if not ChatMessage.objects.filter(pk=message.pk).delete()[0]:
            return
        told = ChatRemoved(id=message.pk, room=message.room)
        run.tell(
            Happened(
                _readers(message.room), told, {"message": message.pk, "room": str(message.room)}
            )
        )


def _readers(room: str) -> str:
    return MEMBERS if room == Room.TABLE else SPECTATORS


def what_is_said(written: str) -> str:
    """The text of a message, without the space around it.

    Raises Refused ``bad-command`` if it is empty or too long.
    """
    text = written.replace("\x00", "").strip()
    if not text:
        raise Refused("bad-command", "Write a message first.")
    if len(text) > LONGEST_TEXT:
        raise Refused(
            "bad-command", "Use at most %(most)s characters.", values={"most": LONGEST_TEXT}
        )
    return text
