"""The record of a game on the site, as it is downloaded."""

from __future__ import annotations

from collections import defaultdict
from datetime import datetime
from itertools import pairwise

from django.db.models import Prefetch, prefetch_related_objects
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from engines.outcome import Outcome
from engines.record import from_json
from engines.rules import Json
from engines.sgf_record import Left, write
from games.models import FORMER_MEMBER, Game, Seat, Step, Tenure
from games.pages.answers import refusals_as_json
from games.pages.guests import game_and_user
from games.pages.log import ResolvedStep, resolved_steps
from transport.limits import PAGES, SGF_FILES
from transport.refusals import Refused
from transport.requests import counted

FOR_RECORD = (
    Prefetch("seats", Seat.objects.select_related("user", "former").order_by("number")),
    Prefetch("tenures", Tenure.objects.select_related("member").order_by("pk")),
)
"""What a record needs besides the steps, to be prefetched for several games at once."""

LEFT: dict[str, Left] = {Seat.LeftWhy.RESIGNED: Left.RESIGNED, Seat.LeftWhy.ABSENT: Left.TIME}
"""How SGF names why a seat left; all other reasons are a forfeit."""


def record_of(game: Game) -> Json:
    """Returns the game's record as record.md describes it; for a running game, up to now.

    A choice can stay sealed while others choose again in the same turn. The steps of such a turn
    are not in the record until the turn is over, because they hold what was chosen.
    """
    prefetch_related_objects([game], *FOR_RECORD)
    seats = list(game.seats.all())
    steps = _opened_for_good(resolved_steps(game))
    tenures = _tenures(game)
    record: Json = {
        "format": "miai-record",
        "version": 1,
        "variant": game.variant,
        "options": game.options,
        "seats": len(seats),
        "seed": game.seed,
        "steps": [_step(step) for step in steps],
        "players": [
            {"name": seat.name, "stone": seat.stone_colour, "mark": seat.mark_colour}
            | ({"tenures": tenures[seat.pk]} if len(tenures[seat.pk]) > 1 else {})
            for seat in seats
        ],
        "site": "Miai",
        "started": _rfc3339(game.started_at),
    }
    notes = _notes(game, steps)
    if notes:
        record["notes"] = notes
    if game.finished_at is not None:
        record["finished"] = _rfc3339(game.finished_at)
    if game.outcome is not None:
        record["result"] = game.outcome
    return record


def _tenures(game: Game) -> dict[int, list[Json]]:
    """Returns who had each seat, from when to when, by the seat's key."""
    held: dict[int, list[Json]] = defaultdict(list)
    for row in game.tenures.all():
        name = row.member.username if row.member else FORMER_MEMBER
        when = {"from": row.from_step, "to": row.to_step, "why": row.why or None}
        held[row.seat_id].append({"name": name, **when})
    return held


def _opened_for_good(resolved: list[ResolvedStep]) -> list[ResolvedStep]:
    """Returns the steps before the first one with choices that are still sealed."""
    last = resolved[-1]
    steps = []
    for before, step in pairwise(resolved):
        if step.leave is None and last.sealed and before.turn == last.turn:
            break
        steps.append(step)
    return steps


def _step(step: ResolvedStep) -> Json:
    what = {"actions": step.actions} if step.leave is None else {"leave": step.leave}
    return {**what, "at": _rfc3339(step.resolved_at), "cause": Step.Cause(step.cause).value}


def _notes(game: Game, steps: list[ResolvedStep]) -> Json:
    """Returns by step what a replay cannot work out. The step numbers are text, as JSON keys must
    be."""
    notes = {str(step.number): game.engine.note(step.events) for step in steps}
    return {number: note for number, note in notes.items() if note}


def _rfc3339(moment: datetime) -> str:
    return moment.strftime("%Y-%m-%dT%H:%M:%S.%fZ")


@require_safe
@never_cache
@refusals_as_json
@counted(PAGES)
def record_json(request: HttpRequest, public_id: str) -> HttpResponse:
    """Returns the record as a file to download."""
    game, _ = game_and_user(request, public_id)
    response = JsonResponse(record_of(game), json_dumps_params={"ensure_ascii": False})
    return _to_download(response, game, "json")


@require_safe
@never_cache
@refusals_as_json
@counted(SGF_FILES)
def record_sgf(request: HttpRequest, public_id: str) -> HttpResponse:
    """Returns a game of stones as an SGF file for Go programs; refuses all other games."""
    game, _ = game_and_user(request, public_id)
    if game.engine.sgf is None:
        raise Refused("not-found", "There is no SGF of this game.")
    outcome = None if game.outcome is None else Outcome.of_json(game.outcome)
    body = write(from_json(record_of(game)), outcome, _why_left(game))
    response = HttpResponse(body, content_type="application/x-go-sgf; charset=utf-8")
    return _to_download(response, game, "sgf")


def _why_left(game: Game) -> Left:
    """Why somebody left who did not come first."""
    lost = [seat for seat in game.seats.all() if seat.left_why and seat.rank != 1]
    return LEFT.get(lost[0].left_why, Left.FORFEIT) if lost else Left.UNKNOWN


def _to_download(response: HttpResponse, game: Game, ending: str) -> HttpResponse:
    name = f"miai-{game.variant}-{game.public_id[:8]}.{ending}"
    response["Content-Disposition"] = f'attachment; filename="{name}"'
    return response
