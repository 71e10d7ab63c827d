"""The whole current state of a game for one viewer."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime
from functools import cache, lru_cache
from typing import Any

from database.queries import KEY, Prepared
from games.models import ChatMessage, Game
from games.pages.access import Viewer, audiences_of
from games.pages.holders import holders_of
from games.pages.payloads import (
    chat_payload,
    clock_of_game,
    game_payload,
    own_earlier_action,
    step_payload,
    vote_of_game,
)
from games.play.messages import AnyStep, ChatLine, Snapshot, You
from games.play.plan import may_plan
from games.play.resolve import seat_info
from games.play.rows import SeatRow
from games.store.presence import leaving_seats
from games.store.rows import state_at

CHAT_LINES = 100
STEPS_KEPT = 32
"""How many games' last steps a process keeps in memory."""


def snapshot(game: Game, viewer: Viewer, *, watching: int, now: datetime) -> Snapshot:
    """Returns what ``viewer`` may know of the game now; ``watching``: the number of spectators."""
    state, step = _resolved(_StepOf(game.public_id, game.step, game))
    seats = viewer.shown.seats
    message = Snapshot(
        now=now,
        game=game_payload(game, seats),
        seats=[seat_info(seat) for seat in seats],
        step=_with_outcome(game, step),
        clock=clock_of_game(game),
        chosen=viewer.shown.chosen,
        newest=newest_of(game, viewer),
        watching=watching,
        you=you_of(game, viewer, lambda: state),
        vote=vote_of_game(game),
    )
    if any(seat.was_offered for seat in seats):
        message.holders = holders_of(game.pk)
    if viewer.user is not None:
        message.chat = recent_chat(game, viewer)
        message.away = [seat.number for seat in seats if seat.away]
        message.leaving = leaving_seats(game.pk) if message.away else []
    return message


def newest_of(game: Game, viewer: Viewer) -> dict[str, int]:
    """Returns the number of the last event to each audience of the viewer."""
    return {audience: game.numbers.get(audience, 0) for audience in audiences_of(game, viewer)}


def recent_chat(game: Game, viewer: Viewer) -> list[ChatLine]:
    """Returns the last messages of the rooms that the viewer may read, oldest first."""
    rooms = {f"room {number}": str(room) for number, room in enumerate(viewer.rooms(game))}
    recent = _said_in(len(rooms)).rows(game=game.pk, **rooms) if rooms else []
    return [chat_payload(message) for message in reversed(recent)]


@cache
def _said_in(rooms: int) -> Prepared[ChatMessage]:
    """The last messages in this many rooms, newest first."""
    names = [f"room {number}" for number in range(rooms)]
    said = ChatMessage.objects.filter(game=KEY, room__in=names).select_related("author")
    newest = said.order_by("-said_at", "-pk")[:CHAT_LINES]
    return Prepared(newest, {"game": KEY, **dict(zip(names, names))})


@dataclass(frozen=True)
class _StepOf:
    public_id: str
    number: int
    game: Game = field(compare=False)


@lru_cache(maxsize=STEPS_KEPT)
def _resolved(asked: _StepOf) -> tuple[Any, AnyStep]:
    """Returns the engine's state after a step, and the step as pages are told it. Neither ever
    changes, and a game's last step is asked for again and again, so that it is kept in memory."""
    state = state_at(asked.game, asked.number)
    return state, step_payload(asked.game, asked.number, state)


def _with_outcome(game: Game, step: AnyStep) -> AnyStep:
    """Returns the last step. If the players agreed to end the game, or the last person left it to
    bots, the outcome is added, of which the rules know nothing."""
    if game.outcome is None or step["outcome"] is not None:
        return step
    return {**step, "outcome": game.outcome, "awaiting": []}


def you_of(game: Game, viewer: Viewer, state: Callable[[], Any]) -> You | None:
    """Returns what the viewer is to the game and may do there; None for visitors. ``state`` returns
    the engine's, which is needed only for players."""
    if viewer.user is None:
        return None
    seat, banned = viewer.seat, viewer.actor.chat_banned
    # For choices played earlier in this turn, the time of sealing is no longer known.
    tells_earlier = viewer.actor.hidden_before is None
    return {
        "name": viewer.user.username,
        "seat": None if seat is None else seat.number,
        "left": seat is None and viewer.actor.has_left(game),
        "action": viewer.shown.choice,
        "earlier": own_earlier_action(game, seat, state()) if seat and tells_earlier else None,
        "plan": viewer.shown.plan if seat and _may_plan(game, seat) else None,
        "may": [str(act) for act in viewer.may(game)],
        "rooms": [str(room) for room in viewer.rooms(game)],
        "chat_ban": None if banned is None else {"until": banned.until, "reason": banned.reason},
        "muted": viewer.muted,
    }


def _may_plan(game: Game, seat: SeatRow) -> bool:
    return not (game.is_over or seat.left_why) and may_plan(game.engine, game.settings)
