"""Resolving a step: the only way to play what was sealed.

1. The engine resolves what the awaited seats have sealed; seats that sealed nothing were absent.
2. The step is recorded. Seats that were absent too often leave, in a step of their own.
3. The clock of the next step begins or goes on, or the game is finished.

If the next step is already complete, it is resolved too. This is done at the end of every run
(:mod:`games.play.settle`) and nowhere else.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any, cast

from engines.outcome import behind_who_stayed
from engines.rules import IllegalAction, Json
from games.play.clock import (
    FOR_AN_ANSWER,
    MOST_ANSWERS,
    Awaited,
    end_after_answer,
    is_due,
    next_clock,
    turn_end,
)
from games.play.game_transaction import GameTransaction, time_left
from games.play.messages import (
    Clock,
    GameEnded,
    Outcome,
    SeatInfo,
    ToldStep,
)
from games.play.rating import why_unrated_at_end, why_unrated_now, with_turn_chosen
from games.play.rows import Cause, GameRow, LeftWhy, SeatRow, Status, StepRow, TenureEnd
from games.play.seal import kept
from games.play.states import line_of
from games.play.take_over import (
    close_offers,
    is_worth_waiting,
    may_be_offered,
    offer,
    return_seat,
    waits_alone,
)


def time_is_up(run: GameTransaction, grace: timedelta) -> bool:
    """Whether the next step's time was up at least ``grace`` ago."""
    return run.game.status == Status.RUNNING and is_due(run.game.deadline, run.now, grace)


def resolve(run: GameTransaction, cause: Cause) -> None:
    """Plays what was sealed for the next step."""
    game, before, state = run.game, run.awaited, run.state
    chosen = run.take_choices()
    actions = run.engine.recorded(state, chosen)
    # Resolve what was sent: events of recorded actions may leave out where a line stopped.
    after, events = run.engine.resolve(state, chosen)
    run.advance(after)
    _note_step(run, state, events=events, cause=cause, actions=actions)
    _note_people(run, actions, before.turn)
    # A moderator who ends a turn early makes nobody absent.
    if cause == Cause.TIMER:
        run.was_due = game.deadline
        _count_absences(run, run.engine.absent(state, chosen), actions)
        _begin_clock(run)  # time that has run out never goes on
    else:
        _forget_absences(run, actions)
        _set_clock(run, before, leave=False)
    _carry_over(run, state)
    if game.settings.absences_allowed is not None:
        _remove_absent(run, game.settings.absences_allowed)


def depart(run: GameTransaction, seats: Sequence[SeatRow], why: LeftWhy, cause: Cause) -> None:
    """The players of these seats leave. If the table allows it and the game goes on without them,
    others may take their seats over for a while (:mod:`games.play.take_over`). Otherwise the seats
    leave at once, together with seats on offer if hardly anybody is left to wait for those. If the
    only player who is left resigns, just the seats on offer leave: that player has won."""
    if may_be_offered(run, seats, why):
        offer(run, seats, why)
        return
    gone = {seat.number for seat in seats}
    stay = [seat for seat in run.seats_held() if seat.number not in gone]
    ends = waits_alone(run) and why == LeftWhy.RESIGNED
    by_why: dict[LeftWhy, list[SeatRow]] = {} if ends else {why: list(seats)}
    for seat in [] if is_worth_waiting(stay, why) else run.seats_offered():
        by_why.setdefault(LeftWhy(seat.offered_why), []).append(seat)
    leave_for(run, by_why, cause)


def leave_for(
    run: GameTransaction, seats: Mapping[LeftWhy, Sequence[SeatRow]], cause: Cause
) -> None:
    """Takes these seats out of the game for good, each with a reason of its own, in one step in
    which nothing is played."""
    everybody = [seat for each in seats.values() for seat in each]
    reasons = {seat.number: why for why, each in seats.items() for seat in each}
    held = [seat for seat in everybody if seat.is_held]
    _leave(run, everybody, reasons, cause)
    for why in seats:
        run.end_tenures([seat for seat in held if reasons[seat.number] == why], TenureEnd(why))
    if any(seat.is_person for seat in everybody):
        _end_without_people(run)


def _end_without_people(run: GameTransaction) -> None:
    """Ends a game that the last person has just left, because bots would play on for nobody. They
    rank as they stand, ahead of all who left. By the rules the game is not over: its record replays
    to the same position, and holds this result."""
    held = run.seats_held()
    if not held or any(seat.is_person for seat in held) or run.seats_offered():
        return
    if run.engine.outcome(run.state) is None:
        standing = run.engine.standing(run.state, len(run.seats))
        finish(run, behind_who_stayed(standing, [seat.number for seat in held]).as_json())


def _leave(
    run: GameTransaction, seats: Sequence[SeatRow], reasons: Mapping[int, LeftWhy], cause: Cause
) -> None:
    before, state = run.awaited, run.state
    numbers = sorted(seat.number for seat in seats)
    after, events = run.engine.leave(state, numbers)
    run.advance(after)
    _note_step(run, state, events=events, cause=cause, leave=numbers)
    for seat in seats:
        seat.left_at_step = run.game.step
        seat.left_why = reasons[seat.number]
        return_seat(run, seat)
    _set_clock(run, before, leave=True)
    _carry_over(run, state)


def told_step(step: StepRow) -> ToldStep[Json]:
    """A step as it is sent to pages that have the one before."""
    when = {"resolved_at": step.resolved_at, "cause": step.cause, "leave": step.leave}
    return cast("ToldStep[Json]", {**step.line, "changes": step.changes, **when})


def clock_of(game: GameRow) -> Clock:
    """When the time of the next step is up."""
    left = None if game.time_left is None else game.time_left.total_seconds()
    paused = game.status == Status.PAUSED
    return Clock(
        deadline=game.deadline,
        time_left=left,
        paused=paused,
        put_off=game.extended or game.waited,
        resumes_at=game.resumes_at,
    )


def seat_info(seat: SeatRow) -> SeatInfo:
    """What everybody may know about a seat."""
    return SeatInfo(
        number=seat.number,
        name=seat.name,
        bot=not seat.is_person,
        stone=seat.stone,
        mark=seat.mark,
        absences=seat.absences,
        extensions=seat.extensions,
        off_until=seat.off_until,
        left=cast("Any", seat.left_why or None),
        rank=seat.rank,
        offered_until=seat.offered_until,
        owner=seat.owner,
    )


def _note_step(
    run: GameTransaction,
    before: Any,
    *,
    events: Sequence[Json],
    cause: Cause,
    actions: Mapping[int, Json] | None = None,
    leave: list[int] | None = None,
) -> None:
    """Records the step that led from the engine's state ``before`` to that of the run."""
    run.game.step += 1
    run.game.given = None
    run.game.state, held = run.game.state.then(run.engine.dump(run.state))
    by_seat = None if actions is None else {str(seat): actions[seat] for seat in sorted(actions)}
    run.steps.append(
        StepRow(
            number=run.game.step,
            actions=by_seat,
            leave=leave,
            line=line_of(run.engine, run.state, run.game.step, events),
            changes=run.engine.shown_changes(before, run.state),
            state=held,
            whole=run.game.state.whole,
            cause=cause,
            resolved_at=run.now,
        )
    )


def _set_clock(run: GameTransaction, before: Awaited, *, leave: bool) -> None:
    game, awaited = run.game, run.awaited
    does = next_clock(before, awaited, leave=leave)
    if does == "begins":
        _begin_clock(run)
    elif does == "is answered":
        run.asked_again |= {*awaited.seats} - {*before.seats}  # acceptances were taken back
        left = time_left(game, run.now)
        if left is not None and game.answers < MOST_ANSWERS:
            game.answers += 1
            end = end_after_answer(game.settings, run.now + left, run.now)
            run.was_postponed |= end - run.now - left > FOR_AN_ANSWER
            set_end(run, end)
    elif does == "goes on" and not leave and game.settings.turn_seconds is None:
        _restart_clock(run)  # without a timer, only inactivity counts
        run.was_postponed = True


def _begin_clock(run: GameTransaction) -> None:
    run.turn_began = True
    _restart_clock(run)


def _restart_clock(run: GameTransaction) -> None:
    run.game.answers = 0
    run.game.excused = False
    run.game.clock_since = run.now
    run.end_putting_off()
    set_end(run, turn_end(run.game.settings, run.now))


def set_end(run: GameTransaction, end: datetime) -> None:
    """Sets when the next step's time is up; in a paused game, when it would be if the game went on
    now."""
    game = run.game
    if game.status == Status.PAUSED:
        give_pause_back(run)
        game.time_left, game.paused_at = end - run.now, run.now
    else:
        game.deadline = end


def give_pause_back(run: GameTransaction) -> timedelta:
    """Gives back how long a paused game has stood to seats on offer, and to the game until it
    counts as abandoned; returns it. Whoever calls this then changes ``paused_at``."""
    game = run.game
    stood = timedelta() if game.paused_at is None else run.now - game.paused_at
    game.last_person_at += stood
    for seat in run.seats_offered():
        seat.offered_until = (seat.offered_until or run.now) + stood
        run.seats_changed = True
    return stood


def _count_absences(
    run: GameTransaction, absent: Sequence[int], actions: Mapping[int, Json]
) -> None:
    """Counts how many steps in a row each seat was absent, and notes the absent seats with the
    step. A turn in which the club could not take choices all the time does not count."""
    for seat in run.seats:
        if seat.number in actions:
            seat.absences = 0
        elif seat.number in absent and _is_waited_for(seat) and not run.game.excused:
            seat.absences += 1
            run.steps[-1].missed.append(seat.number)
            if seat.user_id not in (run.days_off or {}):
                _count_missed(run, seat.number)


def _count_missed(run: GameTransaction, seat: int) -> None:
    """Counts a missed turn for the seat's player. Days off never count against anybody."""
    known = run.game.turns_missed or {}
    missed, others = known.get(str(seat), (0, 0))
    run.game.turns_missed = {**known, str(seat): [missed + 1, others]}


def _is_waited_for(seat: SeatRow) -> bool:
    """Whether the seat can be absent at all: not if the game's own bot plays it, or nobody does."""
    return seat.is_held and not seat.engine_plays


def _note_people(run: GameTransaction, actions: Mapping[int, Json], turn: int) -> None:
    people = [seat.number for seat in run.seats if seat.is_person and seat.number in actions]
    if people:
        run.game.last_person_step = run.game.step
        run.game.last_person_at = run.now
        run.game.turns_chosen = with_turn_chosen(run.game.turns_chosen or {}, people, turn)


def _forget_absences(run: GameTransaction, actions: Mapping[int, Json]) -> None:
    for seat in run.seats:
        if seat.number in actions:
            seat.absences = 0


def _remove_absent(run: GameTransaction, allowed: int) -> None:
    gone = [seat for seat in run.seats if seat.absences >= allowed and seat.is_held]
    if gone and run.engine.outcome(run.state) is None:
        depart(run, gone, LeftWhy.ABSENT, Cause.TIMER)


def _carry_over(run: GameTransaction, before: Any) -> None:
    """Choices that the step from the engine's state ``before`` did not play stay sealed for the
    next one if they are legal there. In a count none does: nobody agrees to a count that they have
    not seen. Their seats are told what the server holds, and asked again."""
    if not run.choices:
        return
    counts = run.is_counting(before) and run.is_counting()
    for number, row in list(run.choices.items()):
        if counts or not _is_legal(run, number, row.action):
            del run.choices[number]
            run.asked_again.add(number)
        run.emit(kept(number, run.game.next_step, row.action if number in run.choices else None))


def _is_legal(run: GameTransaction, number: int, action: Json) -> bool:
    try:
        run.engine.check(run.state, number, action)
    except IllegalAction:
        return False
    return True


def finish(run: GameTransaction, outcome: Json) -> None:
    """Ends the game with this outcome. What is still sealed is dropped unseen."""
    game = run.game
    run.ends = True
    game.outcome = outcome
    stop(run, Status.FINISHED)
    why = why_unrated_at_end(run.seats, game.turns_chosen or {}, outcome["reason"])
    game.unrated = game.unrated or why or ""
    if all(seat.left_why for seat in run.seats):
        return  # by the rules they share the first place or have an order, but nobody has won
    for seat, rank in zip(run.seats, outcome["ranks"], strict=True):
        seat.rank = rank


def stop(run: GameTransaction, status: Status) -> None:
    """Nothing more is played, and nobody has a seat any more. What is still sealed is dropped
    unseen."""
    game = run.game
    game.status = status
    game.finished_at = run.now
    game.deadline = game.time_left = game.paused_at = game.bots_due = game.resumes_at = None
    run.choices.clear()
    run.end_putting_off()
    run.end_tenures(run.seats_held(), TenureEnd.OVER)
    close_offers(run)


def ended_message(run: GameTransaction) -> GameEnded:
    """The message that the game has ended, with its result."""
    return GameEnded(
        outcome=cast("Outcome", run.game.outcome),
        seats=[seat_info(seat) for seat in run.seats],
        clock=clock_of(run.game),
        status=run.game.status,
        unrated=why_unrated_now(run.game, run.seats),
    )
