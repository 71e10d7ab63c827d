"""Positions of Parallel Go drawn as rows of ``.`` ``B`` ``W``, and steps of games from there."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from engines.board import EMPTY, stone
from engines.parallel_go import GAME
from engines.parallel_go.history import History
from engines.parallel_go.state import State
from engines.rules import IllegalAction, Json

LETTERS = {".": EMPTY, "B": stone(0), "W": stone(1)}
PASS: Json = {"type": "pass"}
ACCEPT: Json = {"type": "accept"}
RESUME: Json = {"type": "resume"}


def drawn(*rows: str) -> State:
    """A game that reached this board from the empty one in a single turn."""
    empty = bytes([EMPTY]) * (len(rows) * len(rows))
    board = bytes(LETTERS[letter] for letter in "".join(rows))
    history = History.of(empty)
    return State(len(rows), board, history.plus(empty, board) if board != empty else history)


def counting(*rows: str) -> State:
    """The same game after both have passed."""
    return replace(drawn(*rows), counted=True)


def drawing(state: State) -> list[str]:
    """The rows that :func:`drawn` would take."""
    letters = {None: ".", 0: "B", 1: "W"}
    return ["".join(letters[stone] for stone in row) for row in GAME.view(state, None)["board"]]


def place(x: int, y: int) -> Json:
    """The action that places a stone."""
    return {"type": "place", "at": [x, y]}


def mark(x: int, y: int) -> Json:
    """The action that marks a stone."""
    return {"type": "mark", "at": [x, y]}


def play(state: State, actions: Mapping[int, Json]) -> tuple[State, list[Json]]:
    """The position after a step, with the step's events."""
    for seat, action in actions.items():
        GAME.check(state, seat, action)
    return GAME.resolve(state, actions)


def both(state: State, black: Json, white: Json) -> tuple[State, list[Json]]:
    """A step in which both players choose."""
    return play(state, {0: black, 1: white})


def refusal(state: State, seat: int, action: object) -> str | None:
    """The code with which the seat is refused; None if it is not."""
    try:
        GAME.check(state, seat, action)
    except IllegalAction as refused:
        return refused.code
    return None


def conflict(events: list[Json]) -> str | None:
    """Why the moves conflict; None if they do not."""
    return next((event["why"] for event in events if event["type"] == "conflict"), None)


def outcome(state: State) -> Json:
    """The outcome of a finished game."""
    ended = GAME.outcome(state)
    assert ended is not None
    return ended.as_json()
