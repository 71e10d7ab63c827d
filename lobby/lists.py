"""The tables and games that the lobby lists for a member or a visitor."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from django.db.models import Count, Exists, F, OuterRef, Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext

from accounts.models import User
from engines.rules import Rules
from games.archive.tenures import seats_held_by
from games.models import FORMER_MEMBER, Game, SealedAction, Seat, Tenure
from games.pages.words import rated_in_words
from games.play.rating import why_unrated_table
from lobby.models import Place, Table, TableInvitation
from lobby.offered import offered_games
from lobby.seating import Seating
from lobby.settings_words import summary
from lobby.table_settings import table_settings_of

MOST_GAMES = 12
"""The most games in a list; the archive has them all."""

MOST_FINISHED = 5
"""The most just-finished games on the tables page."""

MOST_TABLES = 60

MOST_SEATS = 20
"""The most seats to take over in a list."""

MOST_LOOKED_AT = 400
"""If there are more rows than a list shows, it picks from this many of the newest."""


@dataclass(frozen=True)
class TableRow:
    """An open table in a list: who sits there, and its settings in a sentence."""

    table: Table
    seated: Sequence[Place]
    sentence: str
    own: bool = False
    """Whether the member sits there, asks for a seat, is invited or is the host."""
    invited: bool = False
    """Whether an invitation is all that makes the table the member's own."""

    @property
    def rated(self) -> str:
        """Says whether the game will be rated, with the current seats; if not, why."""
        bots = any(place.engine_plays for place in self.seated)
        return rated_in_words(why_unrated_table(self.table.settings, bots=bots))

    @property
    def is_full(self) -> bool:
        """Whether all seats are taken."""
        return len(self.seated) >= self.table.seats

    @property
    def can_be_joined(self) -> bool:
        """Whether anybody can take a seat or ask for one now."""
        return not self.is_full and self.table.joining != Table.Joining.LINK


def own_tables(user: User) -> list[TableRow]:
    """The open tables at which the member sits, asks for a seat, is invited or is the host."""
    rows = _rows(Table.objects.filter(Q(host=user) | _has_place(user) | _is_invited(user)))
    return [replace(row, own=True, invited=_is_only_invited(row, user)) for row in rows]


def _is_only_invited(row: TableRow, user: User) -> bool:
    sits_or_asks = any(place.user_id == user.pk for place in row.table.places.all())
    return row.table.host_id != user.pk and not sits_or_asks


def other_tables(user: User) -> list[TableRow]:
    """The public open tables other than the member's own."""
    return _rows(_of_others(user))


def _of_others(user: User) -> QuerySet[Table]:
    own = Q(host=user) | _has_place(user) | _is_invited(user)
    return Table.objects.filter(listed=True).exclude(own)


@dataclass(frozen=True)
class ClubNow:
    """Counts for the lists on the tables page: tables that the member could join, seats to take
    over, games to watch."""

    tables: int
    seats: int
    games: int


def club_now(user: User, now: datetime) -> ClubNow:
    """The counts for the home page, without reading the lists."""
    taken = Count("places", filter=Q(places__number__isnull=False))
    free = _open(_of_others(user)).exclude(joining=Table.Joining.LINK).annotate(taken=taken)
    return ClubNow(
        tables=free.filter(taken__lt=F("seats")).count(),
        seats=0 if user.is_bot else _offered(user, now).count(),
        games=all_running().count(),
    )


def _has_place(user: User) -> Q:
    return Q(Exists(Place.objects.filter(table=OuterRef("pk"), user=user)))


def _is_invited(user: User) -> Q:
    invitations = TableInvitation.objects.open(timezone.now())
    return Q(Exists(invitations.filter(table=OuterRef("pk"), member=user)))


def _rows(tables: QuerySet[Table]) -> list[TableRow]:
    """The open ones of these tables, newest first; at most :data:`MOST_TABLES`."""
    newest = _open(tables).order_by("-created_at", "-pk")
    shown = newest.select_related("host").prefetch_related("places__user")
    found = list(shown[: MOST_TABLES + 1])
    if len(found) > MOST_TABLES:
        fair = _fair(newest.values_list("pk", "host"), MOST_TABLES)
        found = list(shown.filter(pk__in=fair))
    return [
        TableRow(table, Seating.of(table).seated, summary(table_settings_of(table)))
        for table in found
    ]


def _open(tables: QuerySet[Table]) -> QuerySet[Table]:
    return tables.filter(closed_at__isnull=True, game__isnull=True)


def _fair(newest: QuerySet[Any, tuple[int, int | None]], most: int) -> list[int]:
    """The keys of the ``most`` rows that a list shows, from pairs of key and host, newest first.

    Takes the newest row of each host, then the second newest of each, and so on, so that no host
    fills the list.
    """
    of_host: Counter[int] = Counter()
    turns = []
    for place, (key, host) in enumerate(newest[:MOST_LOOKED_AT]):
        if host is not None:
            of_host[host] += 1
        turns.append((0 if host is None else of_host[host], place, key))
    return [key for _, _, key in sorted(turns)[:most]]


@dataclass(frozen=True)
class GameList:
    """The games that a list shows, and how many there are in all. Of finished games only those
    shown are counted."""

    shown: Sequence[Game]
    total: int

    def __iter__(self) -> Iterator[Game]:
        return iter(self.shown)

    def __len__(self) -> int:
        return len(self.shown)


def running_games() -> GameList:
    """The newest public games that can be watched now."""
    shown = _fairly(all_running(), MOST_GAMES)
    return GameList(shown, len(shown) if len(shown) < MOST_GAMES else all_running().count())


def just_finished_games(most: int | None = None) -> GameList:
    """The public games that ended last: at most ``most``, by default :data:`MOST_GAMES`."""
    shown = _fairly(all_finished(), most or MOST_GAMES)
    return GameList(shown, len(shown))


def all_running() -> QuerySet[Game]:
    """All public games that can be watched now, newest first."""
    going_on = [Game.Status.RUNNING, Game.Status.PAUSED]
    # finished_at=None is the condition of the index.
    running = Game.objects.filter(status__in=going_on, finished_at=None, listed=True)
    return running.order_by("-started_at", "-pk")


def all_finished() -> QuerySet[Game]:
    """All public games that have a result, the last one first."""
    over = Game.objects.filter(status=Game.Status.FINISHED, finished_at__isnull=False, listed=True)
    return over.order_by("-finished_at", "-pk")


def _fairly(newest: QuerySet[Game], most: int) -> list[Game]:
    shown = newest.prefetch_related("seats__user", "seats__former")
    found = list(shown[: most + 1])
    if len(found) > most:
        fair = _fair(newest.values_list("pk", "table__host"), most)
        found = list(shown.filter(pk__in=fair))
    return found


@dataclass(frozen=True)
class OwnGame:
    """A game that the member plays. ``owed``: it is waiting for the member's choice; ``others``:
    the names of the other players."""

    game: Game
    owed: bool
    others: Sequence[str]


def own_games(user: User) -> list[OwnGame]:
    """The member's running games: first those waiting for the member's choice, then the others,
    each sorted by deadline."""
    seats = seats_held_by(user).filter(game__status__in=["running", "paused"])
    sealed = SealedAction.objects.filter(seat=OuterRef("pk"), step=OuterRef("game__step") + 1)
    mine = list(
        seats.annotate(has_chosen=Exists(sealed))
        .select_related("game")
        .prefetch_related("game__seats__user", "game__seats__former")
    )
    games = [
        OwnGame(
            seat.game,
            owed=seat.number in seat.game.awaiting and not seat.has_chosen,
            others=[_name(other) for other in seat.game.seats.all() if other.pk != seat.pk],
        )
        for seat in mine
    ]
    return sorted(games, key=_urgency)


def _name(seat: Seat) -> str:
    return seat.name if seat.player or seat.bot_name else gettext(FORMER_MEMBER)


@dataclass(frozen=True)
class OfferedSeat:
    """A seat of a running game that the member may take over before ``until``."""

    game: Game
    seat: Seat
    until: datetime


def offered_seats(user: User, now: datetime) -> list[OfferedSeat]:
    """The seats of public games that the member may take over, the offer that ends soonest
    first."""
    found = _offered(user, now).select_related("game", "former").order_by("offered_until", "pk")
    return [
        OfferedSeat(seat.game, seat, seat.offered_until)
        for seat in found[:MOST_SEATS]
        if seat.offered_until is not None
    ]


def _offered(user: User, now: datetime) -> QuerySet[Seat]:
    played = Tenure.objects.filter(game=OuterRef("game"), member=user)
    return Seat.objects.filter(~Exists(played), offered_until__gt=now, game__listed=True)


@dataclass(frozen=True)
class PracticeGame:
    """A game to play against bots at once, with its board in words and the number of bots."""

    engine: Rules[Any]
    board: str
    bots: int


def practice_games() -> list[PracticeGame]:
    """The games that a member can play against bots."""
    games = []
    for engine in offered_games():
        board = engine.board(engine.usual_options(engine.practice.options))
        games.append(PracticeGame(engine, board, engine.practice_seats() - 1))
    return games


def _urgency(own: OwnGame) -> tuple[bool, bool, float]:
    timed = own.game.settings.turn_seconds is not None
    deadline = own.game.deadline if timed else None
    return (not own.owed, deadline is None, deadline.timestamp() if deadline else 0.0)
