"""Stored rows as the plain values that the core works on."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from games.models import Game, Seat
from games.play.changes import GAME_COLUMNS, SEAT_COLUMNS
from games.play.messages import Clock, VoteInfo
from games.play.rows import GameRow, SeatRow
from games.play.states import StoredState
from games.play.votes import vote_info


def game_row(game: Game, state: StoredState) -> GameRow:
    """A game as the core knows it; ``state`` is that of its last step."""
    return GameRow(
        id=game.pk,
        public_id=game.public_id,
        variant=game.variant,
        state=state,
        settings=game.settings,
        **{name: _in_utc(getattr(game, name)) for name in GAME_COLUMNS},
    )


def clock_of_game(game: Game) -> Clock:
    """When the time of a game's next step is up."""
    left = None if game.time_left is None else game.time_left.total_seconds()
    paused = game.status == Game.Status.PAUSED
    return Clock(
        deadline=_in_utc(game.deadline),
        time_left=left,
        paused=paused,
        put_off=game.extended or game.waited,
        resumes_at=_in_utc(game.resumes_at),
    )


def vote_of_game(game: Game) -> VoteInfo | None:
    """The vote that goes on."""
    return vote_info(game.votes, _in_utc(game.vote_ends_at))


def seat_row(seat: Seat) -> SeatRow:
    """A seat as the core knows it, its user and presence fetched."""
    return SeatRow(
        id=seat.pk,
        number=seat.number,
        name=seat.name,
        is_bot=seat.is_bot,
        stone=seat.stone_colour,
        mark=seat.mark_colour,
        gone=seat.user is None or not seat.user.is_active,
        away=seat.is_away,
        **{name: _in_utc(getattr(seat, name)) for name in SEAT_COLUMNS},
    )


def _in_utc(value: Any) -> Any:
    """Times in UTC, as all on the wire are; anything else as it is."""
    return value.astimezone(UTC) if isinstance(value, datetime) else value
