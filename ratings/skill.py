"""What a game tells of its players' skill, and how that is shown.

A skill is a bell curve: ``mu``, where it is expected, and ``sigma``, how far off that may be. Every
result moves and narrows the curves of those who played, more where it was less expected.

Each player is compared with each other one, by the model of Bradley and Terry as Weng and Lin work
it out ("A Bayesian approximation method for online ranking", 2011, algorithm 1), and the mean of
what these pairs tell counts. So of two players with equal skills whoever finished ahead always
gains more, whatever the others' skills and places are; a better place is never worth less; and
whoever finished alone ahead of all never loses, nor does whoever was alone behind all gain.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import exp, sqrt

MU, SIGMA = 25.0, 25 / 3
"""Of a newcomer."""

BETA = 25 / 6
"""How much a player's form varies from game to game."""

TAU = 25 / 300
"""What is added to sigma (as its square) before a game, so that no skill is ever certain."""

LEAST_LEFT = 0.0001
"""Of a squared sigma at least so much is left after a game."""

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
        return MIDDLE + round((self.mu - MU) * POINTS)

    @property
    def uncertainty(self) -> int:
        """How far the skill may be from that number, in points: in two of three cases no further
        (one sigma)."""
        return round(self.sigma * POINTS)


NEWCOMER = Skill(MU, SIGMA)


def after_game(skills: Sequence[Skill], places: Sequence[int]) -> list[Skill]:
    """What is known of each player after a game in which they took these places: 1 is the best,
    equal places are a tie. Always the same numbers for the same arguments."""
    players = list(zip(skills, places, strict=True))
    after = []
    for number, (skill, place) in enumerate(players):
        others = players[:number] + players[number + 1 :]
        after.append(_after_pairs(skill, [(other, _score(place, at)) for other, at in others]))
    return after


def _score(place: int, other: int) -> float:
    """1 for having finished ahead, 0 for behind, half for a tie."""
    return 0.5 if place == other else float(place < other)


def _after_pairs(skill: Skill, pairs: Sequence[tuple[Skill, float]]) -> Skill:
    """A player's skill after being compared with each other player, who is given with the score
    against them."""
    variance = skill.sigma**2 + TAU**2
    gained = narrowed = 0.0
    for other, score in pairs:
        spread = sqrt(variance + other.sigma**2 + TAU**2 + 2 * BETA**2)
        expected = 1 / (1 + exp((other.mu - skill.mu) / spread))
        gained += variance / spread * (score - expected)
        narrowed += (sqrt(variance) / spread) ** 3 * expected * (1 - expected)
    left = max(1 - narrowed / len(pairs), LEAST_LEFT)
    return Skill(skill.mu + gained / len(pairs), sqrt(variance * left))
