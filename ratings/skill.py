"""What a game tells of its players' skill, by Plackett and Luce's model; and how that is shown.

A skill is a bell curve: ``mu``, where it is expected, and ``sigma``, how far off that may be. Every
result moves and narrows the curves of those who played, more where it was less expected.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from openskill.models import PlackettLuce

MODEL = PlackettLuce()
"""With its own constants: a newcomer has a mu of 25 and a sigma of 25/3."""

POINTS = 30
"""Points of a rating for one of mu: 200 points more win about three of four games between two,
as in chess."""

MIDDLE = 1500
"""The rating of a newcomer."""

PROVISIONAL = 10
"""Games until a rating is no longer provisional."""


@dataclass(frozen=True, slots=True)
class Skill:
    """What is known of a player."""

    mu: float
    sigma: float

    @property
    def rating(self) -> int:
        """As one number."""
        return MIDDLE + round((self.mu - MODEL.mu) * POINTS)

    @property
    def uncertainty(self) -> int:
        """How far the skill may be from that number, in points: in two of three cases no further
        (one sigma)."""
        return round(self.sigma * POINTS)


NEWCOMER = Skill(MODEL.mu, MODEL.sigma)


def after_game(skills: Sequence[Skill], places: Sequence[int]) -> list[Skill]:
    """What is known of each player after a game in which they took these places: 1 is the best,
    equal places are a tie. Always the same numbers for the same arguments."""
    teams = [[MODEL.rating(mu=skill.mu, sigma=skill.sigma)] for skill in skills]
    rated = MODEL.rate(teams, ranks=[float(place) for place in places])
    return [Skill(one.mu, one.sigma) for (one,) in rated]
