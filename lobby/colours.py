"""Colours at a table: what may be chosen, and what is chosen for those who do not mind."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from accounts.models import Preferences, User
from lobby.models import Table
from lobby.seating import Seating
from pages.palette import BY_THE_RULES, KEYS, distance, nearest_free, too_close
from transport.refusals import Refused

NAMES = {key: colour.name for key, colour in KEYS.items()}


@dataclass(frozen=True)
class Colours:
    """Keys of the palette: a seat's stones, and the mark on its recent ones."""

    stone: str
    mark: str


def preferred_colours(user: User) -> Colours:
    """What the member has chosen in the preferences."""
    preferences = Preferences.of(user)
    return Colours(preferences.stone_colour, preferences.mark_colour)


def check_colours(seating: Seating, user: User, wish: Colours) -> None:
    """Refuses stones that could be taken for another's, and marks that hide on their stone.

    Raises Refused ``bad-colour``, or ``too-close`` with ``at``: ``{"field": "stone" or "mark",
    "offer": the nearest free Colours}``.
    """
    if wish.stone not in NAMES or wish.mark not in NAMES:
        raise Refused("bad-colour", "Choose colours from the palette.")
    for place in seating.others(user):
        if clashes(wish.stone, [place.stone_colour], seating.others_stones(user)):
            offer = fitting_colours(seating, user, wish)
            raise Refused(
                "too-close",
                "%(colour)s looks too much like %(name)s’s stones.",
                values={"colour": NAMES[wish.stone], "name": place.name},
                at={"field": "stone", "offer": offer},
            )
    if too_close(wish.mark, [wish.stone]):
        offer = fitting_colours(seating, user, wish)
        raise Refused(
            "too-close",
            "A mark in %(mark)s would be hard to see on stones in %(stone)s.",
            values={"mark": NAMES[wish.mark], "stone": NAMES[wish.stone]},
            at={"field": "mark", "offer": offer},
        )


def fitting_colours(seating: Seating, user: User, wish: Colours | None = None) -> Colours:
    """The wish (None: the preferred colours) where it fits, else the nearest that is free."""
    wish = wish or preferred_colours(user)
    stone = _fitting(wish.stone, seating.others_stones(user))
    return Colours(stone, _showing(wish.mark, stone))


def free_colours(seating: Seating, user: User) -> Colours:
    """What a newcomer who has not chosen is given: the preferred colours, or, where somebody sits
    here in stones like that, those that are farthest from all who sit here."""
    preferred = preferred_colours(user)
    taken = seating.others_stones(user)
    if preferred.stone in KEYS and not clashes(preferred.stone, taken, taken):
        return Colours(preferred.stone, _showing(preferred.mark, preferred.stone))
    stone = _farthest(taken, but=MARKS_OF_BOTS)
    return Colours(stone, _showing(preferred.mark, stone))


def clashes(key: str, near: Sequence[str], taken: Sequence[str]) -> bool:
    """Whether a colour may not stand beside those in ``near``, when all of ``taken`` are.

    At a big table no colour may be left that is far enough from every other: then the same
    colour alone is refused, and the numbers on the stones tell the others apart.
    """
    return key in near or (too_close(key, near) and nearest_free(key, taken) is not None)


def _fitting(key: str, taken: Sequence[str]) -> str:
    if key in KEYS and not clashes(key, taken, taken):
        return key
    unused = [other for other in KEYS if other not in taken]
    return nearest_free(key, taken) or min(unused, key=lambda other: _distance(key, other))


MARK_SHOWS = 0.25
"""How different (see :func:`pages.palette.distance`) a mark that we choose is from its stone."""


def _showing(mark: str, stone: str) -> str:
    """The mark itself if it fits the stone, else the nearest that shows well on it."""
    if mark in KEYS and not too_close(mark, [stone]):
        return mark
    showing = [key for key in KEYS if distance(key, stone) >= MARK_SHOWS]
    return min(showing, key=lambda key: _distance(key, mark))


def _distance(key: str, other: str) -> float:
    """The distance of two colours; the same to any for one that is in no palette any more."""
    return distance(key, other) if key in KEYS and other in KEYS else 0.0


MARKS_OF_BOTS = ("shell", "ink")
FIRST_BOT = "ember"


def bots_colours(seating: Seating) -> Colours:
    """What a bot plays in: the colour that is farthest from all others; one of its marks' only
    where no other fits."""
    taken = [place.stone_colour for place in seating.seated]
    stone = _farthest(taken, but=MARKS_OF_BOTS) if taken else FIRST_BOT
    return Colours(stone, max(MARKS_OF_BOTS, key=lambda mark: distance(stone, mark)))


def _farthest(taken: Sequence[str], but: Sequence[str]) -> str:
    """The colour that is farthest from all taken; one of ``but`` only where no other fits."""
    fitting = [key for key in KEYS if not clashes(key, taken, taken)]
    unused = [key for key in fitting if key not in but] or fitting

    def apart(key: str) -> float:
        return min((distance(key, other) for other in taken if other in KEYS), default=0)

    return max(unused, key=apart)


def seat_colours(table: Table, number: int, mark: str) -> Colours:
    """The colours of a seat whose stones the rules colour, with ``mark`` where it shows."""
    named = table.engine.fixed_colours[number]
    stone = BY_THE_RULES.get(named, named)
    return Colours(stone, _showing(mark, stone))
