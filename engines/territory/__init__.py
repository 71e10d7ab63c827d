"""Territory: two to five players place tiles in turn, each next to their own, with three cards
that bend the rule once each. The rules are in territory.md."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

from engines.game import Extra, Game, IllegalAction, Json, Outcome, Point, Practice
from engines.options import Integer, OptionValue, Structure
from engines.reading import (
    Form,
    bad_action,
    is_integer,
    one_of,
    read_action,
    read_point,
    require_on_board,
)
from engines.territory import turns
from engines.territory.cells import grid
from engines.territory.choices import open_choices
from engines.territory.reach import REACH
from engines.territory.state import CARDS, State, outcome

__all__ = ["GAME", "State", "Territory"]

FORMS = {"place": Form({"at": read_point}, {"card": one_of(*CARDS), "then": read_point})}

START = "a list of [x, y], a different cell for each seat"


def read_start(value: Any) -> list[list[int]]:
    """The starting cells, one a seat, as a record or form holds them. Raises ValueError.

    >>> read_start([[1, 1], [4, 2]])
    [[1, 1], [4, 2]]
    """
    cells: list[Any] = value if isinstance(value, list) else [None]
    for cell in cells:
        if not isinstance(cell, list) or len(cell) != 2 or not all(map(is_integer, cell)):
            raise ValueError(f"start must be {START}")
    if len({tuple(cell) for cell in cells}) < len(cells):
        raise ValueError(f"start names a cell twice; it must be {START}")
    return cells


def draw_start(rows: int, columns: int, seats: int, seed: int) -> list[Point]:
    """A starting cell for each seat, no two in one row or column; ``seed`` decides.

    Only ``Random.random`` is drawn from: Python keeps its sequence the same in all versions.
    """
    random = Random(seed)
    across, down = (
        sorted(range(length), key=lambda _: random.random())[:seats] for length in (columns, rows)
    )
    return list(zip(across, down))


class Territory(Game[State]):
    """The game's rules (territory.md)."""

    slug = "territory"
    name = "Territory"
    about = "Place tiles next to your own, use each of three cards once, and hold the most cells."
    actions = (
        {"type": "place", "at": [2, 3]},
        {"type": "place", "card": "double-move", "at": [2, 3], "then": [3, 3]},
        {"type": "place", "card": "freedom", "at": [2, 3]},
        {"type": "place", "card": "replacement", "at": [2, 3]},
    )
    least_seats = 2
    most_seats = 5
    options = (
        Integer("rows", "Rows", "How many rows of cells the board has.", 6, least=4, most=20),
        Integer(
            "columns", "Columns", "How many columns of cells the board has.", 10, least=4, most=20
        ),
        Structure(
            "start",
            "Starting tiles",
            "Where each seat begins; left empty, the cells are drawn by lot.",
            None,
            allowed=f"null, or {START}",
            read=read_start,
        ),
    )
    extras = (
        Extra(
            "choices", "which cells the seat on turn can take, by card", open_choices, pushed=True
        ),
    )
    practice = Practice(seats=3)
    bot = REACH

    def board(self, options: Mapping[str, OptionValue]) -> str:
        return f"{options['columns']}×{options['rows']}"

    def new_state(self, options: Mapping[str, OptionValue], seats: int, seed: int) -> State:
        rows, columns, start = options["rows"], options["columns"], options["start"]
        if min(rows, columns) < seats:
            raise IllegalAction("bad-options", f"{seats} seats need {seats} rows and columns")
        if start is None:
            start = draw_start(rows, columns, seats, seed)
        if len(start) != seats:
            raise IllegalAction("bad-options", f"start must name {seats} cells, one a seat")
        if not all(0 <= x < columns and 0 <= y < rows for x, y in start):
            raise IllegalAction("bad-options", "start must name cells of the board")
        board = grid(rows, columns)
        tiles = tuple(board.mask([(x, y)]) for x, y in start)
        return State(board, tiles, gray=0, cards=(CARDS,) * seats, on_turn=0, turn=1)

    def awaiting(self, state: State) -> tuple[int, ...]:
        return (state.on_turn,) if state.ended is None else ()

    def sealed(self, state: State) -> bool:
        return False

    def phase(self, state: State) -> str:
        return "play" if state.ended is None else "finished"

    def turn(self, state: State) -> int:
        return state.turn

    def outcome(self, state: State) -> Outcome | None:
        return outcome(state)

    def check_action(self, state: State, seat: int, action: Any) -> None:
        turns.play(state, seat, self._read(state, action))

    def resolve(self, state: State, actions: Mapping[int, Json]) -> tuple[State, list[Json]]:
        events: list[Json] = [{"type": "skipped", "seat": state.on_turn, "why": "absent"}]
        for seat, action in actions.items():
            state, events = turns.play(state, seat, self._read(state, action))
        state, more = turns.next_turn(state)
        return state, events + more

    def leave(self, state: State, seats: Sequence[int]) -> tuple[State, list[Json]]:
        return turns.leave(state, seats)

    def left(self, state: State) -> tuple[int, ...]:
        return tuple(sorted(state.leaving))

    def view(self, state: State) -> Json:
        return {
            "rows": state.grid.rows,
            "columns": state.grid.columns,
            "board": state.rows(),
            "cards": [list(held) for held in state.cards],
            "blocked": [state.blocked(seat) for seat in state.seats],
            "left": sorted(state.leaving),
        }

    def dump(self, state: State) -> Json:
        return {
            "rows": state.grid.rows,
            "columns": state.grid.columns,
            "tiles": [f"{area:x}" for area in state.tiles],
            "gray": f"{state.gray:x}",
            "cards": [list(held) for held in state.cards],
            "on_turn": state.on_turn,
            "turn": state.turn,
            "leaving": list(state.leaving),
            "ended": state.ended,
        }

    def load(self, data: Json) -> State:
        return State(
            grid=grid(data["rows"], data["columns"]),
            tiles=tuple(int(area, 16) for area in data["tiles"]),
            gray=int(data["gray"], 16),
            cards=tuple(tuple(held) for held in data["cards"]),
            on_turn=data["on_turn"],
            turn=data["turn"],
            leaving=tuple(data["leaving"]),
            ended=data["ended"],
        )

    @staticmethod
    def _read(state: State, action: Any) -> turns.Placement:
        """The placement that an action names. Raises ``bad-action`` and ``off-board``."""
        read = read_action(action, FORMS)
        card = read.get("card")
        if ("then" in read) != (card == "double-move"):
            raise bad_action("a second cell, then, goes with the double-move card and only with it")
        cells = (read["at"], read["then"]) if "then" in read else (read["at"],)
        for at in cells:
            require_on_board(at, state.grid.columns, state.grid.rows)
        return turns.Placement(card, cells)


GAME = Territory()
