"""What a run has changed in the rows that it began with: this is what has to be stored."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from operator import attrgetter
from typing import Any

from engines.rules import Json
from games.play.events import OutgoingEvent
from games.play.game_transaction import GameTransaction
from games.play.rows import (
    BegunTenure,
    ChatRow,
    ChoiceRow,
    EndedTenure,
    LoggedAct,
    PresenceRow,
    StepRow,
)

GAME_COLUMNS = (
    "status",
    "step",
    "awaiting",
    "deadline",
    "clock_since",
    "time_left",
    "paused_at",
    "answers",
    "excused",
    "extended",
    "waited",
    "bots_due",
    "plans_due",
    "numbers",
    "outcome",
    "finished_at",
    "bots_alone",
    "last_person_step",
    "last_person_at",
    "votes",
    "vote_ends_at",
    "resumes_at",
    "given",
    "turns_chosen",
    "turns_missed",
    "unrated",
)
"""The columns of a game that can change while it is played."""

SEAT_COLUMNS = (
    "absences",
    "left_at_step",
    "left_why",
    "rank",
    "extensions",
    "off_until",
    "user_id",
    "former_id",
    "engine_plays",
    "offered_until",
    "offered_why",
    "was_offered",
)
"""The columns of a seat that can change while a game is played."""


_game_values = attrgetter(*GAME_COLUMNS)
_seat_values = attrgetter(*SEAT_COLUMNS)


@dataclass(frozen=True, slots=True)
class Before:
    """What a run begins with. ``game``, ``seats``: the values of their columns; ``presences``: by
    seat, in the order of ``seats``."""

    step: int
    game: tuple[Any, ...]
    seats: list[tuple[Any, ...]]
    presences: list[PresenceRow | None]
    choices: dict[int, ChoiceRow]
    plans: dict[int, list[Json]]
    plan_times: dict[int, datetime]


@dataclass(frozen=True, slots=True)
class Changes:
    """What has to be stored. ``game``, ``seats``: columns and their new values, for the game and by
    seat. ``choices_gone``: seats whose sealed choice is deleted; ``choices``: choices to store for
    step ``step``. ``plans_gone``, ``plans``: the same for plans, each with the time of its player's
    last change. ``tenures_ended`` come before ``tenures_begun``. ``logged``: entries for the log.
    ``events``: new events with their numbers."""

    game: dict[str, Any]
    seats: dict[int, dict[str, Any]]
    choices_gone: list[int]
    choices: dict[int, ChoiceRow]
    step: int
    plans_gone: list[int]
    plans: dict[int, tuple[list[Json], datetime | None]]
    steps: list[StepRow]
    tenures_ended: list[EndedTenure]
    tenures_begun: list[BegunTenure]
    presences: dict[int, PresenceRow | None]
    logged: list[LoggedAct]
    said: list[ChatRow]
    events: list[tuple[int, OutgoingEvent]]


def before(run: GameTransaction) -> Before:
    """What ``run`` begins with, for :func:`changes_since`."""
    return Before(
        run.game.step,
        _game_values(run.game),
        [_seat_values(seat) for seat in run.seats],
        [seat.presence for seat in run.seats],
        dict(run.choices),
        dict(run.plans),
        dict(run.plan_times),
    )


def changes_since(stored: Before, run: GameTransaction) -> Changes:
    """What has to be stored after ``run``. Numbers its events."""
    events = _numbered(run)
    moved = run.game.step != stored.step
    return Changes(
        game=_differing(GAME_COLUMNS, stored.game, _game_values(run.game)),
        seats={
            seat.number: _differing(SEAT_COLUMNS, was, now)
            for seat, was in zip(run.seats, stored.seats, strict=True)
            if (now := _seat_values(seat)) != was
        },
        choices_gone=[number for number in stored.choices if number not in run.choices],
        choices={
            number: choice
            for number, choice in run.choices.items()
            if moved or stored.choices.get(number) != choice
        },
        step=run.game.next_step,
        plans_gone=[number for number in stored.plans if number not in run.plans],
        plans={
            number: (plan, run.plan_times.get(number))
            for number, plan in run.plans.items()
            if stored.plans.get(number) != plan
            or stored.plan_times.get(number) != run.plan_times.get(number)
        },
        steps=run.steps,
        tenures_ended=run.tenures_ended,
        tenures_begun=run.tenures_begun,
        presences={
            seat.number: seat.presence
            for seat, was in zip(run.seats, stored.presences, strict=True)
            if seat.presence != was
        },
        logged=run.logged,
        said=run.said,
        events=events,
    )


def _differing(names: Sequence[str], old: tuple[Any, ...], new: tuple[Any, ...]) -> dict[str, Any]:
    return {name: now for name, was, now in zip(names, old, new, strict=True) if was != now}


def _numbered(run: GameTransaction) -> list[tuple[int, OutgoingEvent]]:
    """Numbers the run's events that are stored, for each audience separately, and writes the
    numbers into their messages. Returns these events with their numbers."""
    last = dict(run.game.numbers)
    numbered = []
    for each in run.emitted:
        if each.stored is not None:
            seq = last[each.audience] = last.get(each.audience, 0) + 1
            each.message.to, each.message.seq = each.audience, seq
            numbered.append((seq, each))
    run.game.numbers = last
    return numbered
