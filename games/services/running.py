"""The one way to write to a game: lock it, run, store the result, tell it.

To change a game, use ``with run_game(...) as run``. If the block ends without an error, complete
steps are resolved, rows are stored, and events are numbered and written, all in one transaction;
the events are published as soon as it has committed. A block that raises changes nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from datetime import datetime
from typing import Any

from django.db import connection, transaction
from django.db.models import F, FilteredRelation, Model, Q
from django.utils import timezone

from games.models import Game, GameEvent, ModeratorAct, Plan, SealedAction, Seat, Step, Tenure
from games.play.changes import Changes, before, changes_since
from games.play.resolving import settle
from games.play.rows import ChoiceRow
from games.play.run import Run, begun
from games.publishing import publish_on_commit, what_follows
from games.states import stored_state_at
from games.stored import game_row, seat_row
from transport.refusals import Refused


@contextmanager
def run_game(game_id: int) -> Iterator[Run]:
    """A run of the game with this key. Its row stays locked until the run has been stored.

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
    """As :func:`run_game`, but None at once if the game is gone or somebody else has it locked."""
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
    """The first run of a game that has just been made: some games begin with a complete step, or
    are over at once. The caller holds the transaction."""
    stored = _Stored(game)
    stored.run.begins = True
    settle(stored.run)
    stored.save()


def _locking(*, if_free: bool = False):  # type: ignore[no-untyped-def]
    """A query of games that locks them when they are read.

    SQLite has no row locks: there the transaction itself, which is IMMEDIATE, is the lock.
    """
    skip = if_free and connection.features.has_select_for_update_skip_locked
    return Game.objects.select_for_update(skip_locked=skip)


class _Stored:
    """A run, and the rows that it was read from."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.seats = {seat.number: seat for seat in _seats_with_choices(game)}
        held = {number: seat for number, seat in self.seats.items() if seat.choice_id is not None}
        self.sealed = {number: seat.choice_id for number, seat in held.items()}
        choices = {
            number: ChoiceRow(seat.choice_action, seat.choice_sealed_at, seat.choice_planned_at)
            for number, seat in held.items()
        }
        state = stored_state_at(game, game.step)
        # Read the time only now, because getting the lock may have taken a while.
        now = timezone.now()
        seats = map(seat_row, self.seats.values())
        plans = {number: seat.plan_actions for number, seat in self.seats.items()}
        planned = {number: plan for number, plan in plans.items() if plan is not None}
        kept = {number: seat.plan_kept_at for number, seat in self.seats.items()}
        times = {number: at for number, at in kept.items() if at is not None}
        self.run = begun(game_row(game, state), seats, choices, now, planned, times)
        self.before = before(self.run)

    def save(self) -> None:
        """Writes what has changed, and publishes it on commit."""
        changes = changes_since(self.before, self.run)
        self._save_choices(changes)
        self._save_plans(changes)
        self._save_steps(changes)
        self._save_events(changes)
        self._save_tenures(changes)
        self._save_log(changes)
        self._save_seats(changes)
        if changes.game:
            _set(self.game, changes.game)
            self.game.save(update_fields=list(changes.game))
        self._save_what_follows()
        publish_on_commit(self.run)

    def _save_steps(self, changes: Changes) -> None:
        Step.objects.bulk_create(
            Step(
                game=self.game,
                number=step.number,
                actions=step.actions,
                leave=step.leave,
                events=step.line["events"],
                turn=step.line["turn"],
                sealed=step.line["sealed"],
                state=step.state,
                whole=step.whole,
                missed=step.missed,
                cause=step.cause,
                resolved_at=step.resolved_at,
            )
            for step in changes.steps
        )

    def _save_events(self, changes: Changes) -> None:
        GameEvent.objects.bulk_create(
            GameEvent(
                game=self.game,
                audience=each.audience,
                seq=seq,
                kind=each.kind,
                data=each.kept,
                at=self.run.now,
            )
            for seq, each in changes.events
        )

    def _save_tenures(self, changes: Changes) -> None:
        for ended in changes.tenures_ended:
            held = self.seats[ended.seat].tenures.filter(to_step=None)
            held.update(to_step=ended.to_step, why=ended.why)
        Tenure.objects.bulk_create(
            Tenure(
                game=self.game,
                seat=self.seats[begun.seat],
                member_id=begun.user_id,
                from_step=begun.from_step,
            )
            for begun in changes.tenures_begun
        )

    def _save_log(self, changes: Changes) -> None:
        ModeratorAct.objects.bulk_create(
            ModeratorAct(
                game=self.game,
                what=act.what,
                seat=self.seats[act.seat.number],
                why="",
                step=act.step,
                at=act.at,
                until=act.until,
            )
            for act in changes.logged
        )

    def _save_seats(self, changes: Changes) -> None:
        by_columns: dict[tuple[str, ...], list[Seat]] = {}
        for number, values in changes.seats.items():
            _set(self.seats[number], values)
            by_columns.setdefault(tuple(values), []).append(self.seats[number])
        for columns, seats in by_columns.items():
            # Only these columns: the key of a member deleted meanwhile must not come back.
            Seat.objects.bulk_update(seats, columns)

    def _save_what_follows(self) -> None:
        statements = what_follows(self.run)
        if not statements:
            return
        with connection.cursor() as database:
            for sql, values in statements:
                database.execute(sql, [as_stored(value) for value in values])

    def _save_choices(self, changes: Changes) -> None:
        gone = [self.sealed[number] for number in changes.choices_gone]
        if gone:
            SealedAction.objects.filter(pk__in=gone).delete()
        for number, choice in changes.choices.items():
            SealedAction(
                pk=self.sealed.get(number),
                game=self.game,
                seat=self.seats[number],
                step=changes.step,
                action=choice.action,
                sealed_at=choice.sealed_at,
                planned_at=choice.planned_at,
            ).save()

    def _save_plans(self, changes: Changes) -> None:
        gone = [self.seats[number].pk for number in changes.plans_gone]
        if gone:
            Plan.objects.filter(pk__in=gone).delete()
        if changes.plans:
            Plan.objects.bulk_create(
                [
                    Plan(seat=self.seats[number], actions=plan, kept_at=kept_at)
                    for number, (plan, kept_at) in changes.plans.items()
                ],
                update_conflicts=True,
                unique_fields=["seat"],
                update_fields=["actions", "kept_at"],
            )


def _seats_with_choices(game: Game) -> Iterable[Any]:
    """The seats with their users, and with what each has sealed for the next step and planned, if
    anything."""
    for_next = FilteredRelation("sealed_actions", condition=Q(sealed_actions__step=game.next_step))
    seats = (
        game.seats.select_related("user", "former", "presence")
        .annotate(choice=for_next)
        .order_by("number")
    )
    columns = ("id", "action", "sealed_at", "planned_at")
    choices = {f"choice_{name}": F(f"choice__{name}") for name in columns}
    return seats.annotate(
        **choices, plan_actions=F("plan__actions"), plan_kept_at=F("plan__kept_at")
    )


def as_stored(value: Any) -> Any:
    """A value in the form that this database takes in raw SQL."""
    is_moment = isinstance(value, datetime)
    return connection.ops.adapt_datetimefield_value(value) if is_moment else value


def _set(row: Model, values: dict[str, Any]) -> None:
    for name, value in values.items():
        setattr(row, name, value)
