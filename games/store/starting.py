"""Starting a game, and the members under whose names bots play in it."""

from __future__ import annotations

import secrets
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.contrib.auth.hashers import make_password
from django.db import transaction
from django.utils import timezone

from accounts.models import User
from accounts.names import name_key
from engines.bots import Level
from engines.registry import game as engine_for
from engines.rules import Rules
from games.models import Game, Heartbeat, Outage, Seat, Step, Tenure
from games.play.clock import turn_end
from games.play.rating import why_unrated_table
from games.play.settings import GameSettings, VoteOn
from games.play.states import whole_state
from games.store.presence import begin_presence
from games.store.sync import start_run


@dataclass(frozen=True)
class NewSeat:
    """Who sits on a seat, in which colours (keys of the palette), and whether the game's own bot
    chooses there, under the name ``bot_name`` unless that is empty."""

    user: User
    stone_colour: str
    mark_colour: str
    engine_plays: bool = False
    bot_name: str = ""


def start_game(
    *,
    variant: str,
    options: Mapping[str, Any],
    title: str,
    settings: GameSettings,
    seats: Sequence[NewSeat],
    now: datetime,
    seed: int | None = None,
) -> Game:
    """Starts a game with these seats, in their order, and returns it.

    Its first turn begins ``now``, or, if the club was unavailable then, once it was back.
    ``options`` are complete and checked. ``seed``: the only source of chance; None: a random one.
    Raises IllegalAction ``bad-options`` if options contradict each other.
    """
    engine = engine_for(variant)
    seed = secrets.randbelow(2**63) if seed is None else seed
    state = engine.new_state(options, len(seats), seed)
    with transaction.atomic():
        now = _when_the_club_is_there(now)
        game = Game.objects.create(
            title=title,
            variant=variant,
            options=dict(options),
            seed=seed,
            settings=settings,
            awaiting=list(engine.awaiting(state)),
            deadline=turn_end(settings, now),
            clock_since=now,
            started_at=now,
            last_person_at=now,
            unrated=_why_unrated(settings, seats),
        )
        taken = Seat.objects.bulk_create(
            Seat(
                game=game,
                number=number,
                user=seat.user,
                engine_plays=seat.engine_plays,
                bot_name=seat.bot_name,
                stone_colour=seat.stone_colour,
                mark_colour=seat.mark_colour,
                extensions=0 if seat.engine_plays or seat.user.is_bot else settings.extensions,
            )
            for number, seat in enumerate(seats)
        )
        Tenure.objects.bulk_create(
            Tenure(game=game, seat=seat, member=seat.user, from_step=0) for seat in taken
        )
        Step.objects.create(
            game=game,
            number=0,
            events=[],
            turn=engine.turn(state),
            sealed=engine.sealed(state),
            state=whole_state(0, engine.dump(state))[1],
            whole=0,
            cause=Step.Cause.START,
            resolved_at=now,
        )
        begin_presence(game, taken)
        if settings.seats_taken_over and VoteOn.BOT in settings.votes:
            bot_member(engine, [seat.user.pk for seat in seats])  # players may vote for one
        start_run(game)
    return game


def _why_unrated(settings: GameSettings, seats: Sequence[NewSeat]) -> str:
    """Why the game is not rated, if a member's bot plays; else empty. Without the bot's account,
    which its owner may delete at any time, the seat looks like a person's."""
    owned = any(seat.user.owner_id is not None for seat in seats)
    return (owned and why_unrated_table(settings, bots=True)) or ""


def _when_the_club_is_there(now: datetime) -> datetime:
    """``now``, or the end of the last outage, if that is later.

    Heartbeats stay locked until the game is stored. Whoever gives time back after an outage locks
    them, too; so either the outage is found here, or the game is found there.
    """
    list(Heartbeat.objects.select_for_update().order_by("of"))
    # Also one that began after ``now``: whoever starts the game may have stood still since then.
    # One that is still to come is from before the clock was set back.
    latest = Outage.objects.filter(began__lte=timezone.now()).order_by("-ended").first()
    return now if latest is None else max(now, latest.ended)


def bot_member(engine: Rules[Any], taken: Collection[int], level: Level = Level.MEDIUM) -> User:
    """An active bot user for this game and level whose id is not among ``taken``. Creates one if
    none is left. Raises ValueError if the game has no bot of this level.

    The first has the name of the game's bot; the others are numbered.
    """
    number, bot = 1, engine.bot(level)
    while True:
        name = bot.name if number == 1 else f"{bot.name} {number}"
        number += 1
        fresh = {
            "username": name,
            "is_bot": True,
            "bot_level": level,
            "password": make_password(None),
        }
        user, _ = User.objects.get_or_create(name_key=name_key(name), defaults=fresh)
        free = user.is_active and user.pk not in taken
        if free and user.is_bot and user.owner_id is None:
            return user
