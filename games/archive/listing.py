"""Reads games for lists: what they are, who plays, and how they ended.

The rows of games and seats have many columns that no list shows. So only a few columns are read, in
one query for the games and one for their seats and players.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from django.db.models import QuerySet

from database.queries import prefetch, with_keys
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


def listed_games() -> QuerySet[Game]:
    """The games with the columns that lists show, in any order."""
    return Game.objects.only(*GAME_COLUMNS).order_by()


def games_of(keys: Sequence[int], rows: Callable[[], QuerySet[Game]] = listed_games) -> list[Game]:
    """The games with these keys, in their order, with their seats and players. ``rows``: a function
    that returns :func:`listed_games`, perhaps with something annotated."""
    found = {game.pk: game for game in with_keys(rows, keys)}
    prefetch(found.values(), "seats", _seats)
    return [found[key] for key in keys if key in found]


def _seats() -> QuerySet[Seat]:
    columns = [
        *SEAT_COLUMNS,
        *(f"{player}__{column}" for player in ("user", "former") for column in PLAYER_COLUMNS),
    ]
    with_players = Seat.objects.select_related("user__owner", "former")
    return with_players.only(*columns, "user__owner__username").order_by("number")
