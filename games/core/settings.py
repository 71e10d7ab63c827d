"""How a game is played on the site, beside its rules: one value, the same all through a game.

Declared here and nowhere else: a table and its game store it whole. A game from before a setting
was added has that setting's default.
"""

from __future__ import annotations

from enum import StrEnum

import msgspec

from engines.game import Json
from games.core.calendar import Calendar


class TurnEnds(StrEnum):
    """What ends a sealed step: the timer alone, or also that everybody has chosen."""

    TIMER = "timer"
    COMPLETE = "complete"


class VoteOn(StrEnum):
    """What players can vote for. ``pause`` goes with ``resume``: a table has both or none."""

    PAUSE = "pause"
    RESUME = "resume"
    MORE_TIME = "more-time"
    END = "end"
    CANCEL = "cancel"
    BOT = "bot"
    REMOVE = "remove"


OFFERED_VOTES = (
    VoteOn.PAUSE, VoteOn.MORE_TIME, VoteOn.END, VoteOn.CANCEL, VoteOn.BOT, VoteOn.REMOVE,
)  # fmt: skip
"""What a table can have or not."""


class VotesNeed(StrEnum):
    """What carries a vote, besides more than half of the seated people being for it: that nobody
    is against it, or nothing else."""

    ALL = "all"
    MAJORITY = "majority"


class GameSettings(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """``listed``: shown to everybody in the lobby and the archive; else only people with the link
    find it. ``turn_seconds``: a turn's length, None without a timer. ``calendar``: where turns end
    by the calendar, when; then ``turn_seconds`` is the longest time between two of its times.
    ``patience_seconds``: how long a turn waits without a timer until anyone who has done nothing
    has missed it.
    ``absences_allowed``: after how many turns running that a seat missed it leaves, None: never.
    ``extensions``: how often each player's time is extended who has not chosen when it is up.
    ``days_off``: a turn of twelve hours or more waits for players who are off when its time is up.
    ``leaves_when_away``: a seat leaves, too, whose player has had no page of the game open for
    ``away_minutes``. ``rated``: the result counts for the players' ratings, where it can
    (:mod:`games.core.rated`). ``votes``: what players can vote for. ``votes_need``: what carries a
    vote. ``seats_taken_over``: a seat whose player has left is offered to others for a while."""

    listed: bool = True
    turn_seconds: int | None = None
    calendar: Calendar | None = None
    patience_seconds: int = 24 * 60 * 60
    turn_ends: TurnEnds = TurnEnds.COMPLETE
    absences_allowed: int | None = 3
    leaves_when_away: bool = False
    away_minutes: int = 2
    rated: bool = True
    extensions: int = 0
    days_off: bool = False
    votes: tuple[VoteOn, ...] = OFFERED_VOTES
    votes_need: VotesNeed = VotesNeed.ALL
    seats_taken_over: bool = False

    def __post_init__(self) -> None:
        """Raises ValueError where the calendar has another length of a turn."""
        longest = self.turn_seconds if self.calendar is None else seconds_of(self.calendar)
        if self.turn_seconds != longest:
            raise ValueError(f"by this calendar a turn takes up to {longest} seconds")

    def as_json(self) -> Json:
        """The settings as they are stored and told."""
        settings: Json = msgspec.to_builtins(self)
        return settings


def seconds_of(calendar: Calendar) -> int:
    """What ``turn_seconds`` is where turns end by this calendar."""
    return int(calendar.longest.total_seconds())


def read_settings(stored: Json) -> GameSettings:
    """The settings of what was stored. Raises msgspec.ValidationError for anything else."""
    return msgspec.convert(stored, GameSettings)
