"""Votes as values: what a game stores of them, and how one is decided."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from datetime import datetime, timedelta
from typing import Literal

import msgspec

from engines.rules import Json
from games.play.clock import is_live, turn_length
from games.play.messages import VoteEntry, VoteInfo
from games.play.rows import GameRow, SeatRow, Status
from games.play.settings import GameSettings, VoteOn, VotesNeed

SHORTEST, LONGEST = timedelta(minutes=1), timedelta(days=1)
"""A vote lasts as long as a turn, within these limits."""

LAST_CALL, LAST_CALL_FOR_GOOD = timedelta(hours=1), timedelta(hours=12)
"""How long a vote still lasts when only one player has yet to vote and it passes without them. The
longer time is for what cannot be undone, so that nobody sleeps through it."""
FOR_GOOD = (VoteOn.END, VoteOn.CANCEL, VoteOn.REMOVE)

LEAST_TO_REMOVE = 2
"""At least this many others must be there to vote somebody out."""

SHORTEST_PAUSE, LONGEST_PAUSE = timedelta(minutes=1), timedelta(days=14)

MOST_MORE_TIME = timedelta(days=1)
"""A vote for more time adds the length of a turn, but no more than this."""

MOST_ASKED = 3
"""The most votes that a player may ask for in one turn."""


class OpenVote(msgspec.Struct, forbid_unknown_fields=True):
    """A vote in progress. ``number``: counted from 1 in its game; ``by``: the seat that asked for
    it; ``yes``, ``no``: the seats that voted so, ascending; ``turn``: the turn in which it was
    asked for; ``seat``: the seat that a bot is to take over, or whose player is to be removed."""

    number: int
    about: VoteOn
    by: int
    seconds: int | None
    turn: int
    yes: list[int]
    no: list[int]
    seat: int | None = None

    def entry(self) -> VoteEntry:
        """The vote as the log shows it."""
        return {
            "about": self.about,
            "seconds": self.seconds,
            "seat": self.seat,
            "yes": self.yes,
            "no": self.no,
        }


class Votes(msgspec.Struct, forbid_unknown_fields=True):
    """The votes of a game. ``count``: how many there have been; ``asked``: how many each seat, by
    number, asked for in turn ``turn``; ``more_time``: whether a vote gave that turn more time;
    ``open``: the vote in progress."""

    count: int = 0
    turn: int = 0
    asked: dict[str, int] = {}
    more_time: bool = False
    open: OpenVote | None = None

    def of_turn(self, turn: int) -> Votes:
        """The same in turn ``turn``: counts of an earlier turn are dropped."""
        return self if turn == self.turn else Votes(count=self.count, turn=turn, open=self.open)

    def without(self, seats: Collection[int]) -> Votes:
        """The same without the votes of these seats, whose players have left. What they asked for
        does not count against anyone who takes the seats over."""
        open_one = self.open and msgspec.structs.replace(
            self.open,
            yes=[seat for seat in self.open.yes if seat not in seats],
            no=[seat for seat in self.open.no if seat not in seats],
        )
        asked = {seat: count for seat, count in self.asked.items() if int(seat) not in seats}
        return msgspec.structs.replace(self, open=open_one, asked=asked)

    def as_json(self) -> Json:
        """The votes as they are stored."""
        stored: Json = msgspec.to_builtins(self)
        return stored


def read_votes(stored: Json | None) -> Votes:
    """Reads stored votes; None: there were none yet."""
    return Votes() if stored is None else msgspec.convert(stored, Votes)


def vote_info(stored: Json | None, ends_at: datetime | None) -> VoteInfo | None:
    """The open vote as it is sent to pages, read from what a game stores; None if there is none."""
    vote = read_votes(stored).open
    if vote is None or ends_at is None:
        return None
    return VoteInfo(
        number=vote.number,
        about=vote.about,
        by=vote.by,
        seconds=vote.seconds,
        seat=vote.seat,
        turn=vote.turn,
        yes=vote.yes,
        no=vote.no,
        ends_at=ends_at,
    )


def is_offered(settings: GameSettings, about: VoteOn) -> bool:
    """Whether the table allows this vote. If it allows pausing, it allows resuming."""
    return (VoteOn.PAUSE if about == VoteOn.RESUME else about) in settings.votes


def voters_in(vote: OpenVote, seats: Iterable[SeatRow]) -> list[int]:
    """The seats of those who may vote, out of all seated people: not the one whose removal it is
    about."""
    about = vote.seat if vote.about == VoteOn.REMOVE else None
    return [seat.number for seat in seats if seat.number != about]


def removable_seats(
    voters: Collection[SeatRow], settings: GameSettings, chosen: Collection[int]
) -> list[int]:
    """The seats of people who may be voted out because they are away; nobody who has ``chosen``.

    In a live game, a player without an open page of it is away; by correspondence, a player who
    missed the last turn. At least two others must be there to vote.
    """
    if len(voters) <= LEAST_TO_REMOVE:
        return []
    live = is_live(settings)
    away = [seat for seat in voters if (seat.away if live else seat.absences > 0)]
    return [seat.number for seat in away if seat.number not in chosen]


def last_call(vote: OpenVote, voters: Collection[int], need: VotesNeed) -> timedelta | None:
    """How long the vote may still last because only one player has yet to vote and it passes
    without them; None: it is not shortened."""
    silent = set(voters) - set(vote.yes) - set(vote.no)
    if len(silent) != 1 or decision(vote, voters, need, over=True) != "carried":
        return None
    return LAST_CALL_FOR_GOOD if vote.about in FOR_GOOD else LAST_CALL


def decision(
    vote: OpenVote, voters: Collection[int], need: VotesNeed, *, over: bool
) -> Literal["carried", "failed"] | None:
    """The decision, or None while the vote is open. ``voters``: the seated people. ``over``: the
    time to vote is up, and anyone who has not voted abstains.

    More than half of the voters must be in favour, whatever else is needed, so that nobody decides
    for others who are asleep. The vote is decided as soon as no further vote could change the
    result.
    """
    yes, no = (sum(seat in voters for seat in said) for said in (vote.yes, vote.no))
    silent = 0 if over else len(voters) - yes - no
    if (need == VotesNeed.ALL and no) or not _is_most(yes + silent, voters):
        return "failed"
    is_sure = _is_most(yes, voters) and (need == VotesNeed.MAJORITY or silent == 0)
    return "carried" if is_sure else None


def _is_most(count: int, voters: Collection[int]) -> bool:
    return count * 2 > len(voters)


def is_overtaken(
    vote: OpenVote,
    game: GameRow,
    turn: int,
    *,
    offered: Collection[int],
    removable: Collection[int],
) -> bool:
    """Whether what the vote is about no longer applies, in turn ``turn``, with these seats
    ``offered`` and these ``removable``; or whether the game waits for a moderator."""
    if game.is_over or waits_for_moderator(game):
        return True
    if vote.about == VoteOn.PAUSE:
        return game.status != Status.RUNNING
    if vote.about == VoteOn.RESUME:
        return game.status == Status.RUNNING
    if vote.about == VoteOn.MORE_TIME:
        return turn != vote.turn or game.status != Status.RUNNING
    if vote.about == VoteOn.REMOVE:
        return vote.seat not in removable
    return vote.about == VoteOn.BOT and vote.seat not in offered


def is_paused_by_players(game: GameRow) -> bool:
    """Whether the players paused it, and so can resume it."""
    return game.status == Status.PAUSED and game.resumes_at is not None


def waits_for_moderator(game: GameRow) -> bool:
    """Whether a moderator paused it, or the server after a fault. Then there are no votes."""
    return game.status == Status.PAUSED and not is_paused_by_players(game)


def vote_length(settings: GameSettings, left: timedelta | None) -> timedelta:
    """How long a vote lasts. ``left``: what remains of the turn, if the vote is about the turn;
    None if it is about the game.

    A vote about the turn lasts for three quarters of what is left of it, so that a decision comes
    in time.
    """
    length = min(max(turn_length(settings), SHORTEST), LONGEST)
    return length if left is None else min(length, left * 3 / 4)


def more_time(settings: GameSettings) -> timedelta:
    """How much time a vote adds to a turn."""
    return min(turn_length(settings), MOST_MORE_TIME)
