"""How strong members are. The app that rates games says it, as ``games`` does not know that app."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass

Ratings = Mapping[int, Mapping[str, int]]
"""Members' ratings: by their keys, then by the game's slug."""


@dataclass(frozen=True)
class RatingSource:
    """``read(members, live)``: the ratings that these members have, in live games or else in games
    by correspondence. ``newcomer``: the rating of somebody who has none yet."""

    read: Callable[[Collection[int], bool], Ratings]
    newcomer: int


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
