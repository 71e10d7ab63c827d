"""Postponing the end of a turn whose time is up, for seats that have not chosen.

A turn waits once for players who are off, until they are back. A seat that has an extension left
uses it automatically: the turn goes on, once, for everybody. What others have sealed stays sealed.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime

from games.play.clock import end_of_waiting, extended_end, may_wait
from games.play.events import EVERYONE, OutgoingEvent
from games.play.game_transaction import GameTransaction
from games.play.messages import ClockChanged
from games.play.resolve import clock_of, seat_info, set_end
from games.play.rows import ActKind, SeatRow


@dataclass(frozen=True, slots=True)
class Off:
    """A member is off until ``back``. Where they live, that is the beginning of ``day``."""

    back: datetime
    day: date


def put_off(run: GameTransaction, off: Mapping[int, Off]) -> bool:
    """Postpones the end of the next step, whose time is up, if a player is off or a seat has an
    extension left. Returns whether it did. Otherwise the step must be resolved, and seats that have
    sealed nothing were absent.

    ``off``: the players who are off now, by seat, among those that the turn may wait for.
    """
    return _wait(run, off) or _extend(run)


def may_wait_for(run: GameTransaction) -> list[SeatRow]:
    """The seats that the turn, whose time is up, waits for if their players are off."""
    if run.game.waited or not may_wait(run.game.settings):
        return []
    return owing(run)


def who_is_off(run: GameTransaction) -> dict[int, Off]:
    """The players who are off, by seat, among those that the turn may wait for."""
    assert run.days_off is not None
    return {
        seat.number: Off(*run.days_off[seat.user_id])
        for seat in may_wait_for(run)
        if seat.user_id in run.days_off
    }


def owing(run: GameTransaction) -> list[SeatRow]:
    """The awaited seats of people who have sealed nothing."""
    awaiting = run.engine.awaiting(run.state)
    return [s for s in run.people() if s.number in awaiting and s.number not in run.choices]


def _wait(run: GameTransaction, off: Mapping[int, Off]) -> bool:
    """Postpones the end until all players who are off and have not chosen are back."""
    game = run.game
    awaited = [seat for seat in may_wait_for(run) if seat.number in off]
    if not awaited:
        return False
    game.waited = True
    for seat in awaited:
        seat.off_until = off[seat.number].day
        run.log(ActKind.WAITS, seat, until=seat.off_until)
    back = max(off[seat.number].back for seat in awaited)
    set_end(run, end_of_waiting(game.settings, run.now, back))
    _tell(run)
    return True


def _extend(run: GameTransaction) -> bool:
    """Extends the turn, once for everybody, if seats that have not chosen have an extension left.

    Each of them uses one, unless the club was away for a while during the turn.
    """
    game = run.game
    using = [seat for seat in owing(run) if seat.extensions]
    if game.extended or not using:
        return False
    game.extended = True
    for seat in using:
        seat.extensions -= not game.excused
        run.log(ActKind.EXTENDED, seat)
    set_end(run, extended_end(game.settings, run.now))
    _tell(run)
    return True


def _tell(run: GameTransaction) -> None:
    run.was_postponed = True
    message = ClockChanged(
        clock=clock_of(run.game),
        status=run.game.status,
        seats=[seat_info(seat) for seat in run.seats],
    )
    run.emit(OutgoingEvent(EVERYONE, message, {}))
