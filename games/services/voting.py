"""The players' votes. The log shows each of them, from the request to the result."""

from __future__ import annotations

from games.models import ModeratorAct
from games.play import voting
from games.play.messages import AskVote, CastVote
from games.play.rows import Status
from games.play.run import Run
from games.play.voting import Came, Ended
from games.services import log
from games.services.authorised import Authorised
from games.services.offering import note_offered, seat_bot
from games.services.presence import go_on_after_pause

CAME = {
    Came.CARRIED: ModeratorAct.What.VOTE_CARRIED,
    Came.FAILED: ModeratorAct.What.VOTE_FAILED,
    Came.OVERTAKEN: ModeratorAct.What.VOTE_OVERTAKEN,
}


def ask(run: Run, by: Authorised, command: AskVote) -> None:
    """Asks the players to vote; if the asker is the only one, the vote is decided at once."""
    vote = voting.ask(run, by.own_seat, command.about, command.seconds, command.seat)
    log.note(run, ModeratorAct.What.VOTE_ASKED, by=by.actor.user_id, vote=vote.entry())
    end_decided_vote(run)


def cast(run: Run, by: Authorised, command: CastVote) -> None:
    """Votes yes or no for the actor's own seat."""
    voting.cast(run, by.own_seat, command.vote, yes=command.yes)
    end_decided_vote(run)


def end_decided_vote(run: Run) -> bool:
    """Ends the open vote if it is decided or its time is up; returns whether it did."""
    was_paused = run.game.status == Status.PAUSED
    ended = voting.settle_vote(run)
    _note(run, ended)
    if ended is not None:
        voting.carry_out(run, ended, seat_bot)
        note_offered(run)
    if was_paused and run.game.status == Status.RUNNING:
        go_on_after_pause(run)
    return ended is not None


def give_up_due_vote(run: Run) -> None:
    """Ends a vote whose time is up, in a game that is stopped because of a fault."""
    _note(run, voting.give_up_due_vote(run))


def end_pause(run: Run) -> bool:
    """Resumes a game if its players' pause is over; returns whether it did."""
    ended = voting.resume_if_due(run)
    if ended:
        go_on_after_pause(run)
        log.note(run, ModeratorAct.What.PAUSE_OVER)
    return ended


def _note(run: Run, ended: Ended | None) -> None:
    if ended is not None:
        log.note(run, CAME[ended.came], vote=ended.vote.entry())
