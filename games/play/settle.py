"""The end of every run: resolving what is complete, finishing a game that is over, and telling what
happened."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime

from msgspec import UNSET

from games.play.ballot import (
    OpenVote,
    decision,
    is_overtaken,
    read_votes,
    removable_seats,
    vote_info,
    voters_in,
    waits_for_moderator,
)
from games.play.clock import BOT_DELAY, turn_end
from games.play.events import EVERYONE, OutgoingEvent
from games.play.game_transaction import GameTransaction
from games.play.messages import ClockChanged, SeatsChanged, StepResolved, VoteChanged
from games.play.plan import settle_plans
from games.play.rating import why_unrated_now
from games.play.resolve import (
    clock_of,
    ended_message,
    finish,
    resolve,
    seat_info,
    set_end,
    told_step,
)
from games.play.rows import Cause, Status, TenureEnd
from games.play.settings import TurnEnds
from games.play.take_over import LEAST_HELD, note_offered, waits_alone


def settle(run: GameTransaction) -> None:
    """Ends a run: resolves what is complete, finishes the game if it is over, and tells what
    happened."""
    game = run.game
    if run.offered or run.returned:
        note_offered(run)  # first: the log says after which step they were left
    while run.is_complete():
        resolve(run, Cause.COMPLETE)
    if run.steps or run.begins:
        _note_awaited(run)
    if run.offered or run.returned:
        note_offered(run)  # again, for seats that were left in a step or by the end of the game
    if run.seats_changed or run.turn_began:
        _let_nobody_play_alone(run)
    _set_bots_due(run)
    if game.extended or game.waited:
        _end_useless_postponement(run)
    if run.plans or game.plans_due is not None:
        settle_plans(run)
    if game.votes is not None:
        _settle_votes(run)
    if run.steps or run.seats_changed:
        _tell(run)


def _note_awaited(run: GameTransaction) -> None:
    """Finishes the game if it is over by the rules, and notes who is awaited."""
    outcome = run.engine.outcome(run.state)
    if outcome is not None:
        finish(run, outcome.as_json())
    run.game.awaiting = [] if run.game.is_over else list(run.awaited.seats)
    run.game.bots_alone = not any(seat.is_person for seat in run.seats_held())


def _let_nobody_play_alone(run: GameTransaction) -> None:
    """While one player is left, the turn waits until the seats on offer are taken over, and for a
    whole turn more. Once somebody has taken one over, it has a whole turn from then on."""
    game, before = run.game, run.game.deadline
    if game.status != Status.RUNNING or before is None:
        return
    end = before
    begun = {tenure.seat for tenure in run.tenures_begun}
    if waits_alone(run):
        last = max(seat.offered_until or run.now for seat in run.seats_offered())
        end = max(end, turn_end(game.settings, last))
    elif begun and not game.extended and not game.waited and _were_alone(run, begun):
        end = min(end, turn_end(game.settings, run.now))
    if end != before:
        run.was_postponed |= end > before
        if end < before:
            run.asked_again |= {*run.awaited.seats} - begun
        set_end(run, end)
        if not run.steps:
            _tell_clock(run)


def _were_alone(run: GameTransaction, begun: Collection[int]) -> bool:
    """Whether hardly anybody played until these seats were taken over."""
    return sum(seat.number not in begun for seat in run.seats_held()) < LEAST_HELD


def _tell_clock(run: GameTransaction) -> None:
    told = ClockChanged(clock=clock_of(run.game), status=run.game.status)
    run.emit(OutgoingEvent(EVERYONE, told, {}))


def _set_bots_due(run: GameTransaction) -> None:
    """Sets when awaited bots choose: a little after the step begins; or at its deadline, if nobody
    but bots is awaited and only the timer ends it, so that they choose just before it is
    resolved."""
    if run.steps or run.begins or run.tenures_begun:
        owe = not run.game.is_over and run.bots_that_owe()
        run.game.bots_due = _when_bots_choose(run) if owe else None
    elif run.bots_asked:
        run.game.bots_due = None


def _when_bots_choose(run: GameTransaction) -> datetime:
    soon, deadline = run.now + BOT_DELAY, run.game.deadline
    timer_alone = run.awaited.sealed and run.game.settings.turn_ends == TurnEnds.TIMER
    if deadline is None or not timer_alone or not run.awaits_bots_alone():
        return soon
    return max(soon, deadline)


def _end_useless_postponement(run: GameTransaction) -> None:
    """Ends a postponed turn that nobody can use any more: the seats that have not chosen are on
    offer, and all other awaited seats have chosen."""
    game = run.game
    if game.status != Status.RUNNING or waits_alone(run):
        return
    awaited, offered = set(run.awaited.seats), {seat.number for seat in run.seats_offered()}
    vain = awaited & offered and awaited - offered <= set(run.choices)
    if vain and game.deadline is not None and game.deadline > run.now:
        set_end(run, run.now)
        _tell_clock(run)


def _settle_votes(run: GameTransaction) -> None:
    if run.tenures_ended:
        _forget_votes(run)
    if run.game.vote_ends_at is not None and run.game.vote_ends_at > run.now:
        _note_decided_vote(run)


def _forget_votes(run: GameTransaction) -> None:
    """Removes the votes of players who have left from the open vote. Whoever takes over such a seat
    has not voted yet."""
    game = run.game
    left = {ended.seat for ended in run.tenures_ended if ended.why != TenureEnd.OVER}
    if not left:
        return
    votes = read_votes(game.votes)
    forgotten = votes.without(left)
    game.votes = forgotten.as_json()
    if forgotten.open != votes.open:
        vote = vote_info(game.votes, game.vote_ends_at)
        run.emit(OutgoingEvent(EVERYONE, VoteChanged(vote=vote), {}))


def is_vote_overtaken(run: GameTransaction, vote: OpenVote) -> bool:
    """Whether what the open vote is about no longer applies."""
    if waits_for_moderator(run.game):
        return True  # without the state: a game of which it cannot be read can be paused, too
    offered = [seat.number for seat in run.seats_offered()]
    removable = removable_seats(run.people(), run.game.settings, run.choices)
    turn = run.awaited.turn
    return is_overtaken(vote, run.game, turn, offered=offered, removable=removable)


def _note_decided_vote(run: GameTransaction) -> None:
    """Makes the open vote end now if what it is about no longer applies, or if it is decided
    because somebody has left. The sweep for votes then announces the result."""
    game = run.game
    vote = read_votes(game.votes).open
    if vote is None or is_vote_overtaken(run, vote):
        game.vote_ends_at = run.now
    elif run.tenures_ended:
        voters = voters_in(vote, run.people())
        if decision(vote, voters, game.settings.votes_need, over=False) is not None:
            game.vote_ends_at = run.now


def _tell(run: GameTransaction) -> None:
    """Tells the steps, and who has which seat."""
    if run.steps:
        _tell_steps(run)
    if run.seats_changed:
        _tell_seats(run)


def _tell_seats(run: GameTransaction) -> None:
    """Tells that seats are offered or taken over. A resolved step tells about the seats, too, but
    not who had them before."""
    if run.steps and run.holders is None:
        return
    seats = [seat_info(seat) for seat in run.seats]
    changed = SeatsChanged(seats=seats, chosen=run.chosen())
    if run.holders is not None:
        changed.holders = run.holders
    run.emit(OutgoingEvent(EVERYONE, changed, {}))


def _tell_steps(run: GameTransaction) -> None:
    """Tells the steps, and how the game has ended unless the last step says so by the rules."""
    game = run.game
    seats, clock, chosen = [seat_info(seat) for seat in run.seats], clock_of(game), run.chosen()
    unrated = UNSET if game.outcome is None else why_unrated_now(game, run.seats)
    for step in run.steps:
        message = StepResolved(
            step=told_step(step),
            seats=seats,
            clock=clock,
            status=game.status,
            chosen=chosen,
            unrated=unrated,
        )
        left = {} if step.leave is None else {"left": step.leave}
        run.emit(OutgoingEvent(EVERYONE, message, {"step": step.number, **left}))
    if game.outcome is not None and run.steps[-1].line["outcome"] is None:
        run.emit(OutgoingEvent(EVERYONE, ended_message(run), {}))
