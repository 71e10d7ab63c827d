"""One step of Parallel Go: both choices are revealed; in counting, stones are marked and the
count is accepted.

Rules: "Play", "Counting" and "Leaving" of parallel-go.md.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from ..board import EMPTY, index_of
from ..outcome import Outcome, Reason
from ..reading import Form, read_action, read_point, require_on_board
from ..rules import IllegalAction, Json
from .counting import area, marked_with
from .moves import Chosen, captured, place, play_both
from .state import SEATS, State

PLAY = {"place": Form({"at": read_point}), "pass": Form()}
COUNTING = {"mark": Form({"at": read_point}), "accept": Form(), "resume": Form()}


def check(state: State, seat: int, action: Any) -> None:
    """Refuses an action that an awaited seat may not choose; see the game's ``check_action``."""
    kind, index = _read(state, action)
    if kind == "place" and index is not None:
        place(state.board, state.size, seat, index)
        if index in state.prohibited[seat]:
            at = state.point(index)
            raise IllegalAction(
                "prohibited", "%(at)s led to a conflict earlier in this turn", {"at": at}
            )
    if kind == "mark" and index is not None and state.board[index] == EMPTY:
        raise IllegalAction("no-stone", "%(at)s holds no stone to mark", {"at": state.point(index)})


def resolve(state: State, actions: Mapping[int, Json]) -> tuple[State, list[Json]]:
    """The state after checked actions, and the events. In play, a seat that is not named passes. In
    a count, only one seat acts; if none does, the time has run out."""
    read = {seat: _read(state, actions[seat]) for seat in sorted(actions)}
    if not state.counted:
        return _reveal(state, {seat: index for seat, (_, index) in read.items()})
    for seat, (kind, index) in read.items():
        if index is not None:
            return _mark(state, seat, index)
        return _resume(state, seat) if kind == "resume" else _accept(state, [seat])
    return _time_out(state)


def absent(state: State, actions: Mapping[int, Json]) -> tuple[int, ...]:
    """The seats that are absent if the time of a count runs out: those that did nothing in it."""
    return () if actions else tuple(s for s in state.awaiting if s not in state.answered)


def leave(state: State, seats: Sequence[int]) -> tuple[State, list[Json]]:
    """Leaving is resigning: the other seat wins. If both leave at once, it is a draw."""
    gone = tuple(sorted(seats))
    ranks = (1, 1) if gone == SEATS else tuple(1 + (seat in gone) for seat in SEATS)
    events: list[Json] = [{"type": "left", "seat": seat} for seat in gone]
    return replace(state, left=gone, outcome=Outcome(ranks, None, "leave")), events


def _read(state: State, action: Any) -> tuple[str, int | None]:
    """The type of an action and the index that it names, if any. Raises ``bad-action`` (also for an
    action of another phase) and ``off-board``."""
    read = read_action(action, COUNTING if state.counted else PLAY)
    if "at" not in read:
        return read["type"], None
    require_on_board(read["at"], state.size, state.size)
    return read["type"], index_of(read["at"], state.size)


def _reveal(state: State, moves: Mapping[int, int | None]) -> tuple[State, list[Json]]:
    """Reveals the choices of a turn, ascending by seat: the index of a point, or None for a pass. A
    seat that is not named was absent, and passes."""
    chosen = (moves.get(0), moves.get(1))
    absent: list[Json] = [{"type": "absent", "seat": s} for s in SEATS if s not in moves]
    passed: list[Json] = [{"type": "passed", "seat": s} for s, at in moves.items() if at is None]
    if chosen == (None, None):
        if absent and state.agreement == "needed":
            return _pass_both(state, turn=state.turn + 1), [*absent, *passed]
        counting = replace(_pass_both(state, turn=state.turn), counted=True)
        return counting, [*absent, *passed, {"type": "counting"}]
    both = play_both(state.board, state.size, chosen, state.history)
    if both.conflict is not None:
        return _prohibit(state, chosen), [*absent, _conflict(state, both.conflict, chosen)]
    events = absent + passed
    for seat, at in enumerate(chosen):
        if at is not None:
            events.append({"type": "placed", "seat": seat, "at": state.point(at)})
    stones = state.stones(captured(state.board, both.board))
    if stones:
        events.append({"type": "captured", "stones": stones})
    lost = [sum(lost["seat"] == seat for lost in stones) for seat in SEATS]
    state = replace(
        state,
        board=both.board,
        history=state.history.plus(state.board, both.board),
        turn=state.turn + 1,
        last=chosen,
        prohibited=((), ()),
        captures=(state.captures[0] + lost[1], state.captures[1] + lost[0]),
    )
    return state, events


def _pass_both(state: State, turn: int) -> State:
    """Completes the turn without a stone. ``turn`` is the next number; a count keeps the number of
    the turn before it."""
    return replace(state, last=(None, None), prohibited=((), ()), turn=turn)


def _prohibit(state: State, chosen: Chosen) -> State:
    """The turn goes on, and neither side may choose the same point again."""
    black, white = (
        tuple(sorted({*points, at})) if at is not None else points
        for points, at in zip(state.prohibited, chosen)
    )
    return replace(state, prohibited=(black, white))


def _conflict(state: State, why: str, chosen: Chosen) -> Json:
    points = [None if at is None else state.point(at) for at in chosen]
    return {"type": "conflict", "why": why, "chosen": points}


def _mark(state: State, seat: int, index: int) -> tuple[State, list[Json]]:
    """Marks the stone and those connected with it as dead, or as alive again. All acceptances are
    dropped."""
    marked = marked_with(state.board, state.size, index)
    dies = index not in state.dead
    dead = {*state.dead, *marked} if dies else {*state.dead} - {*marked}
    marks = tuple(mark for mark in state.marks if mark[1] != marked[0])
    if (seat, marked[0]) not in state.marks:  # else the seat takes its own mark back
        marks = (*marks, (seat, marked[0]))
    event: Json = {"type": "marked", "seat": seat, "at": state.point(index), "dead": dies}
    event["stones"] = state.stones(marked)
    state = replace(
        state,
        dead=tuple(sorted(dead)),
        accepted=(),
        answered=_with_seats(state.answered, [seat]),
        marks=marks,
    )
    return state, [event]


def _accept(state: State, seats: Sequence[int]) -> tuple[State, list[Json]]:
    """These seats agree to the count; when both have, the game is finished."""
    events: list[Json] = [{"type": "accepted", "seat": seat} for seat in seats]
    accepted = _with_seats(state.accepted, seats)
    state = replace(state, accepted=accepted, answered=_with_seats(state.answered, seats))
    if state.accepted == SEATS:
        state = replace(state, outcome=ranking(state, "score"))
    return state, events


def ranking(state: State, reason: Reason) -> Outcome:
    """The larger area wins, on the board without the stones that are marked dead."""
    owners = area(state.board, state.size, state.dead)
    scores = (owners.count(0), owners.count(1))
    ranks = tuple(1 + (score < max(scores)) for score in scores)
    return Outcome(ranks, scores, reason)


def _resume(state: State, seat: int) -> tuple[State, list[Json]]:
    """Play goes on with the next turn; marks and acceptances are dropped."""
    return _play_on(state), [{"type": "resumed", "seat": seat}]


def _time_out(state: State) -> tuple[State, list[Json]]:
    """The time for counting ran out. If silence means agreement, both accept. If not, play goes on,
    but the second time the game ends with all stones alive."""
    if state.agreement == "assumed":
        return _accept(state, state.awaiting)
    timed_out = replace(_forget_count(state), timeouts=state.timeouts + 1)
    if state.is_last_count:
        return replace(timed_out, outcome=ranking(timed_out, "score")), []
    return _play_on(timed_out), [{"type": "resumed", "why": "time"}]


def _play_on(state: State) -> State:
    return replace(_forget_count(state), turn=state.turn + 1, counted=False)


def _forget_count(state: State) -> State:
    return replace(state, dead=(), accepted=(), answered=(), marks=())


def _with_seats(seats: Sequence[int], further: Sequence[int]) -> tuple[int, ...]:
    return tuple(sorted({*seats, *further}))
