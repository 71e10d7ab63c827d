"""Leaving a game: by resigning, by losing the account, or because nobody took an offered seat."""

from __future__ import annotations

from collections.abc import Mapping

from games.play.game_transaction import FreeBot, GameTransaction
from games.play.messages import Resign
from games.play.permissions import Authorised
from games.play.resolve import depart, leave_for
from games.play.rows import Cause, LeftWhy, SeatRow, Status
from games.play.take_over import take_over, waits_alone
from transport.refusals import Refused


def resign(run: GameTransaction, by: Authorised, command: Resign) -> None:
    """Takes the actor's seat out of the game; the other players go on. If all others have left, the
    game ends and the actor wins. Raises Refused ``not-alone`` if ``command.alone`` asks only for
    that, but somebody has taken over a seat in the meantime."""
    if command.alone and not waits_alone(run):
        raise Refused("not-alone", "You are not alone any more: somebody plays on with you.")
    depart(run, [by.own_seat], LeftWhy.RESIGNED, Cause.COMPLETE)


def leave_for_former_members(run: GameTransaction) -> bool:
    """Seats whose account is deleted or deactivated leave the running game, because nobody would
    ever choose for them; returns whether any did."""
    if run.game.status != Status.RUNNING:
        return False
    gone = [seat for seat in run.seats_held() if seat.gone]
    if gone:
        depart(run, gone, LeftWhy.GONE, Cause.COMPLETE)
    return bool(gone)


def end_offers(run: GameTransaction, bots: Mapping[int, FreeBot]) -> bool:
    """Gives offered seats that nobody has taken over in time to these bots, by seat; if there is
    none for a seat, its player leaves. Returns whether there were any."""
    if run.game.status != Status.RUNNING:
        return False
    over = [s for s in run.seats_offered() if s.offered_until and s.offered_until <= run.now]
    by_why: dict[LeftWhy, list[SeatRow]] = {}
    for seat in over:
        bot = bots.get(seat.number)
        if bot is not None and run.seat_of(bot.user_id) is None:
            take_over(run, seat, user_id=bot.user_id, name=bot.name, engine_plays=True)
            continue
        by_why.setdefault(LeftWhy(seat.offered_why), []).append(seat)
    if by_why:
        leave_for(run, by_why, Cause.TIMER)
    return bool(over)
