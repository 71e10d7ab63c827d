"""Lonely Number: everybody names a number, and the lowest that nobody else named wins the turn.

The rules, written here so that the test of ``docs/adding-a-game.md`` has a game to add: in each
turn every seat seals a number from 1 to ``highest``. The lowest number that one seat alone named
gives that seat a point. After ``turns`` turns the most points win; equal points share a rank.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Any

from engines.game import Bot, Game, IllegalAction, Json, Outcome
from engines.options import Integer, OptionValue
from engines.reading import Form, bad_action, is_integer, read_action


def read_number(value: Any) -> int:
    """A whole number. Raises IllegalAction ``bad-action``."""
    if not is_integer(value):
        raise bad_action("number must be a whole number")
    return int(value)


FORMS = {"name": Form({"number": read_number})}


@dataclass(frozen=True, slots=True)
class State:
    """The points so far, by seat, and what each seat named in the last turn."""

    highest: int
    turns: int
    points: tuple[int, ...]
    last: tuple[int | None, ...]
    turn: int = 1
    left: tuple[int, ...] = ()
    outcome: Outcome | None = None

    @property
    def playing(self) -> tuple[int, ...]:
        return tuple(seat for seat in range(len(self.points)) if seat not in self.left)


def choose(state: State, seat: int, seed: int) -> Json:
    """A number by chance, the low ones more often."""
    random = Random((seed * 1009 + state.turn) * 16 + seat)
    number = min(random.randint(1, state.highest) for _ in range(2))
    return {"type": "name", "number": number}


def choose_at_once(state: State, seat: int, seed: int) -> Json:
    """Any number."""
    random = Random((seed * 1009 + state.turn) * 16 + seat)
    return {"type": "name", "number": random.randint(1, state.highest)}


class LonelyNumber(Game[State]):
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
    bot = Bot("Hermit", choose, choose_at_once)

    def board(self, options: Mapping[str, OptionValue]) -> str:
        return f"1 to {options['highest']}"

    def new_state(self, options: Mapping[str, OptionValue], seats: int, seed: int) -> State:
        return State(options["highest"], options["turns"], (0,) * seats, (None,) * seats)

    def awaiting(self, state: State) -> tuple[int, ...]:
        return state.playing if state.outcome is None else ()

    def sealed(self, state: State) -> bool:
        return state.outcome is None

    def phase(self, state: State) -> str:
        return "play" if state.outcome is None else "finished"

    def turn(self, state: State) -> int:
        return state.turn

    def outcome(self, state: State) -> Outcome | None:
        return state.outcome

    def check_action(self, state: State, seat: int, action: Any) -> None:
        number = read_action(action, FORMS)["number"]
        if not 1 <= number <= state.highest:
            raise IllegalAction("out-of-range", f"name a number from 1 to {state.highest}")

    def resolve(self, state: State, actions: Mapping[int, Json]) -> tuple[State, list[Json]]:
        last = tuple(
            actions[seat]["number"] if seat in actions else None for seat in range(len(state.last))
        )
        events: list[Json] = [
            {"type": "absent", "seat": seat}
            if last[seat] is None
            else {"type": "named", "seat": seat, "number": last[seat]}
            for seat in state.playing
        ]
        state = replace(state, last=last)
        alone = [number for number in last if number is not None and last.count(number) == 1]
        if alone:
            winner = last.index(min(alone))
            points = [owned + (seat == winner) for seat, owned in enumerate(state.points)]
            state = replace(state, points=tuple(points))
            events.append({"type": "won", "seat": winner})
        if state.turn == state.turns:
            ranks = tuple(1 + sum(p > own for p in state.points) for own in state.points)
            return replace(state, outcome=Outcome(ranks, state.points, "score")), events
        return replace(state, turn=state.turn + 1), events

    def leave(self, state: State, seats: Sequence[int]) -> tuple[State, list[Json]]:
        state = replace(state, left=tuple(sorted({*state.left, *seats})))
        stay = state.playing
        if len(stay) < 2:
            ranks = tuple(1 if not stay or seat in stay else 2 for seat in range(len(state.points)))
            state = replace(state, outcome=Outcome(ranks, state.points, "leave"))
        return state, [{"type": "left", "seat": seat} for seat in sorted(seats)]

    def left(self, state: State) -> tuple[int, ...]:
        return state.left

    def view(self, state: State) -> Json:
        return {
            "highest": state.highest,
            "points": list(state.points),
            "last": list(state.last),
            "left": list(state.left),
        }

    def dump(self, state: State) -> Json:
        over = None if state.outcome is None else state.outcome.as_json()
        return {**self.view(state), "turns": state.turns, "turn": state.turn, "outcome": over}

    def load(self, data: Json) -> State:
        over = data["outcome"]
        if over is not None:
            over = Outcome(tuple(over["ranks"]), tuple(over["scores"]), over["reason"])
        return State(
            highest=data["highest"],
            turns=data["turns"],
            points=tuple(data["points"]),
            last=tuple(data["last"]),
            turn=data["turn"],
            left=tuple(data["left"]),
            outcome=over,
        )


GAME = LonelyNumber()
