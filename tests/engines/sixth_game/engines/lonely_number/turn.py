"""One turn of Lonely Number: numbers are revealed, and the lowest unique one wins."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from ..outcome import Outcome
from ..reading import Form, bad_action, is_integer, read_action
from ..rules import IllegalAction, Json
from .state import State


def read_number(value: Any) -> int:
    """A whole number. Raises IllegalAction ``bad-action``."""
    if not is_integer(value):
        raise bad_action("number must be a whole number")
    return int(value)


FORMS = {"name": Form({"number": read_number})}


def check(state: State, action: Any) -> None:
    """Refuses what an awaited seat may not choose; see the game's ``check_action``."""
    number = read_action(action, FORMS)["number"]
    if not 1 <= number <= state.highest:
        raise IllegalAction("out-of-range", f"name a number from 1 to {state.highest}")


def resolve(state: State, actions: Mapping[int, Json]) -> tuple[State, list[Json]]:
    """The state after all numbers are revealed, and the events."""
    last = tuple(
        actions[seat]["number"] if seat in actions else None for seat in range(len(state.last))
    )
    events: list[Json] = [
        {"type": "absent", "seat": seat}
        if last[seat] is None
        else {"type": "named", "seat": seat, "number": last[seat]}
        for seat in state.playing
    ]
    state = replace(state, last=last)
    alone = [number for number in last if number is not None and last.count(number) == 1]
    if alone:
        winner = last.index(min(alone))
        points = [owned + (seat == winner) for seat, owned in enumerate(state.points)]
        state = replace(state, points=tuple(points))
        events.append({"type": "won", "seat": winner})
    if state.turn == state.turns:
        ranks = tuple(1 + sum(p > own for p in state.points) for own in state.points)
        return replace(state, outcome=Outcome(ranks, state.points, "score")), events
    return replace(state, turn=state.turn + 1), events


def leave(state: State, seats: Sequence[int]) -> tuple[State, list[Json]]:
    """The state after these seats leave; the game ends when one is left."""
    state = replace(state, left=tuple(sorted({*state.left, *seats})))
    stay = state.playing
    if len(stay) < 2:
        ranks = tuple(1 if not stay or seat in stay else 2 for seat in range(len(state.points)))
        state = replace(state, outcome=Outcome(ranks, state.points, "leave"))
    return state, [{"type": "left", "seat": seat} for seat in sorted(seats)]
