"""The rows of ladders and seasons. They are read by an index and cached for a minute."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any, TypeVar

from django.core.cache import cache
from django.db.models import Count, F, QuerySet, Sum, Window
from django.db.models.functions import Rank, RowNumber
from django.utils.dates import MONTHS
from django.utils.translation import gettext

from engines.registry import GAMES
from ratings.ladders import Pace, slug_of
from ratings.models import Result, Standing
from ratings.skill import PROVISIONAL, Skill

ACTIVE_DAYS = 90
"""Members who have finished no rated game in this many days are not on the ladder."""

KEPT_SECONDS = 60
AT_THE_TOP = 3
"""How many members of each ladder the overview shows."""
PAGE_LENGTH = 50
MOST_NEWCOMERS = 50
SEASON_LENGTH = 100

Kept = TypeVar("Kept")


@dataclass(frozen=True)
class LadderRow:
    """A member on a ladder. ``place``: equal ratings share a place. ``is_hidden``: visitors do not
    see the name."""

    place: int
    member: int
    name: str
    is_hidden: bool
    rating: int
    uncertainty: int
    games: int
    last_at: datetime


@dataclass(frozen=True)
class LadderPage:
    """A page of a ladder. ``total``: how many members have a place on the ladder; ``newcomers``:
    members with too few games for a place, on the first page only."""

    rows: Sequence[LadderRow]
    total: int
    newcomers: Sequence[LadderRow]


@dataclass(frozen=True)
class Scored:
    """A member's score in a season."""

    place: int
    member: int
    name: str
    is_hidden: bool
    points: int
    games: int


def top_of_ladders(now: datetime) -> dict[str, list[LadderRow]]:
    """The top :data:`AT_THE_TOP` of each ladder that is not empty, by its key."""

    def read() -> dict[str, list[LadderRow]]:
        first = Window(RowNumber(), partition_by=[F("ladder")], order_by=_ORDER)
        tops: dict[str, list[LadderRow]] = {}
        for standing in _placed(_active(now)).annotate(nth=first).filter(nth__lte=AT_THE_TOP):
            tops.setdefault(standing.ladder, []).append(_row(standing))
        return tops

    return _kept("tops", read)


def ladder_page(ladder: str, number: int, now: datetime) -> LadderPage:
    """The ladder's page ``number``, counted from 1."""

    def read() -> LadderPage:
        on_it = _active(now).filter(ladder=ladder)
        start = (number - 1) * PAGE_LENGTH
        newcomers = _of_active_members(now).filter(ladder=ladder, games__lt=PROVISIONAL)
        new = newcomers.order_by("-games", "-rating", "member__username")[:MOST_NEWCOMERS]
        return LadderPage(
            [_row(each) for each in _placed(on_it)[start : start + PAGE_LENGTH]],
            on_it.count(),
            [_row(each) for each in new] if number == 1 else [],
        )

    return _kept(f"ladder:{ladder}:{number}", read)


def place_of(standing: Standing, now: datetime) -> int | None:
    """The member's place on the ladder; None if they have none."""
    if standing.is_provisional or standing.last_at < now - timedelta(days=ACTIVE_DAYS):
        return None
    ahead = _active(now).filter(ladder=standing.ladder, rating__gt=standing.rating)
    return 1 + ahead.count()


def ratings_by_game(members: Collection[int], live: bool) -> Mapping[int, Mapping[str, int]]:
    """The ratings of these members in live games, or else in games by correspondence: by member,
    then by the game's slug. A game in which a member has no rating is left out."""
    pace = Pace.LIVE if live else Pace.CORRESPONDENCE
    games = {slug_of(engine.slug, pace): engine.slug for engine in GAMES}
    found: dict[int, dict[str, int]] = defaultdict(dict)
    standings = Standing.objects.filter(member__in=members, ladder__in=games)
    for member, ladder, rating in standings.values_list("member", "ladder", "rating"):
        found[member][games[ladder]] = rating
    return found


@dataclass(frozen=True)
class Season:
    """A quarter of a year, in UTC."""

    year: int
    quarter: int

    @classmethod
    def at(cls, now: datetime) -> Season:
        """The current season at ``now``."""
        utc = now.astimezone(UTC)
        return cls(utc.year, (utc.month + 2) // 3)

    @property
    def began(self) -> datetime:
        """The season's first moment."""
        return datetime(self.year, 3 * self.quarter - 2, 1, tzinfo=UTC)

    @property
    def ends(self) -> datetime:
        """The first moment after the season."""
        return self.next.began

    @property
    def next(self) -> Season:
        """The season after this one."""
        return Season(self.year + self.quarter // 4, self.quarter % 4 + 1)

    @property
    def previous(self) -> Season:
        """The season before this one."""
        first = self.quarter == 1
        return Season(self.year - first, 4 if first else self.quarter - 1)

    @property
    def in_words(self) -> str:
        """The season's months, such as "January to March 2026"."""
        first = 3 * self.quarter - 2
        values = {"first": MONTHS[first], "last": MONTHS[first + 2], "year": self.year}
        return gettext("%(first)s to %(last)s %(year)s") % values


def season_table(season: Season) -> list[Scored]:
    """The members with the most points in a season. Each rated game that ended in it gives a member
    two points for every player behind and one for every player tied with."""

    def read() -> list[Scored]:
        in_it = Result.objects.filter(
            ended_at__gte=season.began,
            ended_at__lt=season.ends,
            rated_game__struck_at=None,
            member__is_active=True,
        )
        name, hidden = F("member__username"), F("member__preferences__hides_profile")
        scored = (
            in_it.order_by()
            .values("member_id", name=name, hidden=hidden)
            .annotate(total=Sum("points"), games=Count("pk"))
            .annotate(place=Window(Rank(), order_by=[F("total").desc(), F("games").asc()]))
            .order_by("place", "name")
        )
        return [
            Scored(
                each["place"],
                each["member_id"],
                each["name"],
                bool(each["hidden"]),
                each["total"],
                each["games"],
            )
            for each in scored[:SEASON_LENGTH]
        ]

    return _kept(f"season:{season.year}:{season.quarter}", read)


def first_season() -> Season | None:
    """The season in which the first rated game ended; None if there is no rated game."""
    first = Result.objects.order_by("ended_at").values_list("ended_at", flat=True).first()
    return None if first is None else Season.at(first)


_ORDER = [F("rating").desc(), F("member__username").asc()]


def _of_active_members(now: datetime) -> QuerySet[Standing]:
    """The standings of members who have finished a rated game lately."""
    since = now - timedelta(days=ACTIVE_DAYS)
    rows = Standing.objects.filter(last_at__gte=since, member__is_active=True)
    return rows.annotate(name=F("member__username"), hidden=F("member__preferences__hides_profile"))


def _active(now: datetime) -> QuerySet[Standing]:
    """The standings of such members with enough games for a place."""
    return _of_active_members(now).filter(games__gte=PROVISIONAL)


def _placed(standings: QuerySet[Standing]) -> QuerySet[Standing]:
    place = Window(Rank(), partition_by=[F("ladder")], order_by=[F("rating").desc()])
    return standings.annotate(place=place).order_by("ladder", "place", "member__username")


def _row(standing: Any) -> LadderRow:
    return LadderRow(
        getattr(standing, "place", 0),
        standing.member_id,
        standing.name,
        bool(standing.hidden),
        standing.rating,
        Skill(standing.mu, standing.sigma).uncertainty,
        standing.games,
        standing.last_at,
    )


def _kept(name: str, read: Callable[[], Kept]) -> Kept:
    key = f"ratings:{name}"
    kept: Kept | None = cache.get(key)
    if kept is None:
        kept = read()
        cache.set(key, kept, KEPT_SECONDS)
    return kept
