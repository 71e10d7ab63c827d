"""What a run has changed in the rows that it began with: this is what has to be stored."""

from __future__ import annotations

from collections.abc import Sequence
from copy import copy
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from engines.rules import Json
from games.play.events import OutgoingEvent
from games.play.game_transaction import GameTransaction
from games.play.rows import (
    BegunTenure,
    ChatRow,
    ChoiceRow,
    EndedTenure,
    GameRow,
    LoggedAct,
    PresenceRow,
    SeatRow,
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


@dataclass(frozen=True, slots=True)
class Before:
    """A run's rows as they were stored."""

    game: GameRow
    seats: dict[int, SeatRow]
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
    """A copy of the rows that ``run`` begins with."""
    seats = {seat.number: copy(seat) for seat in run.seats}
    return Before(copy(run.game), seats, dict(run.choices), dict(run.plans), dict(run.plan_times))


def changes_since(stored: Before, run: GameTransaction) -> Changes:
    """What has to be stored after ``run``. Numbers its events."""
    events, run.game.numbers = _numbered(run.emitted, run.game.numbers)
    moved = run.game.step != stored.game.step
    return Changes(
        game=_differing(GAME_COLUMNS, stored.game, run.game),
        seats={
            seat.number: differing
            for seat in run.seats
            if (differing := _differing(SEAT_COLUMNS, stored.seats[seat.number], seat))
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
            for seat in run.seats
            if seat.presence != stored.seats[seat.number].presence
        },
        logged=run.logged,
        said=run.said,
        events=events,
    )


def _differing(names: Sequence[str], old: object, new: object) -> dict[str, Any]:
    pairs = ((name, getattr(old, name), getattr(new, name)) for name in names)
    return {name: now for name, was, now in pairs if was is not now and was != now}


def _numbered(
    happened: Sequence[OutgoingEvent], numbers: dict[str, int]
) -> tuple[list[tuple[int, OutgoingEvent]], dict[str, int]]:
    """Numbers the events that are stored, for each audience separately, and writes the numbers into
    their messages. Returns the events with their numbers, and each audience's last number.
    ``numbers``: each audience's last number so far."""
    last = dict(numbers)
    kept = []
    for each in happened:
        if each.stored is not None:
            seq = last[each.audience] = last.get(each.audience, 0) + 1
            each.message.to, each.message.seq = each.audience, seq
            kept.append((seq, each))
    return kept, last
