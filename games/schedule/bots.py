"""Chooses for bots that owe a choice. They think while no lock is held; then their choices are
sealed, and in the same transaction the step is resolved if it is complete or its time is up.

A worker claims games by postponing the time at which their bots are due. It gives back what it does
not get done; if it dies, the games become due again by themselves.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import partial

from django.conf import settings
from django.db import transaction
from django.db.models import Case, Exists, OuterRef, QuerySet, Value, When
from django.utils import timezone

from engines.bots import Level
from engines.registry import game as engine_for
from engines.rules import Json
from games.models import Game, SealedAction, Seat
from games.play.bots import seal_choices, seed_for
from games.play.game_transaction import GameTransaction, Need
from games.play.rows import Status
from games.play.states import stored_state
from games.play.thinking import Asked, Question, think
from games.schedule.failing import note_failure, run_due
from games.schedule.outages import heard_at_for_bots
from games.store.rows import held_states
from games.store.sync import run_game
from scheduler.jobs import GRACE, Late, Skipped
from scheduler.rows import claimed, first_of

VISIT = timedelta(seconds=0.2)
"""After this long, other games' bots get their turn, even if some of these still owe a choice."""

LEVELS_THAT_LOOK_AHEAD = [level for level in Level if level.looks_ahead]

IN_FULL = 4
"""If more games than this wait for bots that look ahead, each gets a smaller share of the time."""

LONGEST = 4.0
"""Seconds that a bot looks ahead at most."""


@dataclass(frozen=True)
class Claimed:
    """The games that this worker has claimed. ``were_due``: by game, when its bots were due;
    ``until``: the later time that is stored meanwhile."""

    were_due: dict[int, datetime]
    until: datetime


@dataclass(frozen=True)
class Owing:
    """A game in which bots owe a choice for the step after ``step``, with all it takes to ask them.

    ``held``: what its steps store of its state, from the last whole one on; ``bots``: by seat the
    level of each bot that has not chosen; ``guest``: whether it is a guest's game.
    """

    public_id: str
    variant: str
    deadline: datetime | None
    held: Sequence[tuple[int, bytes]]
    bots: dict[int, Level]
    guest: bool

    def question(self) -> Question:
        """Returns what to ask the bots. If the stored state is damaged, it raises whatever error
        that causes."""
        engine, stored = engine_for(self.variant), stored_state(self.held)
        state, step = engine.load(stored.dump), stored.number + 1
        awaiting = engine.awaiting(state)
        asked = {
            seat: Asked(level, seed_for(self.public_id, step, seat))
            for seat, level in self.bots.items()
            if seat in awaiting
        }
        return Question(engine, state, step, asked)

    def most_ahead(self, waiting: int, now: datetime) -> float:
        """Returns how many seconds each of these bots may look ahead: a share of the time until the
        deadline, and less if many games are ``waiting``."""
        share = LONGEST * IN_FULL / max(IN_FULL, waiting)
        if self.deadline is None:
            return share
        left = (self.deadline - now).total_seconds() / (len(self.bots) + 1)
        return max(0.0, min(share, left))


def read_owing(game_ids: Collection[int]) -> dict[int, Owing]:
    """Returns those of these games that are running and whose bots are due.

    Reads without a lock: :func:`seal_choices` checks again.
    """
    running = Game.objects.filter(pk__in=game_ids, status=Status.RUNNING, bots_due__isnull=False)
    found = {game.pk: game for game in running.only("public_id", "variant", "deadline", "settings")}
    games = {
        pk: Owing(
            found[pk].public_id,
            found[pk].variant,
            found[pk].deadline,
            held,
            {},
            found[pk].settings.guest,
        )
        for pk, held in held_states(found).items()
    }
    chosen = SealedAction.objects.filter(
        game=OuterRef("game"), seat=OuterRef("pk"), step=OuterRef("game__step") + 1
    )
    owing = Seat.objects.filter(~Exists(chosen), game__in=games, engine_plays=True)
    levels = owing.order_by("number").values_list("game_id", "number", "user__bot_level")
    for game_id, number, level in levels:
        games[game_id].bots[number] = Level(level or Level.MEDIUM)
    return games


def choose_for_bots(*, game_id: int) -> bool:
    """Lets the bots of one game choose, and seals their choices; returns whether any were sealed.

    They think before the game is locked. Raises Refused ``not-found``.
    """
    owing = read_owing([game_id]).get(game_id)
    if owing is None:
        return False
    question = owing.question()
    choices = think(
        question,
        choice_seconds=settings.BOT_SECONDS,
        go_on=lambda: True,
        most_ahead=owing.most_ahead(1, timezone.now()),
    )
    with run_game(game_id, needs=[Need.DAYS_OFF]) as run:
        return seal_choices(run, question, choices)


@dataclass(frozen=True)
class BotsJob:
    """The games whose bots one kind of worker asks: those with a bot that looks ahead, or those
    without. ``claim``: how long other workers leave claimed games alone, in case the worker that
    claimed them dies."""

    look_ahead: bool
    claim: timedelta

    def first(self, until: datetime, skipped: Skipped) -> datetime | None:
        """Returns when the first bots are due, if by ``until``."""
        return first_of(self.due(until), "bots_due", skipped)

    def handle(self, now: datetime, skipped: Skipped) -> int:
        """Lets the bots of a batch of games choose; returns in how many games they did.

        Games with people come first, those of members before those of guests. Among these, games
        whose time is up come first, then those that have been due the longest. After :data:`VISIT`
        the rest are given back.
        """
        games = self._claim(now, skipped)
        done: set[int] = set()
        try:
            asked = _ask(list(games.were_due), now + VISIT, skipped)
            done |= _seal(asked, skipped)
        finally:
            _give_back(games, set(games.were_due) - done)
        return len(done)

    def late(self, now: datetime) -> Late:
        """Counts the running games whose bots are overdue."""
        return Late.of(self.due(now - GRACE), "bots_due", now)

    def due(self, now: datetime) -> QuerySet[Game]:
        """The running games whose bots are due."""
        ahead = Seat.objects.filter(
            game=OuterRef("pk"), engine_plays=True, user__bot_level__in=LEVELS_THAT_LOOK_AHEAD
        )
        return Game.objects.filter(
            Exists(ahead) if self.look_ahead else ~Exists(ahead),
            status=Game.Status.RUNNING,
            bots_due__lte=now,
        )

    def _claim(self, now: datetime, skipped: Skipped) -> Claimed:
        time_is_up = Case(When(deadline__lte=now, then=Value(0)), default=Value(1))
        due = self.due(now).exclude(pk__in=skipped)
        is_guests = Case(When(settings__guest=True, then=Value(1)), default=Value(0))
        in_order = due.order_by("bots_alone", is_guests, time_is_up, "bots_due", "pk")
        with transaction.atomic():
            were_due = dict(claimed(in_order).values_list("pk", "bots_due"))
            until = timezone.now() + self.claim
            Game.objects.filter(pk__in=were_due).update(bots_due=until)
        return Claimed({pk: due for pk, due in were_due.items() if due is not None}, until)


QUICK = BotsJob(look_ahead=False, claim=timedelta(seconds=10))
LOOK_AHEAD = BotsJob(look_ahead=True, claim=timedelta(seconds=60))


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
                most_ahead = owing[game_id].most_ahead(_waiting(owing, game_id), timezone.now())
                asked[game_id] = _think(owing[game_id].question(), most_ahead, ends)
            except Exception as error:  # noqa: BLE001 one broken game must not stall the others
                skipped.add(game_id)
                note_failure(game_id, error)
    return asked


def _waiting(owing: Mapping[int, Owing], game_id: int) -> int:
    """Returns how many games share the time for looking ahead: those of guests take none from
    those of members."""
    return sum(each.guest <= owing[game_id].guest for each in owing.values())


def _think(
    question: Question, most_ahead: float, ends: datetime
) -> tuple[Question, dict[int, Json | None]]:
    return question, think(
        question,
        choice_seconds=settings.BOT_SECONDS,
        go_on=partial(_is_before, ends),
        most_ahead=most_ahead,
    )


def _is_before(ends: datetime) -> bool:
    return timezone.now() < ends


def _seal(
    asked: Mapping[int, tuple[Question, Mapping[int, Json | None]]], skipped: Skipped
) -> set[int]:
    heard_at = heard_at_for_bots()

    def seal(run: GameTransaction) -> bool:
        question, choices = asked[run.game.id]
        return seal_choices(run, question, choices, heard_at)

    games = Game.objects.filter(pk__in=asked).order_by("pk")
    return run_due(games, seal, skipped, most=len(asked), needs=[Need.DAYS_OFF])
