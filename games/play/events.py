"""What happened in a run, and who may know it.

A message is made for its audience and never filtered afterwards: what only one seat may know is
sent to that seat alone.
"""

from __future__ import annotations

from dataclasses import dataclass

from engines.rules import Json
from transport.messages import Event

EVERYONE = "everyone"
"""Everybody who follows the game."""

MEMBERS = "members"
"""Members who follow the game, including its players."""

SPECTATORS = "spectators"
"""Members who follow the game and may read the spectators' room."""


def seat(number: int) -> str:
    """The player on one seat."""
    return f"seat.{number}"


def group_of(public_id: str, audience: str, user_id: int | None = None) -> str:
    """The group of sockets that may get an audience's messages. ``user_id``: who has the seat, if
    the audience is one: whoever had it before is in no group of whoever has it now."""
    if audience == EVERYONE:
        return f"game.{public_id}"
    if audience in (MEMBERS, SPECTATORS):
        return f"game.{public_id}.{audience}"
    return f"game.{public_id}.{audience}.{user_id}"


@dataclass(frozen=True, slots=True)
class OutgoingEvent:
    """Something that happened: a message to an audience.

    ``stored``: what the game's event stream stores of it. None: it is not stored and has no number,
    because it only repeats what the audience can ask for.
    """

    audience: str
    message: Event
    stored: Json | None = None

    @property
    def kind(self) -> str:
        """What happened: the message's type, such as ``step.resolved``."""
        return str(type(self.message).__struct_config__.tag)
