"""Seats whose players have left, and which others may take over for a while.

By the rules of every game a seat that leaves is out for good. So at first it does not leave: it
belongs to nobody and misses its turns. It leaves if nobody takes it over in time.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta

from games.play.clock import turn_length
from games.play.rows import BegunTenure, LeftWhy, SeatRow, TenureEnd
from games.play.run import Run
from games.play.settings import GameSettings
from transport.refusals import Refused

SHORTEST, LONGEST = timedelta(minutes=2), timedelta(days=3)
"""A seat is offered for two turns, but for no less and no more than this."""

LEAST_HELD = 2
"""With fewer players left the game would end when the seat leaves, so the seat is not offered."""


def offer_length(settings: GameSettings) -> timedelta:
    """How long a seat is offered."""
    return min(max(2 * turn_length(settings), SHORTEST), LONGEST)


def is_worth_waiting(stay: Sequence[SeatRow]) -> bool:
    """Whether those who stay can go on without the offered seats, and at least one of them is a
    person."""
    return len(stay) >= LEAST_HELD and any(seat.is_person for seat in stay)


def may_be_offered(run: Run, seats: Sequence[SeatRow]) -> bool:
    """Whether these seats, whose players are leaving, are first offered to others."""
    leaving = {seat.number for seat in seats}
    stay = [seat for seat in run.seats_held() if seat.number not in leaving]
    people = all(seat.is_held and seat.is_person for seat in seats)
    return run.game.settings.seats_taken_over and people and is_worth_waiting(stay)


def offer(run: Run, seats: Sequence[SeatRow], why: LeftWhy) -> None:
    """Offers these seats to others; until one is taken over it belongs to nobody. What was sealed
    there is dropped unseen."""
    run.end_tenures(seats, TenureEnd(why))
    for seat in seats:
        run.choices.pop(seat.number, None)
        seat.former_id, seat.user_id = seat.user_id, None
        seat.offered_until = run.now + offer_length(run.game.settings)
        seat.offered_why = why
        seat.was_offered = True
        seat.absences = 0
        seat.off_until = None
    run.offered.extend(seats)
    run.seats_changed = True


def return_seat(run: Run, seat: SeatRow) -> None:
    """Ends the seat's offer, and enters the player who left it as its player again."""
    if seat.offered_why:
        if seat.former_id is not None:
            run.returned.append(seat.former_id)
        seat.user_id, seat.former_id = seat.former_id, None
        seat.offered_until, seat.offered_why = None, ""


def close_offers(run: Run) -> None:
    """Ends all offers when the game is over: the seats count as left by the players who had
    them."""
    for seat in run.seats_offered():
        seat.left_at_step, seat.left_why = run.game.step, seat.offered_why
        return_seat(run, seat)


def offered_seat(run: Run, number: int) -> SeatRow:
    """The seat with this number, if it can be taken over. Raises Refused ``not-found``,
    ``seat-taken``."""
    seat = next((seat for seat in run.seats if seat.number == number), None)
    if seat is None:
        raise Refused("not-found", "There is no such seat.")
    if seat.offered_until is None or seat.offered_until <= run.now:
        raise Refused("seat-taken", "This seat can no longer be taken over.")
    return seat


def take_over(
    run: Run, seat: SeatRow, *, user_id: int, name: str, engine_plays: bool = False
) -> None:
    """Gives an offered seat to somebody: from now on they see what it sees, and they have the
    extensions that it has left; a bot has none."""
    seat.user_id, seat.name = user_id, name
    seat.is_bot = seat.engine_plays = engine_plays
    seat.gone = seat.away = False
    seat.former_id = seat.offered_until = None
    seat.offered_why = ""
    seat.absences = 0
    if engine_plays:
        seat.extensions = 0
    run.tenures_begun.append(BegunTenure(seat.number, user_id, run.game.step))
    run.seats_changed = True
