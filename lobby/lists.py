"""The tables and games that the lobby lists for a member or a visitor."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from datetime import datetime
from functools import cache
from typing import Any

from django.db.models import Count, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce
from django.utils import timezone
from django.utils.formats import number_format
from django.utils.translation import gettext

from accounts.models import User
from database.queries import (
    KEY,
    NOW,
    Compiled,
    Prepared,
    compiled,
    contents,
    is_there,
    prefetch,
    with_keys,
)
from games.archive.listing import games_of
from games.models import Game, Seat, Tenure
from games.pages.words import LETS_IN, rated_in_words
from games.play.rating import why_unrated_table
from games.play.rows import GOING_ON
from games.play.settings import LetsIn
from lobby.fairness import FairLists, newest
from lobby.models import Place, Table, TableInvitation
from lobby.seating import Seating
from lobby.settings_words import summary
from lobby.table_settings import TableSettings, table_settings_of

MOST_GAMES = 12
"""The most games in a list; the archive has them all."""

MOST_FINISHED = 5
"""The most just-finished games on the tables page."""

MOST_TABLES = 20

MOST_SEATS = 10
"""The most seats to take over in a list."""

MOST_COUNTED = 1000
"""Tables, seats and games are counted only up to this number."""

TABLE_COLUMNS = (
    "public_id",
    "created_at",
    "host__username",
    *(column.name for column in fields(TableSettings)),
)
PLACE_COLUMNS = (
    "table",
    "number",
    "user__is_bot",
    "engine_plays",
    "stone_colour",
    "mark_colour",
    "joined_at",
)
"""What a row shows of a table and its places."""

COUNTED_NOW = """
SELECT (SELECT count(*) FROM ({tables}) AS t), (SELECT count(*) FROM ({seats}) AS s),
    (SELECT count(*) FROM ({games}) AS g)
"""


@dataclass(frozen=True)
class TableRow:
    """An open table in a list: who sits there, and its settings in a sentence."""

    table: Table
    seated: Sequence[Place]
    own: bool = False
    """Whether the member sits there, asks for a seat, is invited or is the host."""
    invited: bool = False
    """Whether an invitation is all that makes the table the member's own."""

    @property
    def contents(self) -> str:
        """All that the row shows of the table, as the key of the row in the cache of pieces."""
        return contents(self.table, self.table.host, *self.table.places.all())

    @property
    def sentence(self) -> str:
        """The table's settings in a sentence."""
        return summary(table_settings_of(self.table))

    @property
    def rated(self) -> str:
        """Says whether the game will be rated, with the current seats; if not, why."""
        bots = any(place.is_bot for place in self.seated)
        return rated_in_words(why_unrated_table(self.table.settings, bots=bots))

    @property
    def lets_in(self) -> str:
        """Which members may join, in words; empty if all may."""
        asked = self.table.settings.lets_in
        return "" if asked == LetsIn.ANYONE else str(LETS_IN[asked])

    @property
    def is_full(self) -> bool:
        """Whether all seats are taken."""
        return len(self.seated) >= self.table.seats

    @property
    def can_be_joined(self) -> bool:
        """Whether anybody can take a seat or ask for one now."""
        return not self.is_full and self.table.joining != Table.Joining.LINK


def own_tables(user: User) -> list[TableRow]:
    """The open tables at which the member sits, asks for a seat, is invited or is the host, the
    newest first."""
    keys = _own_tables().keys({"own": MOST_TABLES}, member=user.pk, now=timezone.now())
    return _own_rows(keys["own"], _tables(keys["own"]), user)


def tables_shown(user: User) -> tuple[list[TableRow], list[TableRow]]:
    """The member's own tables, and the listed ones of others, the newest first."""
    most = {"own": MOST_TABLES, "others": MOST_TABLES}
    keys = _all_tables().keys(most, member=user.pk, now=timezone.now())
    found = _tables([*keys["own"], *keys["others"]])
    others = [found[key] for key in keys["others"] if key in found]
    return _own_rows(keys["own"], found, user), others


def listed_tables_of_others(user: User) -> QuerySet[Table]:
    """All listed open tables that are not the member's own, the newest first. Lists on pages are
    shorter, and fair to all hosts."""
    return _of_others(user, timezone.now())


def open_tables_of(user: User) -> QuerySet[Table]:
    """All open tables at which the member sits, asks for a seat, is invited or is the host, the
    newest first."""
    return _of_member(user, timezone.now())


def other_tables(user: User) -> list[TableRow]:
    """The listed open tables but for the member's own."""
    return tables_shown(user)[1]


@cache
def _own_tables() -> FairLists:
    return FairLists({"member": KEY}, own=_newest(_of_member(User(pk=KEY), NOW)))


@cache
def _all_tables() -> FairLists:
    member = User(pk=KEY)
    own, others = _of_member(member, NOW), _of_others(member, NOW)
    return FairLists({"member": KEY}, own=_newest(own), others=_newest(others))


def _newest(tables: QuerySet[Table]) -> QuerySet[Any, Any]:
    return newest(tables, at="created_at", host="host")


def _of_member(user: User, now: datetime) -> QuerySet[Table]:
    return all_open().filter(_is_own(user, now))


def _of_others(user: User, now: datetime) -> QuerySet[Table]:
    return all_open().filter(listed=True).exclude(_is_own(user, now))


def _is_own(user: User, now: datetime) -> Q:
    places = Place.objects.filter(table=OuterRef("pk"), user=user)
    invitations = TableInvitation.objects.open(now).filter(table=OuterRef("pk"), member=user)
    return Q(host=user) | Q(is_there(places)) | Q(is_there(invitations))


def _own_rows(keys: Sequence[int], found: Mapping[int, TableRow], user: User) -> list[TableRow]:
    rows = [found[key] for key in keys if key in found]
    return [replace(row, own=True, invited=_is_only_invited(row, user)) for row in rows]


def _is_only_invited(row: TableRow, user: User) -> bool:
    sits_or_asks = any(place.user_id == user.pk for place in row.table.places.all())
    return row.table.host_id != user.pk and not sits_or_asks


def _tables(keys: Sequence[int]) -> dict[int, TableRow]:
    """The tables with these keys, with the columns that a row shows."""
    found = with_keys(_listed_tables, keys)
    prefetch(found, "places", _places)
    return {table.pk: TableRow(table, Seating.of(table).seated) for table in found}


def _listed_tables() -> QuerySet[Table]:
    return Table.objects.select_related("host").only(*TABLE_COLUMNS).order_by()


def _places() -> QuerySet[Place]:
    return Place.objects.select_related("user").only(*PLACE_COLUMNS).order_by("number", "joined_at")


def all_open() -> QuerySet[Table]:
    """All open tables, newest first."""
    found = Table.objects.filter(closed_at__isnull=True, game__isnull=True)
    return found.order_by("-created_at", "-pk")


@dataclass(frozen=True)
class Counted:
    """How many rows there are, counted no further than one more than :data:`MOST_COUNTED`."""

    found: int

    @property
    def number(self) -> int:
        """How many there are, but at most :data:`MOST_COUNTED`."""
        return min(self.found, MOST_COUNTED)

    @property
    def words(self) -> str:
        """The number as a page says it."""
        number = number_format(self.number)
        return gettext("more than %s") % number if self.found > self.number else number


@dataclass(frozen=True)
class ClubNow:
    """Counts for the lists on the tables page: tables that the member could join, seats to take
    over, games to watch."""

    tables: Counted
    seats: Counted
    games: Counted


def club_now(user: User, now: datetime) -> ClubNow:
    """What the home page counts, without the lists themselves."""
    ((tables, seats, games),) = _counted_now(MOST_COUNTED + 1).rows(member=user.pk, now=now)
    return ClubNow(Counted(tables), Counted(0 if user.is_bot else seats), Counted(games))


@cache
def _counted_now(most: int) -> Compiled:
    member = User(pk=KEY)
    free = _of_others(member, NOW).exclude(joining=Table.Joining.LINK)
    found = {
        "tables": free.filter(seats__gt=seats_taken()),
        "seats": _offered(member, NOW).order_by("offered_until"),
        "games": all_running(),
    }
    limited = {name: rows.values("pk")[:most] for name, rows in found.items()}
    return compiled(COUNTED_NOW, {"member": KEY}, **limited)


def seats_taken(table: str = "pk") -> Coalesce:
    """How many seats of a table are taken, for a query. ``table``: the field with its key."""
    seated = Place.objects.filter(table=OuterRef(table), number__isnull=False).order_by()
    counted = seated.values("table").annotate(count=Count("*")).values("count")
    return Coalesce(Subquery(counted), 0)


@dataclass(frozen=True)
class GameList:
    """The games that a list shows, and how many there are in all. Of finished games only those
    shown are counted."""

    shown: Sequence[Game]
    total: Counted

    def __iter__(self) -> Iterator[Game]:
        return iter(self.shown)

    def __len__(self) -> int:
        return len(self.shown)


def running_games() -> GameList:
    """The listed games that can be watched now, newest first."""
    return games_shown(finished=0)[0]


def just_finished_games(most: int | None = None) -> GameList:
    """The listed games that ended last, at most ``most``."""
    return games_shown(running=0, finished=most)[1]


def games_shown(
    *, running: int | None = None, finished: int | None = None
) -> tuple[GameList, GameList]:
    """The games in progress and the finished ones, at most ``running`` and ``finished`` of them."""
    most = {
        "running": MOST_GAMES if running is None else running,
        "finished": MOST_GAMES if finished is None else finished,
    }
    keys = _games().keys(most)
    found = {game.pk: game for game in games_of([*keys["running"], *keys["finished"]])}
    lists = [[found[key] for key in keys[name] if key in found] for name in most]
    shown, over = lists
    is_all = len(shown) < most["running"] or not shown
    total = len(shown)
    if not is_all:
        ((total,),) = _counted_running(MOST_COUNTED + 1).rows()
    return GameList(shown, Counted(total)), GameList(over, Counted(len(over)))


@cache
def _counted_running(most: int) -> Compiled:
    games = all_running().order_by().values("pk")[:most]
    return compiled("SELECT COUNT(*) FROM ({games}) AS g", {}, games=games)


@cache
def _games() -> FairLists:
    return FairLists(
        {},
        running=newest(all_running(), at="started_at", host="table__host"),
        finished=newest(all_finished(), at="finished_at", host="table__host"),
    )


def all_running() -> QuerySet[Game]:
    """All public games that can be watched now, newest first."""
    # finished_at=None is the condition of the index.
    running = Game.objects.filter(status__in=GOING_ON, finished_at=None, listed=True)
    return running.order_by("-started_at", "-pk")


def all_finished() -> QuerySet[Game]:
    """All public games that have a result, the last one first."""
    over = Game.objects.filter(status=Game.Status.FINISHED, finished_at__isnull=False, listed=True)
    return over.order_by("-finished_at", "-pk")


@dataclass(frozen=True)
class OfferedSeat:
    """A seat of a running game that the member may take over before ``until``."""

    game: Game
    seat: Seat
    until: datetime

    @property
    def contents(self) -> str:
        """All that the row shows, as its key in the cache of pieces."""
        return contents(self.game, self.seat, self.seat.user, self.seat.former)


def offered_seats(user: User, now: datetime) -> list[OfferedSeat]:
    """The seats of public games that the member may take over, the offer that ends soonest
    first."""
    return _as_offered(_offered_soonest().rows(member=user.pk, now=now))


def all_offered_seats(user: User, now: datetime) -> list[OfferedSeat]:
    """Like :func:`offered_seats`, but up to :data:`MOST_COUNTED` of them."""
    return _as_offered(_soonest(_offered(user, now))[:MOST_COUNTED])


def _as_offered(seats: Iterable[Seat]) -> list[OfferedSeat]:
    return [
        OfferedSeat(seat.game, seat, seat.offered_until)
        for seat in seats
        if seat.offered_until is not None
    ]


@cache
def _offered_soonest() -> Prepared[Seat]:
    return Prepared(_soonest(_offered(User(pk=KEY), NOW))[:MOST_SEATS], {"member": KEY})


def _soonest(offered: QuerySet[Seat]) -> QuerySet[Seat]:
    columns = ("number", "offered_until", "bot_name", "user__username", "former__username")
    game = ("game__public_id", "game__title", "game__variant")
    found = offered.select_related("game", "user", "former")
    return found.only(*columns, *game).order_by("offered_until", "pk")


def _offered(user: User, now: datetime) -> QuerySet[Seat]:
    played = Tenure.objects.filter(game=OuterRef("game"), member=user)
    return Seat.objects.filter(~Q(is_there(played)), offered_until__gt=now, game__listed=True)
