"""Colours at a table: which may be chosen, and which are given to those who choose none."""

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
    """Palette keys of a seat's stones and of the mark on its recent stones."""

    stone: str
    mark: str


def preferred_colours(user: User) -> Colours:
    """The colours from the member's preferences."""
    preferences = Preferences.of(user)
    return Colours(preferences.stone_colour, preferences.mark_colour)


def check_colours(seating: Seating, user: User, wish: Colours) -> None:
    """Refuses stones that look like another seat's, and marks that do not stand out on their stone.

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
    """The wished colours (None: the preferred ones) if they fit, else the nearest free ones."""
    wish = wish or preferred_colours(user)
    stone = _fitting(wish.stone, seating.others_stones(user))
    return Colours(stone, _showing(wish.mark, stone))


def free_colours(seating: Seating, user: User) -> Colours:
    """The colours for a newcomer who has not chosen any: the preferred ones or, if somebody here
    has similar stones, those farthest from everybody's."""
    preferred = preferred_colours(user)
    taken = seating.others_stones(user)
    if preferred.stone in KEYS and not clashes(preferred.stone, taken, taken):
        return Colours(preferred.stone, _showing(preferred.mark, preferred.stone))
    stone = _farthest(taken, but=MARKS_OF_BOTS)
    return Colours(stone, _showing(preferred.mark, stone))


def clashes(key: str, near: Sequence[str], taken: Sequence[str]) -> bool:
    """Whether a colour is too close to one in ``near``; ``taken``: all colours in use.

    At a big table there may be no colour far enough from every other. Then only equal colours
    clash, and the numbers on the stones tell the others apart.
    """
    return key in near or (too_close(key, near) and nearest_free(key, taken) is not None)


def _fitting(key: str, taken: Sequence[str]) -> str:
    if key in KEYS and not clashes(key, taken, taken):
        return key
    unused = [other for other in KEYS if other not in taken]
    return nearest_free(key, taken) or min(unused, key=lambda other: _distance(key, other))


MARK_SHOWS = 0.25
"""How different from its stone (see :func:`pages.palette.distance`) a mark chosen by the site has
to be."""


def _showing(mark: str, stone: str) -> str:
    """The mark if it fits the stone, else the nearest one that stands out on it."""
    if mark in KEYS and not too_close(mark, [stone]):
        return mark
    showing = [key for key in KEYS if distance(key, stone) >= MARK_SHOWS]
    return min(showing, key=lambda key: _distance(key, mark))


def _distance(key: str, other: str) -> float:
    """The distance of two colours; a constant for colours that are no longer in the palette."""
    return distance(key, other) if key in KEYS and other in KEYS else 0.0


MARKS_OF_BOTS = ("shell", "ink")
FIRST_BOT = "ember"


def bots_colours(seating: Seating) -> Colours:
    """A bot's colours: the stone colour farthest from all others. Colours that bots use for marks
    are chosen only if no other fits."""
    taken = [place.stone_colour for place in seating.seated]
    stone = _farthest(taken, but=MARKS_OF_BOTS) if taken else FIRST_BOT
    return Colours(stone, max(MARKS_OF_BOTS, key=lambda mark: distance(stone, mark)))


def _farthest(taken: Sequence[str], but: Sequence[str]) -> str:
    """The colour farthest from all ``taken``; one of ``but`` only if no other fits."""
    fitting = [key for key in KEYS if not clashes(key, taken, taken)]
    unused = [key for key in fitting if key not in but] or fitting

    def apart(key: str) -> float:
        return min((distance(key, other) for other in taken if other in KEYS), default=0)

    return max(unused, key=apart)


def seat_colours(table: Table, number: int, mark: str) -> Colours:
    """The colours of a seat whose stones are coloured by the rules, with ``mark`` if it stands
    out."""
    named = table.engine.fixed_colours[number]
    stone = BY_THE_RULES.get(named, named)
    return Colours(stone, _showing(mark, stone))
