"""What the server sends about a game: built from the public state, never from sealed choices.

The exceptions are :func:`own_action`, :func:`own_plan` and :func:`own_earlier_action`, which are
for the seat itself.
"""

from __future__ import annotations

from datetime import UTC, datetime
from functools import cache
from typing import Any, Protocol, cast

from django.db.models import Case, F, JSONField, Q, Value, When
from django.db.models.functions import Coalesce

from database.queries import KEY, NOW, Prepared
from engines.rules import Json
from games.models import (
    FORMER_MEMBER,
    ChatMessage,
    Game,
    ModeratorAct,
    Plan,
    SealedAction,
    Seat,
    Step,
)
from games.play.messages import (
    ActEntry,
    AnyStep,
    ChatLine,
    GameInfo,
    GameStatus,
    ToldStep,
)
from games.play.plan import may_plan
from games.play.states import line_of
from games.store.rows import state_at

AT_ONCE = 16
"""How many steps one query reads."""


STEP = 2_000_000_011
"""A placeholder for the number of a step while SQL is built."""
LONG_AGO = datetime(1, 1, 1, tzinfo=UTC)
"""Earlier than every choice."""


class StepFacts(Protocol):
    """What is told of a step besides the position after it."""

    @property
    def events(self) -> list[Json]:
        """What happened."""

    @property
    def resolved_at(self) -> datetime:
        """When it was resolved."""

    @property
    def cause(self) -> str:
        """Why it was resolved then."""

    @property
    def leave(self) -> list[int] | None:
        """The seats that left, if that is all that happened."""


def step_payload(game: Game, number: int, state: Any, known: StepFacts | None = None) -> AnyStep:
    """Returns a step for pages that do not have the one before; ``state`` is the engine's after
    it. ``known``: the step itself, if it has been read already."""
    facts = _facts_of_step(game, number, state, known)
    return cast("AnyStep", {**facts, "position": game.engine.shown(state)})


def told_step(game: Game, number: int) -> ToldStep[Json]:
    """Returns a step as it was pushed to pages that have the one before."""
    before, state = state_at(game, number - 1), state_at(game, number)
    changes = game.engine.shown_changes(before, state)
    return cast("ToldStep[Json]", {**_facts_of_step(game, number, state), "changes": changes})


def _facts_of_step(game: Game, number: int, state: Any, known: StepFacts | None = None) -> Json:
    step = known or _step().rows(game=game.pk, step=number)[0]
    line = line_of(game.engine, state, number, step.events)
    return {**line, "resolved_at": step.resolved_at, "cause": step.cause, "leave": step.leave}


@cache
def _step() -> Prepared[Step]:
    step = Step.objects.only("events", "resolved_at", "cause", "leave").order_by()
    return Prepared(step.filter(game=KEY, number=STEP), {"game": KEY, "step": STEP})


def game_payload(game: Game) -> GameInfo:
    """Returns what stays the same while a game is played, and its status."""
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
    }


def chosen_seats(game: Game) -> list[int]:
    """Returns the seats that have sealed a choice for the next step, ascending."""
    sealed = SealedAction.objects.filter(game=game, step=game.next_step)
    return sorted(sealed.values_list("seat__number", flat=True))


def own_action(game: Game, seat: Seat, hidden_before: datetime | None = None) -> Json | None:
    """Returns the seat's sealed choice, or None. Only for the seat itself, and not if it was sealed
    or planned before ``hidden_before``."""
    return chosen_and_own(game, seat, hidden_before)[1]


def chosen_and_own(
    game: Game, seat: Seat | None, hidden_before: datetime | None = None
) -> tuple[list[int], Json | None]:
    """Returns :func:`chosen_seats` and :func:`own_action` of the seat, if there is one. No other
    seat's choice is read."""
    if seat is None:
        return chosen_seats(game), None
    rows: list[Any] = _sealed().rows(
        game=game.pk, step=game.next_step, seat=seat.pk, now=hidden_before or LONG_AGO
    )
    action = next((row.own for row in rows if row.number == seat.number), None)
    return sorted(row.number for row in rows), action


@cache
def _sealed() -> Prepared[SealedAction]:
    """Which seats have chosen for a step, and the choice of the seat ``seat`` unless it was made
    before ``now``. What other seats chose is not read."""
    is_shown = Q(seat=KEY - 1, chosen_at__gte=NOW)
    nothing = Value(None, output_field=JSONField())
    own = Case(When(is_shown, then=F("action")), default=nothing, output_field=JSONField())
    sealed = SealedAction.objects.filter(game=KEY, step=STEP).only("pk").order_by()
    rows = sealed.annotate(chosen_at=Coalesce("planned_at", "sealed_at"))
    rows = rows.annotate(number=F("seat__number"), own=own)
    return Prepared(rows, {"game": KEY, "step": STEP, "seat": KEY - 1})


def own_plan(game: Game, seat: Seat, hidden_before: datetime | None = None) -> list[Json] | None:
    """Returns the seat's planned choices; None if nobody can plan here. Only for the seat itself,
    and empty if they were planned before ``hidden_before``."""
    if game.is_over or seat.left_why or not may_plan(game.engine, game.settings):
        return None
    plan: Plan | None = getattr(seat, "plan", None)
    if plan is None:
        return []
    is_shown = hidden_before is None or (plan.kept_at is not None and plan.kept_at >= hidden_before)
    return plan.actions if is_shown else []


def own_earlier_action(game: Game, seat: Seat, state: Any) -> Json | None:
    """Returns what this seat chose in a resolved step of the current turn, if the turn goes on
    sealed and the seat need not choose again; else None. ``state`` is the engine's now. Only for
    the seat itself."""
    engine = game.engine
    waits = engine.sealed(state) and seat.number not in engine.awaiting(state)
    if game.is_over or seat.left_why or not waits:
        return None
    mine = str(seat.number)
    since = seat.tenures.filter(to_step=None).values_list("from_step", flat=True).first() or 0
    # The turn before led to this one. A former player's choices on this seat are not theirs to see.
    *resolved, _began = _steps_of_turn(game, engine.turn(state), since)
    return next((actions[mine] for actions in resolved if actions and mine in actions), None)


def _steps_of_turn(game: Game, turn: int, since: int) -> list[Json | None]:
    """Returns the actions of the latest steps, newest first, back to the one that led to this turn;
    None for steps up to ``since``."""
    steps = game.steps.order_by("-number").values_list("turn", "actions", "number")
    found: list[Json | None] = []
    while True:
        read = list(steps[len(found) : len(found) + AT_ONCE])
        found += [
            actions if number > since else None
            for of_turn, actions, number in read
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
