"""Practice games: a member against bots, starting at once."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.db import transaction
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils.translation import gettext

from accounts.models import User
from accounts.services.locking import lock_member
from engines.bots import Level
from engines.rules import Rules
from games.models import Game, SealedAction, Seat, Step
from games.pages.access import refuse_suspended
from games.play.rows import GOING_ON
from games.play.settings import GameSettings
from games.store.starting import NewSeat, bot_member, start_game
from lobby.colours import bots_colours
from lobby.models import LONGEST_TITLE, Place, Table
from lobby.offered import offered_games, unknown_level
from lobby.seating import Seating
from lobby.services.joining import take_seat
from transport.refusals import Refused

MOST_AT_ONCE = 5
"""The most games against bots that a member may have running."""
SETTINGS = GameSettings(listed=False, turn_seconds=24 * 60 * 60, absences_allowed=2)
"""A turn takes up to a day, so that the member can come back tomorrow; two missed turns end a
forgotten game."""


def start_practice(*, user: User, variant: str, level: Level, now: datetime) -> Game:
    """Starts the member's game against bots of this level, not public, with the game's usual
    practice options.

    If the member already has such a game and has made no choice in it yet, returns that one, so
    that pressing the button twice starts one game. Locks the member's row. Raises Refused:
    ``unknown-variant``, ``unknown-level``, ``suspended``, ``too-many``.
    """
    engine = rules_with_bot(variant, level)
    with transaction.atomic():
        lock_member(user.pk)
        refuse_suspended(user, now)
        same = practice_games(user).filter(_has_bots(level), variant=variant)
        fresh = same.exclude(_has_chosen(user)).first()
        if fresh is not None:
            return fresh
        if practice_games(user).count() >= MOST_AT_ONCE:
            raise Refused(
                "too-many",
                "You have %(most)s games against bots in progress. Finish or resign one, and you "
                "can start another.",
                values={"most": MOST_AT_ONCE},
            )
        return start_game(
            variant=variant,
            options=engine.usual_options(engine.practice.options),
            title=title_against_bots(engine),
            settings=SETTINGS,
            seats=seats_against_bots(engine, user, level),
            now=now,
        )


def practice_games(user: User) -> QuerySet[Game]:
    """The member's running games against bots only that are not public, newest first."""
    seats = Seat.objects.filter(game=OuterRef("pk"))
    return Game.objects.filter(
        Exists(seats.filter(user=user, left_why="")),
        ~Exists(seats.filter(user__is_bot=False).exclude(user=user)),
        listed=False,
        status__in=GOING_ON,
    ).order_by("-started_at", "-pk")


def rules_with_bot(variant: str, level: Level) -> Rules[Any]:
    """The rules of a game that the club offers against bots of this level. Raises Refused
    ``unknown-variant`` or ``unknown-level``."""
    engine = next((each for each in offered_games() if each.slug == variant), None)
    if engine is None:
        raise Refused("unknown-variant", "This game is not played in this club.")
    if level not in {bot.level for bot in engine.bots}:
        raise unknown_level()
    return engine


def title_against_bots(engine: Rules[Any]) -> str:
    """The title of such a game, in the reader's language."""
    return (gettext("%(game)s against bots") % {"game": engine.name})[:LONGEST_TITLE]


def _has_bots(level: Level) -> Q:
    """Whether bots of this level play."""
    return Q(Exists(Seat.objects.filter(game=OuterRef("pk"), user__bot_level=level)))


def _has_chosen(user: User) -> Q:
    """Whether the member has made a choice: it is sealed, or a step is already resolved, as a
    choice that need not be sealed is resolved at once."""
    sealed = SealedAction.objects.filter(game=OuterRef("pk"), seat__user=user)
    resolved = Step.objects.filter(game=OuterRef("pk"), number__gt=0)
    return Q(Exists(sealed)) | Q(Exists(resolved))


def seats_against_bots(engine: Rules[Any], user: User, level: Level) -> list[NewSeat]:
    """The person on the first seat and bots on the others, in colours that fit."""
    count = engine.practice_seats()
    table = Table(variant=engine.slug, seats=count)
    seated: list[Place] = []
    while len(seated) < count:
        seating = Seating(table, seated, [])
        taken = [place.user_id for place in seated]
        sits = bot_member(engine, taken, level) if seated else user
        place = Place(table=table, user=sits, engine_plays=bool(seated))
        take_seat(seating, place, None, bots_colours(seating) if seated else None)
        seated.append(place)
    return [
        NewSeat(place.user, place.stone_colour, place.mark_colour, place.engine_plays)
        for place in seated
    ]
