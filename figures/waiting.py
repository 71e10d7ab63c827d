"""How long people wait from asking for a game until its first turn: counted as it happens, by steps
of time, which is enough for a median and names nobody."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Mapping
from datetime import UTC, date, datetime, timedelta
from math import ceil

from django.db.models import F
from django.utils import timezone

from figures.models import Pace, Waiting, Way
from games.models import Game
from games.play.clock import is_live
from games.play.settings import GameSettings
from lobby.publishing import LobbyEvent, TableStarted, WishesMet, WishesUnmet

MINUTE, HOUR, DAY = 60, 60 * 60, 24 * 60 * 60
BOUNDS = (
    *(15, 30, 45, MINUTE, 90, 2 * MINUTE, 3 * MINUTE, 5 * MINUTE, 10 * MINUTE, 15 * MINUTE),
    *(30 * MINUTE, HOUR, 2 * HOUR, 4 * HOUR, 8 * HOUR),
    *(DAY, 2 * DAY, 4 * DAY, 7 * DAY, 14 * DAY, 28 * DAY, 366 * DAY),
)
"""The steps of waiting, in seconds: each is about half as long again as the one before, and the
times that the club aims at are among them."""


def note_waiting(event: LobbyEvent) -> None:
    """Counts what an event of the lobby says about waiting, in its transaction."""
    if isinstance(event, TableStarted):
        slow = pace_of(event.game.settings) == Pace.CORRESPONDENCE
        _count(event.game, Way.DAILY_TABLE if slow else Way.TABLE, event.waited)
    elif isinstance(event, WishesMet):
        _count(event.game, Way(event.pace), event.waited)
    elif isinstance(event, WishesUnmet) and event.count:
        _add(week_of(timezone.now()), "", Way(event.pace), None, event.count)


def pace_of(settings: GameSettings) -> Pace:
    """The pace of a game with these settings."""
    return Pace.LIVE if is_live(settings) else Pace.CORRESPONDENCE


def week_of(moment: datetime) -> date:
    """The Monday of a moment's week, by UTC."""
    day = moment.astimezone(UTC).date()
    return day - timedelta(days=day.weekday())


def bound_of(waited: timedelta) -> int:
    """The first of :data:`BOUNDS` that is not shorter; the last one for all that is longer.

    >>> bound_of(timedelta(seconds=61)), bound_of(timedelta(0)), bound_of(timedelta(days=999))
    (90, 15, 31622400)
    """
    return BOUNDS[min(bisect_left(BOUNDS, waited.total_seconds()), len(BOUNDS) - 1)]


def waited_by(waits: Mapping[int, int], share: float, unmet: int = 0) -> int | None:
    """Within how many seconds this share of the people had their game, by the step of time that
    holds it; None if fewer had one at all. ``waits``: people by bound; ``unmet``: those who got no
    game.

    >>> waited_by({60: 5, 300: 4, 900: 1}, 0.5), waited_by({60: 5, 300: 4, 900: 1}, 0.9)
    (60, 300)
    """
    wanted = ceil(share * (sum(waits.values()) + unmet))
    passed = 0
    for bound in sorted(waits):
        passed += waits[bound]
        if passed >= wanted:
            return bound
    return None


def _count(game: Game, way: Way, waited: Iterable[timedelta]) -> None:
    week = week_of(game.started_at)
    for bound, count in sorted(Counter(map(bound_of, waited)).items()):
        _add(week, game.variant, way, bound, count)


def _add(week: date, variant: str, way: Way, within: int | None, count: int) -> None:
    row, _ = Waiting.objects.get_or_create(week=week, variant=variant, way=way, within=within)
    Waiting.objects.filter(pk=row.pk).update(count=F("count") + count)
