"""Who does something to a game, once it is known that they may."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from games.core.authority import Actor
from games.core.rows import SeatRow


@dataclass(frozen=True, slots=True)
class Authorised:
    """An actor who may do what they ask for, which reached the server at ``arrived``. ``seat``: the
    seat on which they play, None for anyone who does not."""

    actor: Actor
    seat: SeatRow | None
    arrived: datetime

    @property
    def chooses_anew(self) -> bool:
        """Whether what stands sealed on the seat may not be compared with what they choose, as they
        are not shown it."""
        return self.actor.hidden_before is not None

    @property
    def own_seat(self) -> SeatRow:
        """The seat of somebody who may act for theirs."""
        assert self.seat is not None
        return self.seat
