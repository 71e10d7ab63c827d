"""What the server sends about a game: built from the public state, never from sealed choices.

The exception is :func:`own_earlier_action`, which is for the seat itself.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, datetime
from functools import cache
from typing import Any, cast

from database.queries import KEY, Prepared
from engines.rules import Json
from games.models import (
    FORMER_MEMBER,
    ChatMessage,
    Game,
    ModeratorAct,
    Step,
    Tenure,
)
from games.play.ballot import vote_info
from games.play.messages import (
    ActEntry,
    AnyStep,
    ChatLine,
    Clock,
    GameInfo,
    GameStatus,
    ToldStep,
    VoteInfo,
)
from games.play.rating import why_unrated_now
from games.play.rows import SeatRow
from games.play.states import line_of
from games.store.rows import state_at

AT_ONCE = 16
"""How many steps one query reads."""


STEP = 2_000_000_011
"""A placeholder for the number of a step while SQL is built."""


def step_payload(game: Game, number: int, state: Any) -> AnyStep:
    """Returns a step for pages that do not have the one before; ``state`` is the engine's after
    it."""
    facts = _facts_of_step(game, number, state)
    return cast("AnyStep", {**facts, "position": game.engine.shown(state)})


def told_step(game: Game, number: int) -> ToldStep[Json]:
    """Returns a step as it was pushed to pages that have the one before."""
    before, state = state_at(game, number - 1), state_at(game, number)
    changes = game.engine.shown_changes(before, state)
    return cast("ToldStep[Json]", {**_facts_of_step(game, number, state), "changes": changes})


def _facts_of_step(game: Game, number: int, state: Any) -> Json:
    (step,) = _step().rows(game=game.pk, step=number)
    line = line_of(game.engine, state, number, step.events)
    return {**line, "resolved_at": step.resolved_at, "cause": step.cause, "leave": step.leave}


@cache
def _step() -> Prepared[Step]:
    step = Step.objects.only("events", "resolved_at", "cause", "leave").order_by()
    return Prepared(step.filter(game=KEY, number=STEP), {"game": KEY, "step": STEP})


def game_payload(game: Game, seats: Iterable[SeatRow]) -> GameInfo:
    """Returns what stays the same while a game with these seats is played, and its status."""
    engine = game.engine
    return {
        "id": game.public_id,
        "title": game.title,
        "variant": game.variant,
        "name": engine.name,
        "board": engine.board(game.options),
        "options": engine.complete_options(game.options),
        "status": cast("GameStatus", game.status),
        "settings": game.settings,
        "started_at": game.started_at,
        "finished_at": game.finished_at,
        "unrated": why_unrated_now(game, seats),
    }


def own_earlier_action(game: Game, seat: SeatRow, state: Any) -> Json | None:
    """Returns what this seat chose in a resolved step of the current turn, if the turn goes on
    sealed and the seat need not choose again; else None. ``state`` is the engine's now. Only for
    the seat itself."""
    engine = game.engine
    waits = engine.sealed(state) and seat.number not in engine.awaiting(state)
    if game.is_over or seat.left_why or not waits:
        return None
    mine = str(seat.number)
    held = Tenure.objects.filter(seat=seat.id, to_step=None)
    since = held.values_list("from_step", flat=True).first() or 0
    # The turn before led to this one. A former player's choices on this seat are not theirs to see.
    *resolved, _began = _steps_of_turn(game, engine.turn(state), since)
    for actions, events in resolved:
        if mine in actions:
            return actions[mine]
        if {"type": "absent", "seat": seat.number} in events:
            return None  # so it had to choose again: what it chose before does not stand
    return None


def _steps_of_turn(game: Game, turn: int, since: int) -> list[tuple[Json, list[Json]]]:
    """Returns the actions and events of the latest steps, newest first, back to the one that led to
    this turn; nothing for steps up to ``since``."""
    steps = game.steps.order_by("-number").values_list("turn", "actions", "events", "number")
    found: list[tuple[Json, list[Json]]] = []
    while True:
        read = list(steps[len(found) : len(found) + AT_ONCE])
        found += [
            (actions or {}, events) if number > since else ({}, [])
            for of_turn, actions, events, number in read
            if of_turn == turn
        ]
        if len(read) < AT_ONCE or read[-1][0] != turn:
            return found


def chat_payload(message: ChatMessage) -> ChatLine:
    """Returns a chat message; its author must have been fetched."""
    return ChatLine(
        id=message.pk,
        room=message.room,
        author=message.author.username if message.author else FORMER_MEMBER,
        text=message.text,
        said_at=message.said_at,
    )


def act_payload(act: ModeratorAct) -> ActEntry:
    """Returns a log entry for what a moderator, the players by a vote, or the server did."""
    return {
        "step": act.step,
        "at": act.at,
        "what": act.what,
        "by": act.by.username if act.by else None,
        "seat": act.seat.number if act.seat else None,
        "why": act.why,
        "reason": act.reason or None,
        "count": act.count,
        "until": act.until,
        "vote": act.vote,
    }


def clock_of_game(game: Game) -> Clock:
    """Returns when the time of a game's next step is up."""
    left = None if game.time_left is None else game.time_left.total_seconds()
    paused = game.status == Game.Status.PAUSED
    return Clock(
        deadline=in_utc(game.deadline),
        time_left=left,
        paused=paused,
        put_off=game.extended or game.waited,
        resumes_at=in_utc(game.resumes_at),
    )


def vote_of_game(game: Game) -> VoteInfo | None:
    """Returns the vote in progress, or None."""
    return vote_info(game.votes, in_utc(game.vote_ends_at))


def in_utc(value: Any) -> Any:
    """Times converted to UTC, as in all messages; any other value unchanged."""
    return value.astimezone(UTC) if isinstance(value, datetime) else value
