"""Founding a club: its first moderator, and a demonstration of what it will look like.

All of it is one transaction, so that a founding that was interrupted begins anew and one that
was finished is never repeated.
"""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.conf import settings
from django.contrib.auth.models import Group

from accounts.models import Invitation, User
from accounts.roles import HOSTS
from accounts.services.invitations import invite
from accounts.services.roles import make_moderator, set_host
from engines.registry import game as engine_for
from games.core.settings import GameSettings, TurnEnds
from games.models import Game
from games.services.bots import bot_member, choose_for_bots
from games.services.starting import NewSeat, start_game
from lobby.colours import Colours
from lobby.models import Table
from lobby.plan import Plan
from lobby.services.opening import open_table
from lobby.services.places import put_bot

FIRST_MODERATOR = "Steward"
FIRST_INVITATION_USES = 10
INVITATION_LASTS = timedelta(days=30)

SHOWN = "multiplayer-go"
"""The game that the demonstration club plays."""

BOTS = (Colours("ember", "shell"), Colours("sky", "ink"), Colours("straw", "plum"))
MOST_TURNS = 120
"""After which the demonstration's finished game ends at the latest."""
MOST_TURNS_ON = 240
"""After which its running one does, with a result: before bots alone have to stop."""


@dataclass(frozen=True)
class Founding:
    """What the first moderator has to know."""

    moderator: User
    password: str
    invitation: Invitation


def is_founded() -> bool:
    """Whether the club has a superuser. Call it in a transaction: it locks the hosts' group,
    so that two founders follow each other."""
    list(Group.objects.select_for_update().filter(name=HOSTS))
    return User.objects.filter(is_superuser=True).exists()


def found_club(*, now: datetime) -> Founding:
    """Makes the first moderator, who may do everything, and an invitation for the first members.

    The caller holds the transaction, and has asked :func:`is_founded`.
    """
    password = secrets.token_urlsafe(12)
    moderator = User.objects.create_superuser(FIRST_MODERATOR, password=password)
    make_moderator(user=moderator)
    set_host(user=moderator, hosts=True)
    invitation = invite(
        creator=moderator,
        note="For the first members",
        most_uses=FIRST_INVITATION_USES,
        expires_at=now + INVITATION_LASTS,
        now=now,
    )
    return Founding(moderator, password, invitation)


def set_up_demonstration(*, host: User, now: datetime) -> None:
    """A table that waits for players, a game of bots that runs, and one that is finished."""
    table = open_table(host=host, plan=_plan("Come and play", size=9, seats=4), now=now)
    put_bot(table_id=table.pk, by=host, now=now)
    put_bot(table_id=table.pk, by=host, now=now)
    _play_to_the_end(_start("An evening of bots", size=9, turn_seconds=None, now=now), now)
    _start("Bots on a big board", size=19, turn_seconds=20, now=now)


def _plan(title: str, *, size: int, seats: int) -> Plan:
    return Plan(
        variant=SHOWN,
        options=_options(size),
        seats=seats,
        settings=GameSettings(turn_seconds=60),
        joining=Table.Joining.ANYONE,
        title=title,
    )


def _options(size: int, max_turns: int | None = None) -> dict[str, object]:
    return {**engine_for(SHOWN).usual_options(), "size": size, "max_turns": max_turns}


def _start(title: str, *, size: int, turn_seconds: int | None, now: datetime) -> Game:
    """A game of bots: with a timer it goes on by itself, without one it is played at once."""
    engine = engine_for(SHOWN)
    seats: list[NewSeat] = []
    for colours in BOTS:
        bot = bot_member(engine, {seat.user.pk for seat in seats})
        seats.append(NewSeat(bot, colours.stone, colours.mark, engine_plays=True))
    return start_game(
        variant=SHOWN,
        options=_options(
            size, min(MOST_TURNS_ON, settings.BOTS_ALONE_STEPS) if turn_seconds else MOST_TURNS
        ),
        title=title,
        settings=GameSettings(
            turn_seconds=turn_seconds,
            turn_ends=TurnEnds.TIMER if turn_seconds else TurnEnds.COMPLETE,
            absences_allowed=None,
        ),
        seats=seats,
        now=now,
    )


def _play_to_the_end(game: Game, now: datetime) -> None:
    """The bots choose, by the same service as ever, until nothing is left to choose."""
    while choose_for_bots(game_id=game.pk):
        pass
