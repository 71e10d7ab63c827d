"""Somebody who acts in a game, once it is known that they may."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from games.play.authority import Actor
from games.play.rows import SeatRow


@dataclass(frozen=True, slots=True)
class Authorised:
    """An actor who may do what they ask for. ``arrived``: when the request reached the server;
    ``seat``: the seat on which they play, or None."""

    actor: Actor
    seat: SeatRow | None
    arrived: datetime

    @property
    def chooses_anew(self) -> bool:
        """Whether their choice must not be compared with what is sealed on the seat, because they
        are not shown that."""
        return self.actor.hidden_before is not None

    @property
    def own_seat(self) -> SeatRow:
        """The actor's seat, for acts that need one."""
        assert self.seat is not None
        return self.seat
