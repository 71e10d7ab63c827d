"""Lonely Number as the site sees it: what the game is, its options, and where its rules are."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ..drawing.board import Style
from ..options import Integer, OptionValue
from ..outcome import Outcome
from ..rules import Json, Rules
from . import picture, turn, view
from . import state as states
from .bot import BOTS
from .numbering import Numbers
from .observation import Seen
from .state import State


class LonelyNumber(Rules[State]):
    """The game's rules."""

    slug = "lonely-number"
    name = "Lonely Number"
    about = "Name the lowest number that nobody else names."
    actions = ({"type": "name", "number": 2},)
    least_seats = 2
    most_seats = 6
    options = (
        Integer("highest", "Highest", "The highest number to name.", 5, least=3, most=20),
        Integer("turns", "Turns", "The game ends after this turn.", 10, least=1, most=50),
    )
    bots = BOTS
    numbering = Numbers()
    observation = Seen()

    def board(self, options: Mapping[str, OptionValue]) -> str:
        return f"1 to {options['highest']}"

    def new_state(self, options: Mapping[str, OptionValue], seats: int, seed: int) -> State:
        return State(options["highest"], options["turns"], (0,) * seats, (None,) * seats)

    def awaiting(self, state: State) -> tuple[int, ...]:
        return state.playing if state.outcome is None else ()

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

    def picture(self, state: State, style: Style, title: str) -> str:
        return picture.draw(self.view(state, None), style, title)

    def dump(self, state: State) -> Json:
        return states.dump(state)

    def load(self, data: Json) -> State:
        return states.load(data)
