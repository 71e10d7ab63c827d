"""When the time of a turn is up, its end may be put off for seats that have not chosen.

For players who are off it waits, once, until they are back. A seat that has an extension left uses
it by itself: the turn goes on, once, for all. What others have sealed stays sealed.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime

from games.core.clock import end_of_waiting, extended_end, may_wait
from games.core.events import EVERYONE, Happened
from games.core.messages import ClockChanged
from games.core.resolving import clock_of, seat_info, set_end
from games.core.rows import LoggedAct, SeatRow
from games.core.run import Run


@dataclass(frozen=True, slots=True)
class Off:
    """A member is off, and ``back`` then; where they live that is the beginning of ``day``."""

    back: datetime
    day: date


def put_off(run: Run, off: Mapping[int, Off]) -> bool:
    """Puts the end of the next step's time off, which has come, where that is due; says whether
    it did. Otherwise the step is resolved, and anyone who has sealed nothing was absent.

    ``off``: who of those that the turn may wait for is off now, by seat.
    """
    return _wait(run, off) or _extend(run)


def may_wait_for(run: Run) -> list[SeatRow]:
    """The seats for which the turn, whose time is up, waits if their players are off."""
    if run.game.waited or not may_wait(run.game.settings):
        return []
    return owing(run)


def owing(run: Run) -> list[SeatRow]:
    """The seats of people who are awaited and have sealed nothing."""
    awaiting = run.engine.awaiting(run.state)
    people = (seat for seat in run.seats_held() if seat.is_person and not seat.gone)
    return [s for s in people if s.number in awaiting and s.number not in run.choices]


def _wait(run: Run, off: Mapping[int, Off]) -> bool:
    """Waits for all who are off and have not chosen."""
    game = run.game
    awaited = [seat for seat in may_wait_for(run) if seat.number in off]
    if not awaited:
        return False
    game.waited = True
    for seat in awaited:
        seat.off_until = off[seat.number].day
        run.log(LoggedAct.What.WAITS, seat, seat.off_until)
    back = max(off[seat.number].back for seat in awaited)
    set_end(run, end_of_waiting(game.settings, run.now, back))
    _tell(run)
    return True


def _extend(run: Run) -> bool:
    """Extends the time for all who have not chosen and have an extension left, once for them all.

    In a turn in which the club was away for a while it costs them nothing.
    """
    game = run.game
    using = [seat for seat in owing(run) if seat.extensions]
    if game.extended or not using:
        return False
    game.extended = True
    for seat in using:
        seat.extensions -= not game.excused
        run.log(LoggedAct.What.EXTENDED, seat)
    set_end(run, extended_end(game.settings, run.now))
    _tell(run)
    return True


def _tell(run: Run) -> None:
    run.was_put_off = True
    message = ClockChanged(
        clock=clock_of(run.game),
        status=run.game.status,
        seats=[seat_info(seat) for seat in run.seats],
    )
    run.tell(Happened(EVERYONE, message, {}))
