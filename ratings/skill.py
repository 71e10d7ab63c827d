"""Players' skills, how a game changes them, and how they are shown.

A skill is a normal distribution with the mean ``mu`` and the standard deviation ``sigma``. Every
result moves and narrows the distributions of the players; the less it was expected, the further it
moves them.

Each player is compared with every other player, using the Bradley-Terry model in the form of Weng
and Lin ("A Bayesian approximation method for online ranking", 2011, algorithm 1), and the mean of
these comparisons counts. So of two players with equal skills, the one who finished ahead always
gains more, whatever the others' skills and places are; a better place is never worth less; a sole
winner never loses points, and a sole last player never gains any.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import exp, sqrt

MU, SIGMA = 25.0, 25 / 3
"""The skill of a newcomer."""

BETA = 25 / 6
"""How much a player's form varies from game to game."""

TAU = 25 / 300
"""Before each game TAU² is added to sigma², so that no skill is ever certain."""

LEAST_LEFT = 0.0001
"""A game leaves at least this fraction of sigma²."""

POINTS = 30
"""Rating points for 1 of mu. With this scale, a player rated 200 points higher wins about three of
four games between two players, as in chess."""

MIDDLE = 1500
"""The rating of a newcomer."""

PROVISIONAL = 10
"""A rating is provisional until the member has played this many games."""


@dataclass(frozen=True, slots=True)
class Skill:
    """The estimated skill of a player."""

    mu: float
    sigma: float

    @property
    def rating(self) -> int:
        """The expected skill as the number shown."""
        return MIDDLE + round((self.mu - MU) * POINTS)

    @property
    def uncertainty(self) -> int:
        """How far the skill may be from the rating, in points: no further than that in two of three
        cases (one sigma)."""
        return round(self.sigma * POINTS)


NEWCOMER = Skill(MU, SIGMA)


def after_game(skills: Sequence[Skill], places: Sequence[int]) -> list[Skill]:
    """The skill of each player after a game in which they took these places: 1 is the best, equal
    places are a tie. The same arguments always give the same numbers."""
    players = list(zip(skills, places, strict=True))
    after = []
    for number, (skill, place) in enumerate(players):
        others = players[:number] + players[number + 1 :]
        after.append(_after_pairs(skill, [(other, _score(place, at)) for other, at in others]))
    return after


def _score(place: int, other: int) -> float:
    """1 for finishing ahead, 0 for finishing behind, 0.5 for a tie."""
    return 0.5 if place == other else float(place < other)


def _after_pairs(skill: Skill, pairs: Sequence[tuple[Skill, float]]) -> Skill:
    """A player's skill after comparison with the other players. ``pairs``: each other player's
    skill, with the score against them."""
    variance = skill.sigma**2 + TAU**2
    gained = narrowed = 0.0
    for other, score in pairs:
        spread = sqrt(variance + other.sigma**2 + TAU**2 + 2 * BETA**2)
        expected = 1 / (1 + exp((other.mu - skill.mu) / spread))
        gained += variance / spread * (score - expected)
        narrowed += (sqrt(variance) / spread) ** 3 * expected * (1 - expected)
    left = max(1 - narrowed / len(pairs), LEAST_LEFT)
    return Skill(skill.mu + gained / len(pairs), sqrt(variance * left))
