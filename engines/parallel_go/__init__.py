"""Parallel Go: Go for two in which both choose at once, and only moves that would do the same in
either order are played. The rules are in parallel-go.md."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from engines.board import EMPTY, index_of, stone
from engines.game import Game, IllegalAction, Json, Outcome, Practice
from engines.options import Integer, OptionValue
from engines.parallel_go import state as step
from engines.parallel_go.bot import STEADY
from engines.parallel_go.counting import area
from engines.parallel_go.history import History
from engines.parallel_go.play import place
from engines.parallel_go.state import SEATS, State
from engines.reading import Form, read_action, read_point, require_on_board

__all__ = ["GAME", "ParallelGo", "State"]

PLAY = {"place": Form({"at": read_point}), "pass": Form()}
COUNTING = {"mark": Form({"at": read_point}), "accept": Form(), "resume": Form()}

LETTERS = bytes.maketrans(bytes([EMPTY, stone(0), stone(1)]), b".BW")
NUMBERS = bytes.maketrans(b".BW", bytes([EMPTY, stone(0), stone(1)]))
OWNERS = {EMPTY: None, stone(0): 0, stone(1): 1}


class ParallelGo(Game[State]):
    """The game's rules (parallel-go.md)."""

    slug = "parallel-go"
    name = "Parallel Go"
    about = "Go for two who choose at once: what would depend on who goes first is not played."
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
            "Size",
            "How many lines the square board has.",
            19,
            least=5,
            most=25,
            usual=(9, 13, 19),
        ),
    )
    fixed_colours = ("black", "white")
    practice = Practice({"size": 9})
    bot = STEADY

    def board(self, options: Mapping[str, OptionValue]) -> str:
        return f"{options['size']}×{options['size']}"

    def new_state(self, options: Mapping[str, OptionValue], seats: int, seed: int) -> State:
        size = options["size"]
        board = bytes([EMPTY]) * (size * size)
        return State(size, board, History.of(board))

    def awaiting(self, state: State) -> tuple[int, ...]:
        if state.outcome is not None:
            return ()
        return tuple(seat for seat in SEATS if seat not in state.accepted)

    def sealed(self, state: State) -> bool:
        return state.phase == "play"

    def phase(self, state: State) -> str:
        return state.phase

    def turn(self, state: State) -> int:
        return state.turn

    def outcome(self, state: State) -> Outcome | None:
        return state.outcome

    def check_action(self, state: State, seat: int, action: Any) -> None:
        kind, index = self._read(state, action)
        if kind == "place" and index is not None:
            place(state.board, state.size, seat, index)
            if index in state.prohibited[seat]:
                at = state.point(index)
                raise IllegalAction("prohibited", f"{at} led to a conflict earlier in this turn")
        if kind == "mark" and index is not None and state.board[index] == EMPTY:
            raise IllegalAction("no-stone", f"{state.point(index)} holds no stone to mark")

    def resolve(self, state: State, actions: Mapping[int, Json]) -> tuple[State, list[Json]]:
        read = {seat: self._read(state, actions[seat]) for seat in sorted(actions)}
        if not state.counted:
            return step.open_moves(state, {seat: index for seat, (_, index) in read.items()})
        for seat, (kind, index) in read.items():
            if index is not None:
                return step.mark(state, seat, index)
            return step.resume(state, seat) if kind == "resume" else step.accept(state, [seat])
        return step.accept(state, self.awaiting(state))

    def leave(self, state: State, seats: Sequence[int]) -> tuple[State, list[Json]]:
        return step.leave(state, seats)

    def left(self, state: State) -> tuple[int, ...]:
        return state.left

    def view(self, state: State) -> Json:
        position: Json = {
            "size": state.size,
            "board": _rows(state, [OWNERS[stones] for stones in state.board]),
            "last": [None if at is None else state.point(at) for at in state.last],
            "prohibited": [[state.point(at) for at in points] for points in state.prohibited],
            "captures": list(state.captures),
        }
        if state.counted:
            position["dead"] = [state.point(index) for index in state.dead]
            position["accepted"] = list(state.accepted)
            position["area"] = _rows(state, area(state.board, state.size, state.dead))
        return position

    def dump(self, state: State) -> Json:
        return {
            "size": state.size,
            "board": state.board.translate(LETTERS).decode("ascii"),
            "history": state.history.dump(),
            "turn": state.turn,
            "last": list(state.last),
            "prohibited": [list(points) for points in state.prohibited],
            "captures": list(state.captures),
            "counted": state.counted,
            "dead": list(state.dead),
            "accepted": list(state.accepted),
            "left": list(state.left),
            "outcome": None if state.outcome is None else state.outcome.as_json(),
        }

    def load(self, data: Json) -> State:
        last, over = data["last"], data["outcome"]
        black, white = data["prohibited"]
        if over is not None:
            scores = None if over["scores"] is None else tuple(over["scores"])
            over = Outcome(tuple(over["ranks"]), scores, over["reason"])
        return State(
            size=data["size"],
            board=data["board"].encode("ascii").translate(NUMBERS),
            history=History.load(data["history"]),
            turn=data["turn"],
            last=(last[0], last[1]),
            prohibited=(tuple(black), tuple(white)),
            captures=(data["captures"][0], data["captures"][1]),
            counted=data["counted"],
            dead=tuple(data["dead"]),
            accepted=tuple(data["accepted"]),
            left=tuple(data["left"]),
            outcome=over,
        )

    @staticmethod
    def _read(state: State, action: Any) -> tuple[str, int | None]:
        """The type of an action and the index that it names. Raises ``bad-action`` (an action of
        another phase, too) and ``off-board``."""
        read = read_action(action, COUNTING if state.counted else PLAY)
        if "at" not in read:
            return read["type"], None
        require_on_board(read["at"], state.size, state.size)
        return read["type"], index_of(read["at"], state.size)


def _rows(state: State, owners: Sequence[int | None]) -> list[list[int | None]]:
    return [list(owners[at : at + state.size]) for at in range(0, len(owners), state.size)]


GAME = ParallelGo()
