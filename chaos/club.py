"""Makes the club's members and games, and reads everything from the database after play.

The only module that imports the site.
"""

from __future__ import annotations

import zlib
from collections import defaultdict
from dataclasses import dataclass
from typing import Any

from django.conf import settings
from django.db import connection, transaction
from django.utils import timezone

from accounts.models import User
from chaos.stored import Outage, StoredEvent, StoredGame, StoredSeat, StoredStep
from engines.registry import game as engine_for
from games.models import Game, GameEvent, ModeratorAct, SealedAction, Seat, Step
from games.models import Outage as OutageRow
from games.play.settings import GameSettings, TurnEnds
from games.store.rows import stored_state_at
from games.store.starting import NewSeat, bot_member, start_game
from tests.servers.session import open_session

COLOURS = ("sea", "ember", "moss", "straw", "plum")
OPTIONS: dict[str, dict[str, Any]] = {
    "multiplayer-go": {"size": 9},
    "parallel-go": {"size": 9},
    "continuous-go": {},
    "territory": {"rows": 8, "columns": 8},
    "automatafl": {},
}
"""The five games, with the options that differ from the defaults: small boards, so that games
end."""


@dataclass(frozen=True)
class Member:
    """A member who can play, and the Cookie header of their session."""

    user: User
    cookie: str


@dataclass(frozen=True)
class NewGame:
    """A game that has just started: its public id, its variant, and the cookies by seat."""

    public_id: str
    variant: str
    cookies: dict[int, str]


def new_members(count: int, prefix: str) -> list[Member]:
    """Makes members without passwords, and opens a session for each."""
    members = []
    for number in range(count):
        user = User(username=f"{prefix}{number}")
        user.set_unusable_password()
        user.save()
        members.append(Member(user, f"{settings.SESSION_COOKIE_NAME}={open_session(user)}"))
    return members


def new_game(
    members: list[Member],
    *,
    variant: str,
    bots: int,
    turn_seconds: int | None,
    turn_ends: str,
    seed: int,
) -> NewGame:
    """Starts a game between these members and bots."""
    engine = engine_for(variant)
    users = [member.user for member in members]
    for _ in range(bots):
        users.append(bot_member(engine, [user.pk for user in users if user.is_bot]))
    stones = engine.fixed_colours or COLOURS
    game = start_game(
        variant=variant,
        options={**engine.usual_options(), **OPTIONS[variant]},
        title="chaos",
        settings=GameSettings(turn_seconds=turn_seconds, turn_ends=TurnEnds(turn_ends)),
        seats=[
            NewSeat(user, stone, mark, user.is_bot)
            for user, stone, mark in zip(users, stones, reversed(COLOURS), strict=False)
        ],
        now=timezone.now(),
        seed=seed,
    )
    return NewGame(
        game.public_id, variant, {number: each.cookie for number, each in enumerate(members)}
    )


def everything_stored() -> tuple[list[StoredGame], list[Outage]]:
    """Everything stored about all games, and all outages. Reads one snapshot of the database,
    because games go on meanwhile."""
    connection.close()  # the thread's connection may be from before a crash
    with transaction.atomic():
        with connection.cursor() as cursor:
            cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ")
        return _stored_games(), _stored_outages()


def _stored_games() -> list[StoredGame]:
    seats: dict[int, list[StoredSeat]] = defaultdict(list)
    for seat in Seat.objects.select_related("user").order_by("number"):
        left = (seat.left_at_step, str(seat.left_why))
        seats[seat.game_id].append(StoredSeat(seat.number, seat.engine_plays, *left))
    steps: dict[int, list[StoredStep]] = defaultdict(list)
    for step in Step.objects.select_related("game").order_by("number"):
        actions = None
        if step.leave is None:
            actions = {int(seat): action for seat, action in (step.actions or {}).items()}
        when, state = step.resolved_at.timestamp(), _state_after(step)
        steps[step.game_id].append(
            StoredStep(step.number, actions, step.leave, step.cause, when, state)
        )
    events: dict[int, list[StoredEvent]] = defaultdict(list)
    for event in GameEvent.objects.order_by("seq"):
        told = StoredEvent(event.audience, event.seq, event.kind, event.data)
        events[event.game_id].append(told)
    sealed: dict[int, dict[tuple[int, int], Any]] = defaultdict(dict)
    for row in SealedAction.objects.select_related("seat"):
        sealed[row.game_id][row.step, row.seat.number] = row.action
    acts: dict[int, list[str]] = defaultdict(list)
    for act in ModeratorAct.objects.order_by("at"):
        acts[act.game_id].append(str(act.what))
    return [
        StoredGame(
            public_id=game.public_id,
            variant=game.variant,
            options=game.options,
            seed=game.seed,
            turn_seconds=game.settings.turn_seconds,
            absences_allowed=game.settings.absences_allowed,
            status=game.status,
            step=game.step,
            deadline=None if game.deadline is None else game.deadline.timestamp(),
            outcome=game.outcome,
            numbers=game.numbers,
            seats=seats[game.pk],
            steps=steps[game.pk],
            events=events[game.pk],
            sealed=sealed[game.pk],
            acts=acts[game.pk],
        )
        for game in Game.objects.order_by("pk")
    ]


def _state_after(step: Step) -> Any:
    """The engine's state after the step, read as the club reads it; None if it is unreadable."""
    try:
        return stored_state_at(step.game, step.number).dump
    except (ValueError, LookupError, TypeError, zlib.error):
        return None


def _stored_outages() -> list[Outage]:
    rows = OutageRow.objects.order_by("ended")
    return [Outage(row.began.timestamp(), row.ended.timestamp()) for row in rows]
