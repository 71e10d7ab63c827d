"""Which notifications a run causes, for whom, and whose other pages refresh the bell without one.
No database."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta

from games.play.ballot import read_votes
from games.play.clock import is_quick, turn_length
from games.play.game_transaction import GameTransaction
from games.play.messages import ActionSealed, ActionWithdrawn, VoteChanged
from games.play.plan import will_choose
from games.play.rows import ActKind, LoggedAct, SeatRow, Status, TenureEnd
from games.play.settings import GameSettings, VoteOn
from notices.models import Kind, What
from notices.stakes import is_last_chance

EARLIEST_WARNING = timedelta(hours=1)
"""Players are warned this long before the deadline, or when a quarter of the turn is left if that
is later."""


@dataclass(frozen=True, slots=True)
class Notification:
    """A notification for one member. ``step``: the step that they have to choose for.
    ``last_chance``: missing one more turn puts them out of the game."""

    member: int
    kind: Kind
    what: What
    step: int | None = None
    last_chance: bool = False


COURSE = {
    ActKind.PAUSED: What.PAUSED,
    ActKind.RESUMED: What.RESUMED,
    ActKind.CANCELLED: What.CANCELLED,
    ActKind.ABANDONED: What.CANCELLED,
    ActKind.STOPPED: What.STOPPED,
    ActKind.PAUSE_OVER: What.GOES_ON,
}
"""Entries of a game's log that notify the players."""

PASSED_VOTES = {
    VoteOn.PAUSE: What.VOTE_PAUSED,
    VoteOn.RESUME: What.GOES_ON,
    VoteOn.CANCEL: What.CANCELLED,
}
"""Passed votes that notify the players. The end of a game is not among them: it has its own
notification."""

RESULT = {ActKind.STRUCK: What.STRUCK, ActKind.COUNTS: What.COUNTS}
"""Entries of a game's log about its result."""

LEFT = {
    TenureEnd.ABSENT: What.ABSENT,
    TenureEnd.AWAY: What.AWAY,
    TenureEnd.VOTED_OUT: What.AWAY,
}


def notifications_of(run: GameTransaction) -> list[Notification]:
    """The notifications of this run: for each member and kind, the last one."""
    last = {(each.member, each.kind): each for each in _all_notifications(run)}
    return list(last.values())


def warned_at(
    settings: GameSettings, deadline: datetime, before: timedelta | None = None
) -> datetime:
    """When to warn players of this deadline; ``before``: a player's own warning time. Never in the
    first half of the turn."""
    length = turn_length(settings)
    if before is None:
        return deadline - min(length / 4, EARLIEST_WARNING)
    return deadline - min(before, length / 2)


def must_choose(run: GameTransaction) -> list[SeatRow]:
    """The awaited seats of people who have sealed nothing and whose plan will not choose for
    them."""
    if run.game.status != Status.RUNNING:
        return []
    awaited = set(run.game.awaiting)
    owe = [s for s in run.people() if s.number in awaited and s.number not in run.choices]
    return [s for s in owe if s.number not in run.plans or not will_choose(run, s.number)]


def _all_notifications(run: GameTransaction) -> Iterator[Notification]:
    if run.begins:
        yield from _beginning(run)
    elif run.turn_began and not run.game.is_over:
        yield from _turns(run, must_choose(run))
    elif run.asked_again:
        again = [seat for seat in must_choose(run) if seat.number in run.asked_again]
        yield from _turns(run, again)
    if run.logged:
        yield from _extensions(run)
    if run.tenures_ended:
        yield from _ends(run)
    if run.logged:
        yield from _log(run)
        yield from _result_changes(run)


def _beginning(run: GameTransaction) -> Iterator[Notification]:
    playing = run.people()
    if len(playing) < 2:  # the only player started the game
        return
    owe = {seat.number for seat in must_choose(run)}
    for seat in playing:
        if seat.number in owe:
            yield _notification(seat, Kind.TURN, What.BEGAN, run.game.next_step)
        else:
            yield _notification(seat, Kind.COURSE, What.BEGAN)


def _turns(run: GameTransaction, seats: Iterable[SeatRow]) -> Iterator[Notification]:
    is_long = not is_quick(run.game.settings)
    for seat in seats:
        if is_long or seat.away:
            yield _choosing(run, seat, Kind.TURN, What.YOUR_TURN)


def _extensions(run: GameTransaction) -> Iterator[Notification]:
    """Only for those who used an extension: they still have time."""
    is_long = not is_quick(run.game.settings)
    for act in run.logged:
        if act.what == ActKind.EXTENDED and act.seat and (is_long or act.seat.away):
            what = What.EXTENDED if act.seat.extensions else What.LAST_EXTENSION
            yield _choosing(run, act.seat, Kind.TIME, what)


def _ends(run: GameTransaction) -> Iterator[Notification]:
    seats = {seat.number: seat for seat in run.seats}
    for ended in run.tenures_ended:
        seat = seats[ended.seat]
        # An offered seat no longer has a user.
        member = seat.former_id if seat.user_id is None else seat.user_id
        if member is None or not seat.is_person or seat.gone:
            continue
        if ended.why in LEFT:
            yield Notification(member, Kind.COURSE, LEFT[ended.why])
        elif ended.why == TenureEnd.REMOVED:
            yield Notification(member, Kind.MODERATION, What.REMOVED)
        elif ended.why == TenureEnd.OVER and run.game.status == Status.FINISHED:
            yield _notification(seat, Kind.COURSE, What.ENDED)


def _log(run: GameTransaction) -> Iterator[Notification]:
    """What a moderator, a vote or the server did: for all players except whoever did it."""
    for act in run.logged:
        for seat in run.people():
            if act.by is not None and act.by.user_id == seat.user_id:
                continue
            if act.what in COURSE:
                yield _notification(seat, Kind.COURSE, COURSE[act.what])
            elif act.what == ActKind.ENDED_TURN:
                yield _notification(seat, Kind.MODERATION, What.ENDED_TURN)
            elif (passed := _passed_vote(act)) is not None:
                yield _notification(seat, Kind.COURSE, passed)
    yield from _votes(run)


def _result_changes(run: GameTransaction) -> Iterator[Notification]:
    """A moderator's decision about the result of a finished game: for all who played."""
    for act in run.logged:
        if act.what in RESULT:
            what = RESULT[act.what]
            yield from (
                Notification(member, Kind.MODERATION, what) for member in sorted(run.concerned)
            )


def _passed_vote(act: LoggedAct) -> What | None:
    if act.what != ActKind.VOTE_CARRIED or act.vote is None:
        return None
    return PASSED_VOTES.get(VoteOn(act.vote["about"]))


def _votes(run: GameTransaction) -> Iterator[Notification]:
    """A new vote that is still open: for everybody who has not voted."""
    vote = read_votes(run.game.votes).open if run.game.vote_ends_at is not None else None
    if vote is None or not any(act.what == ActKind.VOTE_ASKED for act in run.logged):
        return
    for seat in run.people():
        if seat.number not in (*vote.yes, *vote.no):
            yield _notification(seat, Kind.VOTE, What.VOTE)


def _notification(seat: SeatRow, kind: Kind, what: What, step: int | None = None) -> Notification:
    assert seat.user_id is not None
    return Notification(seat.user_id, kind, what, step)


def _choosing(run: GameTransaction, seat: SeatRow, kind: Kind, what: What) -> Notification:
    """A notification for a member who has to choose."""
    assert seat.user_id is not None
    return Notification(seat.user_id, kind, what, run.game.next_step, is_last_chance(run, seat))


def members_to_refresh(run: GameTransaction) -> set[int]:
    """The keys of members whose list of notices may have changed with this run without a new one:
    they have chosen or taken a choice back, a turn has begun, a vote is over, or they have left.

    With short turns, only members without an open page of the game get notices of a turn
    (:func:`notifications_of`), so only their lists can have changed.
    """
    playing, is_long = run.people(), not is_quick(run.game.settings)
    events = [each.message for each in run.emitted]
    moved = {each.seat for each in events if isinstance(each, ActionSealed | ActionWithdrawn)}
    everybody = bool(run.steps) or run.game.is_over
    vote_over = run.game.vote_ends_at is None and any(isinstance(e, VoteChanged) for e in events)
    members = {
        seat.user_id
        for seat in playing
        if vote_over or ((is_long or seat.away) and (everybody or seat.number in moved))
    }
    seats = {seat.number: seat for seat in run.seats}
    left = [seats[each.seat] for each in run.tenures_ended]
    members |= {seat.former_id if seat.user_id is None else seat.user_id for seat in left}
    return {member for member in members if member is not None}
