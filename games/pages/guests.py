"""What a visitor who plays without an account may do: their games, and what pages offer them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.db.models import Exists, OuterRef, QuerySet
from django.http import HttpRequest

from accounts.guests import guest_of
from accounts.models import User
from engines.rules import Rules
from games.models import Game, Seat
from games.pages.access import get_game_for_viewer
from games.pages.opponents import Opponent, beaten_levels, opponents
from games.play.rows import GOING_ON


@dataclass(frozen=True)
class PlayNow:
    """What a visitor is offered of a game: to go on with the one that they play (``running``), or
    to begin one against one of the ``opponents``."""

    running: Game | None
    opponents: Sequence[Opponent]

    @property
    def suggested(self) -> Opponent:
        """The opponent to offer first."""
        return next(each for each in self.opponents if each.suggested)


def play_now(request: HttpRequest, engine: Rules[Any]) -> PlayNow | None:
    """Returns what the visitor is offered of a game; None for members, and in a club without
    guests."""
    if not settings.GUESTS or request.user.is_authenticated:
        return None
    guest = guest_of(request)
    if guest is None:
        return PlayNow(None, opponents(engine))
    running = running_games(guest).filter(variant=engine.slug).first()
    return PlayNow(running, opponents(engine, beaten_levels(guest).get(engine.slug)))


def games_of_guest(guest: User) -> QuerySet[Game]:
    """The guest's games, the newest first."""
    return Game.objects.filter(seats__user=guest).order_by("-started_at", "-pk")


def running_games(guest: User) -> QuerySet[Game]:
    """Those that the guest can go on with."""
    left = Seat.objects.filter(game=OuterRef("pk"), user=guest).exclude(left_why="")
    return games_of_guest(guest).filter(~Exists(left), status__in=GOING_ON)


def game_and_user(request: HttpRequest, public_id: str) -> tuple[Game, User | AnonymousUser]:
    """Returns the game at this address, and who looks at it: guests are nobody in games of members.

    Raises Refused ``not-found``.
    """
    guest = guest_of(request)
    game = get_game_for_viewer(public_id, guest)
    return game, guest if guest is not None and game.settings.guest else request.user
