"""Reading what a socket sends, strictly, and how often it may send."""

from __future__ import annotations

import time
from dataclasses import dataclass, field

import msgspec

from games.core.messages import COMMANDS, Command, CommandId
from transport.refusals import Refused

LARGEST_MESSAGE = 32 * 1024
"""Characters; the longest legal action, a drawn line of 512 points, takes half of it."""

BURST = 20
"""Messages that a socket may send at once."""

PER_SECOND = 5.0
"""Messages a second that it may send for ever."""


class BadMessage(Refused):
    """A message that is no command; ``command_id`` is the sender's, where one could be read."""

    def __init__(self, code: str, message: str, command_id: CommandId = None) -> None:
        super().__init__(code, message)
        self.command_id = command_id


def read_command(text: str | None) -> Command:
    """The command that a message holds.

    Raises BadMessage: ``too-large``, ``bad-json``, ``unknown-command``, ``bad-command``.
    """
    if text is None:
        raise BadMessage("bad-json", "Messages are JSON text, not bytes.")
    if len(text) > LARGEST_MESSAGE:
        raise BadMessage("too-large", f"A message has at most {LARGEST_MESSAGE} characters.")
    try:
        data = msgspec.json.decode(text)
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        raise BadMessage("bad-json", "That message is not JSON.") from None
    if not isinstance(data, dict):
        raise BadMessage("bad-command", "A command is a JSON object with a type.")
    sender_id = data.get("id")
    known_id = sender_id if isinstance(sender_id, str | int) and sender_id is not True else None
    kind = data.get("type")
    if not isinstance(kind, str) or kind not in COMMANDS:
        raise BadMessage("unknown-command", f"Known: {', '.join(COMMANDS)}.", known_id)
    try:
        return msgspec.convert(data, COMMANDS[kind])
    except msgspec.ValidationError as error:
        raise BadMessage("bad-command", f"{kind}: {error}.", known_id) from None


@dataclass
class Pace:
    """How many messages a socket may still send now: a bucket that refills."""

    tokens: float = BURST
    seen: float = field(default_factory=time.monotonic)

    def take(self) -> None:
        """Takes one message's worth. Raises BadMessage ``too-fast``."""
        now = time.monotonic()
        self.tokens = min(BURST, self.tokens + (now - self.seen) * PER_SECOND)
        self.seen = now
        if self.tokens < 1:
            raise BadMessage("too-fast", "That was too fast. Wait a second and try again.")
        self.tokens -= 1
