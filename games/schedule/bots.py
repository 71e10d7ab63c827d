"""Chooses for bots that owe a choice. They think while no lock is held; then their choices are
sealed, and in the same transaction the step is resolved if it is complete or its time is up.

A worker claims games by postponing the time at which their bots are due. It gives back what it does
not get done; if it dies, the games become due again by themselves.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import partial

from django.conf import settings
from django.db import transaction
from django.db.models import Case, Exists, OuterRef, QuerySet, Value, When
from django.utils import timezone

from engines.registry import game as engine_for
from engines.rules import Json
from games.models import Game, Heartbeat, SealedAction, Seat
from games.play.bots import seal_choices, seed_for
from games.play.game_transaction import GameTransaction, Need
from games.play.rows import Status
from games.play.thinking import Question, think
from games.schedule.failing import note_failure
from games.schedule.outages import last_heard
from games.store.rows import current_states
from games.store.sync import run_game, run_games
from scheduler.jobs import Skipped
from scheduler.late import GRACE, Late
from scheduler.rows import claimed, first_of

VISIT = timedelta(seconds=0.2)
"""After this long, other games' bots get their turn, even if some of these still owe a choice."""

CLAIM = timedelta(seconds=10)
"""How long other workers leave claimed games alone, in case the worker that claimed them dies."""


@dataclass(frozen=True)
class Claimed:
    """The games that this worker has claimed. ``were_due``: by game, when its bots were due;
    ``until``: the later time that is stored meanwhile."""

    were_due: dict[int, datetime]
    until: datetime


@dataclass(frozen=True)
class Owing:
    """A game in which bots owe a choice for the step after ``step``, with all it takes to ask them.

    ``stored``: the engine's dump; ``bots``: the seats of bots that have not chosen.
    """

    public_id: str
    variant: str
    stored: Json
    step: int
    bots: list[int]

    def question(self) -> Question:
        """Returns what to ask the bots."""
        engine, step = engine_for(self.variant), self.step + 1
        state = engine.load(self.stored)
        awaiting = engine.awaiting(state)
        seeds = {s: seed_for(self.public_id, step, s) for s in self.bots if s in awaiting}
        return Question(engine, state, step, seeds)


def read_owing(game_ids: Collection[int]) -> dict[int, Owing]:
    """Returns those of these games that are running and whose bots are due.

    Reads without a lock: :func:`seal_choices` checks again.
    """
    running = Game.objects.filter(pk__in=game_ids, status=Status.RUNNING, bots_due__isnull=False)
    found = {game.pk: game for game in running.only("public_id", "variant")}
    games = {
        pk: Owing(found[pk].public_id, found[pk].variant, stored.dump, stored.number, [])
        for pk, stored in current_states(found).items()
    }
    chosen = SealedAction.objects.filter(
        game=OuterRef("game"), seat=OuterRef("pk"), step=OuterRef("game__step") + 1
    )
    owing = Seat.objects.filter(~Exists(chosen), game__in=games, engine_plays=True)
    for game_id, number in owing.order_by("number").values_list("game_id", "number"):
        games[game_id].bots.append(number)
    return games


def choose_for_bots(*, game_id: int) -> bool:
    """Lets the bots of one game choose, and seals their choices; returns whether any were sealed.

    They think before the game is locked. Raises Refused ``not-found``.
    """
    owing = read_owing([game_id]).get(game_id)
    if owing is None:
        return False
    question = owing.question()
    choices = think(question, choice_seconds=settings.BOT_SECONDS, go_on=lambda: True)
    with run_game(game_id, needs=[Need.DAYS_OFF]) as run:
        return seal_choices(run, question, choices)


def first(until: datetime, skipped: Skipped) -> datetime | None:
    """Returns when the first bots are due, if by ``until``."""
    return first_of(_due(until), "bots_due", skipped)


def handle(now: datetime, skipped: Skipped) -> int:
    """Lets the bots of a batch of games choose; returns in how many games they did.

    Games with people come first. Among these, games whose time is up come first, then those that
    have been due the longest. After :data:`VISIT` the rest are given back.
    """
    games = _claim(now, skipped)
    done: set[int] = set()
    try:
        asked = _ask(list(games.were_due), now + VISIT, skipped)
        done |= _seal(asked, skipped)
    finally:
        _give_back(games, set(games.were_due) - done)
    return len(done)


def late(now: datetime) -> Late:
    """Counts the running games whose bots are overdue."""
    return Late.of(_due(now - GRACE), "bots_due", now)


def _due(now: datetime) -> QuerySet[Game]:
    return Game.objects.filter(status=Game.Status.RUNNING, bots_due__lte=now)


def _claim(now: datetime, skipped: Skipped) -> Claimed:
    time_is_up = Case(When(deadline__lte=now, then=Value(0)), default=Value(1))
    due = _due(now).exclude(pk__in=skipped)
    in_order = due.order_by("bots_alone", time_is_up, "bots_due", "pk")
    with transaction.atomic():
        were_due = dict(claimed(in_order).values_list("pk", "bots_due"))
        until = timezone.now() + CLAIM
        Game.objects.filter(pk__in=were_due).update(bots_due=until)
    return Claimed({pk: due for pk, due in were_due.items() if due is not None}, until)


def _give_back(games: Claimed, undone: set[int]) -> None:
    """Sets the old due times again, unless somebody else has changed them meanwhile."""
    for game_id in undone:
        still = Game.objects.filter(pk=game_id, bots_due=games.until)
        still.update(bots_due=games.were_due[game_id])


def _ask(
    game_ids: Collection[int], ends: datetime, skipped: Skipped
) -> dict[int, tuple[Question, dict[int, Json | None]]]:
    """Returns questions and choices by game, for as many games as there is time for, at least
    one."""
    asked: dict[int, tuple[Question, dict[int, Json | None]]] = {}
    owing = read_owing(game_ids)
    for game_id in game_ids:
        if asked and timezone.now() >= ends:
            break
        if game_id in owing:
            try:
                asked[game_id] = _think(owing[game_id].question(), ends)
            except Exception as error:  # noqa: BLE001 one broken game must not stall the others
                skipped.add(game_id)
                note_failure(game_id, error)
    return asked


def _think(question: Question, ends: datetime) -> tuple[Question, dict[int, Json | None]]:
    seconds = settings.BOT_SECONDS
    go_on = partial(_is_before, ends)
    return question, think(question, choice_seconds=seconds, go_on=go_on)


def _is_before(ends: datetime) -> bool:
    return timezone.now() < ends


def _seal(
    asked: Mapping[int, tuple[Question, Mapping[int, Json | None]]], skipped: Skipped
) -> set[int]:
    heard_at = last_heard(Heartbeat.Of.CHOICES)

    def seal(run: GameTransaction) -> bool:
        question, choices = asked[run.game.id]
        return seal_choices(run, question, choices, heard_at)

    games = Game.objects.filter(pk__in=asked).order_by("pk")
    ran = run_games(games, seal, most=len(asked), needs=[Need.DAYS_OFF])
    for game_id, error in ran.failed.items():
        skipped.add(game_id)
        note_failure(game_id, error)
    return ran.done
