"""How a game is played on the site, apart from its rules. The settings stay the same during a game.

They are declared only here: a table and its game store them as one value. A game older than a
setting has that setting's default.
"""

from __future__ import annotations

from enum import StrEnum

import msgspec

from engines.rules import Json
from games.play.calendar import Calendar


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
"""The votes that a table can allow or not."""


class VotesNeed(StrEnum):
    """What a vote needs to be carried, besides the yes of more than half of the seated people: that
    nobody is against it, or nothing else."""

    ALL = "all"
    MAJORITY = "majority"


class LetsIn(StrEnum):
    """Which members may join: anyone, all but those who are often late, or only reliable ones
    (:mod:`games.play.reliability`)."""

    ANYONE = "anyone"
    NOT_LATE = "not-late"
    RELIABLE = "reliable"


class GameSettings(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """``listed``: everybody sees the game in the lobby and the archive; else only people with the
    link find it. ``turn_seconds``: a turn's length; None without a timer. ``calendar``: when turns
    end, if they end by the calendar; then ``turn_seconds`` is the longest gap between two of its
    times. ``patience_seconds``: without a timer, a player who does nothing for this long has missed
    the turn. ``absences_allowed``: a seat that missed this many turns in a row leaves; None: never.
    ``extensions``: how often each player gets more time when time is up and they have not chosen.
    ``days_off``: when its time is up, a turn of twelve hours or more waits for players who are off.
    ``leaves_when_away``: a seat also leaves when its player has had no page of the game open for
    ``away_minutes``. ``rated``: the result counts for the players' ratings, if it can
    (:mod:`games.play.rating`). ``votes``: what players can vote for. ``votes_need``: what a vote
    needs to be carried. ``seats_taken_over``: a seat whose player has left is offered to others for
    a while. ``bots_take_over``: if nobody takes it, a bot does. ``lets_in``: which members may
    join, if nobody invites them by name, and which may take a seat over. ``guest``: it is the game
    of a guest, against bots; nobody else can find it."""

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
    bots_take_over: bool = False
    lets_in: LetsIn = LetsIn.ANYONE
    guest: bool = False

    def __post_init__(self) -> None:
        """Raises ValueError if ``turn_seconds`` does not fit the calendar."""
        longest = self.turn_seconds if self.calendar is None else seconds_of(self.calendar)
        if self.turn_seconds != longest:
            raise ValueError(f"by this calendar a turn takes up to {longest} seconds")

    def as_json(self) -> Json:
        """The settings as they are stored and sent."""
        settings: Json = msgspec.to_builtins(self)
        return settings


def seconds_of(calendar: Calendar) -> int:
    """The ``turn_seconds`` that go with this calendar."""
    return int(calendar.longest.total_seconds())


def read_settings(stored: Json) -> GameSettings:
    """Reads stored settings. Raises msgspec.ValidationError if they are invalid."""
    return msgspec.convert(stored, GameSettings)
