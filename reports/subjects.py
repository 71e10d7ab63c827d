"""What members may report: messages that they can read, and players whom they can see."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from accounts.models import User
from games.models import ChatMessage, Game, Message
from games.pages.access import get_game_for_viewer, get_viewer
from lobby.access import get_table_for_member
from lobby.models import Table, TableMessage
from transport.refusals import Refused

LARGEST_KEY = 2**63 - 1
"""The largest key of a database row."""


@dataclass(frozen=True)
class Subject:
    """A member to report in a game or at a table, and their message if that is what is reported."""

    about: User
    place: Game | Table
    message: Message | None = None

    @property
    def game(self) -> Game | None:
        """The game, if it happened in one."""
        return self.place if isinstance(self.place, Game) else None

    @property
    def table(self) -> Table | None:
        """The table, if it happened at one."""
        return self.place if isinstance(self.place, Table) else None


def message_of_game(public_id: str, pk: int, user: User, now: datetime) -> Subject:
    """A message in a chat of the game that the member may read. Raises Refused ``not-found``,
    ``self``."""
    game = get_game_for_viewer(public_id)
    said = ChatMessage.objects.filter(game=game, room__in=get_viewer(game, user, now).rooms(game))
    return _said(game, said.select_related("author").filter(pk=_key(pk)).first(), user)


def player_of_game(public_id: str, number: int, user: User) -> Subject:
    """The member who has the game's seat ``number``, or had it if it is now offered to others.
    Raises Refused ``not-found``, ``self``."""
    game = get_game_for_viewer(public_id)
    seat = game.seats.select_related("user", "former").filter(number=min(number, 1000)).first()
    return _person(game, None if seat is None or seat.engine_plays else seat.player, user)


def message_at_table(public_id: str, pk: int, user: User, key: str) -> Subject:
    """A message at a table that the member may see. Raises Refused ``login-needed``,
    ``not-found``, ``self``."""
    table = get_table_for_member(public_id, user, key)
    said = TableMessage.objects.filter(table=table, pk=_key(pk)).select_related("author")
    return _said(table, said.first(), user)


def player_at_table(public_id: str, pk: int, user: User, key: str) -> Subject:
    """The member who sits at the table or asks for a seat there, on the place ``pk``. Raises
    Refused like :func:`message_at_table`."""
    table = get_table_for_member(public_id, user, key)
    place = table.places.select_related("user").filter(pk=_key(pk)).first()
    return _person(table, None if place is None else place.user, user)


def _said(place: Game | Table, message: Message | None, user: User) -> Subject:
    if message is None:
        raise Refused("not-found", "There is no such message.")
    subject = _person(place, message.author, user)
    return Subject(subject.about, place, message)


def _person(place: Game | Table, about: User | None, user: User) -> Subject:
    if about is None or about.is_bot:
        raise Refused("not-found", "There is no member to report.")
    if about.pk == user.pk:
        raise Refused("self", "You cannot report yourself.")
    return Subject(about, place)


def _key(pk: int) -> int:
    """The key, limited to the range of the database's integers."""
    return min(pk, LARGEST_KEY)
