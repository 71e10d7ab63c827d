"""Telling open pages that a table or the lists have changed: hints without content.

A page that hears one asks the server for what it may see now. So a hint can be lost, or come
twice, and tells nothing to anybody.
"""

from __future__ import annotations

import msgspec
from django.utils import timezone

from games.live import groups
from games.live.commands import LARGEST_MESSAGE
from games.live.messages import Event
from games.live.sending import send_on_commit
from lobby.models import Table
from transport.refusals import Refused


class TablesChanged(Event, tag="tables.changed"):
    """Something in the lists of tables and games changed."""


class TableChanged(Event, tag="table.changed"):
    """Something at this table changed."""


class AskChanges(msgspec.Struct, tag_field="type", tag="changes.ask", forbid_unknown_fields=True):
    """Is the line still there? The answer is a hint."""


def hint_on_commit(table: Table) -> None:
    """Tells the table's page and the lobby, once the transaction has committed."""
    now = timezone.now()
    send_on_commit(
        (groups.table(table.public_id), TableChanged(now=now)),
        (groups.LOBBY, TablesChanged(now=now)),
    )


def read_ask(text: str | None) -> None:
    """Reads the one command of these sockets.

    Raises Refused: ``bad-json``, ``too-large``, ``unknown-command``.
    """
    if text is None:
        raise Refused("bad-json", "Messages are JSON text, not bytes.")
    if len(text) > LARGEST_MESSAGE:
        raise Refused("too-large", f"A message has at most {LARGEST_MESSAGE} characters.")
    try:
        msgspec.json.decode(text, type=AskChanges)
    except msgspec.ValidationError:
        raise Refused("unknown-command", "Known: changes.ask.") from None
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        raise Refused("bad-json", "That message is not JSON.") from None
