"""Where a game of Parallel Go stands, and what a step does to it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from engines.board import colours, point_at
from engines.game import Json, Outcome
from engines.parallel_go.counting import area, marked_with
from engines.parallel_go.history import History
from engines.parallel_go.play import Chosen, captured, play_both

Seats = tuple[int, ...]
SEATS = (0, 1)


@dataclass(frozen=True, slots=True)
class State:
    """A position and what the turn, or the count, has come to. Points are indices of ``board``
    (see :mod:`engines.board`); ``last``, ``prohibited`` (ascending) and ``captures`` go by
    seat. ``dead`` (ascending) and ``accepted`` belong to counting. ``counted`` is set from the
    first moment of counting until play is resumed.
    """

    size: int
    board: bytes
    history: History
    turn: int = 1
    last: Chosen = (None, None)
    prohibited: tuple[tuple[int, ...], tuple[int, ...]] = ((), ())
    captures: tuple[int, int] = (0, 0)
    counted: bool = False
    dead: tuple[int, ...] = ()
    accepted: Seats = ()
    left: Seats = ()
    outcome: Outcome | None = None

    @property
    def phase(self) -> Literal["play", "counting", "finished"]:
        if self.outcome is not None:
            return "finished"
        return "counting" if self.counted else "play"

    def point(self, index: int) -> list[int]:
        return point_at(index, self.size)

    def stones(self, indices: Sequence[int]) -> list[Json]:
        """Stones on the board as events hold them."""
        board, size = self.board, self.size
        return [
            {"seat": colours(board[index])[0], "at": [index % size, index // size]}
            for index in indices
        ]


def open_moves(state: State, moves: Mapping[int, int | None]) -> tuple[State, list[Json]]:
    """Opens the choices of a turn, ascending by seat: the index of a point, or None for a pass;
    who is not named was absent, and passes."""
    chosen = (moves.get(0), moves.get(1))
    absent: list[Json] = [{"type": "absent", "seat": s} for s in SEATS if s not in moves]
    passed: list[Json] = [{"type": "passed", "seat": s} for s, at in moves.items() if at is None]
    if chosen == (None, None):
        return _start_counting(state), [*absent, *passed, {"type": "counting"}]
    opening = play_both(state.board, state.size, chosen, state.history)
    if opening.conflict is not None:
        return _prohibit(state, chosen), [*absent, _conflict(state, opening.conflict, chosen)]
    events = absent + passed
    for seat, at in enumerate(chosen):
        if at is not None:
            events.append({"type": "placed", "seat": seat, "at": state.point(at)})
    stones = state.stones(captured(state.board, opening.board))
    if stones:
        events.append({"type": "captured", "stones": stones})
    lost = [sum(lost["seat"] == seat for lost in stones) for seat in SEATS]
    state = replace(
        state,
        board=opening.board,
        history=state.history.plus(state.board, opening.board),
        turn=state.turn + 1,
        last=chosen,
        prohibited=((), ()),
        captures=(state.captures[0] + lost[1], state.captures[1] + lost[0]),
    )
    return state, events


def _start_counting(state: State) -> State:
    return replace(state, last=(None, None), prohibited=((), ()), counted=True)


def _prohibit(state: State, chosen: Chosen) -> State:
    """The turn goes on; each side's own choice is prohibited to it."""
    black, white = (
        tuple(sorted({*points, at})) if at is not None else points
        for points, at in zip(state.prohibited, chosen)
    )
    return replace(state, prohibited=(black, white))


def _conflict(state: State, why: str, chosen: Chosen) -> Json:
    points = [None if at is None else state.point(at) for at in chosen]
    return {"type": "conflict", "why": why, "chosen": points}


def mark(state: State, seat: int, index: int) -> tuple[State, list[Json]]:
    """The stone, and those connected with it, become dead or alive; nobody accepts any more."""
    marked = marked_with(state.board, state.size, index)
    dies = index not in state.dead
    dead = {*state.dead, *marked} if dies else {*state.dead} - {*marked}
    event: Json = {"type": "marked", "seat": seat, "at": state.point(index), "dead": dies}
    event["stones"] = state.stones(marked)
    return replace(state, dead=tuple(sorted(dead)), accepted=()), [event]


def accept(state: State, seats: Sequence[int]) -> tuple[State, list[Json]]:
    """These seats agree with the count; when both have, the game is finished."""
    events: list[Json] = [{"type": "accepted", "seat": seat} for seat in seats]
    state = replace(state, accepted=tuple(sorted({*state.accepted, *seats})))
    if state.accepted == SEATS:
        owners = area(state.board, state.size, state.dead)
        scores = (owners.count(0), owners.count(1))
        ranks = tuple(1 + (score < max(scores)) for score in scores)
        state = replace(state, outcome=Outcome(ranks, scores, "score"))
    return state, events


def resume(state: State, seat: int) -> tuple[State, list[Json]]:
    """Play goes on with the next turn; marks and acceptances are forgotten."""
    state = replace(state, turn=state.turn + 1, counted=False, dead=(), accepted=())
    return state, [{"type": "resumed", "seat": seat}]


def leave(state: State, seats: Sequence[int]) -> tuple[State, list[Json]]:
    """Leaving is resigning: the other seat wins; both at once draw."""
    gone = tuple(sorted(seats))
    ranks = (1, 1) if gone == SEATS else tuple(1 + (seat in gone) for seat in SEATS)
    events: list[Json] = [{"type": "left", "seat": seat} for seat in gone]
    return replace(state, left=gone, outcome=Outcome(ranks, None, "leave")), events
