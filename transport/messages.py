"""The base types of all messages over sockets."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Any

import msgspec
from msgspec import UNSET, Struct, UnsetType

CommandId = str | int | None

LARGEST_MESSAGE = 32 * 1024
"""In characters; the longest legal action, a drawn line of 512 points, takes half of it."""


class Command(Struct, forbid_unknown_fields=True, tag_field="type"):
    """A message from a page. ``id`` comes back in the answer."""

    id: CommandId = None


class Event(Struct, tag_field="type"):
    """A message from the server.

    ``now``: the server's time of sending, by which pages correct their clocks. ``seq``: the event's
    number among those to its audience ``to``; answers to commands have none.
    """

    now: Annotated[datetime | UnsetType, "string"] = UNSET  # always there on the wire
    to: str | UnsetType = UNSET
    seq: int | UnsetType = UNSET


class Error(Event, tag="error", kw_only=True):
    """A command was refused. Sent only to its sender."""

    code: str
    message: str
    id: CommandId = None
    at: Any = None
    retry_after: int | UnsetType = UNSET


class ConnectionWaits(Event, tag="connection.waits"):
    """The socket is to be made ready after others; what comes first on it is still to come."""


def encode(event: Event) -> str:
    """The event as JSON text, for all recipients."""
    return msgspec.json.encode(event).decode()
