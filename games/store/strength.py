"""How strong members and bots are. The app that rates games says it, as ``games`` does not know
that app."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass

Ratings = Mapping[int, Mapping[str, int]]
"""Members' ratings: by their keys, then by the game's slug."""


@dataclass(frozen=True)
class RatingSource:
    """``read(members, live)``: the ratings that these members have, in live games or else in games
    by correspondence. ``newcomer``: the rating of somebody who has none yet. ``bots(variant)``: the
    ratings of a game's bots by level, of those that have played enough."""

    read: Callable[[Collection[int], bool], Ratings]
    newcomer: int
    bots: Callable[[str], Mapping[int, int]] = lambda _variant: {}


BOTS_TO_CHOOSE_FROM = 2
"""With one rated bot there is nothing to compare."""

_sources = [RatingSource(lambda _members, _live: {}, newcomer=0)]


def provide_ratings(source: RatingSource) -> None:
    """From now on ratings come from this source."""
    _sources[:] = [source]


def ratings_of(members: Collection[int], variants: Collection[str], *, live: bool) -> Ratings:
    """The members' ratings in these games; a newcomer's rating where they have none. Without a
    source all are equal."""
    (source,) = _sources
    known = source.read(members, live) if members else {}
    return {
        member: {
            variant: known.get(member, {}).get(variant, source.newcomer) for variant in variants
        }
        for member in members
    }


def level_by_ratings(variant: str, members: Collection[int], *, live: bool) -> int | None:
    """The level of the game's bot whose rating is nearest to that of these members: of their
    ratings the one in the middle, or the lower of two. None if no member has a rating, or fewer
    than :data:`BOTS_TO_CHOOSE_FROM` bots have one."""
    (source,) = _sources
    known = source.read(members, live) if members else {}
    ratings = sorted(each[variant] for each in known.values() if variant in each)
    bots = source.bots(variant) if ratings else {}
    if len(bots) < BOTS_TO_CHOOSE_FROM:
        return None
    middle = ratings[(len(ratings) - 1) // 2]
    return min(bots, key=lambda level: (abs(bots[level] - middle), level))
