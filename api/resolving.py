"""Trying choices out: a position and one choice for each seat, resolved; nothing is stored."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from msgspec import Struct
from ninja import Router

from api.answers import answer, read
from api.callers import ANYBODY
from api.description import describe
from engines.outcome import Outcome
from engines.rules import IllegalAction
from games.pages.access import get_game_for_viewer
from games.pages.views import require_resolved
from games.store.rows import state_at
from transport.limits import STEPS, count, rate_key_of
from transport.refusals import Refused

router = Router(tags=["games"])


class Trial(Struct, kw_only=True):
    """What to try: after which ``step`` of the game (the last one if left out), and the choices by
    the number of the seat. A seat that is not named chooses nothing."""

    choices: dict[str, Any]
    step: int | None = None


class Tried(Struct, kw_only=True):
    """What would happen."""

    events: list[dict[str, Any]]
    position: dict[str, Any]
    awaiting: list[int]
    outcome: dict[str, Any] | None


@router.post(
    "/{game_id}/resolve",
    auth=ANYBODY,
    openapi_extra=describe(Tried, body=Trial),
    summary="Try choices out",
)
def resolve(request: HttpRequest, game_id: str) -> HttpResponse:
    """Resolves these choices after a step of the game by its rules. Nobody is told, nothing is
    stored, and nothing that players have sealed is used."""
    count(STEPS, rate_key_of(request))
    game = get_game_for_viewer(game_id)
    trial = read(request, Trial)
    number = game.step if trial.step is None else trial.step
    if number < 0:
        raise Refused("not-found", "There is no such step.")
    require_resolved(game, number)
    engine, state = game.engine, state_at(game, number)
    choices = {_seat(name): choice for name, choice in trial.choices.items()}
    try:
        for seat, choice in sorted(choices.items()):
            engine.check(state, seat, choice)
    except IllegalAction as error:
        raise Refused(error.code, error.text, values=error.values) from None
    if not engine.sealed(state) and len(choices) > 1:
        raise Refused("bad-command", "In an open turn only one seat acts at a time.")
    if engine.outcome(state) is not None:
        raise Refused("finished", "The game is over.")
    after, events = engine.resolve(state, choices)
    tried = Tried(
        events=[dict(event) for event in events],
        position=engine.shown(after),
        awaiting=list(engine.awaiting(after)),
        outcome=_outcome_json(engine.outcome(after)),
    )
    return answer(request, tried)


def _seat(name: str) -> int:
    if not (name.isascii() and name.isdigit() and len(name) < 4):
        raise Refused("bad-command", "Name seats by their numbers.", at=name)
    return int(name)


def _outcome_json(outcome: Outcome | None) -> dict[str, Any] | None:
    return None if outcome is None else outcome.as_json()
