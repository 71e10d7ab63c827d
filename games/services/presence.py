"""Whether players have a page of their game open: told to members, and why some seats leave.

Pages that are open put the time off at which their seat is looked at (:func:`note_pages`), whatever
process they are in. Where none has for a minute, the seat is away; where the table says so it
leaves a minute later. Only what changes is a run of the game.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from datetime import datetime, timedelta

from games.core.clock import AWAY_AFTER
from games.core.events import MEMBERS, Happened
from games.core.messages import PresenceChanged
from games.core.resolving import depart
from games.core.rows import Cause, LeftWhy, Status
from games.core.run import Run
from games.models import Game, Presence, Seat
from games.services.offering import note_offered
from games.services.running import run_game, run_game_if_free

LEAVES_AFTER = timedelta(minutes=2)
"""And after so long their seat leaves, where the table says so."""


def begin_presence(game: Game, seats: Iterable[Seat]) -> None:
    """The people on these seats have as long to come as they have to come back. The caller holds
    the transaction."""
    due_at = game.started_at + AWAY_AFTER
    people = [seat for seat in seats if not (seat.engine_plays or seat.is_bot)]
    Presence.objects.bulk_create(Presence(seat=seat, game=game, due_at=due_at) for seat in people)


def note_pages(seat_ids: Collection[int], now: datetime) -> None:
    """The players of these seats have a page of their game open, or had until now. Those who were
    away are back."""
    theirs = Presence.objects.filter(pk__in=seat_ids)
    theirs.filter(away=False).update(due_at=now + AWAY_AFTER)
    for game_id in set(theirs.filter(away=True).values_list("game_id", flat=True)):
        with run_game(game_id) as run:
            back = theirs.filter(game=game_id, away=True)
            if back.update(away=False, due_at=run.now + AWAY_AFTER):
                _tell(run)


def look_for_players(*, game_id: int) -> bool:
    """The seats of a game that are due are away, or leave it; says whether any were. Does nothing
    where somebody else has the game locked."""
    with run_game_if_free(game_id) as run:
        if run is None:
            return False
        due = Presence.objects.filter(game=game_id, due_at__lte=run.now)
        found = dict(due.values_list("pk", "away"))
        if run.game.is_over:
            due.update(due_at=None)
        elif found:
            _note_absence(run, found)
        return bool(found)


def give_time_back(ended: datetime) -> None:
    """The club was away until ``ended``: everybody has as long to come back as they have when they
    go, and whoever was away already as long again until they leave."""
    Presence.objects.filter(due_at__isnull=False).update(due_at=ended + AWAY_AFTER)


def away_seats(game_id: int) -> list[int]:
    """The numbers of the seats whose players are away, ascending."""
    away = Presence.objects.filter(game=game_id, away=True)
    return sorted(away.values_list("seat__number", flat=True))


def _note_absence(run: Run, due: dict[int, bool]) -> None:
    """``due``: whether it was away before, by seat."""
    held = [seat for seat in run.seats_held() if seat.id in due]
    may_leave = run.game.settings.leaves_when_away
    again = run.now + (LEAVES_AFTER - AWAY_AFTER) if may_leave else None
    leaving = [seat for seat in held if due[seat.id]]
    # Nobody is looked at again who has left; and a page may have been opened just now.
    found = Presence.objects.filter(pk__in=due, due_at__lte=run.now)
    found.exclude(pk__in=[seat.id for seat in held]).update(due_at=None)
    found.filter(away=True).update(due_at=again)
    if found.filter(away=False).update(away=True, due_at=again):
        _tell(run)
    if leaving and run.game.status == Status.RUNNING:
        depart(run, leaving, LeftWhy.AWAY, Cause.TIMER)
        note_offered(run)


def _tell(run: Run) -> None:
    run.tell(Happened(MEMBERS, PresenceChanged(away=away_seats(run.game.id)), {}))
