"""What became of each search for a live game in the simulated club, and why some took long."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

SOON = 5 * 60
"""A wish to play now is to be met within so many seconds."""
SILENT = "the member was asked and did not answer"
OTHERS_SILENT = "somebody else was asked and did not answer"
NOBODY_TO_TELL = "nobody was left who could be told"
NOBODY_CAME = "nobody came of those who were told"
OTHERWISE = "others came, but for other games, or too late"
REASONS = (SILENT, OTHERS_SILENT, NOBODY_TO_TELL, NOBODY_CAME, OTHERWISE)


@dataclass
class Search:
    """A member's search for a live game. ``since``: when it began; ``seconds``: how long until a
    game began, None if none did. ``told``: how many members were told; ``came``: how many of them
    then wished for a game with this member. ``is_silent``: whether the member did not answer when
    asked; ``met_silence``: whether somebody else who was asked about the same game did not."""

    since: datetime
    seconds: float | None = None
    told: int = 0
    came: int = 0
    is_silent: bool = False
    met_silence: bool = False

    @property
    def was_met_soon(self) -> bool:
        """Whether a game began in time."""
        return self.seconds is not None and self.seconds <= SOON

    @property
    def why_not(self) -> str:
        """The first of :data:`REASONS` that explains why it was not met in time."""
        held = (self.is_silent, self.met_silence, not self.told, not self.came, True)
        return next(reason for reason, holds in zip(REASONS, held, strict=True) if holds)
