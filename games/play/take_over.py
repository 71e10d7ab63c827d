"""Seats whose players have left, and which others may take over for a while.

By the rules of every game a seat that leaves is out for good. So at first it does not leave: it
belongs to nobody and misses its turns. It leaves if nobody takes it over in time.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from datetime import timedelta

from games.play.clock import PLAYER_AWAY_AFTER, is_live, turn_length
from games.play.game_transaction import FreeBot, GameTransaction
from games.play.messages import Holder, TakeSeat
from games.play.permissions import Authorised
from games.play.reliability import refusal
from games.play.rows import (
    ActKind,
    BegunTenure,
    LeftWhy,
    Person,
    PresenceRow,
    SeatRow,
    TenureEnd,
)
from games.play.settings import GameSettings
from transport.refusals import Refused

SHORTEST, LONGEST = timedelta(minutes=2), timedelta(days=3)
"""A seat is offered for two turns, but for no less and no more than this."""

LEAST_HELD = 2
"""When somebody resigns, their seat is offered only if at least this many players are left. With
fewer, the game is over."""


def offer_length(settings: GameSettings) -> timedelta:
    """How long a seat is offered."""
    return min(max(2 * turn_length(settings), SHORTEST), LONGEST)


def is_worth_waiting(stay: Sequence[SeatRow], why: LeftWhy) -> bool:
    """Whether the game goes on after others have left for this reason. It does if a person is among
    those who ``stay``; but whoever resigns in a game of two gives it up, and the game is over."""
    enough = len(stay) >= LEAST_HELD or why != LeftWhy.RESIGNED
    return enough and any(seat.is_person for seat in stay)


def may_be_offered(run: GameTransaction, seats: Sequence[SeatRow], why: LeftWhy) -> bool:
    """Whether these seats, whose players are leaving, are first offered to others."""
    leaving = {seat.number for seat in seats}
    stay = [seat for seat in run.seats_held() if seat.number not in leaving]
    people = all(seat.is_held and seat.is_person for seat in seats)
    return run.game.settings.seats_taken_over and people and is_worth_waiting(stay, why)


def waits_alone(run: GameTransaction) -> bool:
    """Whether only one player is left, who waits for others to take over the seats on offer."""
    return bool(run.seats_offered()) and len(run.seats_held()) < LEAST_HELD


def offer(run: GameTransaction, seats: Sequence[SeatRow], why: LeftWhy) -> None:
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


def return_seat(run: GameTransaction, seat: SeatRow) -> None:
    """Ends the seat's offer, and enters the player who left it as its player again."""
    if seat.offered_why:
        if seat.former_id is not None:
            run.returned.append(seat.former_id)
        seat.user_id, seat.former_id = seat.former_id, None
        seat.offered_until, seat.offered_why = None, ""


def close_offers(run: GameTransaction) -> None:
    """Ends all offers when the game is over: the seats count as left by the players who had
    them."""
    for seat in run.seats_offered():
        seat.left_at_step, seat.left_why = run.game.step, seat.offered_why
        return_seat(run, seat)


def offered_seat(run: GameTransaction, number: int) -> SeatRow:
    """The seat with this number, if it can be taken over. While the game is paused, the time of the
    offer stands still. Raises Refused ``not-found``, ``seat-taken``."""
    seat = next((seat for seat in run.seats if seat.number == number), None)
    if seat is None:
        raise Refused("not-found", "There is no such seat.")
    if seat.offered_until is None or seat.offered_until <= (run.game.paused_at or run.now):
        raise Refused("seat-taken", "This seat can no longer be taken over.")
    return seat


def take_over(
    run: GameTransaction, seat: SeatRow, *, user_id: int, name: str, engine_plays: bool = False
) -> None:
    """Gives an offered seat to somebody: from now on they see what it sees, and they have the
    extensions that it has left; a bot has none."""
    seat.user_id, seat.name = user_id, name
    seat.is_bot = seat.engine_plays = engine_plays
    seat.gone = False
    seat.presence = None if engine_plays else PresenceRow(False, run.now + PLAYER_AWAY_AFTER)
    seat.former_id = seat.offered_until = None
    seat.offered_why = ""
    seat.absences = 0
    if engine_plays:
        seat.extensions = 0
    _forget_turns(run, seat.number)
    run.tenures_begun.append(BegunTenure(seat.number, user_id, run.game.step))
    run.seats_changed = True
    run.holders = holders_after(run)
    run.log(ActKind.SEAT_TAKEN, seat, by=Person(user_id, name))


def _forget_turns(run: GameTransaction, seat: int) -> None:
    """Makes the turns so far count for nobody: they were those of the seat's former player."""
    chosen, _last = (run.game.turns_chosen or {}).get(str(seat), (0, 0))
    run.game.turns_missed = {**(run.game.turns_missed or {}), str(seat): [0, chosen]}


def take_seat(run: GameTransaction, by: Authorised, command: TakeSeat) -> None:
    """The actor takes over an offered seat.

    Raises Refused: ``not-found``, ``seat-taken``, ``not-allowed`` (bots), and what
    :func:`games.play.reliability.refusal` does.
    """
    seat = offered_seat(run, command.seat)
    if by.actor.is_bot:
        raise Refused("not-allowed", "Only people can take a seat over.")
    assert run.playing is not None
    settings = run.game.settings
    live = is_live(settings)
    refused = refusal(run.playing, run.now, live=live, asked=settings.lets_in)
    if refused is not None:
        raise refused
    person = by.person
    take_over(run, seat, user_id=person.user_id, name=person.name)
    run.recheck.add(person.user_id)


def free_bot(run: GameTransaction) -> FreeBot | None:
    """A bot member of the club for this game who is not in it yet; None if there is none."""
    assert run.bots is not None
    taken = [seat.user_id for seat in run.seats]
    fits = re.compile(re.escape(run.engine.bot().name) + r"( \d+)?")
    free = (bot for bot in run.bots if bot.user_id not in taken and fits.fullmatch(bot.name))
    return next(free, None)


def seat_bot(run: GameTransaction, seat: SeatRow) -> None:
    """The game's own bot takes over an offered seat, because the players voted for it. There must
    be a :func:`free_bot`."""
    bot = free_bot(run)
    assert bot is not None
    take_over(run, seat, user_id=bot.user_id, name=bot.name, engine_plays=True)


def note_offered(run: GameTransaction) -> None:
    """Logs the seats that this run has put on offer, and lets open pages look again: the players
    who left them see a spectator's view at once. Players whose former seat is theirs again, as one
    that has left, see a player's view, without the spectators' room."""
    for seat in run.offered:
        by = None if seat.former_id is None else Person(seat.former_id, seat.name)
        run.log(ActKind.SEAT_OFFERED, seat, by=by)
        if seat.presence is not None:
            seat.presence = PresenceRow(away=False, due_at=None)
        if seat.former_id is not None:
            run.recheck.add(seat.former_id)
    run.recheck.update(run.returned)
    run.offered.clear()
    run.returned.clear()


def holders_after(run: GameTransaction) -> list[Holder]:
    """The holders of seats that were taken over, as they are when the run has been stored."""
    assert run.past_holders is not None
    begun = [
        Holder(
            seat=tenure.seat,
            name=run.seats[tenure.seat].name,
            bot=run.seats[tenure.seat].is_bot,
            since=tenure.from_step,
        )
        for tenure in run.tenures_begun
    ]
    return of_several([*run.past_holders, *begun])


def of_several(holders: Iterable[Holder]) -> list[Holder]:
    """Those of seats that more than one has had, by seat."""
    in_order = sorted(holders, key=lambda holder: holder.seat)
    count = Counter(holder.seat for holder in in_order)
    return [holder for holder in in_order if count[holder.seat] > 1]
