"""Hints to open pages that a table or the lists have changed.

A hint has no content: a page that gets one asks the server for what it may see now. So hints
reveal nothing, and losing one or getting one twice does no harm.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import msgspec
from django.utils import timezone

from accounts.sockets import sockets_of
from games.models import Seat
from games.play.game_transaction import GameTransaction
from lobby.models import Table
from lobby.publishing import TableUpdated, emit
from transport.messages import LARGEST_MESSAGE, Event
from transport.refusals import Refused
from transport.sending import send_on_commit

LOBBY = "lobby"
"""The group of all pages that show the lobby; its messages are hints without content."""


def lobby_of(user_id: int) -> str:
    """The group of the pages on which this member has the lobby open."""
    return f"{sockets_of(user_id)}.lobby"


def page_of(public_id: str) -> str:
    """The group of all pages that show this table; its messages are hints without content."""
    return f"table.{public_id}"


class GamesChanged(Event, tag="games.changed"):
    """A game that may be in the lists has moved on or is over."""


class TablesChanged(Event, tag="tables.changed"):
    """Something in the lists of tables and games changed."""


class TableChanged(Event, tag="table.changed"):
    """Something at this table changed."""


class RematchChanged(Event, tag="rematch.changed"):
    """Something about the rematch of a finished game changed; sent to the game's players."""


class WishesHint(Event, tag="wishes.changed"):
    """Something about the member's wish for a game changed, for example how many wish the same."""


class MatchBegun(Event, tag="match.begun", kw_only=True):
    """The live game that the member wished for begins; sent to the member's open pages of the
    lobby."""

    game: str
    """The game's address."""


class AskChanges(msgspec.Struct, tag_field="type", tag="changes.ask", forbid_unknown_fields=True):
    """A page checks that its connection still works. The answer is a hint."""


def hint_on_commit(table: Table) -> None:
    """Sends hints to the table's page, to the lobby and, for a rematch, to the players of the game
    once the transaction has committed. Listeners are called within the transaction."""
    emit(TableUpdated(table))
    now = timezone.now()
    send_on_commit(
        (page_of(table.public_id), TableChanged(now=now)),
        (LOBBY, TablesChanged(now=now)),
    )
    if table.rematch_of_id is not None:
        players = Seat.objects.filter(game=table.rematch_of_id, user__is_bot=False)
        for player in players.values_list("user_id", flat=True):
            send_on_commit((sockets_of(player), RematchChanged(now=now)))


def hint_wishes_on_commit(members: Iterable[int]) -> None:
    """Sends hints to these members' open pages of the lobby once the transaction has committed."""
    now = timezone.now()
    send_on_commit(*((lobby_of(member), WishesHint(now=now)) for member in sorted(members)))


def hint_lobby_on_commit() -> None:
    """Sends a hint to all pages of the lobby once the transaction has committed."""
    send_on_commit((LOBBY, TablesChanged(now=timezone.now())))


def lead_to_game_on_commit(members: Iterable[int], address: str) -> None:
    """Makes these members' open pages of the lobby go to the game once the transaction has
    committed. A page that misses this shows the game in its list."""
    now = timezone.now()
    begun = MatchBegun(game=address, now=now)
    send_on_commit(*((lobby_of(member), begun) for member in sorted(members)))


def hint_page_on_commit(table: Table) -> None:
    """Sends a hint to the table's page only, for changes that no list shows."""
    send_on_commit((page_of(table.public_id), TableChanged(now=timezone.now())))


def hints_of_run(run: GameTransaction) -> Iterator[tuple[str, Event]]:
    """Hints for lobby pages that list the run's game, if the game begins, has moved on, a seat has
    changed or the game is over. A public game's hint goes to everybody in the lobby, any other
    game's only to its players there; that a game begins is told to its players' programs, too."""
    if not (run.begins or run.steps or run.seats_changed or run.game.is_over):
        return
    if run.game.settings.listed:
        yield LOBBY, GamesChanged()
    if run.begins or not run.game.settings.listed:
        for seat in run.seats:
            if seat.user_id is not None and not seat.engine_plays:
                yield lobby_of(seat.user_id), GamesChanged()


def read_ask(text: str | None) -> None:
    """Checks the only command of these sockets, ``changes.ask``.

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
