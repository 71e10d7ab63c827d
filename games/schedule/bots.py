"""Bots that owe a choice: they think outside of locks, then their choices are sealed, and the
step is resolved in the same transaction where it is complete or due.

Games are claimed by moving the time at which their bots are due: what a worker does not get done
is given back, what one dies over is due again.
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
"""After so long other games' bots are asked, though some of these still owe a choice."""

CLAIM = timedelta(seconds=10)
"""For how long other workers leave alone the games for which one thinks, should it die over it."""


@dataclass(frozen=True)
class Claimed:
    """Games for whose bots this worker chooses. ``were_due``: since when, by game; ``until``: the
    time that stands there meanwhile."""

    were_due: dict[int, datetime]
    until: datetime


@dataclass(frozen=True)
class Owing:
    """A game in which bots owe a choice for the step after ``step``, with all that is needed to ask
    them.

    ``stored``: the engine's dump; ``bots``: the seats of bots that have not chosen.
    """

    public_id: str
    variant: str
    stored: Json
    step: int
    bots: list[int]

    def question(self) -> Question:
        """What the bots are asked."""
        engine, step = engine_for(self.variant), self.step + 1
        state = engine.load(self.stored)
        awaiting = engine.awaiting(state)
        seeds = {s: seed_for(self.public_id, step, s) for s in self.bots if s in awaiting}
        return Question(engine, state, step, seeds)


def read_owing(game_ids: Collection[int]) -> dict[int, Owing]:
    """Those of these games that are running and whose bots are due.

    Read without a lock: :func:`seal_choices` checks that it still holds.
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
    """Lets the bots of one game that owe a choice choose, and seals it; returns whether it did.

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
    """When the first bots are due, by ``until``."""
    return first_of(_due(until), "bots_due", skipped)


def handle(now: datetime, skipped: Skipped) -> int:
    """Lets the bots of a batch of games choose; returns for how many games they did.

    Games with people come first, of these the ones whose time is up, then whichever has been due
    for longest. After :data:`VISIT` the others are given back.
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
    """The running games whose bots should have chosen by now, and have not."""
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
    """What was not done is due since when it was, unless somebody else has set another time."""
    for game_id in undone:
        still = Game.objects.filter(pk=game_id, bots_due=games.until)
        still.update(bots_due=games.were_due[game_id])


def _ask(
    game_ids: Collection[int], ends: datetime, skipped: Skipped
) -> dict[int, tuple[Question, dict[int, Json | None]]]:
    """What was asked and chosen, by game: in as many games as there is time for, one at least."""
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
