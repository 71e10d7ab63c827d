"""Strictly reads the messages that a socket receives."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import msgspec

from games.play import commands
from transport.messages import LARGEST_MESSAGE, Command, CommandId
from transport.refusals import Refused

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise as StrPromise


class BadMessage(Refused):
    """A message that is not a valid command; ``command_id`` is the sender's, if it could be
    read."""

    def __init__(
        self,
        code: str,
        text: str | StrPromise,
        command_id: CommandId = None,
        values: Mapping[str, Any] | None = None,
    ) -> None:
        super().__init__(code, text, values=values)
        self.command_id = command_id


def read_command(text: str | None) -> Command:
    """Returns the command in a message.

    Raises BadMessage: ``too-large``, ``bad-json``, ``unknown-command``, ``bad-command``.
    """
    if text is None:
        raise BadMessage("bad-json", "Messages are JSON text, not bytes.")
    if len(text) > LARGEST_MESSAGE:
        most = {"most": LARGEST_MESSAGE}
        raise BadMessage("too-large", "A message has at most %(most)s characters.", values=most)
    try:
        data = msgspec.json.decode(text)
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        raise BadMessage("bad-json", "That message is not JSON.") from None
    if not isinstance(data, dict):
        raise BadMessage("bad-command", "A command is a JSON object with a type.")
    sender_id = data.get("id")
    known_id = sender_id if isinstance(sender_id, str | int) and sender_id is not True else None
    kind = data.get("type")
    try:
        return commands.read(kind if isinstance(kind, str) else "", data)
    except Refused as refused:
        raise BadMessage(refused.code, refused.text, known_id, refused.values) from None
