"""Territory as the site sees it: a description, the options, and the rules."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from random import Random
from typing import Any

from ..drawing.board import Style
from ..options import Integer, OptionValue, Structure
from ..outcome import Outcome
from ..reading import is_integer
from ..rules import Extra, IllegalAction, Json, Point, Practice, Rules
from ..words import BadValue, gettext_noop
from . import picture, turn, view
from . import state as states
from .bot import BOTS
from .cells import grid
from .numbering import Numbers
from .observation import Seen
from .state import CARDS, State

START = gettext_noop("a list of [x, y], a different cell for each seat")


def read_start(value: Any) -> list[list[int]]:
    """The starting cells, one for each seat, from a record or form. Raises BadValue, a ValueError,
    if the value is malformed or names a cell twice.

    >>> read_start([[1, 1], [4, 2]])
    [[1, 1], [4, 2]]
    """
    cells: list[Any] = value if isinstance(value, list) else [None]
    for cell in cells:
        if not isinstance(cell, list) or len(cell) != 2 or not all(map(is_integer, cell)):
            raise BadValue("start must be %(allowed)s", {"allowed": START})
    if len({tuple(cell) for cell in cells}) < len(cells):
        raise BadValue("start names a cell twice; it must be %(allowed)s", {"allowed": START})
    return cells


def draw_start(rows: int, columns: int, seats: int, seed: int) -> list[Point]:
    """A starting cell for each seat, no two in the same row or column, drawn with ``seed``.

    Uses ``Random.random`` only, because Python guarantees its sequence in all versions.
    """
    random = Random(seed)
    across, down = (
        sorted(range(length), key=lambda _: random.random())[:seats] for length in (columns, rows)
    )
    return list(zip(across, down))


class Territory(Rules[State]):
    """The game's rules (territory.md): two to five seats, never sealed."""

    slug = "territory"
    name = "Territory"
    about = (
        "Place tiles next to your own, play each of your three cards once, and end up with "
        "the most cells."
    )
    actions = (
        {"type": "place", "at": [2, 3]},
        {"type": "place", "card": "double-move", "at": [2, 3], "then": [3, 3]},
        {"type": "place", "card": "freedom", "at": [2, 3]},
        {"type": "place", "card": "replacement", "at": [2, 3]},
    )
    leaves_when_away = True
    least_seats = 2
    most_seats = 5
    options = (
        Integer(
            "rows",
            "Rows",
            "How many cells high.",
            6,
            least=4,
            most=20,
            is_board_size=True,
        ),
        Integer(
            "columns",
            "Columns",
            "How many cells wide.",
            10,
            least=4,
            most=20,
            is_board_size=True,
        ),
        Structure(
            "start",
            "Starting tiles",
            "Where each seat starts; left empty, the cells are drawn by lot.",
            None,
            allowed=f"null, or {START}",
            read=read_start,
        ),
    )
    extras = (
        Extra(
            "choices",
            "which cells the seat on turn can take, by card",
            view.open_choices,
            pushed=True,
        ),
    )
    practice = Practice(seats=3)
    bots = BOTS
    numbering = Numbers()
    observation = Seen()

    def board(self, options: Mapping[str, OptionValue]) -> str:
        return f"{options['columns']}×{options['rows']}"

    def new_state(self, options: Mapping[str, OptionValue], seats: int, seed: int) -> State:
        rows, columns, start = options["rows"], options["columns"], options["start"]
        if min(rows, columns) < seats:
            raise IllegalAction(
                "bad-options", "%(seats)s seats need %(seats)s rows and columns", {"seats": seats}
            )
        if start is None:
            start = draw_start(rows, columns, seats, seed)
        if len(start) != seats:
            raise IllegalAction(
                "bad-options", "start must name %(seats)s cells, one a seat", {"seats": seats}
            )
        if not all(0 <= x < columns and 0 <= y < rows for x, y in start):
            raise IllegalAction("bad-options", "start must name cells of the board")
        board = grid(rows, columns)
        tiles = tuple(board.mask([(x, y)]) for x, y in start)
        return State(board, tiles, gray=0, cards=(CARDS,) * seats, on_turn=0, turn=1)

    def known_start(self, options: Mapping[str, OptionValue], seats: int) -> State:
        state = self.new_state(options, seats, 0)
        return state if options["start"] is not None else replace(state, tiles=(0,) * seats)

    def awaiting(self, state: State) -> tuple[int, ...]:
        return (state.on_turn,) if state.ended is None else ()

    def sealed(self, state: State) -> bool:
        return False

    def turn(self, state: State) -> int:
        return state.turn

    def outcome(self, state: State) -> Outcome | None:
        return states.outcome(state)

    def standing(self, state: State, seats: int) -> Outcome:
        return states.ranking(state, "agreement")

    def check_action(self, state: State, seat: int, action: Any) -> None:
        turn.check(state, seat, action)

    def resolve(self, state: State, actions: Mapping[int, Json]) -> tuple[State, list[Json]]:
        return turn.resolve(state, actions)

    def leave(self, state: State, seats: Sequence[int]) -> tuple[State, list[Json]]:
        return turn.leave(state, seats)

    def left(self, state: State) -> tuple[int, ...]:
        return tuple(sorted(state.leaving))

    def view(self, state: State, seat: int | None) -> Json:
        return view.view(state, seat)

    def picture(self, state: State, style: Style, title: str) -> str:
        return picture.draw(self.view(state, None), style, title)

    def dump(self, state: State) -> Json:
        return states.dump(state)

    def load(self, data: Json) -> State:
        return states.load(data)
