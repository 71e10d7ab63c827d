"""The log of a game, and its resolved steps without their positions, which the record needs too.

Resolved steps never change. They are read from the database in pages, once, and cached for a while,
so that a long game costs a reader no more than its last page.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from functools import cache
from itertools import pairwise
from typing import NamedTuple

import msgspec

from database.queries import KEY, Prepared
from engines.rules import Json
from games.models import Game, ModeratorAct
from games.pages.payloads import act_payload
from games.play.messages import LogEntry
from transport.cache import SlotCache

PAGE = 64
"""Steps per page."""

KEPT = SlotCache("resolved", count=1024, seconds=600)
LARGEST_KEPT = 64 * 1024
"""Bytes; larger pages are read each time. All cached pages together have at most 64 MB."""


class ResolvedStep(NamedTuple):
    """A step without the position after it; ``turn`` and ``sealed`` belong to the resulting
    state."""

    number: int
    resolved_at: datetime
    cause: str
    actions: Json | None
    leave: list[int] | None
    events: list[Json]
    turn: int
    sealed: bool


def resolved_steps(game: Game, after: int = 0) -> list[ResolvedStep]:
    """Returns the steps of the game from number ``after`` on, in order."""
    first, last = after // PAGE, game.step // PAGE
    kept = _kept(game, range(first, last))
    missing = next((page for page in range(first, last) if page not in kept), last)
    steps = [step for page in range(first, missing) for step in kept[page]]
    read = _read(game, missing * PAGE)
    _keep(game, missing, read)
    return [step for step in steps + read if step.number >= after]


def _kept(game: Game, pages: range) -> dict[int, list[ResolvedStep]]:
    keys = {_key(game, page): page for page in pages}
    read = msgspec.json.Decoder(list[ResolvedStep]).decode
    return {keys[key]: read(kept) for key, kept in KEPT.get_many(keys).items()}


def _read(game: Game, number: int) -> list[ResolvedStep]:
    """Reads the steps from this number on from the database."""
    steps = game.steps.filter(number__gte=number, number__lte=game.step).order_by("number")
    return [ResolvedStep._make(row) for row in steps.values_list(*ResolvedStep._fields)]


def _keep(game: Game, page: int, read: list[ResolvedStep]) -> None:
    """Caches the pages that were read from this page on, except the last page, and pages with
    sealed choices of a turn in which others must choose again."""
    if not read:
        return
    sealed_turn = read[-1].turn if read[-1].sealed else None
    starts = range(0, len(read) - PAGE, PAGE)
    pages = {page + number: read[start : start + PAGE] for number, start in enumerate(starts)}
    full = {
        _key(game, number): msgspec.json.encode(steps)
        for number, steps in pages.items()
        if steps[-1].turn != sealed_turn
    }
    KEPT.set_many({key: kept for key, kept in full.items() if len(kept) <= LARGEST_KEPT})


def _key(game: Game, page: int) -> str:
    return f"{game.public_id}:{page}"


@cache
def _acts() -> Prepared[ModeratorAct]:
    after = 7_000_007  # stands for a step
    acts = ModeratorAct.objects.filter(game=KEY, step__gte=after).select_related("by", "seat")
    return Prepared(acts.order_by("at", "pk"), {"game": KEY, "after": after})


def log_payload(
    game: Game, after: int = 0, steps: Sequence[ResolvedStep] | None = None
) -> list[LogEntry]:
    """Returns the log's entries after step ``after`` in the order in which things happened: each
    step, then what moderators did before the next one. ``steps``: those from ``after`` on, if they
    have been read already."""
    entries: list[LogEntry] = []
    for before, step in pairwise(resolved_steps(game, after) if steps is None else steps):
        entries.append(
            {
                "step": step.number,
                "turn": before.turn,
                "sealed": before.sealed,
                "at": step.resolved_at,
                "cause": step.cause,
                "leave": step.leave,
                "events": [game.engine.logged(event) for event in step.events],
            }
        )
    acts = _acts().rows(game=game.pk, after=after)
    entries.extend(act_payload(act) for act in acts)
    return sorted(entries, key=lambda entry: entry["step"])  # stable: the acts stay last
