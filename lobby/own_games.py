"""The games that a member plays, as lists show them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cache
from typing import Any

from django.db.models import Exists, OuterRef, QuerySet
from django.utils.translation import gettext

from accounts.models import User
from database.queries import KEY, Compiled, Prepared, compiled
from games.archive.tenures import seats_held_by
from games.models import FORMER_MEMBER, Game, SealedAction, Seat
from games.play.rows import GOING_ON

GAME_COLUMNS = (
    "public_id",
    "title",
    "variant",
    "settings",
    "status",
    "step",
    "awaiting",
    "deadline",
)
"""What lists show of them."""


@dataclass(frozen=True)
class OwnGame:
    """A game that the member plays. ``owed``: it is waiting for the member's choice; ``others``:
    the names of the other players."""

    game: Game
    owed: bool
    others: Sequence[str]

    @property
    def contents(self) -> str:
        """What the cached piece of its row shows, as the key of that piece. How much time is left
        is not part of it."""
        game = self.game
        return f"{game.public_id} {game.step} {game.variant} {game.title!r} {self.others}"

    @property
    def deadline(self) -> datetime | None:
        """When the turn ends; None without a timer."""
        return self.game.deadline if self.game.settings.turn_seconds else None


def own_games(user: User) -> list[OwnGame]:
    """The member's running games: where a choice is owed first, the next deadline first."""
    mine: list[Any] = _own_seats().rows(member=user.pk)
    names = _names(user, {seat.game_id: seat.number for seat in mine})
    games = [
        OwnGame(
            seat.game,
            owed=seat.number in seat.game.awaiting and not seat.has_chosen,
            others=names[seat.game_id],
        )
        for seat in mine
    ]
    return sorted(games, key=_urgency)


@cache
def _own_seats() -> Prepared[Seat]:
    sealed = SealedAction.objects.filter(seat=OuterRef("pk"), step=OuterRef("game__step") + 1)
    columns = ["number", *(f"game__{column}" for column in GAME_COLUMNS)]
    newest = (
        _in_progress().annotate(has_chosen=Exists(sealed)).order_by("-game__started_at", "number")
    )
    return Prepared(newest.select_related("game").only(*columns), {"member": KEY})


def _in_progress() -> QuerySet[Seat]:
    return seats_held_by(User(pk=KEY)).filter(game__status__in=GOING_ON)


def _names(user: User, own: Mapping[int, int]) -> dict[int, list[str]]:
    """Who else plays in the member's games, by seat. ``own``: the member's own seats, by game."""
    names: dict[int, list[str]] = {game: [] for game in own}
    if not own:
        return names
    for game, number, *known in _all_names().rows(member=user.pk):
        if game in own and number != own[game]:
            names[game].append(next(filter(None, known), None) or gettext(FORMER_MEMBER))
    return names


@cache
def _all_names() -> Compiled:
    """The game, number and names of every seat in the member's games."""
    seats = Seat.objects.filter(game__in=_in_progress().order_by().values("game"))
    columns = ("game", "number", "bot_name", "user__username", "former__username")
    named = seats.order_by("game_id", "number").values_list(*columns)
    return compiled("{named}", {"member": KEY}, named=named)


def _urgency(own: OwnGame) -> tuple[bool, bool, float]:
    deadline = own.deadline
    return (not own.owed, deadline is None, deadline.timestamp() if deadline else 0.0)
