"""Counts the figures of a week anew from the rows of its games. Members are told apart only while
this runs; what is stored are numbers."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, time, timedelta
from typing import Any

from django.db.models import Count, Exists, OuterRef, Q, QuerySet, Subquery

from figures.models import WeekOfGames
from figures.waiting import pace_of, week_of
from games.models import Game, Seat, Step, Tenure
from games.play.rows import LeftWhy

WEEK = timedelta(days=7)

ENDS_KEPT = 26
"""So many weeks after its first turn, the end of a game is still counted."""

GAMES_AT_ONCE = 200
"""How many games' steps are read by one statement."""

PERSON = Q(tenures__member=None) | Q(tenures__member__is_bot=False)
"""The tenures of people. Those of deleted accounts are among them, also those of members' bots that
have been retired: nothing is kept that tells them apart."""

GONE = {LeftWhy.ABSENT, LeftWhy.AWAY, LeftWhy.REMOVED, LeftWhy.GONE, LeftWhy.VOTED_OUT}
"""Reasons for leaving that break a game off. Whoever resigns has played it to its end."""

Key = tuple[str, str, bool]
"""A game, a pace, and whether against bots alone; the first two empty for all games."""

Resolved = tuple[int, Any, Any]
"""A step: its number, the actions by seat, and the seats that missed it; None where nobody could
act."""

ALL_GAMES: Key = ("", "", False)


@dataclass
class Played:
    """The turns of one game at one pace in a week. ``members``: the keys of those who began a game
    or chose in one."""

    chosen: int = 0
    missed: int = 0
    members: set[int] = field(default_factory=set)


@dataclass
class Begun:
    """What became of the games that began in a week."""

    begun: int = 0
    finished: int = 0
    given_up: int = 0
    cancelled: int = 0


@dataclass(frozen=True)
class _Sat:
    """A person on a seat, from the step after ``first`` to ``last``; ``member`` None if the account
    is gone."""

    member: int | None
    first: int
    last: int | None


def count_figures(now: datetime) -> list[date]:
    """Counts what is due: the present week so far, each week once it has ended, and again a week
    later, when it is known who played again; and how older games have ended. Returns the weeks
    whose turns were counted."""
    first = first_week(now)
    if first is None:
        return []
    weeks = [first + number * WEEK for number in range((week_of(now) - first) // WEEK + 1)]
    counted = dict(
        WeekOfGames.objects.filter(variant="", against_bots=False).values_list("week", "counted_at")
    )
    due = [week for week in weeks if is_due(week, counted.get(week), now)]
    store_begun(games_begun(first, now))
    for week in due:
        store_played(week, now)
    return due


def first_week(now: datetime) -> date | None:
    """The week of the oldest game that is counted; None if there is none."""
    earliest = start_of(week_of(now) - (ENDS_KEPT - 1) * WEEK)
    began = Game.objects.filter(started_at__gte=earliest).order_by("started_at")
    found = began.values_list("started_at", flat=True).first()
    return None if found is None else week_of(found)


def is_due(week: date, counted_at: datetime | None, now: datetime) -> bool:
    """Whether the turns of a week are to be counted (again)."""
    if counted_at is None or now < start_of(week + WEEK):
        return True
    passed = [end for end in (start_of(week + WEEK), start_of(week + 2 * WEEK)) if end <= now]
    return counted_at < max(passed)


def start_of(week: date) -> datetime:
    """The moment at which a week begins, by UTC."""
    return datetime.combine(week, time(), UTC)


def games_begun(first: date, now: datetime) -> dict[date, dict[Key, Begun]]:
    """What became of the games that began from the week ``first`` on, by week."""
    last_left = Seat.objects.filter(game=OuterRef("pk"), left_at_step__isnull=False)
    games = counted_games().filter(started_at__gte=start_of(first), started_at__lte=now)
    rows = games.annotate(
        people=Count("tenures__seat", filter=PERSON, distinct=True),
        last=Subquery(last_left.order_by("-left_at_step").values("left_why")[:1]),
    ).values_list("started_at", "variant", "settings", "people", "status", "outcome", "last")
    found: dict[date, dict[Key, Begun]] = defaultdict(lambda: defaultdict(Begun))
    for began, variant, settings, people, status, outcome, last in rows.order_by().iterator():
        for key in _keys(variant, pace_of(settings), people):
            tally = found[week_of(began)][key]
            tally.begun += 1
            tally.cancelled += status == Game.Status.CANCELLED
            if status == Game.Status.FINISHED:
                broken_off = (outcome or {}).get("reason") == "leave" and last in GONE
                tally.given_up += broken_off
                tally.finished += not broken_off
    return found


def played_in(week: date) -> dict[Key, Played]:
    """The turns of people in a week."""
    begins, ends = start_of(week), start_of(week + WEEK)
    live = Q(finished_at=None) | Q(finished_at__gte=begins)
    games = list(
        counted_games()
        .filter(live, started_at__lt=ends)
        .only("variant", "settings", "started_at")
        .order_by("pk")
    )
    found: dict[Key, Played] = defaultdict(Played)
    for first in range(0, len(games), GAMES_AT_ONCE):
        some = {game.pk: game for game in games[first : first + GAMES_AT_ONCE]}
        steps = Step.objects.filter(
            game__in=some, number__gt=0, resolved_at__gte=begins, resolved_at__lt=ends
        ).order_by()
        by_game: dict[int, list[Resolved]] = defaultdict(list)
        for step in steps.values_list("game_id", "number", "actions", "missed"):
            by_game[step[0]].append(step[1:])
        for pk, sat in _who_sat(some).items():
            game = some[pk]
            tally = _tally(sat, by_game[pk], began=game.started_at >= begins)
            for key in _keys(game.variant, pace_of(game.settings), len(sat)):
                found[key].chosen += tally.chosen
                found[key].missed += tally.missed
                found[key].members |= tally.members
    return found


def _tally(
    sat: Mapping[int, Sequence[_Sat]],
    steps: Iterable[Resolved],
    *,
    began: bool,
) -> Played:
    """What people did in these steps of a game. ``began``: whether it began in the week."""
    tally = Played()
    for number, actions, missed in steps:
        chose = [_person(sat, int(seat), number) for seat in actions or ()]
        tally.chosen += sum(who is not None for who in chose)
        tally.missed += sum(_person(sat, seat, number) is not None for seat in missed or ())
        tally.members |= {who.member for who in chose if who and who.member is not None}
    if began:
        first = (who for each in sat.values() for who in each if who.first == 0)
        tally.members |= {who.member for who in first if who.member is not None}
    return tally


def store_begun(found: Mapping[date, Mapping[Key, Begun]]) -> None:
    """Stores what became of the games of these weeks."""
    rows = [
        WeekOfGames(**_columns(week, key), **vars(tally), counted_at=start_of(week))
        for week, tallies in found.items()
        for key, tally in tallies.items()
    ]
    _upsert(rows, ["begun", "finished", "given_up", "cancelled"])


def store_played(week: date, now: datetime) -> None:
    """Counts and stores the turns of a week, its members, and how many of them played again in the
    week after."""
    played = played_in(week)
    later: set[int] | None = None
    if start_of(week + 2 * WEEK) <= now:
        later = set().union(*(tally.members for tally in played_in(week + WEEK).values()))
    rows = [
        WeekOfGames(
            **_columns(week, key),
            chosen=tally.chosen,
            missed=tally.missed,
            members=len(tally.members),
            came_back=None if later is None else len(tally.members & later),
            counted_at=now,
        )
        for key, tally in {ALL_GAMES: Played(), **played}.items()
    ]
    _upsert(rows, ["chosen", "missed", "members", "came_back", "counted_at"])


def counted_games() -> QuerySet[Game]:
    """The games that are counted: those of members."""
    guests = Seat.objects.filter(game=OuterRef("pk"), user__is_guest=True)
    return Game.objects.filter(~Exists(guests))


def _keys(variant: str, pace: str, people: int) -> tuple[Key, ...]:
    """The rows in which a game is counted: its own, and that of all games. Games without people
    are in none."""
    if not people:
        return ()
    return (variant, pace, people == 1), ("", "", people == 1)


def _columns(week: date, key: Key) -> dict[str, Any]:
    variant, pace, against_bots = key
    return {"week": week, "variant": variant, "pace": pace, "against_bots": against_bots}


def _upsert(rows: Sequence[WeekOfGames], changed: Sequence[str]) -> None:
    WeekOfGames.objects.bulk_create(
        rows,
        update_conflicts=True,
        unique_fields=["week", "variant", "pace", "against_bots"],
        update_fields=changed,
    )


def _who_sat(games: Iterable[int]) -> dict[int, dict[int, list[_Sat]]]:
    """The people who had seats in these games, by game and seat. Seats that only bots had are left
    out, and so are games without people."""
    tenures = (
        Tenure.objects.filter(Q(member=None) | Q(member__is_bot=False), game__in=games)
        .order_by()
        .values_list("game_id", "seat__number", "member_id", "from_step", "to_step")
    )
    found: dict[int, dict[int, list[_Sat]]] = defaultdict(lambda: defaultdict(list))
    for game, seat, member, first, last in tenures:
        found[game][seat].append(_Sat(member, first, last))
    return found


def _person(sat: Mapping[int, Sequence[_Sat]], seat: int, step: int) -> _Sat | None:
    """The person who had the seat in a step; None if a bot had it, or nobody."""
    for who in sat.get(seat, ()):
        if who.first < step and (who.last is None or step <= who.last):
            return who
    return None
