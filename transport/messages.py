"""What all messages over sockets have in common, whatever they tell."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Any

import msgspec
from msgspec import UNSET, Struct, UnsetType

CommandId = str | int | None

LARGEST_MESSAGE = 32 * 1024
"""Characters; the longest legal action, a drawn line of 512 points, takes half of it."""


class Command(Struct, forbid_unknown_fields=True, tag_field="type"):
    """What a page asks for. ``id`` comes back in the answer."""

    id: CommandId = None


class Event(Struct, tag_field="type"):
    """What the server tells.

    ``now``: the server's time when it is sent, by which pages correct their clocks. ``seq``: the
    event's number among those to its audience ``to``; what only answers has none.
    """

    now: Annotated[datetime | UnsetType, "string"] = UNSET  # always there on the wire
    to: str | UnsetType = UNSET
    seq: int | UnsetType = UNSET


class Error(Event, tag="error", kw_only=True):
    """The command was refused; to its sender only."""

    code: str
    message: str
    id: CommandId = None
    at: Any = None
    retry_after: int | UnsetType = UNSET


def encode(event: Event) -> str:
    """The event as the JSON text that goes over the wire, made once for all recipients."""
    return msgspec.json.encode(event).decode()
