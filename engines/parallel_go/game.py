"""Parallel Go as the site sees it: what the game is, its options, and where its rules are."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ..board import EMPTY
from ..drawing.board import Style
from ..options import Choice, Integer, OptionValue
from ..outcome import Outcome
from ..rules import Extra, Json, Practice, Rules
from . import picture, turn, view
from . import state as states
from .bot import BOTS
from .history import History
from .numbering import Numbers
from .observation import Seen
from .sgf import Moves
from .state import State


class ParallelGo(Rules[State]):
    """The game's rules (parallel-go.md): two seats; all steps are sealed, except while counting."""

    slug = "parallel-go"
    name = "Parallel Go"
    about = "Go for two, both choosing at once. Moves whose order would matter are not played."
    actions = (
        {"type": "place", "at": [2, 3]},
        {"type": "pass"},
        {"type": "mark", "at": [2, 3]},
        {"type": "accept"},
        {"type": "resume"},
    )
    least_seats = 2
    most_seats = 2
    options = (
        Integer(
            "size",
            "Board size",
            "How many lines the square board has.",
            19,
            least=5,
            most=25,
            usual=(9, 13, 19),
            is_board_size=True,
        ),
        Choice(
            "agreement",
            "Silence",
            "What it means when a player lets the time run out.",
            "assumed",
            at_tables="needed",
            choices=(
                ("assumed", "Passes, and accepts the count"),
                ("needed", "Ends nothing"),
            ),
        ),
    )
    extras = (
        Extra(
            "count",
            "while stones are counted, what each mark would take and come to",
            view.count,
            pushed=True,
            everywhere=True,
        ),
    )
    fixed_colours = ("black", "white")
    practice = Practice({"size": 9})
    bots = BOTS
    numbering = Numbers()
    observation = Seen()
    sgf = Moves()

    def board(self, options: Mapping[str, OptionValue]) -> str:
        return f"{options['size']}×{options['size']}"

    def new_state(self, options: Mapping[str, OptionValue], seats: int, seed: int) -> State:
        size = options["size"]
        board = bytes([EMPTY]) * (size * size)
        return State(size, board, History.of(board), agreement=options["agreement"])

    def awaiting(self, state: State) -> tuple[int, ...]:
        return state.awaiting

    def sealed(self, state: State) -> bool:
        return state.phase == "play"

    def phase(self, state: State) -> str:
        return state.phase

    def turn(self, state: State) -> int:
        return state.turn

    def outcome(self, state: State) -> Outcome | None:
        return state.outcome

    def standing(self, state: State, seats: int) -> Outcome:
        return turn.ranking(state, "agreement")

    def check_action(self, state: State, seat: int, action: Any) -> None:
        turn.check(state, seat, action)

    def resolve(self, state: State, actions: Mapping[int, Json]) -> tuple[State, list[Json]]:
        return turn.resolve(state, actions)

    def absent(self, state: State, actions: Mapping[int, Json]) -> tuple[int, ...]:
        return (turn.absent if state.counted else super().absent)(state, actions)

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
