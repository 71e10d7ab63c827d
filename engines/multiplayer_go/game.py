"""Parallel Multiplayer Go as the site sees it: a description, the options, and the rules."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ..drawing.board import Style
from ..options import Choice, Integer, OptionValue
from ..outcome import Outcome
from ..rules import Extra, Json, Practice, Rules
from . import picture, turn, view
from . import state as states
from .bot import BOTS
from .heat import Trail
from .numbering import Numbers
from .observation import Seen
from .scoring import outcome_of
from .sgf import SetUp
from .state import State

SIZE = Integer(
    "size",
    "Board size",
    "lines of the square board",
    9,
    least=5,
    most=25,
    usual=(9, 13, 19),
    is_board_size=True,
)
COLLISION = Choice(
    "collision",
    "When several choose one point",
    "who gets a point that several chose",
    "heat",
    choices=(
        ("heat", "the one who was less active nearby gets it"),
        ("nobody", "nobody gets it"),
        ("merge", "they share one stone"),
        ("ko", "nobody gets it, and it is blocked for a turn"),
    ),
)
MAX_TURNS = Integer(
    "max_turns",
    "Turn limit",
    "the game ends after this turn; null: when all pass",
    None,
    least=1,
    most=10000,
    optional=True,
)


class MultiplayerGo(Rules[State]):
    """The game's rules (multiplayer-go.md): two to twelve seats, always sealed."""

    slug = "multiplayer-go"
    name = "Parallel Multiplayer Go"
    about = "Go for two to twelve, in which everybody places a stone at the same time."
    actions = ({"type": "place", "at": [2, 3]}, {"type": "pass"})
    least_seats = 2
    most_seats = 12
    options = (SIZE, COLLISION, MAX_TURNS)
    turn_ends = "timer"
    extras = (
        Extra("heat", "adds the heat of every seat at every point", view.heat_of),
        Extra(
            "order",
            "adds who would win a collision at each point",
            view.order_of,
            pushed=True,
            everywhere=True,
        ),
        Extra("score", "adds the points as the board stands", view.score_of, pushed=True),
    )
    practice = Practice(seats=4)
    bots = BOTS
    numbering = Numbers()
    observation = Seen()
    sgf = SetUp()

    def board(self, options: Mapping[str, OptionValue]) -> str:
        return f"{options['size']}×{options['size']}"

    def new_state(self, options: Mapping[str, OptionValue], seats: int, seed: int) -> State:
        size = options["size"]
        return State(
            size=size,
            collision=options["collision"],
            max_turns=options["max_turns"],
            board=states.empty_board(size),
            turn=1,
            trails=(Trail(),) * seats,
        )

    def awaiting(self, state: State) -> tuple[int, ...]:
        return state.in_game if state.outcome is None else ()

    def sealed(self, state: State) -> bool:
        return state.outcome is None

    def turn(self, state: State) -> int:
        return state.turn

    def outcome(self, state: State) -> Outcome | None:
        return state.outcome

    def standing(self, state: State, seats: int) -> Outcome:
        return outcome_of(state.board, state.size, seats, state.left, "agreement")

    def check_action(self, state: State, seat: int, action: Any) -> None:
        turn.check(state, action)

    def resolve(self, state: State, actions: Mapping[int, Json]) -> tuple[State, list[Json]]:
        return turn.resolve(state, actions)

    def leave(self, state: State, seats: Sequence[int]) -> tuple[State, list[Json]]:
        return turn.leave(state, seats)

    def left(self, state: State) -> tuple[int, ...]:
        return state.left

    def view(self, state: State, seat: int | None) -> Json:
        return view.view(state, seat)

    def picture(self, state: State, style: Style, title: str) -> str:
        return picture.draw(self.view(state, None), style, title)

    def dump(self, state: State) -> Json:
        return states.dump(state)

    def load(self, data: Json) -> State:
        return states.load(data)
