"""The step in preparation: everything of a locked game that opening it needs, read once."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from engines.game import Game as Engine
from engines.game import Json
from games.clock import Moment
from games.models import Game, SealedAction, Seat, TurnEnds

SEAT_FIELDS = ("absences", "left_at_step", "left_why", "rank")
"""What of a seat changes while a game is played."""


@dataclass
class Opening:
    """A game whose row the caller has locked, while steps of it are prepared and opened.

    ``sealed`` holds the sealed actions by seat; ``pushed`` the payloads of the steps that were
    opened, which go out when the transaction commits.
    """

    game: Game
    now: datetime
    engine: Engine[Any] = field(init=False)
    state: Any = field(init=False)
    seats: list[Seat] = field(init=False)
    sealed: dict[int, SealedAction] = field(init=False)
    pushed: list[Json] = field(default_factory=list)
    stored: list[tuple[object, ...]] = field(init=False)

    def __post_init__(self) -> None:
        self.engine = self.game.engine
        self.state = self.engine.load(self.game.state)
        self.seats = list(self.game.seats.select_related("user").order_by("number"))
        self.stored = [_facts(seat) for seat in self.seats]
        numbers = {seat.pk: seat.number for seat in self.seats}
        rows = self.game.sealed_actions.filter(step=self.game.preparing)
        self.sealed = {numbers[row.seat_id]: row for row in rows}

    def moment(self) -> Moment:
        """What of the state the clock depends on."""
        engine, state = self.engine, self.state
        return Moment(engine.turn(state), engine.sealed(state), engine.awaiting(state))

    def chosen(self) -> list[int]:
        """The seats that have sealed something for the step in preparation, ascending."""
        return sorted(self.sealed)

    def awaited_bots(self) -> list[Seat]:
        """The bots' seats that still owe an action."""
        owing = set(self.engine.awaiting(self.state)) - set(self.sealed)
        return [seat for seat in self.seats if seat.is_bot and seat.number in owing]

    def is_complete(self) -> bool:
        """Whether the step in preparation opens now, before its time.

        A sealed step: when every awaited seat has chosen, where the table says so. An open
        step: as soon as a seat has acted.
        """
        before = self.moment()
        if self.game.status != Game.Status.RUNNING or not before.awaiting:
            return False
        chosen = set(self.sealed) & set(before.awaiting)
        if not before.sealed:
            return bool(chosen)
        return self.game.turn_ends == TurnEnds.COMPLETE and chosen == set(before.awaiting)

    def seal(self, seat: Seat, action: Json) -> None:
        """Keeps ``action``, which the engine has checked, for the step in preparation."""
        row = self.sealed.get(seat.number)
        if row is None:
            row = SealedAction(game=self.game, step=self.game.preparing, seat=seat)
        row.action, row.sealed_at = action, self.now
        row.save()
        self.sealed[seat.number] = row

    def take_sealed(self) -> dict[int, Json]:
        """The actions to open, by seat, taken out of the sealed ones: all of a sealed step's,
        the earliest of an open step's."""
        awaiting = self.engine.awaiting(self.state)
        owed = [(seat, row) for seat, row in self.sealed.items() if seat in awaiting]
        rows = sorted(owed, key=lambda item: (item[1].sealed_at, item[1].pk))
        if not self.engine.sealed(self.state):
            rows = rows[:1]
        SealedAction.objects.filter(pk__in=[row.pk for _, row in rows]).delete()
        for seat, _ in rows:
            del self.sealed[seat]
        return {seat: row.action for seat, row in sorted(rows, key=lambda item: item[0])}

    def store_seats(self) -> None:
        """Stores the seats that have changed since they were read."""
        pairs = zip(self.seats, self.stored, strict=True)
        changed = [seat for seat, stored in pairs if _facts(seat) != stored]
        if changed:
            Seat.objects.bulk_update(changed, SEAT_FIELDS)


def _facts(seat: Seat) -> tuple[object, ...]:
    return tuple(getattr(seat, name) for name in SEAT_FIELDS)
