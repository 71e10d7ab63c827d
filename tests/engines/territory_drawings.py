"""Positions of Territory drawn as rows of text: a digit for a seat's tile, ``g`` for gray."""

from __future__ import annotations

from collections.abc import Mapping

from engines.rules import IllegalAction, Json
from engines.territory import GAME
from engines.territory.cells import grid
from engines.territory.state import CARDS, Holder, State


def drawn(
    *rows: str,
    seats: int = 2,
    cards: Mapping[int, tuple[str, ...]] | None = None,
    on_turn: int = 0,
    leaving: tuple[int, ...] = (),
) -> State:
    """The position; a seat that is not in ``cards`` holds all three."""
    board = grid(len(rows), len(rows[0]))

    def area(letter: str) -> int:
        return board.mask(
            (x, y) for y, row in enumerate(rows) for x, cell in enumerate(row) if cell == letter
        )

    return State(
        grid=board,
        tiles=tuple(area(str(seat)) for seat in range(seats)),
        gray=area("g"),
        cards=tuple((cards or {}).get(seat, CARDS) for seat in range(seats)),
        on_turn=on_turn,
        turn=1,
        leaving=leaving,
    )


def drawing(state: State) -> list[str]:
    """The rows that :func:`drawn` would take."""
    letters: dict[Holder, str] = {None: ".", "gray": "g"}
    letters.update({seat: str(seat) for seat in state.seats})
    return ["".join(letters[cell] for cell in row) for row in state.rows()]


def place(x: int, y: int, *, card: str | None = None, then: list[int] | None = None) -> Json:
    """The action that places a tile."""
    action: Json = {"type": "place", "at": [x, y]}
    if card is not None:
        action["card"] = card
    if then is not None:
        action["then"] = then
    return action


def play(state: State, *actions: Json | None) -> tuple[State, list[Json]]:
    """The position after these actions of the seats on turn (None: absent), and the events of the
    last action."""
    events: list[Json] = []
    for action in actions:
        chosen = {} if action is None else {state.on_turn: action}
        for seat, choice in chosen.items():
            GAME.check(state, seat, choice)
        state, events = GAME.resolve(state, chosen)
    return state, events


def refusal(state: State, action: object) -> str | None:
    """The code with which the seat on turn is refused; None if it is not."""
    try:
        GAME.check(state, state.on_turn, action)
    except IllegalAction as refused:
        return refused.code
    return None


def outcome(state: State) -> Json:
    """The outcome of a finished game."""
    ended = GAME.outcome(state)
    assert ended is not None
    return ended.as_json()
