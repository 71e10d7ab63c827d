"""Automatafl as the site sees it: a description, the options, and the rules."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from ..drawing.board import Style
from ..options import Choice, OptionValue, Structure
from ..outcome import Outcome
from ..rules import Extra, Json, Rules
from . import picture, turn, view
from . import state as states
from .bot import BOTS
from .numbering import Numbers
from .observation import Seen
from .options import (
    GOALS,
    SETUP,
    STANDARD,
    checked_goals,
    read_goals,
    read_setup,
    standard_goals,
)
from .state import State


class Automatafl(Rules[State]):
    """The game's rules (automatafl.md): two or four seats, always sealed."""

    slug = "automatafl"
    name = "Automatafl"
    about = "Move pieces in secret and lure the Agent into your corner."
    actions = ({"type": "move", "from": [4, 0], "to": [4, 3]},)
    least_seats = 2
    most_seats = 4
    seat_counts = (2, 4)
    seats_differ = True
    options = (
        Choice(
            "tie",
            "When both axes are equally good",
            "What the Agent does when nothing decides between its row and its column.",
            "column",
            choices=(("column", "It moves along the column"), ("freeze", "It stays")),
        ),
        Choice(
            "same_move",
            "When two name the very same move",
            "Whether equal moves are a conflict or are carried out as one.",
            "conflict",
            choices=(("conflict", "It is a conflict"), ("once", "It counts once")),
        ),
        Structure(
            "setup",
            "Starting board",
            "Another starting board: rows of . (empty), W (white), B (black) and one A (Agent).",
            None,
            allowed=f"null, or {SETUP}",
            read=read_setup,
        ),
        Structure(
            "goals",
            "Goals",
            "Which corners belong to whom, where it is not the usual choice.",
            None,
            allowed=f"null, or {GOALS}",
            read=read_goals,
        ),
    )
    extras = (
        Extra(
            "decision",
            "what the Agent would do, what it did, and why",
            view.explain_decision,
            pushed=True,
        ),
        Extra("lines", "between which cells a move may be named", view.open_lines, pushed=True),
    )
    bots = BOTS
    numbering = Numbers()
    observation = Seen()

    def board(self, options: Mapping[str, OptionValue]) -> str:
        rows = options["setup"] or STANDARD
        return f"{len(rows[0])}×{len(rows)}"

    def new_state(self, options: Mapping[str, OptionValue], seats: int, seed: int) -> State:
        rows = options["setup"] or STANDARD
        width, height = len(rows[0]), len(rows)
        goals = standard_goals(width, height, seats)
        if options["goals"] is not None:
            goals = checked_goals(options["goals"], width, height, seats)
        board = "".join(rows)
        return State(
            board=board,
            width=width,
            agent=board.index("A"),
            goals=goals,
            tie=options["tie"],
            same_move=options["same_move"],
            awaiting=tuple(range(seats)),
            standing=(None,) * seats,
        )

    def awaiting(self, state: State) -> tuple[int, ...]:
        return state.awaiting

    def sealed(self, state: State) -> bool:
        return state.outcome is None

    def turn(self, state: State) -> int:
        return state.turn

    def outcome(self, state: State) -> Outcome | None:
        return state.outcome

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

    def without_secrets(self, state: State) -> State:
        """Without the moves that stand after a conflict."""
        return replace(state, awaiting=state.playing, standing=(None,) * len(state.goals))

    def picture(self, state: State, style: Style, title: str) -> str:
        return picture.draw(self.view(state, None), style, title)

    def dump(self, state: State) -> Json:
        return states.dump(state)

    def load(self, data: Json) -> State:
        return states.load(data)
