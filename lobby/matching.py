"""Which wishes for a game fit together. Pure: values in, matches out."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime

from games.play.reliability import Reliability, lets_in
from games.play.settings import LetsIn

NEAR = 200
"""Players are of about the same strength if their ratings differ by at most this. With this
difference the stronger one of two wins about three games of four."""


@dataclass(frozen=True)
class OpenWish:
    """A wish that can be matched now.

    ``games``: slugs. ``least``, ``most``: how many players the game may have, the member included.
    ``near_only``: only with players of about the same strength. ``ratings``: the member's, by game;
    they must hold every game of the wish. ``avoids``: members who are never matched with this one.
    ``reliability``: the member's; ``lets_in``: which others they want to play with.
    """

    key: int
    member: int
    games: frozenset[str]
    least: int
    most: int
    since: datetime
    near_only: bool = False
    ratings: Mapping[str, int] = field(default_factory=dict)
    avoids: frozenset[int] = frozenset()
    reliability: Reliability = Reliability.RELIABLE
    lets_in: LetsIn = LetsIn.ANYONE


@dataclass(frozen=True)
class FoundMatch:
    """Wishes that fit together in a game, the oldest first."""

    game: str
    wishes: tuple[OpenWish, ...]


def find_matches(
    wishes: Iterable[OpenWish], sizes: Mapping[str, Collection[int]]
) -> list[FoundMatch]:
    """The matches among these wishes; no member is in two of them.

    ``sizes``: the allowed numbers of players, by game. The oldest wish is matched first, with the
    most players that it allows, and with older wishes rather than with newer ones. Where several
    games allow as many players, the order of ``sizes`` decides.

    Two or three who fit are always found. A larger group is made by adding, oldest first, each wish
    that fits all before it. This can miss a group that exists, but with the wishes that people make
    it hardly ever does.
    """
    free = sorted(wishes, key=lambda wish: (wish.since, wish.key))
    found = []
    while free:
        match = _match_of(free[0], free[1:], sizes)
        if match is None:
            free = free[1:]
            continue
        found.append(match)
        taken = {wish.member for wish in match.wishes}
        free = [wish for wish in free if wish.member not in taken]
    return found


def fit(one: OpenWish, other: OpenWish, game: str) -> bool:
    """Whether these two may play this game together, whatever the number of players."""
    if one.member == other.member or game not in one.games or game not in other.games:
        return False
    if one.member in other.avoids or other.member in one.avoids:
        return False
    if not lets_in(one.lets_in, other.reliability) or not lets_in(other.lets_in, one.reliability):
        return False
    if not one.near_only and not other.near_only:
        return True
    return abs(one.ratings[game] - other.ratings[game]) <= NEAR


def others_for(
    game: str, size: int, left: Sequence[OpenWish], waiting: Iterable[OpenWish]
) -> list[OpenWish]:
    """The oldest of the ``waiting`` wishes that can complete a match for ``size`` players of which
    only some are ``left``. Each fits all who are left, and the others."""
    group = list(left)
    for wish in sorted(waiting, key=lambda wish: (wish.since, wish.key)):
        if len(group) == size:
            break
        if wish.least <= size <= wish.most and all(fit(each, wish, game) for each in group):
            group.append(wish)
    return group[len(left) :]


def _match_of(
    oldest: OpenWish, later: Sequence[OpenWish], sizes: Mapping[str, Collection[int]]
) -> FoundMatch | None:
    possible = [
        (size, game)
        for game, allowed in sizes.items()
        for size in allowed
        if game in oldest.games and oldest.least <= size <= oldest.most
    ]
    for size, game in sorted(possible, key=lambda each: -each[0]):
        group = _group(oldest, later, game, size)
        if group is not None:
            return FoundMatch(game, group)
    return None


def _group(
    oldest: OpenWish, later: Sequence[OpenWish], game: str, size: int
) -> tuple[OpenWish, ...] | None:
    """As many wishes as ``size`` that all fit each other, the oldest among them; None if there are
    none, or none are found."""
    allows = [wish for wish in later if wish.least <= size <= wish.most]
    others = [wish for wish in allows if fit(oldest, wish, game)]
    for number, second in enumerate(others):
        if number + size > len(others) + 1:
            return None
        group = [oldest, second]
        for wish in others[number + 1 :]:
            if len(group) == size:
                break
            if all(fit(each, wish, game) for each in group[1:]):
                group.append(wish)
        if len(group) == size:
            return tuple(group)
    return None
