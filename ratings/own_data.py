"""The part of a member's data export that comes from ratings."""

from __future__ import annotations

from typing import Any

from accounts.models import User
from accounts.own_data import register, rows
from ratings.models import BotStanding, RatedGame, Result, Standing


def register_parts() -> None:
    """Registers the part."""
    register("ratings", Standing, Result, RatedGame, BotStanding, make=_ratings)


def _ratings(member: User) -> dict[str, Any]:
    of_now = ("ladder", "rating", "mu", "sigma", "games", "last_at")
    of_games = ("ladder", "rated_game__game__public_id", "seat", "place", "points", "mu", "sigma")
    of_bots = ("bot__username", "variant", "mu", "sigma", "games")
    struck = RatedGame.objects.filter(struck_by=member)
    return {
        "standings": rows(Standing.objects.filter(member=member), *of_now),
        "results": rows(Result.objects.filter(member=member), *of_games, "ended_at"),
        "of_your_bots": rows(BotStanding.objects.filter(bot__owner=member), *of_bots),
        "struck_by_you": rows(struck, "game__public_id", "struck_at", "struck_why"),
    }
