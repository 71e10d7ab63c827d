"""Opening a step: the one way in which what was sealed is played.

1. The game's row is locked, and the step and the status are looked at again: whoever comes
   twice, late or beside another worker finds nothing to do.
2. The engine opens what the awaited seats have sealed; who has sealed nothing was absent.
3. The step is appended and the new state stored. Seats that were absent too often leave, in a
   step of their own.
4. The next deadline is set, or the game is finished.
5. All of that commits together. Then, on commit, it is pushed.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime

from django.db import transaction
from django.utils import timezone

from engines.game import IllegalAction, Json
from games.clock import BOT_DELAY, Moment, clock_goes_on, deadline_after
from games.live import groups
from games.live.messages import ActionKept, GamesChanged, StepResolved
from games.live.sending import send_on_commit
from games.models import Game, Seat, Step
from games.payloads import (
    clock_payload,
    line_of,
    seat_payload,
    step_payload,
    with_pushed_extras,
)
from games.services.locking import lock_game, lock_game_if_free
from games.services.preparing import Opening


def resolve_step(
    *, game_id: int, step: int, cause: Step.Cause, now: datetime, if_free: bool = False
) -> bool:
    """Opens ``step`` of the game if it is due for ``cause``; says whether it did.

    May be called twice, late or by two workers: only one call opens the step. Locks the game's
    row; with ``if_free`` it gives up at once where somebody else holds the lock.
    """
    with transaction.atomic():
        game = lock_game_if_free(game_id) if if_free else lock_game(game_id)
        if game is None or game.status != Game.Status.RUNNING or step != game.preparing:
            return False
        if cause == Step.Cause.TIMER and (game.deadline is None or game.deadline > now):
            return False
        opening = Opening(game, now)
        open_step(opening, cause)
        open_while_complete(opening)
        conclude(opening)
        return True


def open_step(opening: Opening, cause: Step.Cause) -> None:
    """Plays what was sealed for the step in preparation. The caller holds the lock."""
    game, engine, before = opening.game, opening.engine, opening.moment()
    actions = engine.recorded(opening.state, opening.take_sealed())
    opening.state, events = engine.resolve(opening.state, actions)
    _append(opening, events=events, cause=cause, actions=actions)
    # Time that has run out never goes on.
    if cause == Step.Cause.TIMER:
        _begin_clock(opening)
    else:
        _set_clock(opening, before, leave=False)
    # A moderator who ends a turn early makes nobody absent.
    if cause == Step.Cause.TIMER:
        _count_absences(opening, before, actions)
    elif actions:
        _forget_absences(opening, actions)
    _carry_over(opening)
    if game.absences_allowed is not None and engine.outcome(opening.state) is None:
        _remove_absent(opening, game.absences_allowed)


def open_leave(
    opening: Opening, seats: Sequence[Seat], why: Seat.LeftWhy, cause: Step.Cause
) -> None:
    """These seats leave, in a step of its own that opens nothing. The caller holds the lock."""
    before = opening.moment()
    numbers = sorted(seat.number for seat in seats)
    opening.state, events = opening.engine.leave(opening.state, numbers)
    _append(opening, events=events, cause=cause, leave=numbers)
    for seat in opening.seats:
        if seat.number in numbers:
            seat.left_at_step = opening.game.step
            seat.left_why = why
    _set_clock(opening, before, leave=True)
    _carry_over(opening)


def open_while_complete(opening: Opening) -> None:
    """Opens the step in preparation as long as nobody has to be waited for."""
    while opening.is_complete():
        open_step(opening, Step.Cause.COMPLETE)


def conclude(opening: Opening) -> None:
    """Stores the game after its steps were opened, and pushes them on commit."""
    game, engine, state = opening.game, opening.engine, opening.state
    game.state = engine.dump(state)
    outcome = engine.outcome(state)
    if outcome is not None:
        game.status = Game.Status.FINISHED
        game.finished_at = opening.now
        game.outcome = outcome.as_json()
        game.deadline = game.time_left = game.bots_due = None
        for seat, rank in zip(opening.seats, outcome.ranks, strict=True):
            seat.rank = rank
    else:
        game.bots_due = bots_due(opening)
    game.save()
    opening.store_seats()
    _push(opening)
    if opening.pushed or outcome is not None:
        tell_lobby(game, opening.seats)


def tell_lobby(game: Game, seats: Iterable[Seat]) -> None:
    """Hints to who has the game in a list that it has changed, once that has committed: to
    everybody in the lobby, or, of a game that is not listed, to its players there."""
    if game.listed:
        told = [groups.LOBBY]
    else:
        people = [seat.user for seat in seats if seat.user is not None and not seat.is_bot]
        told = [groups.lobby_of(person.pk) for person in people]
    changed = GamesChanged(now=timezone.now())
    send_on_commit(*((group, changed) for group in told))


def bots_due(opening: Opening) -> datetime | None:
    """When the bots that are awaited choose; None if there are none."""
    return opening.now + BOT_DELAY if opening.awaited_bots() else None


def _append(
    opening: Opening,
    *,
    events: Sequence[Json],
    cause: Step.Cause,
    actions: Mapping[int, Json] | None = None,
    leave: list[int] | None = None,
) -> None:
    game = opening.game
    game.step += 1
    line = line_of(opening.engine, opening.state, game.step, events)
    step = Step.objects.create(
        game=game,
        number=game.step,
        actions=_by_seat_key(actions),
        leave=leave,
        line=line,
        cause=cause,
        opened_at=opening.now,
    )
    pushed = with_pushed_extras(line, opening.engine, opening.state)
    opening.pushed.append(step_payload(step, pushed))


def _by_seat_key(actions: Mapping[int, Json] | None) -> Json | None:
    return None if actions is None else {str(seat): actions[seat] for seat in sorted(actions)}


def _set_clock(opening: Opening, before: Moment, *, leave: bool) -> None:
    if not clock_goes_on(before, opening.moment(), leave=leave):
        _begin_clock(opening)


def _begin_clock(opening: Opening) -> None:
    game = opening.game
    if game.status == Game.Status.PAUSED:
        whole = deadline_after(opening.now, game.turn_seconds)
        game.time_left = None if whole is None else whole - opening.now
    else:
        game.deadline = deadline_after(opening.now, game.turn_seconds)


def _count_absences(opening: Opening, before: Moment, actions: Mapping[int, Json]) -> None:
    """Counts how many steps running a seat was awaited and had chosen nothing; never a bot's."""
    for seat in opening.seats:
        if seat.number in actions:
            seat.absences = 0
        elif seat.number in before.awaiting and not seat.is_bot and (before.sealed or not actions):
            seat.absences += 1


def _forget_absences(opening: Opening, actions: Mapping[int, Json]) -> None:
    for seat in opening.seats:
        if seat.number in actions:
            seat.absences = 0


def _remove_absent(opening: Opening, allowed: int) -> None:
    gone = [seat for seat in opening.seats if seat.absences >= allowed and not seat.left_why]
    if gone:
        open_leave(opening, gone, Seat.LeftWhy.ABSENT, Step.Cause.TIMER)


def _carry_over(opening: Opening) -> None:
    """What is still sealed after a step that did not open it stays sealed for the next one,
    if it is still legal there; its seat is told what the server holds."""
    game = opening.game
    for number, row in list(opening.sealed.items()):
        kept = row.action if _is_legal(opening, number, row.action) else None
        if kept is None:
            row.delete()
            del opening.sealed[number]
        else:
            row.step = game.preparing
            row.save(update_fields=["step"])
        told = ActionKept(now=timezone.now(), step=game.preparing, action=kept)
        send_on_commit((groups.seat(game.public_id, number), told))


def _is_legal(opening: Opening, seat: int, action: Json) -> bool:
    try:
        opening.engine.check(opening.state, seat, action)
    except IllegalAction:
        return False
    return True


def _push(opening: Opening) -> None:
    game, now = opening.game, timezone.now()
    seats, clock = [seat_payload(seat) for seat in opening.seats], clock_payload(game)
    chosen = opening.chosen()
    group = groups.watchers(game.public_id)
    send_on_commit(
        *(
            (
                group,
                StepResolved(
                    now=now, step=step, seats=seats, clock=clock, status=game.status, chosen=chosen
                ),
            )
            for step in opening.pushed
        )
    )
