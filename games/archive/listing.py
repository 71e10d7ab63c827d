"""Reads games for lists: what they are, who plays, and how they ended.

The rows of games and seats have many columns that no list shows. So only a few columns are read, in
one query for the games and one for their seats and players.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.db.models import Prefetch, QuerySet

from games.models import Game, Seat

GAME_COLUMNS = (
    "public_id",
    "title",
    "variant",
    "options",
    "settings",
    "status",
    "step",
    "outcome",
    "deadline",
    "started_at",
    "finished_at",
    "unrated",
)
SEAT_COLUMNS = (
    "game",
    "number",
    "engine_plays",
    "bot_name",
    "stone_colour",
    "mark_colour",
    "left_why",
    "rank",
    "was_offered",
)
PLAYER_COLUMNS = ("username", "is_active", "is_bot")


def with_players(games: QuerySet[Game]) -> QuerySet[Game]:
    """Returns the games with the columns that lists show, and with their seats and players."""
    columns = [
        *SEAT_COLUMNS,
        *(f"{player}__{column}" for player in ("user", "former") for column in PLAYER_COLUMNS),
    ]
    seats = Seat.objects.select_related("user", "former").only(*columns).order_by("number")
    return games.only(*GAME_COLUMNS).prefetch_related(Prefetch("seats", seats))


def games_of(keys: Sequence[int], **annotated: Any) -> list[Game]:
    """Returns the games with these keys, in the same order, with these annotations."""
    if not keys:
        return []
    games = with_players(Game.objects.filter(pk__in=keys).annotate(**annotated).order_by())
    found = {game.pk: game for game in games}
    return [found[key] for key in keys if key in found]
