"""What a member's page tells, and whom: games that are public, or that the viewer plays in."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.core.cache import cache
from django.db.models import Case, Count, Exists, F, OuterRef, Q, QuerySet, Value, When

from accounts.models import Preferences, User
from engines.registry import GAMES
from engines.rules import Rules
from games.models import Game, Step, Tenure
from ratings.curve import Curve, Point, curve_of
from ratings.models import Result, Standing
from ratings.words import ladder_in_words

MOST_GAMES = 6
MOST_OPPONENTS = 10
MOST_POINTS = 100
"""Games that a curve shows."""
TURNS_LOOKED_AT = 100
BEHIND_ALL = 1_000_000
"""A place after all ranks of a game, and so many steps more."""
GAMES_LOOKED_AT = 40
"""Of the games that began last, the turns of so many are looked at."""
KEPT_SECONDS = 60

GOING_ON = [Game.Status.RUNNING, Game.Status.PAUSED]


@dataclass(frozen=True)
class Tally:
    """How many games of a kind a member has finished, and how many as the first, alone or with
    others."""

    engine: Rules[Any]
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


def tenures_shown(member: User, viewer: User | None) -> QuerySet[Tenure]:
    """Where the member has or had a seat, at most one in a game, in games that the viewer may know
    of: public ones, and their own."""
    tenures = Tenure.objects.filter(member=member).order_by()
    public = Q(game__listed=True)
    if viewer is None:
        return tenures.filter(public)
    own = Exists(Tenure.objects.filter(game=OuterRef("game"), member=viewer))
    return tenures.filter(public | Q(own))


def games_now(member: User, viewer: User | None) -> QuerySet[Game]:
    """The running games in which the member has a seat, newest first."""
    tenures = tenures_shown(member, viewer).filter(why="", game__status__in=GOING_ON)
    return _games(tenures).order_by("-started_at", "-pk")


def games_finished(member: User, viewer: User | None) -> QuerySet[Game]:
    """The finished games in which the member played, to the end or not, the last one first."""
    tenures = tenures_shown(member, viewer).filter(game__status=Game.Status.FINISHED)
    return _games(tenures).order_by("-finished_at", "-pk")


def _games(tenures: QuerySet[Tenure]) -> QuerySet[Game]:
    games = Game.objects.filter(pk__in=tenures.values("game"))
    return games.prefetch_related("seats__user", "seats__former")


def tallies(member: User, viewer: User | None) -> list[Tally]:
    """The results of each game, in the order of the club's games."""
    finished = tenures_shown(member, viewer).filter(game__status=Game.Status.FINISHED)
    first = Count("pk", filter=Q(seat__rank=1, why=Tenure.Why.OVER))
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
    """How reliably the member chooses in time, in public games, of which everybody may read as much
    in their logs. Steps from before missed turns were noted are left out."""
    key = f"ratings:turns:{member.pk}"
    kept: Turns | None = cache.get(key)
    if kept is None:
        kept = _read_turns(member)
        cache.set(key, kept, KEPT_SECONDS)
    return kept


def _read_turns(member: User) -> Turns:
    tenures = Tenure.objects.filter(member=member, game__listed=True)
    newest = tenures.order_by("-game__started_at", "-game")[:GAMES_LOOKED_AT]
    columns = newest.values_list("game", "seat__number", "from_step", "to_step")
    had = {game: (number, begin, end) for game, number, begin, end in columns}
    steps = Step.objects.filter(
        game__in=had, number__gt=0, missed__isnull=False, leave__isnull=True
    )
    found = steps.order_by("-resolved_at", "-game", "-number")
    awaited = missed = 0
    played = found.values_list("game", "number", "actions", "missed")
    for game, step, actions, absent in played.iterator():
        number, begin, end = had[game]
        if step <= begin or (end is not None and step > end):
            continue  # somebody else had the seat
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
    finished = tenures_shown(member, viewer).filter(game__status=Game.Status.FINISHED)
    others = (
        Tenure.objects.filter(
            game__in=finished.values("game"), member__is_active=True, member__is_bot=False
        )
        .exclude(member=member)
        .order_by()
    )
    # Whoever left is behind everybody who was still playing then, whatever the rules give the seat.
    to_the_end = When(why=Tenure.Why.OVER, then=F("seat__rank"))
    place = Case(to_the_end, default=Value(BEHIND_ALL) - F("to_step"))
    mine = Tenure.objects.filter(game=OuterRef("game"), member=member)
    compared = others.annotate(place=place, mine=mine.annotate(place=place).values("place")[:1])
    counted = compared.values(name=F("member__username")).annotate(
        games=Count("pk"),
        ahead=Count("pk", filter=Q(place__gt=F("mine"))),
        behind=Count("pk", filter=Q(place__lt=F("mine"))),
    )
    most = counted.order_by("-games", "name")[:MOST_OPPONENTS]
    return [Opponent(each["name"], each["games"], each["ahead"], each["behind"]) for each in most]
