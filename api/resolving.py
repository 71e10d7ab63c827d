"""Trying choices out: resolves choices in a position by the rules, and stores nothing."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.http import HttpRequest, HttpResponse
from msgspec import Struct
from ninja import Router

from api.answers import answer, read
from api.callers import ANYBODY
from api.description import describe
from engines.outcome import Outcome
from engines.record import Record, RecordError, from_json
from engines.replay import ReplayedStep, replay
from engines.rules import IllegalAction, Rules
from games.pages.access import get_game_for_viewer
from games.pages.views import require_resolved
from games.play.seal import point_of
from games.store.rows import state_at
from transport.limits import COMMANDS, TRIALS, count, rate_key_of
from transport.refusals import Refused, RefusedByRules

LARGEST_RECORD = 256 * 1024
"""The largest body with a record, in bytes."""
REPLAY_SECONDS = 0.5
"""How much processor time the replay of a record may take, in seconds."""
SEAT = re.compile(r"0|[1-9][0-9]{0,2}")
"""How a seat is named. With zeros before it, one seat would have two names."""

of_games, of_rules = Router(tags=["games"]), Router(tags=["rules"])


class Trial(Struct, kw_only=True):
    """What to try: these ``choices``, by seat number, after this ``step`` of the game (the last one
    if left out). A seat that is not named chooses nothing."""

    choices: dict[str, Any]
    step: int | None = None


class RecordTrial(Struct, kw_only=True):
    """What to try: these ``choices``, as in a ``Trial``, after the last step of this ``record``."""

    record: dict[str, Any]
    choices: dict[str, Any]


class Tried(Struct, kw_only=True):
    """What would happen."""

    events: list[dict[str, Any]]
    position: dict[str, Any]
    awaiting: list[int]
    outcome: dict[str, Any] | None


@of_games.post(
    "/{game_id}/resolve",
    auth=ANYBODY,
    openapi_extra=describe(Tried, body=Trial),
    summary="Try choices out",
)
def resolve(request: HttpRequest, game_id: str) -> HttpResponse:
    """Resolves these choices after a step of the game by its rules. Nobody is told, nothing is
    stored, and nothing that players have sealed is used: in the middle of a conflict seats whose
    moves stand are named, too."""
    count(COMMANDS, rate_key_of(request))
    game = get_game_for_viewer(game_id)
    trial = read(request, Trial)
    number = game.step if trial.step is None else trial.step
    if number < 0:
        raise Refused("not-found", "There is no such step.")
    require_resolved(game, number)
    state = game.engine.without_secrets(state_at(game, number))
    return answer(request, _try(game.engine, state, trial.choices))


@of_rules.post(
    "/{game}/resolve",
    auth=ANYBODY,
    openapi_extra=describe(Tried, body=RecordTrial),
    summary="Try choices out in your own position",
)
def resolve_record(request: HttpRequest, game: str) -> HttpResponse:
    """Replays a record of this game, as `/games/GAME/record` gives it, and resolves these choices
    after its last step. Nothing is stored."""
    count(TRIALS, rate_key_of(request))
    trial = read(request, RecordTrial, LARGEST_RECORD)
    with _rules_refusing():
        record = from_json(trial.record)
        if record.game.slug != game:
            raise Refused("bad-record", "This is a record of another game.", at="record")
        last = _last_step(record)
    return answer(request, _try(record.game, last.state, trial.choices))


def _last_step(record: Record) -> ReplayedStep:
    """Replays the record. Raises RecordError, and Refused ``too-long``."""
    began = time.thread_time()
    for step in replay(record):  # noqa: B007 the last one counts
        if time.thread_time() - began > REPLAY_SECONDS:
            raise Refused(
                "too-long",
                "This record takes too long to replay here. The package miai-engines has no limit.",
                at="record",
            )
    return step


def _try(engine: Rules[Any], state: Any, named: dict[str, Any]) -> Tried:
    choices = {_seat(name): choice for name, choice in named.items()}
    for seat, choice in sorted(choices.items()):
        with _rules_refusing(at=point_of(choice)):
            engine.check(state, seat, choice)
    if not engine.sealed(state) and len(choices) > 1:
        raise Refused("bad-command", "In an open turn only one seat acts at a time.")
    if engine.outcome(state) is not None:
        raise Refused("finished", "The game is over.")
    after, events = engine.resolve(state, choices)
    return Tried(
        events=[dict(event) for event in events],
        position=engine.shown(after),
        awaiting=list(engine.awaiting(after)),
        outcome=_outcome_json(engine.outcome(after)),
    )


@contextmanager
def _rules_refusing(at: Any = None) -> Iterator[None]:
    """Turns errors of the rules into Refused. ``at``: what they are about; for a record, the number
    of the step."""
    try:
        yield
    except (IllegalAction, RecordError) as error:
        about = getattr(error, "step", at)
        raise RefusedByRules(error.code, error.text, values=error.values, at=about) from None


def _seat(name: str) -> int:
    if not SEAT.fullmatch(name):
        raise Refused("bad-command", "Name seats by their numbers.", at=name)
    return int(name)


def _outcome_json(outcome: Outcome | None) -> dict[str, Any] | None:
    return None if outcome is None else outcome.as_json()
