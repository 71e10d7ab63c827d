"""What happened in a run, for each member whom it concerns. No database."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta

from games.play.ballot import read_votes
from games.play.clock import LONG_TURN, turn_length
from games.play.game_transaction import GameTransaction
from games.play.messages import ActEntry, LogAdded
from games.play.plan import will_choose
from games.play.rows import ActKind, SeatRow, Status, TenureEnd
from games.play.settings import GameSettings, VoteOn
from notices.models import Kind, What
from notices.stakes import is_last_chance
from transport.messages import Event

EARLIEST_WARNING = timedelta(hours=1)
"""A warning comes so long before the time is up, or at a quarter of the turn's length."""


@dataclass(frozen=True, slots=True)
class Notification:
    """What one member is told. ``step``: the one that a choice of theirs is awaited for.
    ``last_chance``: if they miss one more turn they are out of the game."""

    member: int
    kind: Kind
    what: What
    step: int | None = None
    last_chance: bool = False


COURSE = {
    "paused": What.PAUSED,
    "resumed": What.RESUMED,
    "cancelled": What.CANCELLED,
    "abandoned": What.CANCELLED,
    "stopped": What.STOPPED,
    "pause-over": What.GOES_ON,
}
"""What of a game's log is its course, by the words there."""

CARRIED = {
    VoteOn.PAUSE: What.VOTE_PAUSED,
    VoteOn.RESUME: What.GOES_ON,
    VoteOn.CANCEL: What.CANCELLED,
}
"""What of the votes that were carried is its course; that a game has ended is told as any end."""

RESULT = {"struck": What.STRUCK, "counts": What.COUNTS}
"""What of a game's log is about its result."""

LEFT = {
    TenureEnd.ABSENT: What.ABSENT,
    TenureEnd.AWAY: What.AWAY,
    TenureEnd.VOTED_OUT: What.AWAY,
}


def told_of(run: GameTransaction) -> list[Notification]:
    """What members are told of this run, the last of each kind and member."""
    told = {(each.member, each.kind): each for each in _all_told(run)}
    return list(told.values())


def has_long_turns(settings: GameSettings) -> bool:
    """Whether nobody is expected to wait before the board."""
    return settings.turn_seconds is None or turn_length(settings) >= LONG_TURN


def warned_at(
    settings: GameSettings, deadline: datetime, before: timedelta | None = None
) -> datetime:
    """When players are warned of this deadline, or one who wants to be warned so long ``before``
    it: at most half of the turn, so that there is something to be warned of."""
    length = turn_length(settings)
    if before is None:
        return deadline - min(length / 4, EARLIEST_WARNING)
    return deadline - min(before, length / 2)


def owing(run: GameTransaction) -> list[SeatRow]:
    """The people who are awaited, have sealed nothing, and for whom no plan of theirs chooses."""
    if run.game.status != Status.RUNNING:
        return []
    awaited = set(run.game.awaiting)
    owe = [s for s in people(run) if s.number in awaited and s.number not in run.choices]
    return [seat for seat in owe if not will_choose(run, seat.number)]


def _all_told(run: GameTransaction) -> Iterator[Notification]:
    if run.begins:
        yield from _beginning(run)
    elif run.turn_began and not run.game.is_over:
        yield from _turns(run)
    yield from _extensions(run)
    yield from _ends(run)
    yield from _log(run)
    yield from _about_the_result(run)


def _beginning(run: GameTransaction) -> Iterator[Notification]:
    playing = people(run)
    if len(playing) < 2:  # they began it themselves
        return
    owe = {seat.number for seat in owing(run)}
    for seat in playing:
        if seat.number in owe:
            yield _told(seat, Kind.TURN, What.BEGAN, run.game.next_step)
        else:
            yield _told(seat, Kind.COURSE, What.BEGAN)


def _turns(run: GameTransaction) -> Iterator[Notification]:
    is_long = has_long_turns(run.game.settings)
    for seat in owing(run):
        if is_long or seat.away:
            yield _choosing(run, seat, Kind.TURN, What.YOUR_TURN)


def _extensions(run: GameTransaction) -> Iterator[Notification]:
    """Only to those who used one: their time goes on."""
    is_long = has_long_turns(run.game.settings)
    for act in run.logged:
        if act.what == ActKind.EXTENDED and act.seat and (is_long or act.seat.away):
            what = What.EXTENDED if act.seat.extensions else What.LAST_EXTENSION
            yield _choosing(run, act.seat, Kind.TIME, what)


def _ends(run: GameTransaction) -> Iterator[Notification]:
    seats = {seat.number: seat for seat in run.seats}
    for ended in run.tenures_ended:
        seat = seats[ended.seat]
        # A seat that is offered is nobody's already.
        member = seat.former_id if seat.user_id is None else seat.user_id
        if member is None or not seat.is_person or seat.gone:
            continue
        if ended.why in LEFT:
            yield Notification(member, Kind.COURSE, LEFT[ended.why])
        elif ended.why == TenureEnd.REMOVED:
            yield Notification(member, Kind.MODERATION, What.REMOVED)
        elif ended.why == TenureEnd.OVER and run.game.status == Status.FINISHED:
            yield _told(seat, Kind.COURSE, What.ENDED)


def _log(run: GameTransaction) -> Iterator[Notification]:
    """What moderators, the players by a vote, or the server did: for everybody who plays but
    whoever did it."""
    for each in run.emitted:
        if not isinstance(each.message, LogAdded):
            continue
        entry = each.message.entry
        for seat in people(run):
            if seat.name == entry["by"]:
                continue
            if entry["what"] in COURSE:
                yield _told(seat, Kind.COURSE, COURSE[entry["what"]])
            elif entry["what"] == "ended-turn":
                yield _told(seat, Kind.MODERATION, What.ENDED_TURN)
            elif (carried := _carried(entry)) is not None:
                yield _told(seat, Kind.COURSE, carried)
    yield from _votes(run)


def _about_the_result(run: GameTransaction) -> Iterator[Notification]:
    """What a moderator decided about the result of a game that is over: for all who played."""
    for each in run.emitted:
        if isinstance(each.message, LogAdded) and each.message.entry["what"] in RESULT:
            what = RESULT[each.message.entry["what"]]
            yield from (
                Notification(member, Kind.MODERATION, what) for member in sorted(run.concerned)
            )


def _carried(entry: ActEntry) -> What | None:
    vote = entry["vote"] if entry["what"] == "vote-carried" else None
    return None if vote is None else CARRIED.get(VoteOn(vote["about"]))


def _votes(run: GameTransaction) -> Iterator[Notification]:
    """A vote that has just been asked for, and is not decided yet: for everybody who has not said
    anything."""
    vote = read_votes(run.game.votes).open if run.game.vote_ends_at is not None else None
    if vote is None or not any(_asks_for_vote(each.message) for each in run.emitted):
        return
    for seat in people(run):
        if seat.number not in (*vote.yes, *vote.no):
            yield _told(seat, Kind.VOTE, What.VOTE)


def _asks_for_vote(message: Event) -> bool:
    return isinstance(message, LogAdded) and message.entry["what"] == "vote-asked"


def people(run: GameTransaction) -> list[SeatRow]:
    """The people who play: nobody who has left."""
    return [seat for seat in run.seats_held() if _is_told(seat)]


def _is_told(seat: SeatRow) -> bool:
    return seat.is_person and seat.user_id is not None and not seat.gone


def _told(seat: SeatRow, kind: Kind, what: What, step: int | None = None) -> Notification:
    assert seat.user_id is not None
    return Notification(seat.user_id, kind, what, step)


def _choosing(run: GameTransaction, seat: SeatRow, kind: Kind, what: What) -> Notification:
    """What somebody is told who has to choose."""
    assert seat.user_id is not None
    return Notification(seat.user_id, kind, what, run.game.next_step, is_last_chance(run, seat))
