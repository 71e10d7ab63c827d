"""A turn of a game: awaited seats, resolving, and the frames to push. Uses no database.

A game and its seats are rows of :mod:`bench.floor.queries`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any

import msgspec

from engines.registry import game as engine_for
from engines.rules import Json, Rules
from games.play.states import stored_state, unpacked

Frame = tuple[int | None, bytes]
"""The seat that may get the frame (None: everybody), and its text."""


@dataclass(frozen=True)
class ResolvedTurn:
    """A resolved turn: what to store, and the frame to push after that."""

    step: int
    actions: Json
    line: Json
    cause: str
    resolved_at: datetime
    state: bytes
    whole: int
    status: str
    deadline: datetime | None
    outcome: Json | None
    ranks: dict[int, int]
    """By seat id; empty until the game is finished."""
    frame: Frame


class Position:
    """A game read from its rows, with its engine's state."""

    def __init__(self, game: Any, seats: Sequence[Any], held: Sequence[tuple[int, bytes]]) -> None:
        self.game, self.seats = game, seats
        self.engine: Rules[Any] = engine_for(game.variant)
        self.stored = stored_state(held)
        self.state = self.engine.load(self.stored.dump)
        self.chosen: dict[int, Json] = {
            seat.number: seat.action for seat in seats if seat.action is not None
        }

    def is_complete(self) -> bool:
        """Whether the turn can be resolved without more choices."""
        awaited = set(self.engine.awaiting(self.state))
        if not self.engine.sealed(self.state):
            return bool(awaited & set(self.chosen))
        return self.game.settings["turn_ends"] == "complete" and awaited <= set(self.chosen)

    def choose_for_bots(self) -> None:
        """Makes the choices of all awaited bots; if the step is not sealed, only of the first."""
        for seat in self.seats:
            if seat.engine_plays and seat.number in self.engine.awaiting(self.state):
                action = self.engine.bot().think(self.state, seat.number, self.game.step)
                if action is not None:
                    self.engine.check(self.state, seat.number, action)
                    self.chosen[seat.number] = action
                    if not self.engine.sealed(self.state):
                        return

    def resolve(self, cause: str, now: datetime) -> ResolvedTurn:
        """Resolves the turn with the choices made."""
        game, engine = self.game, self.engine
        actions = engine.recorded(self.state, self.chosen)
        state, events = engine.resolve(self.state, actions)
        outcome = engine.outcome(state)
        line = line_of(engine, state, game.step + 1, events)
        status = "running" if outcome is None else "finished"
        deadline = None
        turn_seconds = game.settings["turn_seconds"]
        if turn_seconds is not None and outcome is None:
            deadline = now + timedelta(seconds=turn_seconds)
        ranks = {} if outcome is None else dict(zip((s.id for s in self.seats), outcome.ranks))
        told = {
            "type": "step.resolved",
            "now": now,
            "step": {
                **line,
                "changes": engine.shown_changes(self.state, state),
                "resolved_at": now,
                "cause": cause,
                "leave": None,  # the floor has no leaving
            },
            "seats": [seat_of(seat, ranks.get(seat.id)) for seat in self.seats],
            "clock": clock_of(deadline),
            "status": status,
            "chosen": [],
        }
        stored, held = self.stored.then(engine.dump(state))
        return ResolvedTurn(
            step=game.step + 1,
            actions={str(seat): actions[seat] for seat in sorted(actions)},
            line=line,
            cause=cause,
            resolved_at=now,
            state=held,
            whole=stored.whole,
            status=status,
            deadline=deadline,
            outcome=None if outcome is None else outcome.as_json(),
            ranks=ranks,
            frame=(None, encode(told)),
        )

    def snapshot(self, step: Any, seat: Any, now: datetime) -> bytes:
        """The snapshot frame for the player of ``seat`` (None: a spectator). ``step``: the row of
        the last step."""
        game = self.game
        unsent = ("id", "public_id", "step", "deadline")
        told = {
            "type": "game.snapshot",
            "now": now,
            "game": {
                "id": game.public_id,
                **{name: value for name, value in game._asdict().items() if name not in unsent},
            },
            "seats": [seat_of(seat, seat.rank) for seat in self.seats],
            "step": {
                **line_of(self.engine, self.state, game.step, unpacked(step.events)),
                "position": self.engine.shown(self.state),
                "resolved_at": step.resolved_at,
                "cause": step.cause,
                "leave": step.leave,
            },
            "clock": clock_of(game.deadline),
            "chosen": sorted(self.chosen),
            "you": None if seat is None else {"seat": seat.number, "action": seat.action},
        }
        return encode(told)


def sealed_frame(seat: int, step: int, now: datetime) -> Frame:
    """The frame that tells everybody that a seat has chosen, but not what."""
    return None, encode({"type": "action.sealed", "now": now, "seat": seat, "step": step})


def kept_frame(seat: int, step: int, action: Json, now: datetime) -> Frame:
    """The frame that tells a seat what it has chosen."""
    return seat, encode({"type": "action.kept", "now": now, "step": step, "action": action})


def line_of(engine: Rules[Any], state: Any, step: int, events: Sequence[Json]) -> Json:
    """What frames say about a step, apart from its position."""
    outcome = engine.outcome(state)
    return {
        "step": step,
        "turn": engine.turn(state),
        "phase": engine.phase(state),
        "sealed": engine.sealed(state),
        "awaiting": list(engine.awaiting(state)),
        "events": list(events),
        "outcome": None if outcome is None else outcome.as_json(),
    }


def seat_of(seat: Any, rank: int | None) -> Json:
    """What everybody may know about a seat."""
    return {
        "number": seat.number,
        "name": seat.username,
        "bot": seat.is_bot,
        "stone": seat.stone_colour,
        "mark": seat.mark_colour,
        "absences": seat.absences,
        "extensions": 0,
        "off_until": None,
        "offered_until": None,
        "left": seat.left_why or None,
        "rank": rank,
        "owner": None,
    }


def clock_of(deadline: datetime | None) -> Json:
    """The clock as frames show it. ``deadline``: when the timer resolves the turn."""
    at = None if deadline is None else deadline.astimezone(UTC)
    return {
        "deadline": at,
        "time_left": None,
        "paused": False,
        "put_off": False,
        "resumes_at": None,
    }


def encode(told: Json) -> bytes:
    """The text of a frame."""
    return msgspec.json.encode(told)
