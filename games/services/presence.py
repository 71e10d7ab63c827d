"""Whether players have a page of their game open. Members are told, and some seats leave because of
it.

Open pages postpone the time at which their seat is next checked (:func:`note_pages`), whatever
process they are in. A seat with no open page for a minute is away; if the table says so, it leaves
after one to five minutes. Only changes need a run of the game.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from datetime import UTC, datetime, timedelta

from games.models import Game, Presence, Seat
from games.play.clock import PLAYER_AWAY_AFTER, leaves_after
from games.play.events import MEMBERS, Happened
from games.play.messages import Leaving, PresenceChanged
from games.play.resolving import depart
from games.play.rows import Cause, LeftWhy, Status
from games.play.run import Run
from games.services.offering import note_offered
from games.services.running import run_game, run_game_if_free


def begin_presence(game: Game, seats: Iterable[Seat]) -> None:
    """Gives the people on these seats as long to come as they would have to come back. The caller
    holds the transaction."""
    due_at = game.started_at + PLAYER_AWAY_AFTER
    people = [seat for seat in seats if not (seat.engine_plays or seat.is_bot)]
    Presence.objects.bulk_create(Presence(seat=seat, game=game, due_at=due_at) for seat in people)


def note_pages(seat_ids: Collection[int], now: datetime) -> None:
    """The players of these seats have a page of their game open, or had one until now. Those who
    were away are back."""
    theirs = Presence.objects.filter(pk__in=seat_ids)
    theirs.filter(away=False).update(due_at=now + PLAYER_AWAY_AFTER)
    for game_id in set(theirs.filter(away=True).values_list("game_id", flat=True)):
        with run_game(game_id) as run:
            back = theirs.filter(game=game_id, away=True)
            if back.update(away=False, due_at=run.now + PLAYER_AWAY_AFTER):
                for seat in run.seats:  # so that votes to remove them end with this run
                    seat.away = seat.away and seat.id not in seat_ids
                _tell(run)


def look_for_players(*, game_id: int) -> bool:
    """Notes that seats of a game which are due are away, or makes them leave; returns whether any
    were due. Does nothing if somebody else has the game locked."""
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
    """The club was unavailable until ``ended``. Everybody gets the full time to come back, and
    anyone who was already away gets the same time again until they leave."""
    Presence.objects.filter(due_at__isnull=False).update(due_at=ended + PLAYER_AWAY_AFTER)


def go_on_after_pause(run: Run) -> None:
    """The game goes on after a pause: players who are away get the full time again until they
    leave."""
    away = Presence.objects.filter(game=run.game.id, away=True)
    if not run.game.settings.leaves_when_away:
        return
    if away.update(due_at=run.now + max(PLAYER_AWAY_AFTER, _more_until_leaving(run))):
        _tell(run)


def tell_after_outage(run: Run) -> None:
    """Tells when the seats of players who are away leave, after :func:`give_time_back`."""
    if leaving_seats(run.game.id):
        _tell(run)


def away_seats(game_id: int) -> list[int]:
    """The numbers of the seats whose players are away, ascending."""
    away = Presence.objects.filter(game=game_id, away=True)
    return sorted(away.values_list("seat__number", flat=True))


def leaving_seats(game_id: int) -> list[Leaving]:
    """When the seats of players who are away leave, by seat, if the table says that they do."""
    away = Presence.objects.filter(game=game_id, away=True, due_at__isnull=False)
    times = away.order_by("seat__number").values_list("seat__number", "due_at")
    return [Leaving(seat=number, at=at.astimezone(UTC)) for number, at in times if at]


def _note_absence(run: Run, due: dict[int, bool]) -> None:
    """``due``: for each seat that is due, by its key, whether it was away before."""
    held = [seat for seat in run.seats_held() if seat.id in due]
    settings = run.game.settings
    runs = run.game.status == Status.RUNNING
    # In a paused game nobody leaves: seats are checked again when it goes on.
    again = run.now + _more_until_leaving(run) if settings.leaves_when_away and runs else None
    leaving = [seat for seat in held if due[seat.id]]
    # Seats that have left are not checked again; and a page may have been opened just now.
    found = Presence.objects.filter(pk__in=due, due_at__lte=run.now)
    found.exclude(pk__in=[seat.id for seat in held]).update(due_at=None)
    found.filter(away=True).update(due_at=again)
    if found.filter(away=False).update(away=True, due_at=again):
        _tell(run)
    if leaving and runs:
        depart(run, leaving, LeftWhy.AWAY, Cause.TIMER)
        note_offered(run)


def _more_until_leaving(run: Run) -> timedelta:
    """How long after players are told to be away they leave."""
    return leaves_after(run.game.settings) - PLAYER_AWAY_AFTER


def _tell(run: Run) -> None:
    game_id = run.game.id
    changed = PresenceChanged(away=away_seats(game_id), leaving=leaving_seats(game_id))
    run.tell(Happened(MEMBERS, changed, {}))
