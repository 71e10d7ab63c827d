"""What a member's page tells, and whom: games that are public, or that the viewer plays in."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.core.cache import cache
from django.db.models import Count, Exists, F, OuterRef, Q, QuerySet

from accounts.models import Preferences, User
from engines.game import Game as Engine
from engines.registry import GAMES
from games.models import Game, Seat, Step
from ratings.curve import Curve, Point, curve_of
from ratings.models import Result, Standing
from ratings.words import ladder_in_words

MOST_GAMES = 6
MOST_OPPONENTS = 10
MOST_POINTS = 100
"""Games that a curve shows."""
TURNS_LOOKED_AT = 100
GAMES_LOOKED_AT = 40
"""Of the games that began last, the turns of so many are looked at."""
KEPT_SECONDS = 60

GOING_ON = [Game.Status.RUNNING, Game.Status.PAUSED]


@dataclass(frozen=True)
class Tally:
    """How many games of a kind a member has finished, and how many as the first, alone or with
    others."""

    engine: Engine[Any]
    games: int
    first: int


@dataclass(frozen=True)
class OnLadder:
    """Where the member stands on a ladder, and how they came there."""

    slug: str
    name: str
    standing: Standing
    curve: Curve | None


@dataclass(frozen=True)
class Turns:
    """Of the last turns in which the member was awaited, how many they missed."""

    awaited: int
    missed: int


@dataclass(frozen=True)
class Opponent:
    """Somebody with whom the member finished games; ``ahead``: how often the member was ahead,
    ``behind``: how often behind."""

    name: str
    games: int
    ahead: int
    behind: int


def shows_itself(member: User, viewer: User | None) -> bool:
    """Whether the viewer (None: a visitor) may see the member's page."""
    return viewer is not None or not Preferences.of(member).hides_profile


def seats_shown(member: User, viewer: User | None) -> QuerySet[Seat]:
    """The member's seats in games that the viewer may know of: public ones, and their own."""
    seats = Seat.objects.filter(user=member).order_by()
    public = Q(game__listed=True)
    if viewer is None:
        return seats.filter(public)
    own = Exists(Seat.objects.filter(game=OuterRef("game"), user=viewer))
    return seats.filter(public | Q(own))


def games_now(member: User, viewer: User | None) -> QuerySet[Game]:
    """The running games in which the member has a seat, newest first."""
    seats = seats_shown(member, viewer).filter(left_why="", game__status__in=GOING_ON)
    return _games(seats).order_by("-started_at", "-pk")


def games_finished(member: User, viewer: User | None) -> QuerySet[Game]:
    """The finished games in which the member played, the last one first."""
    seats = seats_shown(member, viewer).filter(game__status=Game.Status.FINISHED)
    return _games(seats).order_by("-finished_at", "-pk")


def _games(seats: QuerySet[Seat]) -> QuerySet[Game]:
    return Game.objects.filter(pk__in=seats.values("game")).prefetch_related("seats__user")


def tallies(member: User, viewer: User | None) -> list[Tally]:
    """The results of each game, in the order of the club's games."""
    finished = seats_shown(member, viewer).filter(game__status=Game.Status.FINISHED)
    first = Count("pk", filter=Q(rank=1, left_why=""))
    counted = finished.values("game__variant").annotate(games=Count("pk"), first=first)
    found = {each["game__variant"]: each for each in counted}
    return [
        Tally(engine, found[engine.slug]["games"], found[engine.slug]["first"])
        for engine in GAMES
        if engine.slug in found
    ]


def on_ladders(member: User) -> list[OnLadder]:
    """Where the member stands, the ladder with the most games first. Rated games are public."""
    standings = list(Standing.objects.filter(member=member).order_by("-games", "ladder"))
    return [
        OnLadder(
            standing.ladder,
            ladder_in_words(standing.ladder),
            standing,
            curve_of(_points(member, standing.ladder)),
        )
        for standing in standings
    ]


def _points(member: User, ladder: str) -> list[Point]:
    """The member's rating after each of the last games there, the first one first."""
    rated = Result.objects.filter(member=member, ladder=ladder, mu__isnull=False)
    last = rated.select_related("rated_game__game").order_by("-ended_at", "-rated_game")
    found = list(last[: MOST_POINTS + 1])[::-1]
    points = []
    before: int | None = None
    for result in found:
        skill = result.skill
        assert skill is not None
        game = result.rated_game.game
        points.append(
            Point(
                result.ended_at,
                game.title,
                game.get_absolute_url(),
                result.place,
                skill.rating,
                skill.uncertainty,
                None if before is None else skill.rating - before,
            )
        )
        before = skill.rating
    return points[-MOST_POINTS:]


def last_turns(member: User) -> Turns:
    """How reliably the member chooses in time, in public games, of which everybody may read as
    much in their logs. Steps of before missed turns were noted with them are left out."""
    key = f"ratings:turns:{member.pk}"
    kept: Turns | None = cache.get(key)
    if kept is None:
        kept = _read_turns(member)
        cache.set(key, kept, KEPT_SECONDS)
    return kept


def _read_turns(member: User) -> Turns:
    seats = Seat.objects.filter(user=member, engine_plays=False, game__listed=True)
    newest = seats.order_by("-game__started_at", "-game")[:GAMES_LOOKED_AT]
    numbers = dict(newest.values_list("game", "number"))
    steps = Step.objects.filter(
        game__in=numbers, number__gt=0, missed__isnull=False, leave__isnull=True
    )
    found = steps.order_by("-resolved_at", "-game", "-number")
    awaited = missed = 0
    for game, actions, absent in found.values_list("game", "actions", "missed").iterator():
        number = numbers[game]
        if number in (absent or ()):
            missed += 1
        elif str(number) not in (actions or {}):
            continue
        awaited += 1
        if awaited == TURNS_LOOKED_AT:
            break
    return Turns(awaited, missed)


def opponents(member: User, viewer: User | None) -> list[Opponent]:
    """The people with whom the member finished most games."""
    finished = seats_shown(member, viewer).filter(game__status=Game.Status.FINISHED)
    others = (
        Seat.objects.filter(
            game__in=finished.values("game"), user__is_active=True, user__is_bot=False
        )
        .exclude(user=member)
        .order_by()
    )
    mine = Seat.objects.filter(game=OuterRef("game"), user=member).values("rank")[:1]
    compared = others.annotate(mine=mine)
    counted = compared.values(name=F("user__username")).annotate(
        games=Count("pk"),
        ahead=Count("pk", filter=Q(rank__gt=F("mine"))),
        behind=Count("pk", filter=Q(rank__lt=F("mine"))),
    )
    most = counted.order_by("-games", "name")[:MOST_OPPONENTS]
    return [Opponent(each["name"], each["games"], each["ahead"], each["behind"]) for each in most]
