"""What a member who waits for a live game could look for as well, to play with somebody else who
waits for another one."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from games.play.settings import LetsIn
from lobby.fitting_members import beside, games_of
from lobby.matching import OpenWish, fit
from lobby.models import Pace, Wish
from lobby.services.wishing import MINUTES, WishChoice
from lobby.wished_games import sizes_of


@dataclass(frozen=True)
class WiderWish:
    """``choice``: the member's wish, made wide enough to fit somebody else's. ``games``: which of
    the games that the other wants the two could play then (slugs). ``other``: the other's wish."""

    choice: WishChoice
    games: Sequence[str]
    other: Wish


def wider_wish(own: Wish, others: Collection[Wish], now: datetime) -> WiderWish | None:
    """The wish that would bring the member together with somebody else who waits; None if there is
    nobody, or if all who could play with the member fit already. Of several, the one who has waited
    longest.

    Both wishes are to play now. The member's may get more games, another number of players, and
    players of any strength; how reliable these have to be stays as it is, and so does all that the
    other wants.
    """
    if not others:
        return None
    for mine, theirs, other in beside(own, others, now):
        fitting = _fitting(mine, theirs, other)
        if fitting is not None:
            games, near_only = fitting
            choice = replace(_widened(own, other, games, now), near_only=near_only)
            return WiderWish(choice, games, other)
    return None


def _fitting(own: OpenWish, theirs: OpenWish, other: Wish) -> tuple[list[str], bool] | None:
    """The games that the two could play if the member looked for them, too, and whether the other
    is of the strength that the member wants; None if they fit as it is, or cannot play."""
    if any(fit(own, theirs, game) and _same_sizes(own, theirs, game) for game in own.games):
        return None
    wide = replace(own, games=frozenset(sizes_of(Pace.NOW)))
    for near_only in (True, False) if own.near_only else (False,):
        wide = replace(wide, near_only=near_only)
        games = [game for game in games_of(other) if fit(wide, theirs, game)]
        if games:
            return games, near_only
    return None


def _same_sizes(one: OpenWish | Wish, other: OpenWish | Wish, game: str) -> bool:
    """Whether some number of players suits the game and both wishes."""
    least, most = max(one.least, other.least), min(one.most, other.most)
    return any(least <= size <= most for size in sizes_of(Pace.NOW)[game])


def _widened(own: Wish, other: Wish, games: Sequence[str], now: datetime) -> WishChoice:
    wanted = {*(own.games or sizes_of(Pace.NOW)), *games}
    same = all(_same_sizes(own, other, game) for game in games)
    left = 0.0 if own.until is None else (own.until - now).total_seconds() / 60
    return WishChoice(
        pace=own.pace,
        games=[game for game in sizes_of(Pace.NOW) if game in wanted],
        least=own.least if same else min(own.least, other.least),
        most=own.most if same else max(own.most, other.most),
        lets_in=LetsIn(own.lets_in),
        minutes=next((each for each in MINUTES if each >= left), MINUTES[-1]),
    )
