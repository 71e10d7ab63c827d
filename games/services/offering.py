"""Seats whose players have left: offering them, taking them over, and ending the offers."""

from __future__ import annotations

from accounts.models import User
from accounts.sockets import tell_sockets
from games.holders import holders_after
from games.models import ModeratorAct, Presence
from games.play import offering
from games.play.clock import PLAYER_AWAY_AFTER
from games.play.messages import TakeSeat
from games.play.resolving import leave_for
from games.play.rows import Cause, LeftWhy, SeatRow, Status
from games.play.run import Run
from games.services import log
from games.services.authorised import Authorised
from games.services.bot_members import bot_member
from games.services.running import run_game_if_free
from transport.refusals import Refused


def note_offered(run: Run) -> None:
    """Logs the seats that this run has put on offer, and refreshes pages. The players who left them
    see a spectator's view at once. Players whose former seat is theirs again, as one that has left,
    see a player's view, without the spectators' room."""
    for seat in run.offered:
        log.note(run, ModeratorAct.What.SEAT_OFFERED, by=seat.former_id, seat=seat)
        Presence.objects.filter(pk=seat.id).update(away=False, due_at=None)
        if seat.former_id is not None:
            tell_sockets(seat.former_id)
    for user_id in run.returned:
        tell_sockets(user_id)
    run.offered.clear()


def take_seat(run: Run, by: Authorised, command: TakeSeat) -> None:
    """The actor takes over an offered seat.

    Raises Refused: ``not-found``, ``seat-taken``, ``not-allowed`` (bots).
    """
    user_id = by.actor.user_id
    assert user_id is not None
    seat = offering.offered_seat(run, command.seat)
    member = User.objects.get(pk=user_id)
    if member.is_bot:
        raise Refused("not-allowed", "Only people can take a seat over.")
    offering.take_over(run, seat, user_id=user_id, name=member.username)
    due_at = run.now + PLAYER_AWAY_AFTER
    Presence.objects.update_or_create(
        seat_id=seat.id, defaults={"game_id": run.game.id, "away": False, "due_at": due_at}
    )
    run.holders = holders_after(run)
    log.note(run, ModeratorAct.What.SEAT_TAKEN, by=user_id, seat=seat)
    tell_sockets(user_id)


def seat_bot(run: Run, seat: SeatRow) -> None:
    """The game's own bot takes over an offered seat, because the players voted for it."""
    taken = [other.user_id for other in run.seats if other.user_id is not None]
    bot = bot_member(run.engine, taken)
    offering.take_over(run, seat, user_id=bot.pk, name=bot.username, engine_plays=True)
    Presence.objects.filter(pk=seat.id).delete()
    run.holders = holders_after(run)
    log.note(run, ModeratorAct.What.SEAT_TAKEN, by=bot.pk, seat=seat)


def end_offers(*, game_id: int) -> bool:
    """Offered seats that nobody has taken over in time leave; returns whether there were any. Does
    nothing if somebody else has the game locked."""
    with run_game_if_free(game_id) as run:
        if run is None or run.game.status != Status.RUNNING:
            return False
        over = [s for s in run.seats_offered() if s.offered_until and s.offered_until <= run.now]
        by_why: dict[LeftWhy, list[SeatRow]] = {}
        for seat in over:
            by_why.setdefault(LeftWhy(seat.offered_why), []).append(seat)
        if over:
            leave_for(run, by_why, Cause.TIMER)
            note_offered(run)
        return bool(over)
