"""Telling open pages that a table or the lists have changed: hints without content.

A page that hears one asks the server for what it may see now. So a hint can be lost, or come
twice, and tells nothing to anybody.
"""

from __future__ import annotations

from collections.abc import Iterator

import msgspec
from django.utils import timezone

from accounts.sockets import sockets_of
from games.models import Seat
from games.play.game_transaction import GameTransaction
from lobby.models import Table
from lobby.publishing import Touched, tell
from transport.messages import LARGEST_MESSAGE, Event
from transport.refusals import Refused
from transport.sending import send_on_commit

LOBBY = "lobby"
"""Everybody who has the lobby open; messages are hints without content."""


def lobby_of(user_id: int) -> str:
    """The pages on which a member has the lobby open."""
    return f"lobby.{user_id}"


def page_of(public_id: str) -> str:
    """Everybody who has a table's page open; messages are hints without content."""
    return f"table.{public_id}"


class GamesChanged(Event, tag="games.changed"):
    """A game that may be in the lists has gone on, or is over."""


class TablesChanged(Event, tag="tables.changed"):
    """Something in the lists of tables and games changed."""


class TableChanged(Event, tag="table.changed"):
    """Something at this table changed."""


class RematchChanged(Event, tag="rematch.changed"):
    """To the players of a game that is over: something about its rematch changed."""


class AskChanges(msgspec.Struct, tag_field="type", tag="changes.ask", forbid_unknown_fields=True):
    """Is the line still there? The answer is a hint."""


def hint_on_commit(table: Table) -> None:
    """Tells the table's page and the lobby, and of a rematch those who played, once the
    transaction has committed; and those who listen, within it."""
    tell(Touched(table))
    now = timezone.now()
    send_on_commit(
        (page_of(table.public_id), TableChanged(now=now)),
        (LOBBY, TablesChanged(now=now)),
    )
    if table.rematch_of_id is not None:
        players = Seat.objects.filter(game=table.rematch_of_id, user__is_bot=False)
        for player in players.values_list("user_id", flat=True):
            send_on_commit((sockets_of(player), RematchChanged(now=now)))


def hint_page_on_commit(table: Table) -> None:
    """Tells the table's page alone: nothing of it is in a list."""
    send_on_commit((page_of(table.public_id), TableChanged(now=timezone.now())))


def hints_of_run(run: GameTransaction) -> Iterator[tuple[str, Event]]:
    """Hints for anyone who has the run's game in a list, where it has gone on, offers a seat or is
    over: for everybody in the lobby, or, of a game that is not listed, for its players there."""
    if not (run.steps or run.seats_changed or run.game.is_over):
        return
    if run.game.settings.listed:
        yield LOBBY, GamesChanged()
    else:
        for seat in run.seats:
            if seat.user_id is not None and seat.is_person:
                yield lobby_of(seat.user_id), GamesChanged()


def read_ask(text: str | None) -> None:
    """Reads the one command of these sockets.

    Raises Refused: ``bad-json``, ``too-large``, ``unknown-command``.
    """
    if text is None:
        raise Refused("bad-json", "Messages are JSON text, not bytes.")
    if len(text) > LARGEST_MESSAGE:
        raise Refused(
            "too-large",
            "A message has at most %(most)s characters.",
            values={"most": LARGEST_MESSAGE},
        )
    try:
        msgspec.json.decode(text, type=AskChanges)
    except msgspec.ValidationError:
        raise Refused(
            "unknown-command", "Known: %(names)s.", values={"names": "changes.ask"}
        ) from None
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        raise Refused("bad-json", "That message is not JSON.") from None
