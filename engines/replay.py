"""Replaying a record, step by step; each step is checked when it is reached."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from .reading import is_integer
from .record import Record, RecordError
from .rules import IllegalAction, Json, Rules
from .strict_json import parse_integer
from .words import Values

KEYS = {"actions", "leave", "at", "cause"}
CAUSES = ("complete", "timer", "moderator")

_SEAT = re.compile(r"0|[1-9][0-9]*")
_UTC_TIME = re.compile(r"(\d{4}-\d\d-\d\d)[Tt](\d\d:\d\d):(\d\d)(\.\d+)?([Zz]|[+-]00:00)", re.ASCII)


@dataclass(frozen=True)
class ReplayedStep:
    """A step as it was replayed, with the state after it; step 0 is the starting position."""

    game: Rules[Any]
    step: int
    state: Any
    events: Sequence[Json]

    def as_json(self, extras: Collection[str] = ()) -> Json:
        """The step as a reader prints it, with those named extras that the game has."""
        game, state = self.game, self.state
        outcome = game.outcome(state)
        position = game.view(state, None)
        for extra in game.extras:
            if extra.name in extras:
                position = {**position, **extra.of(state)}
        return {
            "step": self.step,
            "turn": game.turn(state),
            "phase": game.phase(state),
            "sealed": game.sealed(state),
            "awaiting": list(game.awaiting(state)),
            "events": list(self.events),
            "position": position,
            "outcome": None if outcome is None else outcome.as_json(),
        }


def replay(record: Record, after: tuple[int, Any] | None = None) -> Iterator[ReplayedStep]:
    """Yields the starting position and then every step, each replayed when it is asked for.

    ``after``: a step and the state after it, from which to begin instead.

    Raises RecordError at the first step that is refused; nothing of that step takes effect.

    >>> from dataclasses import replace
    >>> from engines.record import new
    >>> stone = {"actions": {"0": {"type": "place", "at": [2, 3]}}}
    >>> whole = replace(new("multiplayer-go", 2, {"size": 5}), steps=[stone, {"leave": [1]}])
    >>> [step.events[0]["type"] for step in replay(whole) if step.events]
    ['placed', 'left']
    >>> list(replay(replace(whole, steps=[stone, stone])))
    Traceback (most recent call last):
    engines.record.RecordError: step 2: seat 0: occupied: [2, 3] already holds a stone
    """
    game = record.game
    first, state = after or (0, game.new_state(record.options, record.seats, record.seed))
    yield ReplayedStep(game, first, state, [])
    for number, step in enumerate(record.steps[first:], start=first + 1):
        try:
            state, events = _play(record, state, step)
        except RecordError as error:
            raise RecordError(
                error.code, error.text, error.values, step=number, seat=error.seat
            ) from error.__cause__
        yield ReplayedStep(game, number, state, events)


def _play(record: Record, state: Any, step: Any) -> tuple[Any, list[Json]]:
    game = record.game
    if game.outcome(state) is not None:
        raise RecordError("finished", "the game is over, nothing may follow")
    _check_form(step)
    if "leave" in step:
        return game.leave(state, _leaving(record, state, step["leave"]))
    actions = _actions(game, state, step["actions"])
    return game.resolve(state, actions)


def _actions(game: Rules[Any], state: Any, named: Json) -> dict[int, Json]:
    actions = {parse_integer(seat): action for seat, action in named.items()}
    for seat in sorted(actions):
        try:
            game.check(state, seat, actions[seat])
        except IllegalAction as error:
            raise RecordError(error.code, error.text, error.values, seat=seat) from error
    _require(len(actions) < 2 or game.sealed(state), "an open step names one seat, or none")
    return actions


def _leaving(record: Record, state: Any, named: list[int]) -> list[int]:
    left = record.game.left(state)
    for seat in sorted(named):
        if not 0 <= seat < record.seats:
            raise RecordError("not-awaited", "there is no such seat", seat=seat)
        if seat in left:
            raise RecordError("not-awaited", "this seat is already out of the game", seat=seat)
    return sorted(named)


def _check_form(step: Any) -> None:
    """Raises RecordError ``bad-record`` for anything that is not a step in any game."""
    _require(isinstance(step, dict), "a step is an object")
    _require(("actions" in step) != ("leave" in step), 'a step has either "actions" or "leave"')
    _require(
        step.keys() <= KEYS,
        'beside "actions" or "leave" a step has at most "at" and "cause"',
    )
    _require(
        "at" not in step or _is_utc_time(step["at"]),
        '"at" is a time in UTC such as 2026-01-31T20:15:00Z',
    )
    _require(
        step.get("cause", CAUSES[0]) in CAUSES,
        '"cause" is one of %(causes)s',
        {"causes": ", ".join(CAUSES)},
    )
    if "leave" in step:
        _check_leaving(step["leave"])
    else:
        _check_named(step["actions"])


def _check_leaving(seats: Any) -> None:
    _require(
        isinstance(seats, list) and bool(seats) and all(map(is_integer, seats)),
        '"leave" is a list of one or more seats',
    )
    _require(len(set(seats)) == len(seats), '"leave" names each seat once')


def _check_named(actions: Any) -> None:
    _require(isinstance(actions, dict), '"actions" is an object')
    _require(
        all(map(_SEAT.fullmatch, actions)),
        'a seat is written as a number without sign or leading zero, such as "0"',
    )


def _require(holds: bool, text: str, values: Values | None = None) -> None:
    if not holds:
        raise RecordError("bad-record", text, values)


def _is_utc_time(value: Any) -> bool:
    """Whether a JSON value is a time of RFC 3339 in UTC; second 60 is a leap second."""
    parts = _UTC_TIME.fullmatch(value) if isinstance(value, str) else None
    if parts is None or parts[3] > "60":
        return False
    try:
        datetime.fromisoformat(f"{parts[1]}T{parts[2]}:{min(parts[3], '59')}")
    except ValueError:
        return False
    return True
