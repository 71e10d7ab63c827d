"""What moderators do to a game by the admin and by reports."""

from __future__ import annotations

from games.models import ChatMessage
from games.play import chat
from games.play.rows import Room
from games.store.sync import run_game


def take_down(message: ChatMessage) -> None:
    """Deletes a message, and lets open pages that show it remove it. The caller has made sure that
    a moderator may do this. Deleting a message again changes nothing."""
    with run_game(message.game_id) as run:
        if ChatMessage.objects.filter(pk=message.pk).delete()[0]:
            chat.tell_removed(run, message.pk, Room(message.room))
