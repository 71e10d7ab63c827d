"""Members whose notices a run makes obsolete without a new notice, so that their other pages
refresh the bell. No database."""

from __future__ import annotations

from collections.abc import Iterator

from games.play.game_transaction import GameTransaction
from games.play.messages import ActionSealed, ActionWithdrawn, VoteChanged
from games.play.rows import SeatRow
from notices.events import has_long_turns, people


def dealt_with(run: GameTransaction) -> set[int]:
    """The keys of members whose list of notices may have changed with this run: they have chosen
    or taken a choice back, a turn has begun, a vote is over, or they have left.

    With short turns, only members without an open page of the game get notices of a turn
    (:func:`notices.events.told_of`), so only their lists can have changed.
    """
    return {seat.user_id for seat in _seats(run) if seat.user_id is not None} | _left(run)


def _seats(run: GameTransaction) -> Iterator[SeatRow]:
    is_long = has_long_turns(run.game.settings)
    playing = [seat for seat in people(run) if is_long or seat.away]
    moved = {
        each.message.seat
        for each in run.emitted
        if isinstance(each.message, ActionSealed | ActionWithdrawn)
    }
    everybody = bool(run.steps) or run.game.is_over
    yield from (seat for seat in playing if everybody or seat.number in moved)
    if run.game.vote_ends_at is None and any(_is_vote(each.message) for each in run.emitted):
        yield from people(run)


def _is_vote(message: object) -> bool:
    return isinstance(message, VoteChanged)


def _left(run: GameTransaction) -> set[int]:
    """The members who have lost their seat."""
    seats = {seat.number: seat for seat in run.seats}
    ended = [seats[each.seat] for each in run.tenures_ended]
    holders = [seat.former_id if seat.user_id is None else seat.user_id for seat in ended]
    return {holder for holder in holders if holder is not None}
