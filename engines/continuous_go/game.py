"""Continuous Go as the site sees it: a description, the options, and the rules."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ..changes import Change
from ..drawing.board import Style
from ..options import Integer, Number, OptionValue
from ..outcome import Outcome, Reason
from ..rules import Extra, Json, Practice, Rules
from . import picture, turn, view
from . import state as states
from .areas import is_tangled, score
from .bot import BOTS
from .numbering import Numbers
from .observation import Seen
from .state import Settings, State
from .thinning import thinned

EQUAL = 1e-6
"""Scores that differ by no more than this are a draw."""


def usual_limit(size: int) -> int:
    """The usual limit of areas on a board of this size: the same share of the board as 8 squares
    are of the largest.

    >>> usual_limit(19), usual_limit(13), usual_limit(9), usual_limit(5)
    (8, 4, 2, 1)
    """
    return max(1, round(8 * (size - 1) ** 2 / 18**2))


LIMIT = ("size", usual_limit)
"""By default the limits depend on the size of the board."""


def _by_score(state: State, reason: Reason) -> Outcome:
    """The outcome in which the larger score wins."""
    black, white = score(state).totals
    if abs(black - white) <= EQUAL:
        return Outcome((1, 1), (black, white), reason)
    return Outcome((1, 2) if black > white else (2, 1), (black, white), reason)


class ContinuousGo(Rules[State]):
    """The game's rules (continuous-go.md): two seats, never sealed."""

    slug = "continuous-go"
    name = "Continuous Go"
    about = "Draw lines on an open board, and score the area that they enclose."
    actions = (
        {"type": "draw", "path": [[0, 0], [1.5, 0], [1.5, 2.25]]},
        {"type": "pass"},
        {"type": "undo"},
    )
    least_seats = 2
    most_seats = 2
    fixed_colours = ("black", "white")
    plans = False  # where a line stops depends on the lines that the opponent draws before it
    options = (
        Integer(
            "size",
            "Board size",
            "Grid lines each way.",
            19,
            least=5,
            most=19,
            usual=(9, 13, 19),
            is_board_size=True,
        ),
        Number("budget", "Line length per turn", "How much a turn may draw, in spaces.", 4, 1, 20),
        Number(
            "lower",
            "Minimum group area",
            "A group with less area scores nothing.",
            8,
            0,
            100,
            LIMIT,
        ),
        Number(
            "upper",
            "Maximum section area",
            "A section with more area does not count.",
            8,
            0,
            400,
            LIMIT,
        ),
        Number("komi", "Komi", "What is added to white’s score.", 7, 0, 50),
    )
    extras = (
        Extra(
            "areas",
            "every section, and the score as it stands",
            view.areas_and_score,
            shown=view.shown_areas,
            slow=is_tangled,
        ),
    )
    practice = Practice({"size": 9, "komi": 2.5})  # there black is ahead by about that much
    bots = BOTS
    numbering = Numbers()
    observation = Seen()

    def board(self, options: Mapping[str, OptionValue]) -> str:
        return f"{options['size']}×{options['size']}"

    def new_state(self, options: Mapping[str, OptionValue], seats: int, seed: int) -> State:
        settings = Settings(**options)
        return State(settings, remaining=settings.whole_budget)

    def awaiting(self, state: State) -> tuple[int, ...]:
        return () if state.finished else (state.seat,)

    def sealed(self, state: State) -> bool:
        return False

    def phase(self, state: State) -> str:
        return "finished" if state.finished else "play"

    def turn(self, state: State) -> int:
        return state.turn

    def outcome(self, state: State) -> Outcome | None:
        if state.left:
            lost = [seat in state.left for seat in (0, 1)]
            ranks = tuple(2 if out and not all(lost) else 1 for out in lost)
            return Outcome(ranks, None, "leave")
        if not state.finished:
            return None
        return _by_score(state, "score")

    def standing(self, state: State, seats: int) -> Outcome:
        return _by_score(state, "agreement")

    def check_action(self, state: State, seat: int, action: Any) -> None:
        turn.check(state, action)

    def resolve(self, state: State, actions: Mapping[int, Json]) -> tuple[State, list[Json]]:
        return turn.resolve(state, actions)

    def recorded(self, state: State, actions: Mapping[int, Json]) -> dict[int, Json]:
        return turn.recorded(state, actions)

    def note(self, events: Sequence[Json]) -> Json:
        return turn.note(events)

    def with_note(self, events: Sequence[Json], note: Json) -> list[Json]:
        return turn.with_note(events, note)

    def leave(self, state: State, seats: Sequence[int]) -> tuple[State, list[Json]]:
        return turn.leave(state, seats)

    def left(self, state: State) -> tuple[int, ...]:
        return state.left

    def view(self, state: State, seat: int | None) -> Json:
        return view.view(state, seat)

    def view_without_extras(self, state: State) -> Json:
        return view.without_areas(state)

    def view_changes(self, before: State, after: State) -> list[Change]:
        return view.changes_without_areas(before, after)

    def picture(self, state: State, style: Style, title: str) -> str:
        return picture.draw(thinned(state), style, title)

    def logged(self, event: Json) -> Json:
        """The event with only the two ends of a line, which may have hundreds of points."""
        path = event.get("path")
        return event if path is None else {**event, "path": [path[0], path[-1]]}

    def dump(self, state: State) -> Json:
        return states.dump(state)

    def load(self, data: Json) -> State:
        return states.load(data)
