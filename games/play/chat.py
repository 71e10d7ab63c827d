"""The chat of a game."""

from __future__ import annotations

from games.play.events import MEMBERS, SPECTATORS, OutgoingEvent
from games.play.game_transaction import GameTransaction
from games.play.messages import ChatLine, ChatRemoved, ChatSaid, Say
from games.play.permissions import Authorised, rooms
from games.play.rows import ChatRow, Room
from transport.refusals import Refused

LONGEST_TEXT = 500


def say(run: GameTransaction, by: Authorised, command: Say) -> None:
    """Says something in a chat room of the game.

    Raises Refused: ``not-allowed`` (the room is closed to them), ``bad-command`` (no such room, an
    empty message, or one that is too long).
    """
    if command.room not in list(Room):
        raise Refused("bad-command", "There is no such room.")
    room = Room(command.room)
    if room not in rooms(by.actor, run.game, by.seat):
        raise Refused("not-allowed", "Players can read the spectators’ room after the game.")
    assert run.next_message is not None
    said = ChatRow(run.next_message, room, by.person, what_is_said(command.text), run.now)
    run.said.append(said)
    line = ChatLine(
        id=said.id, room=said.room, author=said.author.name, text=said.text, said_at=said.said_at
    )
    run.emit(OutgoingEvent(_readers(room), ChatSaid(message=line), {"message": said.id}))


def tell_removed(run: GameTransaction, message: int, room: Room) -> None:
    """Lets open pages remove a message that was taken down."""
    told = ChatRemoved(id=message, room=room)
    run.emit(OutgoingEvent(_readers(room), told, {"message": message, "room": str(room)}))


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
