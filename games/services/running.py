"""The one way to write anything of a game: lock it, run, store what came out, tell it.

Whoever has something to do to a game does it inside ``with run_game(...) as run``. When the block
ends well, what is complete is resolved, the rows are stored and the events are numbered and
written, all in one transaction; once it has committed they are published, at once. A block that
raises has changed nothing.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from copy import copy

from django.db import connection, transaction
from django.utils import timezone

from games.core.resolving import settle
from games.core.rows import ChoiceRow
from games.core.run import Run, begun
from games.models import Game, GameEvent, SealedAction, Seat, Step
from games.publishing import numbered, publish_on_commit
from games.stored import GAME_COLUMNS, SEAT_COLUMNS, game_row, seat_row
from transport.refusals import Refused


@contextmanager
def run_game(game_id: int) -> Iterator[Run]:
    """A run of the game with this key, whose row is locked until it has been stored.

    Raises Refused ``not-found``.
    """
    with transaction.atomic():
        try:
            game = _locking().get(pk=game_id)
        except Game.DoesNotExist:
            raise Refused("not-found", "There is no such game.") from None
        stored = _Stored(game)
        yield stored.run
        settle(stored.run)
        stored.save()


@contextmanager
def run_game_if_free(game_id: int) -> Iterator[Run | None]:
    """As :func:`run_game`; None at once where the game is gone or somebody else has it locked."""
    with transaction.atomic():
        game = _locking(if_free=True).filter(pk=game_id).first()
        if game is None:
            yield None
            return
        stored = _Stored(game)
        yield stored.run
        settle(stored.run)
        stored.save()


def start_run(game: Game) -> None:
    """The first run of a game that has just been made: some begin with what is complete, or are
    over at once. The caller holds the transaction."""
    stored = _Stored(game)
    stored.run.begins = True
    settle(stored.run)
    stored.save()


def _locking(*, if_free: bool = False):  # type: ignore[no-untyped-def]
    """Games, locked when they are read.

    SQLite has no row locks: there the transaction itself, which is IMMEDIATE, is the lock.
    """
    skip = if_free and connection.features.has_select_for_update_skip_locked
    return Game.objects.select_for_update(skip_locked=skip)


class _Stored:
    """A run, and the rows as they were read, by which it is known what has to be written."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.seats = {
            seat.number: seat for seat in game.seats.select_related("user").order_by("number")
        }
        numbers = {seat.pk: seat.number for seat in self.seats.values()}
        rows = game.sealed_actions.filter(step=game.next_step)
        self.sealed = {numbers[row.seat_id]: row for row in rows}
        choices = {seat: ChoiceRow(row.action, row.sealed_at) for seat, row in self.sealed.items()}
        # The time is read now: what came before was waiting for the lock.
        self.run = begun(
            game_row(game), map(seat_row, self.seats.values()), choices, timezone.now()
        )
        self.before = copy(self.run.game)
        self.step_before = game.step
        self.choices_before = dict(choices)

    def save(self) -> None:
        """Writes what has changed, and publishes it on commit."""
        run = self.run
        self._save_choices()
        Step.objects.bulk_create(
            Step(
                game=self.game,
                number=step.number,
                actions=step.actions,
                leave=step.leave,
                line=step.line,
                cause=step.cause,
                opened_at=step.opened_at,
            )
            for step in run.steps
        )
        kept, run.game.numbers = numbered(run.happened, run.game.numbers)
        GameEvent.objects.bulk_create(
            GameEvent(
                game=self.game,
                audience=each.audience,
                seq=seq,
                kind=each.kind,
                data=each.kept,
                at=run.now,
            )
            for seq, each in kept
        )
        self._save_seats()
        self._save_game()
        publish_on_commit(run)

    def _save_choices(self) -> None:
        run, step = self.run, self.run.game.next_step
        gone = [row.pk for seat, row in self.sealed.items() if seat not in run.choices]
        if gone:
            SealedAction.objects.filter(pk__in=gone).delete()
        for seat, choice in run.choices.items():
            if self.choices_before.get(seat) == choice and step == self.step_before + 1:
                continue
            row = self.sealed.get(seat) or SealedAction(game=self.game, seat=self.seats[seat])
            row.step, row.action, row.sealed_at = step, choice.action, choice.sealed_at
            row.save()

    def _save_seats(self) -> None:
        changed = []
        for row in self.run.seats:
            seat = self.seats[row.number]
            differing = [name for name in SEAT_COLUMNS if getattr(seat, name) != getattr(row, name)]
            for name in differing:
                setattr(seat, name, getattr(row, name))
            if differing:
                changed.append(seat)
        if changed:
            Seat.objects.bulk_update(changed, SEAT_COLUMNS)

    def _save_game(self) -> None:
        row = self.run.game
        changed = [
            name for name in GAME_COLUMNS if getattr(row, name) != getattr(self.before, name)
        ]
        for name in changed:
            setattr(self.game, name, getattr(row, name))
        if changed:
            self.game.save(update_fields=changed)
