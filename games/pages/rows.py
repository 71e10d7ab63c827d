"""Converts rows that a page has read into the values that its messages need."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from games.models import Game, Presence, Seat
from games.play.ballot import vote_info
from games.play.changes import SEAT_COLUMNS
from games.play.messages import Clock, VoteInfo
from games.play.rows import PresenceRow, SeatRow


def clock_of_game(game: Game) -> Clock:
    """Returns when the time of a game's next step is up."""
    left = None if game.time_left is None else game.time_left.total_seconds()
    paused = game.status == Game.Status.PAUSED
    return Clock(
        deadline=in_utc(game.deadline),
        time_left=left,
        paused=paused,
        put_off=game.extended or game.waited,
        resumes_at=in_utc(game.resumes_at),
    )


def vote_of_game(game: Game) -> VoteInfo | None:
    """Returns the vote in progress, or None."""
    return vote_info(game.votes, in_utc(game.vote_ends_at))


def seat_row(seat: Seat) -> SeatRow:
    """Returns a seat as a value; its user and presence must have been fetched."""
    return SeatRow(
        id=seat.pk,
        number=seat.number,
        name=seat.name,
        is_bot=seat.is_bot,
        owner=seat.user.owner.username if seat.user is not None and seat.user.owner else None,
        stone=seat.stone_colour,
        mark=seat.mark_colour,
        gone=seat.user is None or not seat.user.is_active,
        presence=presence_row(seat),
        **{name: in_utc(getattr(seat, name)) for name in SEAT_COLUMNS},
    )


def presence_row(seat: Seat) -> PresenceRow | None:
    """Returns whether the seat's player has a page of the game open; None for bots."""
    presence: Presence | None = getattr(seat, "presence", None)
    return None if presence is None else PresenceRow(presence.away, in_utc(presence.due_at))


def in_utc(value: Any) -> Any:
    """Times converted to UTC, as in all messages; any other value unchanged."""
    return value.astimezone(UTC) if isinstance(value, datetime) else value
