"""Finds finished games, newest first, page by page.

A page is addressed by the game next to it, not by its number, so that the last page of a long
archive is as fast as the first. Each game found has ``turns``, the number of turns it took.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from typing import Any

from django.db.models import Exists, OuterRef, Q, QuerySet, Subquery
from django.utils import timezone

from accounts.models import User
from games.archive.listing import games_of, listed_games
from games.models import ArchivedGame, ArchivedPlayer, Game, Step

PAGE_LENGTH = 12
MOST_COUNTED = 10_000
"""If there are more games than this, they are not counted."""
FEW_PLAYERS = 50
"""If at most this many members match a name, their games are looked up member by member. If more
do, they have a large share of all games, so all games are searched by date."""
MOST_IN_FEED = 30
"""The most games in the Atom feed."""
NEWEST_PAGES = 100
"""How far old addresses with page numbers work; later pages lead to the last page."""

Key = tuple[datetime, int]
"""When a game ended, and its key; the archive is ordered by these."""


@dataclass(frozen=True)
class Wanted:
    """What to look for; empty fields match anything. ``player``: part of a name; ``result``:
    ``won``, ``draw`` (both by ``player``, if given) or ``leave``; ``mine``: only this member's
    games, public or not."""

    variant: str = ""
    player: str = ""
    result: str = ""
    since: date | None = None
    until: date | None = None
    mine: User | None = None


@dataclass(frozen=True)
class Position:
    """Which page to show: the games that ended just before (``older``) or just after (``newer``)
    the game with this public id, the oldest games, or a page by its number."""

    older: str = ""
    newer: str = ""
    is_oldest: bool = False
    page: int = 1


@dataclass(frozen=True)
class Found:
    """A page of games. ``count``: how many games match in all; None if more than
    :data:`MOST_COUNTED`, or if too many players match the name to count (``is_counted``)."""

    games: Sequence[Any]
    has_newer: bool
    has_older: bool
    count: int | None
    is_counted: bool = True

    @property
    def first(self) -> Any:
        """The newest game on the page."""
        return self.games[0]

    @property
    def last(self) -> Any:
        """The oldest game on the page."""
        return self.games[-1]

    @property
    def are_of_one_day(self) -> bool:
        """Whether all of them ended on the same day in UTC. The page's script looks again, in the
        viewer's time zone."""
        return bool(self.first.finished_at.date() == self.last.finished_at.date())


def find(wanted: Wanted, position: Position | None = None) -> Found:
    """Returns a page of the matching games."""
    search = _Search(wanted)
    keys, has_newer, has_older = search.page(position or Position())
    games = _games([key for _, key in keys])
    count = len(games) if not (has_newer or has_older) else search.count()
    return Found(games, has_newer, has_older, count, search.is_counted)


def find_older(wanted: Wanted, public_id: str) -> tuple[list[Game], bool] | None:
    """Returns a page of the matching games that ended before the one with this public id (of all,
    if that is empty), and whether there are older ones. They are not counted and have no ``turns``.
    None if the archive has no game with that id."""
    key = _key_of(public_id) if public_id else None
    if public_id and key is None:
        return None
    keys, has_older = _Search(wanted).newest(key)
    return games_of([each for _, each in keys]), has_older


def newest(most: int) -> list[Game]:
    """The public games that ended last, newest first."""
    rows = ArchivedGame.objects.filter(public=True).order_by("-finished_at", "-game_id")
    return games_of(list(rows.values_list("game_id", flat=True)[:most]))


class _Search:
    """The matching rows, of games or of players; both have the columns to search by."""

    def __init__(self, wanted: Wanted) -> None:
        self.wanted = wanted
        self.players = _named(wanted.player) if wanted.player else None
        self.is_counted = True
        self.rows = self._dated(self._of_whom())

    def _of_whom(self) -> QuerySet[Any]:
        wanted, players = self.wanted, self.players
        by_player = Q()
        if wanted.result in ("won", "draw") and wanted.player:
            by_player = Q(first=True)
        if wanted.mine is not None:
            rows = self._with_result(ArchivedPlayer.objects.filter(member=wanted.mine))
            return rows if not wanted.player else rows.filter(self._is_played_by(by_player))
        if players is not None:
            of_players = ArchivedPlayer.objects.filter(by_player, member__in=players, public=True)
            return self._with_result(of_players)
        rows = self._with_result(ArchivedGame.objects.filter(public=True))
        if wanted.player:
            self.is_counted = False
            return rows.filter(self._is_played_by(by_player))
        return rows

    def _is_played_by(self, by_player: Q) -> Exists:
        """Returns whether somebody with that name plays in the game."""
        them = (
            Q(member__name_key__named=self.wanted.player)
            if self.players is None
            else Q(member__in=self.players)
        )
        return Exists(ArchivedPlayer.objects.filter(by_player, them, game=OuterRef("game")))

    def _with_result(self, rows: QuerySet[Any]) -> QuerySet[Any]:
        if self.wanted.variant:
            rows = rows.filter(variant=self.wanted.variant)
        if self.wanted.result == "leave":
            return rows.filter(by_leaving=True)
        return rows.filter(result=self.wanted.result) if self.wanted.result else rows

    def _dated(self, rows: QuerySet[Any]) -> QuerySet[Any]:
        if self.wanted.since:
            rows = rows.filter(finished_at__gte=_beginning_of(self.wanted.since))
        if self.wanted.until and self.wanted.until < date.max:
            rows = rows.filter(finished_at__lt=_beginning_of(self.wanted.until + timedelta(days=1)))
        return rows

    def count(self) -> int | None:
        """Returns how many games match; None if there are too many to count."""
        if not self.is_counted:
            return None
        count = self._keys(self.rows.order_by())[: MOST_COUNTED + 1].count()
        return count if count <= MOST_COUNTED else None

    def page(self, position: Position) -> tuple[list[Key], bool, bool]:
        """Returns the keys of a page, newest first, and whether there are newer and older
        games."""
        if position.newer and (key := _key_of(position.newer)):
            keys = list(self._oldest_first().filter(after(key))[: PAGE_LENGTH + 1])
            if len(keys) > PAGE_LENGTH:
                return keys[PAGE_LENGTH - 1 :: -1], True, True
        elif position.is_oldest or position.page > NEWEST_PAGES:
            return self._oldest_page()
        elif position.older and (key := _key_of(position.older)):
            keys, has_older = self.newest(key)
            return keys, True, has_older
        elif position.page > 1:
            start = (position.page - 1) * PAGE_LENGTH
            keys = list(self._newest_first()[start : start + PAGE_LENGTH + 1])
            if not keys:
                return self._oldest_page()
            return keys[:PAGE_LENGTH], True, len(keys) > PAGE_LENGTH
        keys, has_older = self.newest()
        return keys, False, has_older

    def newest(self, before: Key | None = None) -> tuple[list[Key], bool]:
        """Returns the keys of the newest games (``before`` the one with this key), newest first,
        and whether there are older ones."""
        rows = (
            self._newest_first() if before is None else self._newest_first().filter(_before(before))
        )
        keys = list(rows[: PAGE_LENGTH + 1])
        return keys[:PAGE_LENGTH], len(keys) > PAGE_LENGTH

    def _oldest_page(self) -> tuple[list[Key], bool, bool]:
        keys = list(self._oldest_first()[: PAGE_LENGTH + 1])
        return keys[:PAGE_LENGTH][::-1], len(keys) > PAGE_LENGTH, False

    def _newest_first(self) -> QuerySet[Any, Key]:
        return self._keys(self.rows.order_by("-finished_at", "-game_id"))

    def _oldest_first(self) -> QuerySet[Any, Key]:
        return self._keys(self.rows.order_by("finished_at", "game_id"))

    def _keys(self, rows: QuerySet[Any]) -> QuerySet[Any, Key]:
        """Lists each game once, even if several of its players match the name."""
        keys = rows.values_list("finished_at", "game_id")
        is_once = self.players is None or len(self.players) < 2 or self.wanted.mine is not None
        return keys if is_once else keys.distinct()


def _named(part: str) -> list[int] | None:
    """Returns the keys of the members whose names contain this text; None if there are too many."""
    named = User.objects.filter(name_key__named=part, is_guest=False).order_by()
    keys = list(named.values_list("pk", flat=True)[: FEW_PLAYERS + 1])
    return keys if len(keys) <= FEW_PLAYERS else None


def _key_of(public_id: str) -> Key | None:
    """Returns the archive's key of this game; None if it is not in the archive."""
    if not (public_id.isascii() and public_id.isalnum()):
        return None
    found = ArchivedGame.objects.filter(game__public_id=public_id)
    return found.values_list("finished_at", "game_id").first()


def _before(key: Key) -> Q:
    # The first condition is redundant, but an index can start with it.
    return Q(finished_at__lte=key[0]) & (Q(finished_at__lt=key[0]) | Q(game_id__lt=key[1]))


def after(key: Key) -> Q:
    """The games that ended after the one with this key."""
    return Q(finished_at__gte=key[0]) & (Q(finished_at__gt=key[0]) | Q(game_id__gt=key[1]))


def _beginning_of(day: date) -> datetime:
    zone = timezone.get_current_timezone()
    try:
        return datetime(day.year, day.month, day.day, tzinfo=zone).astimezone(UTC)
    except OverflowError:  # in the first hours of year 1
        return datetime(day.year, day.month, day.day, tzinfo=UTC)


def _games(keys: Sequence[int]) -> list[Game]:
    """Returns the games with these keys, in this order, with everything that a list shows of
    them."""
    return games_of(keys, _games_with_turns)


def _games_with_turns() -> QuerySet[Game]:
    last = Step.objects.filter(game=OuterRef("pk"), number=OuterRef("step")).values("turn")
    return listed_games().annotate(turns=Subquery(last))
