"""Games as lists show them: what they are, who plays, and how they ended.

A game's row has much that no list shows, and its seats have more; so each is read with a few of its
columns, in one statement for the games and one for their seats with the players.
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
    """The games with the columns that lists show, and their seats with their players."""
    columns = [
        *SEAT_COLUMNS,
        *(f"{player}__{column}" for player in ("user", "former") for column in PLAYER_COLUMNS),
    ]
    seats = Seat.objects.select_related("user", "former").only(*columns).order_by("number")
    return games.only(*GAME_COLUMNS).prefetch_related(Prefetch("seats", seats))


def games_of(keys: Sequence[int], **annotated: Any) -> list[Game]:
    """The games with these keys, in their order; each with what is ``annotated``."""
    if not keys:
        return []
    games = with_players(Game.objects.filter(pk__in=keys).annotate(**annotated).order_by())
    found = {game.pk: game for game in games}
    return [found[key] for key in keys if key in found]
