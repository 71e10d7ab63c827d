"""Pairs of members whose games with each other end early, for moderators to look at.

A very short game is not rated (:mod:`games.play.rating`). Members who want to manipulate ratings
therefore play just long enough, miss turns in between, or let a bot go on. So the list looks
neither at how a game ended nor at its number of turns, but at the number of turns in which each of
the two chose themselves. Being on the list has no consequences: people decide whether anything is
wrong.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import combinations
from statistics import median

from accounts.models import User
from games.models import Game, Tenure
from games.play.rating import FEWEST_TURNS
from ratings.models import RatedGame

WINDOW = timedelta(weeks=8)
FEWEST_EARLY = 3
"""A pair is shown if at least this many of its games ended early."""

JUST_ENOUGH = FEWEST_TURNS + 1
"""Choosing in this many turns or fewer is early on any board."""
EARLY_TURNS = 10
"""Fewer turns than this are early if the usual length is unknown, for lack of games."""
ENOUGH_GAMES = 5
"""With at least this many games of a kind, their median is the usual length."""

MOST_GAMES = 3000
"""Only this many games are read, the last ones, so that the page stays quick."""


@dataclass(frozen=True)
class EarlyGame:
    """A game of a pair that ended early.

    ``turns``: the number of turns in which each of the two chose, or the smaller number if they
    differ. ``ahead``: which of the two finished ahead; None if neither did or there is no result.
    ``is_rated``: a moderator can strike the game, or let it count again.
    """

    game: Game
    turns: int
    ahead: User | None
    is_rated: bool


@dataclass(frozen=True)
class Pair:
    """Two members, the number of ``games`` that they played with each other lately, and those that
    ended early."""

    one: User
    other: User
    games: int
    early: Sequence[EarlyGame]

    @property
    def ahead(self) -> list[tuple[User, int]]:
        """How often each of the two finished ahead in the games that ended early."""
        who = [each.ahead for each in self.early]
        return [(member, who.count(member)) for member in (self.one, self.other)]


def pairs_that_end_early(now: datetime) -> list[Pair]:
    """The pairs of the last weeks (:data:`WINDOW`), the one with the most games that ended early
    first. Takes four database queries, however many pairs there are."""
    games = _games(now)
    held = _held(games)
    usual = _usual_turns(games)
    rated = set(RatedGame.objects.filter(pk__in=games).values_list("pk", flat=True))
    together: dict[tuple[int, int], int] = defaultdict(int)
    early: dict[tuple[int, int], list[EarlyGame]] = defaultdict(list)
    members: dict[int, User] = {}
    for key, game in games.items():
        in_order = sorted(held[key], key=lambda tenure: tenure.member_id or 0)
        for one, other in combinations(in_order, 2):
            assert one.member is not None
            assert other.member is not None
            pair = one.member.pk, other.member.pk
            if pair[0] == pair[1]:
                continue
            members[pair[0]], members[pair[1]] = one.member, other.member
            together[pair] += 1
            turns = min(_turns(game, one), _turns(game, other))
            if _is_early(turns, usual.get(_kind(game))):
                found = EarlyGame(game, turns, _ahead(one, other), key in rated)
                early[pair].append(found)
    shown = [
        Pair(members[one], members[other], together[one, other], each)
        for (one, other), each in early.items()
        if len(each) >= FEWEST_EARLY
    ]
    return sorted(shown, key=lambda pair: (-len(pair.early), pair.one.username))


def _games(now: datetime) -> dict[int, Game]:
    """The games by key that ended lately and were meant to be rated, including cancelled ones; the
    last one first."""
    over = Game.objects.filter(listed=True, finished_at__gt=now - WINDOW)
    columns = ("public_id", "title", "variant", "options", "settings", "status", "outcome")
    read = over.only(*columns, "turns_chosen", "finished_at", "unrated")
    found = read.order_by("-finished_at", "-pk")[:MOST_GAMES]
    return {game.pk: game for game in found if game.settings.rated}


def _held(games: Iterable[int]) -> dict[int, list[Tenure]]:
    """The tenures of people, not bots, in these games, by game."""
    tenures = Tenure.objects.filter(game__in=list(games), member__is_bot=False)
    held: dict[int, list[Tenure]] = defaultdict(list)
    for tenure in tenures.select_related("seat", "member").order_by("game", "pk"):
        held[tenure.game_id].append(tenure)
    return held


def _turns(game: Game, tenure: Tenure) -> int:
    """The number of turns in which people chose on the member's seat."""
    turns, _last = (game.turns_chosen or {}).get(str(tenure.seat.number), (0, 0))
    return int(turns)


def _ahead(one: Tenure, other: Tenure) -> User | None:
    """Which of the two finished ahead; None if neither did or there is no result. Players who
    stayed are ordered by rank; those who left come after them, the last to leave first."""
    first, second = _order(one), _order(other)
    if first is None or second is None or first == second:
        return None
    return one.member if first < second else other.member


def _order(tenure: Tenure) -> tuple[int, int] | None:
    if tenure.why in ("", Tenure.Why.OVER):
        return None if tenure.seat.rank is None else (0, tenure.seat.rank)
    return 1, -(tenure.to_step or 0)


def _kind(game: Game) -> tuple[str, str]:
    """The kind of a game, for comparing lengths: its rules and options."""
    return game.variant, json.dumps(game.options, sort_keys=True)


def _usual_turns(games: dict[int, Game]) -> dict[tuple[str, str], float]:
    """The usual number of turns in which a player chooses, by kind of game; from games that were
    played to their end. Kinds with too few such games are left out."""
    found: dict[tuple[str, str], list[int]] = defaultdict(list)
    for game in games.values():
        turns = sorted(int(turns) for turns, _last in (game.turns_chosen or {}).values())
        by_rules = game.outcome is not None and game.outcome["reason"] not in ("leave", "agreement")
        if by_rules and len(turns) > 1:
            found[_kind(game)].append(turns[-2])
    return {kind: median(each) for kind, each in found.items() if len(each) >= ENOUGH_GAMES}


def _is_early(turns: int, usual: float | None) -> bool:
    if turns <= JUST_ENOUGH:
        return True
    return turns < EARLY_TURNS if usual is None else turns < usual / 2
