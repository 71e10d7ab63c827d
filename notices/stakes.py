"""Urgent notices: they cost their member a seat or a game if they are not read in time."""

from __future__ import annotations

from datetime import datetime

from django.db.models import Q

from games.models import Game
from games.play.game_transaction import GameTransaction
from games.play.rows import SeatRow
from notices.models import Notice, What

AT_STAKE = frozenset(
    {
        What.LAST_EXTENSION,
        What.VOTE,
        What.PAUSED,
        What.VOTE_PAUSED,
        What.STOPPED,
        What.RESUMED,
        What.GOES_ON,
        What.ABSENT,
        What.AWAY,
        What.REMOVED,
    }
)
"""Always urgent. A resumed game is among them: players who know only of the pause would not
choose."""

LAST_CALLS = frozenset({What.RUNS_OUT, What.EXTENDED})
"""Urgent only if missing one more turn puts the member out of the game (``Notice.last_chance``)."""


def is_at_stake(what: str, *, last_chance: bool) -> bool:
    """Whether such a notice is urgent."""
    return what in AT_STAKE or (last_chance and what in LAST_CALLS)


def at_stake() -> Q:
    """The same as a condition on notices."""
    return Q(what__in=sorted(AT_STAKE)) | Q(what__in=sorted(LAST_CALLS), last_chance=True)


def is_last_chance(run: GameTransaction, seat: SeatRow) -> bool:
    """Whether missing the current turn puts the seat's player out of the game: they have missed all
    but one of the allowed turns in a row, and have no extension left."""
    allowed = run.game.settings.absences_allowed
    if allowed is None or run.game.excused:
        return False
    helped = bool(seat.extensions) and not run.game.extended
    return seat.absences + 1 >= allowed and not helped


def ends_at(notice: Notice) -> datetime | None:
    """Until when the member can react to the notice; None if there is no limit or it is not known
    yet."""
    game = notice.game
    if game is None:
        return None
    if notice.what == What.VOTE:
        return game.vote_ends_at
    if notice.what in (*LAST_CALLS, What.LAST_EXTENSION) and game.status == Game.Status.RUNNING:
        return game.deadline
    return None
