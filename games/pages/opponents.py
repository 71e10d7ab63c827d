"""The server's bots as people see them: their names, marks and strength in words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from django.db.models import Max, Value
from django.db.models.functions import Coalesce
from django.utils.translation import gettext_lazy

from accounts.models import User
from database.queries import KEY, Compiled, compiled
from engines.bots import Bot, Level
from engines.rules import Rules
from games.models import ArchivedGame, ArchivedPlayer, Seat
from games.store.strength import level_by_ratings

LEVEL_NAMES = {
    Level.EASY: gettext_lazy("easy"),
    Level.FAIRLY_EASY: gettext_lazy("fairly easy"),
    Level.MEDIUM: gettext_lazy("medium"),
    Level.FAIRLY_STRONG: gettext_lazy("fairly strong"),
    Level.STRONG: gettext_lazy("strong"),
}
WINS_LOOKED_AT = 200
"""How many of a member's latest wins count when a level is suggested."""


@dataclass(frozen=True)
class Opponent:
    """A bot to choose. ``suggested``: it is the one to offer first."""

    bot: Bot[Any]
    suggested: bool

    @property
    def level(self) -> str:
        """Its strength in words."""
        return str(LEVEL_NAMES[self.bot.level])


def opponents(rules: Rules[Any], beaten: Level | None = None) -> list[Opponent]:
    """Returns the bots of a game, the weakest first. The suggested one is the weakest that is
    stronger than ``beaten``, or else the strongest."""
    stronger = [bot for bot in rules.bots if beaten is None or bot.level > beaten]
    suggested = (*stronger, rules.bots[-1])[0]
    return [Opponent(bot, bot is suggested) for bot in rules.bots]


def suggested_level(rules: Rules[Any], beaten: Level | None) -> Level:
    """Returns the level to offer first; see :func:`opponents`."""
    return next(each.bot.level for each in opponents(rules, beaten) if each.suggested)


def fitting_level(rules: Rules[Any], members: Sequence[User], *, live: bool) -> Level:
    """Returns the level of bots that fits these members: by ratings where these are known; else, of
    the levels that the site suggests to each of them, the one in the middle, or the lower of two.
    """
    level = level_by_ratings(rules.slug, [member.pk for member in members], live=live)
    if level is not None:
        return Level(level)
    suggested = sorted(
        suggested_level(rules, beaten_levels(member).get(rules.slug)) for member in members
    )
    return suggested[(len(suggested) - 1) // 2] if suggested else Level.MEDIUM


def beaten_levels(user: User) -> Mapping[str, Level]:
    """Returns by game the strongest bots that the member has won against."""
    return {variant: Level(level) for variant, level in _beaten().rows(member=user.pk)}


@cache
def _beaten() -> Compiled:
    wins = ArchivedPlayer.objects.filter(
        member=KEY, first=True, result=ArchivedGame.Result.WON
    ).values("game_id")[:WINS_LOOKED_AT]
    seats = Seat.objects.filter(game__in=wins, engine_plays=True).order_by()
    level = Max(Coalesce("user__bot_level", Value(int(Level.MEDIUM))))
    strongest = seats.values("game__variant").annotate(level=level)
    return compiled("{strongest}", {"member": KEY}, strongest=strongest)


def level_in_words(user: User | None) -> str:
    """Returns the strength of a bot of the server; empty for everybody else."""
    if user is None or not user.is_bot or user.owner_id is not None:
        return ""
    return str(LEVEL_NAMES[Level(user.bot_level or Level.MEDIUM)])
