"""Whether players have a page of their game open. Members are told, and some seats leave because of
it.

A seat with no open page for a minute is away; if the table says so, it leaves after one to five
minutes. Open pages postpone the time at which their seat is next checked
(:func:`games.store.presence.note_pages`), so that only changes need a run of the game.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace
from datetime import datetime, timedelta

from games.play.clock import PLAYER_AWAY_AFTER, leaves_after
from games.play.events import MEMBERS, OutgoingEvent
from games.play.game_transaction import GameTransaction
from games.play.messages import Leaving, PresenceChanged
from games.play.resolve import depart
from games.play.rows import Cause, LeftWhy, PresenceRow, SeatRow, Status


def come_back(run: GameTransaction, seat_ids: Collection[int]) -> None:
    """The players of these seats, by key, have a page open; those who were away are back."""
    back = [seat for seat in run.seats if seat.id in seat_ids and seat.away]
    for seat in back:
        seat.presence = PresenceRow(away=False, due_at=run.now + PLAYER_AWAY_AFTER)
    if back:
        _tell(run)


def look_for_players(run: GameTransaction) -> bool:
    """Notes that seats which are due are away, or makes them leave; returns whether any were
    due."""
    due = [
        seat
        for seat in run.seats
        if seat.presence and seat.presence.due_at and seat.presence.due_at <= run.now
    ]
    if run.game.is_over:
        for seat in due:
            _check_at(seat, None)
    elif due:
        _note_absence(run, due)
    return bool(due)


def go_on_after_pause(run: GameTransaction) -> None:
    """The game goes on after a pause: players who are away get the full time again until they
    leave."""
    away = [seat for seat in run.seats if seat.away and seat.is_held]
    if away and run.game.settings.leaves_when_away:
        for seat in away:
            _check_at(seat, run.now + max(PLAYER_AWAY_AFTER, _more_until_leaving(run)))
        _tell(run)


def tell_after_outage(run: GameTransaction) -> None:
    """Tells when the seats of players who are away leave, after an outage has given time back."""
    if _leaving(run):
        _tell(run)


def _note_absence(run: GameTransaction, due: Sequence[SeatRow]) -> None:
    settings = run.game.settings
    runs = run.game.status == Status.RUNNING
    # In a paused game nobody leaves: seats are checked again when it goes on.
    again = run.now + _more_until_leaving(run) if settings.leaves_when_away and runs else None
    held = [seat for seat in due if seat.is_held]
    leaving = [seat for seat in held if seat.away]
    news = len(leaving) < len(held)
    for seat in due:
        if not seat.is_held:  # it has left, and is not checked again
            _check_at(seat, None)
    for seat in held:
        # Whoever has been away until now leaves below, and is not checked again either.
        seat.presence = PresenceRow(away=True, due_at=None if seat.away else again)
    if news:
        _tell(run)
    if leaving and runs:
        depart(run, leaving, LeftWhy.AWAY, Cause.TIMER)


def _check_at(seat: SeatRow, due_at: datetime | None) -> None:
    assert seat.presence is not None
    seat.presence = replace(seat.presence, due_at=due_at)


def _more_until_leaving(run: GameTransaction) -> timedelta:
    """How long after players are told to be away they leave."""
    return leaves_after(run.game.settings) - PLAYER_AWAY_AFTER


def _leaving(run: GameTransaction) -> list[Leaving]:
    return [
        Leaving(seat=seat.number, at=seat.presence.due_at)
        for seat in run.seats
        if seat.is_held and seat.presence and seat.presence.away and seat.presence.due_at
    ]


def _tell(run: GameTransaction) -> None:
    away = [seat.number for seat in run.seats if seat.away]
    run.emit(OutgoingEvent(MEMBERS, PresenceChanged(away=away, leaving=_leaving(run)), {}))
