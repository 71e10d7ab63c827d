"""What a member's page shows a viewer: public games, and games in which the viewer plays too."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from operator import itemgetter
from typing import Any

from django.conf import settings as site_settings
from django.core.cache import cache as shared_cache
from django.db.models import Count, Exists, OuterRef, Q, QuerySet, Value
from django.urls import reverse

from accounts.models import Preferences, User
from database.queries import KEY, Compiled, compiled
from engines.registry import GAMES
from engines.rules import Rules
from games.archive.listing import games_of
from games.models import ArchivedPlayer, Game, Step, Tenure
from games.pages.words import reliability_in_words
from games.play.reliability import LIMITS, Limit, Part
from games.play.rows import GOING_ON
from games.store.punctuality import punctuality_of
from ratings.curve import Curve, Point, curve_of
from ratings.ladders import ladder_in_words
from ratings.models import Result, Standing
from ratings.skill import Skill

MOST_GAMES = 6
MOST_OPPONENTS = 10
MOST_GAMES_MET_IN = 500
"""Opponents are counted in this many of a member's games at most: those that ended last."""
MOST_POINTS = 100
"""The most games that a curve shows."""
TURNS_LOOKED_AT = 100
GAMES_LOOKED_AT = 40
"""Turns are counted in this many games, those that began last."""
KEPT_SECONDS = 60

MEMBER, ANOTHER = User(pk=KEY), User(pk=KEY - 1)
"""The member and another viewer, while the SQL for their pages is made."""
STAND_INS = {"member": MEMBER.pk, "viewer": ANOTHER.pk}

MET = """
SELECT u.username, met.games, met.ahead, met.behind
FROM (
    SELECT other.member_id, count(*) AS games,
        count(*) FILTER (WHERE other.place > own.place) AS ahead,
        count(*) FILTER (WHERE other.place < own.place) AS behind
    FROM ({played}) own
    JOIN games_archivedplayer other
        ON other.game_id = own.game_id AND other.member_id <> {member}
    GROUP BY other.member_id
) met
JOIN accounts_user u ON u.id = met.member_id
LEFT JOIN accounts_preferences p ON p.user_id = u.id
WHERE u.is_active AND NOT u.is_bot AND ({any} OR p.hides_profile IS NOT TRUE)
ORDER BY met.games DESC, u.username LIMIT {most}
"""


@dataclass(frozen=True)
class Tally:
    """How many games of a kind a member has finished, and in how many of them they came first,
    alone or tied."""

    engine: Rules[Any]
    games: int
    first: int


@dataclass(frozen=True)
class OnLadder:
    """A member's standing on a ladder, and the curve of their rating."""

    slug: str
    name: str
    standing: Standing
    curve: Curve | None


@dataclass(frozen=True)
class Turns:
    """The last turns in which the member had to choose: how many there were (``awaited``), and how
    many of them were ``missed``."""

    awaited: int
    missed: int


@dataclass(frozen=True)
class Opponent:
    """Somebody with whom the member finished games. ``ahead``, ``behind``: how often the member
    finished ahead of them or behind them."""

    name: str
    games: int
    ahead: int
    behind: int


def shows_itself(member: User, viewer: User | None) -> bool:
    """Whether the viewer (None: a visitor) may see the member's page."""
    return viewer is not None or not Preferences.of(member).hides_profile


def stand_in(member: User, viewer: User | None) -> User | None:
    """Who stands for the viewer while SQL is made for a member's page."""
    if viewer is None:
        return None
    return MEMBER if viewer == member else ANOTHER


def keys_of(member: User, viewer: User | None) -> dict[str, Any]:
    """The values for :data:`STAND_INS`."""
    return {"member": member.pk, "viewer": None if viewer is None else viewer.pk}


def tenures_shown(member: User, viewer: User | None) -> QuerySet[Tenure]:
    """The member's tenures, at most one a game, in games that the viewer may know of: public ones
    and the viewer's own."""
    tenures = Tenure.objects.filter(member=member).order_by()
    if viewer == member:
        return tenures
    public = Q(game__listed=True)
    if viewer is None:
        return tenures.filter(public)
    own = Exists(Tenure.objects.filter(game=OuterRef("game"), member=viewer))
    return tenures.filter(public | Q(own))


def finished_shown(member: User, viewer: User | None) -> QuerySet[ArchivedPlayer]:
    """The finished games in which the member played, to the end or not, as far as the viewer may
    know of them: public ones and the viewer's own."""
    played = ArchivedPlayer.objects.filter(member=member).order_by()
    if viewer == member:
        return played
    public = Q(public=True)
    if viewer is None:
        return played.filter(public)
    own = Exists(ArchivedPlayer.objects.filter(game=OuterRef("game"), member=viewer))
    return played.filter(public | Q(own))


@dataclass(frozen=True)
class GamesShown:
    """A member's newest games, running and finished, and how many are running in all."""

    running: Sequence[Game]
    running_count: int
    finished: Sequence[Game]


def games_shown(member: User, viewer: User | None) -> GamesShown:
    """The running games in which the member has a seat, the last to begin first, and the finished
    ones, the last to end first; as far as the viewer may know of them."""
    found = _running_and_last(stand_in(member, viewer)).rows(**keys_of(member, viewer))
    rows = sorted(found, key=itemgetter(1, 2), reverse=True)
    running = [key for is_running, _, key in rows if is_running]
    finished = [key for is_running, _, key in rows if not is_running]
    shown = running[:MOST_GAMES]
    games = {game.pk: game for game in games_of([*shown, *finished])}
    return GamesShown(
        running=[games[key] for key in shown if key in games],
        running_count=len(running),
        finished=[games[key] for key in finished if key in games],
    )


@cache
def _running_and_last(viewer: User | None) -> Compiled:
    playing = tenures_shown(MEMBER, viewer).filter(to_step=None, game__status__in=GOING_ON)
    began = playing.values_list(Value(True), "game__started_at", "game")
    over = finished_shown(MEMBER, viewer).order_by("-finished_at", "-game")
    ended = over.values_list(Value(False), "finished_at", "game")[:MOST_GAMES]
    return compiled("{rows}", STAND_INS, rows=began.union(ended, all=True))


@dataclass(frozen=True)
class Finished:
    """How many games a member has finished: of each kind, in the order of the club's games, and in
    total."""

    tallies: Sequence[Tally]
    games: int


def finished_games(member: User, viewer: User | None) -> Finished:
    """The numbers of games that the member has finished, as far as the viewer may know of them."""
    counted = _counted(stand_in(member, viewer)).rows(**keys_of(member, viewer))
    found = {slug: (games, first) for slug, games, first in counted}
    return Finished(
        [Tally(engine, *found[engine.slug]) for engine in GAMES if engine.slug in found],
        sum(games for games, _ in found.values()),
    )


@cache
def _counted(viewer: User | None) -> Compiled:
    kinds = finished_shown(MEMBER, viewer).values("variant")
    # Counts games and not rows, because the index of a member's games lacks the row's own key.
    counted = kinds.annotate(games=Count("game"), first=Count("game", filter=Q(place=1)))
    return compiled(
        "{counted}", STAND_INS, counted=counted.values_list("variant", "games", "first")
    )


def on_ladders(member: User) -> list[OnLadder]:
    """The member's ladders, the one with the most games first. Everybody may see them, as rated
    games are public."""
    standings = list(Standing.objects.filter(member=member).order_by("-games", "ladder"))
    points = _points(member, [standing.ladder for standing in standings])
    return [
        OnLadder(
            standing.ladder,
            ladder_in_words(standing.ladder),
            standing,
            curve_of(points[standing.ladder]),
        )
        for standing in standings
    ]


def _points(member: User, ladders: Sequence[str]) -> dict[str, list[Point]]:
    """By ladder, the member's rating after each of their last games on it, oldest first."""
    asked = {f"ladder {number}": ladder for number, ladder in enumerate(ladders)}
    found = _last_results(len(ladders)).rows(member=member.pk, **asked) if ladders else []
    rows = sorted(found, key=itemgetter(1, 2))
    points: dict[str, list[Point]] = {ladder: [] for ladder in ladders}
    for ladder, ended_at, _, place, mu, sigma, title, public_id in rows:
        skill, before = Skill(mu, sigma), points[ladder]
        change = skill.rating - before[-1].rating if before else None
        address = reverse("game", args=[public_id])
        point = Point(ended_at, title, address, place, skill.rating, skill.uncertainty, change)
        before.append(point)
    return {ladder: found[-MOST_POINTS:] for ladder, found in points.items()}


@cache
def _last_results(ladders: int) -> Compiled:
    """The member's last rated games on each of so many ladders."""
    game = "rated_game__game"
    rated = Result.objects.filter(member=KEY, mu__isnull=False, sigma__isnull=False)
    columns = rated.order_by("-ended_at", "-rated_game").values_list(
        *("ladder", "ended_at", "rated_game", "place", "mu", "sigma"),
        *(f"{game}__title", f"{game}__public_id"),
    )
    names = [f"ladder {number}" for number in range(ladders)]
    # One more than the curve shows, to know how the first game shown changed the rating.
    last = [columns.filter(ladder=name)[: MOST_POINTS + 1] for name in names]
    rows = last[0].union(*last[1:], all=True)
    return compiled("{rows}", {"member": KEY, **{name: name for name in names}}, rows=rows)


@dataclass(frozen=True)
class ShownReliability:
    """How reliable a member is: the ``word`` is for everybody, all else for the member.

    ``games``: how many games it comes from, and how many of them were ``late``. ``until_reliable``:
    how many more must be played well. ``limit``: how many games the member may have running.
    """

    word: str
    games: int
    late: int
    until_reliable: int
    limit: Limit | None


def reliability(member: User) -> ShownReliability | None:
    """How reliable the member is; None if the club does not note it."""
    if not site_settings.RELIABILITY:
        return None
    punctuality = punctuality_of(member)
    return ShownReliability(
        word=reliability_in_words(punctuality.word),
        games=len(punctuality.games),
        late=punctuality.games.count(Part.LATE),
        until_reliable=punctuality.games_until_reliable,
        limit=LIMITS.get(punctuality.word),
    )


def last_turns(member: User) -> Turns:
    """How many of their last turns the member missed, for the member alone. Counts only public
    games, and no steps from before missed turns were recorded."""
    key = f"ratings:turns:{member.pk}"
    kept: Turns | None = shared_cache.get(key)
    if kept is None:
        kept = _read_turns(member)
        shared_cache.set(key, kept, KEPT_SECONDS)
    return kept


def _read_turns(member: User) -> Turns:
    tenures = Tenure.objects.filter(member=member, game__listed=True)
    newest = tenures.order_by("-game__started_at", "-game")[:GAMES_LOOKED_AT]
    steps = Step.objects.filter(
        game__tenures__in=newest.values("pk"),
        number__gt=0,
        missed__isnull=False,
        leave__isnull=True,
    )
    found = steps.order_by("-resolved_at", "-game", "-number")
    columns = ("seat__number", "from_step", "to_step")
    had = [f"game__tenures__{column}" for column in columns]
    awaited = missed = 0
    played = found.values_list("number", "actions", "missed", *had)
    for step, actions, absent, number, begin, end in played.iterator():
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
    """The people with whom the member has finished the most of their last
    :data:`MOST_GAMES_MET_IN` games. Players who left count as behind everybody who was still
    playing then, whatever the seat's rank. Visitors are not shown those who hide their pages."""
    met = _met(stand_in(member, viewer), MOST_GAMES_MET_IN)
    values = {"any": viewer is not None, "most": MOST_OPPONENTS}
    return [Opponent(*row) for row in met.rows(**keys_of(member, viewer), **values)]


@cache
def _met(viewer: User | None, games: int) -> Compiled:
    newest = finished_shown(MEMBER, viewer).order_by("-finished_at", "-game_id")
    return compiled(MET, STAND_INS, played=newest.values("game_id", "place")[:games])
