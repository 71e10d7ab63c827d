"""Automatafl: each player names a rook's move in secret; after the moves an automaton, the
Agent, takes a step by fixed rules, and whoever owns the corner that it walks into wins. The
rules are in automatafl.md.

Public beside the game: :func:`decision` and :func:`last_decision` (what the Agent would do and
what it did, with all that it looked at), :func:`decide` for a board alone.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from engines.automatafl import state as step
from engines.automatafl.agent import Decision, decide
from engines.automatafl.bot import LOOK_AHEAD
from engines.automatafl.explain import explain_decision, open_lines
from engines.automatafl.moves import Move
from engines.automatafl.options import (
    GOALS,
    SETUP,
    STANDARD,
    checked_goals,
    read_goals,
    read_setup,
    standard_goals,
)
from engines.automatafl.state import State, decision, last_decision
from engines.game import Extra, Game, IllegalAction, Json, Outcome, Point
from engines.options import Choice, OptionValue, Structure
from engines.reading import Form, read_action, read_point, require_on_board

__all__ = ["GAME", "Automatafl", "Decision", "State", "decide", "decision", "last_decision"]

FORMS = {"move": Form({"from": read_point, "to": read_point})}


class Automatafl(Game[State]):
    """The game's rules (automatafl.md)."""

    slug = "automatafl"
    name = "Automatafl"
    about = "Move a piece in secret, and lure the Agent that answers to the pieces into a corner."
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
            explain_decision,
            pushed=True,
        ),
        Extra("lines", "between which cells a move may be named", open_lines, pushed=True),
    )
    bot = LOOK_AHEAD

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

    def phase(self, state: State) -> str:
        return "play" if state.outcome is None else "finished"

    def turn(self, state: State) -> int:
        return state.turn

    def outcome(self, state: State) -> Outcome | None:
        return state.outcome

    def check_action(self, state: State, seat: int, action: Any) -> None:
        start, end = self._read(state, action)
        (start_x, start_y), (end_x, end_y) = start, end
        if start == end:
            raise IllegalAction("same-cell", "a move goes from one cell to another")
        if start_x != end_x and start_y != end_y:
            raise IllegalAction("not-a-line", "a move goes along one row or one column")
        for cell in _cells(state, start, end):
            if cell == state.agent:
                raise IllegalAction("agent", "the Agent's own cell cannot be named")
        for cell in _cells(state, start, end):
            if cell in state.marked:
                at = state.point(cell)
                raise IllegalAction("marked", f"{at} is marked until this turn's moves are made")

    def resolve(self, state: State, actions: Mapping[int, Json]) -> tuple[State, list[Json]]:
        moves = {}
        for seat, action in actions.items():
            moves[seat] = _cells(state, *self._read(state, action))
        return step.resolve(state, moves)

    def leave(self, state: State, seats: Sequence[int]) -> tuple[State, list[Json]]:
        return step.leave(state, seats)

    def left(self, state: State) -> tuple[int, ...]:
        return state.left

    def view(self, state: State) -> Json:
        width = state.width
        rows = [state.board[at : at + width] for at in range(0, len(state.board), width)]
        return {
            "width": width,
            "height": state.height,
            "board": rows,
            "agent": state.point(state.agent),
            "goals": [[list(corner) for corner in corners] for corners in state.goals],
            "marked": [state.point(cell) for cell in state.marked],
            "standing": [seat for seat, move in enumerate(state.standing) if move is not None],
            "left": list(state.left),
        }

    def dump(self, state: State) -> Json:
        return {
            "board": state.board,
            "width": state.width,
            "goals": [[list(corner) for corner in corners] for corners in state.goals],
            "tie": state.tie,
            "same_move": state.same_move,
            "awaiting": list(state.awaiting),
            "standing": [None if move is None else list(move) for move in state.standing],
            "marked": list(state.marked),
            "left": list(state.left),
            "turn": state.turn,
            "came_from": state.came_from,
            "outcome": None if state.outcome is None else state.outcome.as_json(),
        }

    def load(self, data: Json) -> State:
        over = data["outcome"]
        return State(
            board=data["board"],
            width=data["width"],
            agent=data["board"].index("A"),
            goals=tuple(tuple((x, y) for x, y in corners) for corners in data["goals"]),
            tie=data["tie"],
            same_move=data["same_move"],
            awaiting=tuple(data["awaiting"]),
            standing=tuple(
                None if move is None else (move[0], move[1]) for move in data["standing"]
            ),
            marked=tuple(data["marked"]),
            left=tuple(data["left"]),
            turn=data["turn"],
            came_from=data["came_from"],
            outcome=over and Outcome(tuple(over["ranks"]), over["scores"], over["reason"]),
        )

    @staticmethod
    def _read(state: State, action: Any) -> tuple[Point, Point]:
        """The two cells that an action names. Raises ``bad-action`` and ``off-board``."""
        read = read_action(action, FORMS)
        for at in (read["from"], read["to"]):
            require_on_board(at, state.width, state.height)
        return read["from"], read["to"]


def _cells(state: State, start: Point, end: Point) -> Move:
    return start[1] * state.width + start[0], end[1] * state.width + end[0]


GAME = Automatafl()
