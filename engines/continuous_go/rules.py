"""The rules of Continuous Go as a :class:`~engines.game.Game`.

Source: "Continuous Go" in the rules of the games.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from engines.continuous_go import bot, turns
from engines.continuous_go import state as states
from engines.continuous_go.areas import areas_and_score, is_tangled, score, shown_areas
from engines.continuous_go.exact import SPACE
from engines.continuous_go.picture import picture
from engines.continuous_go.state import Settings, State, path_json
from engines.game import Bot, Extra, Game, Json, Outcome, Practice, plain_number
from engines.options import Integer, Number, Option, OptionValue

EQUAL = 1e-6
"""Scores this near to each other are a draw."""


class ContinuousGo(Game[State]):
    """Go for two on a board without points: lines that outline territory."""

    slug: ClassVar[str] = "continuous-go"
    name: ClassVar[str] = "Continuous Go"
    about: ClassVar[str] = "Draw lines on an open board, and score the area that they enclose."
    actions: ClassVar[tuple[Json, ...]] = (
        {"type": "draw", "path": [[0, 0], [1.5, 0], [1.5, 2.25]]},
        {"type": "pass"},
        {"type": "undo"},
    )
    least_seats: ClassVar[int] = 2
    most_seats: ClassVar[int] = 2
    fixed_colours: ClassVar[tuple[str, ...]] = ("black", "white")
    options: ClassVar[tuple[Option, ...]] = (
        Integer("size", "Board", "Grid lines each way.", 19, 5, 19, usual=(9, 13, 19)),
        Number("budget", "Length a turn", "How much a turn may draw, in spaces.", 4, 1, 20),
        Number("lower", "Least group", "A group with less area scores nothing.", 8, 0, 100),
        Number("upper", "Largest section", "A section with more area does not count.", 8, 0, 400),
        Number("komi", "Komi", "What is added to white's score.", 7, 0, 50),
    )
    extras = (
        Extra(
            "areas",
            "every section, and the score as it stands",
            areas_and_score,
            shown=shown_areas,
            dear=is_tangled,
        ),
    )
    practice = Practice({"size": 9})
    bot = Bot("Fence", bot.choose, bot.choose_at_once)

    def board(self, options: Mapping[str, OptionValue]) -> str:
        """The board in two or three words, such as ``19×19``."""
        return f"{options['size']}×{options['size']}"

    def new_state(self, options: Mapping[str, OptionValue], seats: int, seed: int) -> State:
        """The empty board, black to draw."""
        settings = Settings(**options)
        return State(settings, remaining=settings.whole_budget)

    def awaiting(self, state: State) -> tuple[int, ...]:
        """The seat whose turn it is."""
        return () if state.finished else (state.seat,)

    def sealed(self, state: State) -> bool:
        """Never: everybody sees each line at once."""
        return False

    def phase(self, state: State) -> str:
        """``play`` or ``finished``."""
        return "finished" if state.finished else "play"

    def turn(self, state: State) -> int:
        """The number of the turn, from 1."""
        return state.turn

    def outcome(self, state: State) -> Outcome | None:
        """By score after two empty turns; who leaves loses."""
        if state.left:
            lost = [seat in state.left for seat in (0, 1)]
            ranks = tuple(2 if out and not all(lost) else 1 for out in lost)
            return Outcome(ranks, None, "leave")
        if not state.finished:
            return None
        black, white = score(state).totals
        if abs(black - white) <= EQUAL:
            return Outcome((1, 1), (black, white), "score")
        return Outcome((1, 2) if black > white else (2, 1), (black, white), "score")

    def check_action(self, state: State, seat: int, action: Any) -> None:
        """Raises IllegalAction: ``bad-action``, ``off-board``, ``too-short``, ``on-opponent``,
        ``blocked``, ``tangled``, ``nothing-to-undo``."""
        turns.check(state, action)

    def resolve(self, state: State, actions: Mapping[int, Json]) -> tuple[State, list[Json]]:
        """A draw, an undo or a pass; no action at all ends the turn like a pass."""
        return turns.resolve(state, actions.get(state.seat))

    def recorded(self, state: State, actions: Mapping[int, Json]) -> dict[int, Json]:
        """Checked actions as a record keeps them: paths as they are stored."""
        return {seat: turns.recorded(state, action) for seat, action in actions.items()}

    def leave(self, state: State, seats: Sequence[int]) -> tuple[State, list[Json]]:
        """These seats resign."""
        return turns.leave(state, seats)

    def left(self, state: State) -> tuple[int, ...]:
        """The seats that have resigned."""
        return state.left

    def view(self, state: State) -> Json:
        """The position; when finished with the areas and the score."""
        position: Json = {
            "size": state.settings.size,
            "lines": [{"seat": seat, "path": path_json(path)} for seat, path in state.lines],
            "remaining": plain_number(state.remaining / SPACE),
            "consecutive_passes": state.passes,
        }
        return {**position, **areas_and_score(state)} if state.finished else position

    def picture(self, state: State) -> Json:
        """Lines with few points; when finished who holds what, unless that is too tangled."""
        return picture(state)

    def told(self, event: Json) -> Json:
        """Of a line its two ends: it may have hundreds of points."""
        path = event.get("path")
        return event if path is None else {**event, "path": [path[0], path[-1]]}

    def dump(self, state: State) -> Json:
        """The whole state; about eleven characters a point."""
        return states.dump(state)

    def load(self, data: Json) -> State:
        """The state that :meth:`dump` gave."""
        return states.load(data)
