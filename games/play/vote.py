"""Voting: asking for a vote, casting a vote, and doing what was decided."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from enum import StrEnum

from games.play import pause as pausing
from games.play.ballot import (
    LONGEST_PAUSE,
    MOST_ASKED,
    SHORTEST_PAUSE,
    OpenVote,
    Votes,
    decision,
    is_offered,
    is_paused_by_players,
    last_call,
    more_time,
    read_votes,
    removable_seats,
    vote_info,
    vote_length,
    voters_in,
    waits_for_moderator,
)
from games.play.events import EVERYONE, OutgoingEvent
from games.play.game_transaction import GameTransaction, time_left
from games.play.messages import AskVote, CastVote, VoteChanged
from games.play.permissions import Authorised
from games.play.resolve import depart
from games.play.rows import ActKind, Cause, LeftWhy, SeatRow, Status
from games.play.settings import VoteOn
from games.play.settle import is_vote_overtaken
from games.play.take_over import free_bot, offered_seat, seat_bot
from transport.refusals import Refused


class VoteResult(StrEnum):
    """What became of a vote: carried, failed, or overtaken by events."""

    CARRIED = "carried"
    FAILED = "failed"
    OVERTAKEN = "overtaken"


@dataclass(frozen=True, slots=True)
class EndedVote:
    """A vote that has ended, and its result."""

    vote: OpenVote
    result: VoteResult


LOGGED_AS = {
    VoteResult.CARRIED: ActKind.VOTE_CARRIED,
    VoteResult.FAILED: ActKind.VOTE_FAILED,
    VoteResult.OVERTAKEN: ActKind.VOTE_OVERTAKEN,
}


def ask(
    run: GameTransaction, own: SeatRow, about: str, seconds: int | None, seat: int | None = None
) -> OpenVote:
    """Asks the players to vote; the asker votes yes. Returns the vote, which may be decided at once
    (:func:`settle_vote`).

    Raises Refused: ``no-such-vote``, ``too-many``, ``vote-open``, ``not-running``, ``bad-command``,
    ``not-found``, ``seat-taken``, ``not-away``.
    """
    kind = _kind(run, about)
    turn = run.awaited.turn
    votes = read_votes(run.game.votes).of_turn(turn)
    if votes.open is not None:
        raise Refused("vote-open", "Another vote is open. Ask when it is over.")
    _refuse_pointless(run, kind, votes)
    asked = votes.asked.get(str(own.number), 0)
    if asked >= MOST_ASKED:
        raise Refused(
            "too-many",
            "You can ask for %(most)s votes in a turn. Ask again in the next one.",
            values={"most": MOST_ASKED},
        )
    pause = _pause_length(seconds) if kind == VoteOn.PAUSE else None
    named = _named_seat(run, kind, own, -1 if seat is None else seat)
    vote = OpenVote(votes.count + 1, kind, own.number, pause, turn, [own.number], [], named)
    left = time_left(run.game, run.now) if kind == VoteOn.MORE_TIME else None
    run.game.vote_ends_at = run.now + vote_length(run.game.settings, left)
    votes.asked = {**votes.asked, str(own.number): asked + 1}
    votes.count += 1
    votes.open = vote
    _keep(run, votes)
    _tell(run)
    return vote


def cast(run: GameTransaction, own: SeatRow, number: int, *, yes: bool) -> None:
    """Votes yes or no in the vote with this number, in place of an earlier vote; it may be decided
    now. Raises Refused ``vote-over``, ``not-allowed``."""
    votes = read_votes(run.game.votes)
    vote, ends_at = votes.open, run.game.vote_ends_at
    if vote is None or ends_at is None or vote.number != number or ends_at <= run.now:
        raise Refused("vote-over", "That vote is over.")
    voters = voters_in(vote, run.people())
    if own.number not in voters:
        raise Refused("not-allowed", "This vote is about you. It ends as soon as you play again.")
    said, other = (vote.yes, vote.no) if yes else (vote.no, vote.yes)
    if own.number in said:
        return
    if own.number in other:
        other.remove(own.number)
    said.append(own.number)
    said.sort()
    shorter = last_call(vote, voters, run.game.settings.votes_need)
    if shorter is not None:
        run.game.vote_ends_at = min(ends_at, run.now + shorter)
    _keep(run, votes)
    _tell(run)


def ask_vote(run: GameTransaction, by: Authorised, command: AskVote) -> None:
    """Asks the players to vote; if the asker is the only one, the vote is decided at once."""
    vote = ask(run, by.own_seat, command.about, command.seconds, command.seat)
    run.log(ActKind.VOTE_ASKED, by=by.person, vote=vote.entry())
    end_decided_vote(run)


def cast_vote(run: GameTransaction, by: Authorised, command: CastVote) -> None:
    """Votes yes or no for the actor's own seat."""
    cast(run, by.own_seat, command.vote, yes=command.yes)
    end_decided_vote(run)


def end_decided_vote(run: GameTransaction) -> bool:
    """Ends the open vote if it is decided or its time is up; returns whether it did.

    If the vote was for a bot and the club has none for this game yet, the vote stays open with its
    time up: whoever sweeps for votes adds one first (:mod:`games.schedule.votes`).
    """
    ended = settle_vote(run)
    if ended is None:
        return False
    run.log(LOGGED_AS[ended.result], vote=ended.vote.entry())
    carry_out(run, ended)
    return True


def end_pause(run: GameTransaction) -> bool:
    """Resumes a game if its players' pause is over; returns whether it did."""
    game = run.game
    is_due = is_paused_by_players(game) and (game.resumes_at or run.now) <= run.now
    if is_due:
        pausing.resume(run)
        run.log(ActKind.PAUSE_OVER)
    return is_due


def settle_vote(run: GameTransaction) -> EndedVote | None:
    """Ends the open vote if it is decided, its time is up, or what it is about no longer applies;
    returns None if there is none to end. What was decided is done in :func:`carry_out`."""
    game = run.game
    votes = read_votes(game.votes)
    vote, ends_at = votes.open, game.vote_ends_at
    if vote is None or ends_at is None:
        return None
    result = _result_of(run, vote, over=ends_at <= run.now)
    if result is None:
        return None
    if result == VoteResult.CARRIED and vote.about == VoteOn.BOT and free_bot(run) is None:
        game.vote_ends_at = min(ends_at, run.now)
        return None
    votes.open = game.vote_ends_at = None
    votes.more_time |= result == VoteResult.CARRIED and vote.about == VoteOn.MORE_TIME
    _keep(run, votes)
    _tell(run)
    return EndedVote(vote, result)


def give_up_due_vote(run: GameTransaction) -> None:
    """Ends a vote whose time is up without doing what it decided, because doing it has failed."""
    votes, ends_at = read_votes(run.game.votes), run.game.vote_ends_at
    vote = votes.open
    if vote is None or ends_at is None or ends_at > run.now:
        return
    votes.open = run.game.vote_ends_at = None
    _keep(run, votes)
    _tell(run)
    run.log(ActKind.VOTE_OVERTAKEN, vote=vote.entry())


def _kind(run: GameTransaction, about: str) -> VoteOn:
    if about not in list(VoteOn) or not is_offered(run.game.settings, VoteOn(about)):
        raise Refused("no-such-vote", "This table does not allow that vote.")
    return VoteOn(about)


def _refuse_pointless(run: GameTransaction, kind: VoteOn, votes: Votes) -> None:
    game = run.game
    if waits_for_moderator(game):
        raise Refused(
            "not-running", "This game is waiting for a moderator. You can vote when it resumes."
        )
    if kind in (VoteOn.PAUSE, VoteOn.MORE_TIME) and game.status != Status.RUNNING:
        raise Refused("not-running", "The game is already paused.")
    if kind == VoteOn.RESUME and game.status != Status.PAUSED:
        raise Refused("not-running", "The game is not paused.")
    if kind == VoteOn.MORE_TIME and votes.more_time:
        raise Refused("too-many", "This turn has already been given more time.")


def _named_seat(run: GameTransaction, kind: VoteOn, own: SeatRow, number: int) -> int | None:
    """The seat that a vote of this kind is about, or None."""
    if kind == VoteOn.BOT:
        return offered_seat(run, number).number
    if kind != VoteOn.REMOVE:
        return None
    if number not in [seat.number for seat in run.seats]:
        raise Refused("not-found", "There is no such seat.")
    removable = removable_seats(run.people(), run.game.settings, run.choices)
    if number == own.number or number not in removable:
        raise Refused(
            "not-away",
            "Only a player who is away can be removed, and two others must be there to vote.",
        )
    return number


def _pause_length(seconds: int | None) -> int:
    shortest, longest = SHORTEST_PAUSE.total_seconds(), LONGEST_PAUSE.total_seconds()
    if seconds is None or not shortest <= seconds <= longest:  # clients can send any number
        raise Refused("bad-command", "A pause takes from a minute to 14 days.")
    return seconds


def _result_of(run: GameTransaction, vote: OpenVote, *, over: bool) -> VoteResult | None:
    if is_vote_overtaken(run, vote):
        return VoteResult.OVERTAKEN
    voters = voters_in(vote, run.people())
    decided = decision(vote, voters, run.game.settings.votes_need, over=over)
    return None if decided is None else VoteResult(decided)


def carry_out(run: GameTransaction, ended: EndedVote) -> None:
    """Does what the vote decided, if it was carried."""
    vote = ended.vote
    if ended.result != VoteResult.CARRIED:
        return
    if vote.about == VoteOn.PAUSE:
        pausing.pause(run, until=run.now + timedelta(seconds=vote.seconds or 0))
    elif vote.about == VoteOn.RESUME:
        pausing.resume(run)
    elif vote.about == VoteOn.MORE_TIME:
        pausing.give_time(run, more_time(run.game.settings))
    elif vote.about == VoteOn.END:
        pausing.end(run)
    elif vote.about == VoteOn.BOT:
        seat_bot(run, next(seat for seat in run.seats if seat.number == vote.seat))
    elif vote.about == VoteOn.REMOVE:
        leaving = [seat for seat in run.seats if seat.number == vote.seat]
        depart(run, leaving, LeftWhy.VOTED_OUT, Cause.COMPLETE)
    else:
        pausing.cancel(run)


def _keep(run: GameTransaction, votes: Votes) -> None:
    run.game.votes = votes.as_json()


def _tell(run: GameTransaction) -> None:
    message = VoteChanged(vote=vote_info(run.game.votes, run.game.vote_ends_at))
    run.emit(OutgoingEvent(EVERYONE, message, {}))
