"""Random games for Hypothesis: options, seats, a seed, and one number for each step.

A step's number decides who acts, who is absent, who leaves, and what is chosen, so that a failure
shrinks to few steps with small numbers. :data:`PROPOSALS` knows what a game's actions look like;
games not named there are played by their bots alone.

:func:`in_random_games` draws games once for many tests.
"""

import json
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache, wraps
from inspect import Parameter, Signature, signature
from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, given, reject, seed, settings
from hypothesis import strategies as st

from engines import record, registry
from engines.options import Choice, Integer, Number
from engines.rules import IllegalAction, Rules

TRIES = 12
GAMES = 200
"""How many :func:`in_random_games` draws."""
LEAVING, ABSENT = 0.03, 0.1

# One game after the other, so that its random games are kept for all tests of a module.
every_game = pytest.mark.parametrize(
    "game", registry.GAMES, ids=lambda game: game.slug, scope="module"
)


@dataclass(frozen=True)
class Step:
    """A played step: the states before and after, and its part of a record."""

    before: Any
    step: dict
    after: Any
    events: list


def option_values(option):
    """A strategy for values of an option: small sizes, all choices, and the default for other
    options."""
    if isinstance(option, Choice):
        return st.sampled_from(option.range())
    if isinstance(option, Integer):
        values = st.integers(option.least, min(option.most, option.least + 8))
        return st.none() | values if option.optional else values
    if isinstance(option, Number):
        return st.floats(option.least, option.most).map(lambda value: round(value, 3))
    return st.just(option.default)


@st.composite
def records(draw, game: Rules, most_steps: int = 30):
    """A record of a random game, and its steps with their states."""
    options = draw(st.fixed_dictionaries({o.name: option_values(o) for o in game.options}))
    seats = draw(st.sampled_from(game.seats_allowed()))
    seed = draw(st.integers(0, record.LARGEST_SEED))
    try:
        record.new(game.slug, seats, options, seed)
    except IllegalAction:
        reject()  # the options contradict each other
    length = draw(st.integers(0, most_steps))
    numbers = draw(st.lists(st.integers(0, 2**32), min_size=length, max_size=length))
    return played_once(game, seats, json.dumps(options), seed, tuple(numbers))


@lru_cache(maxsize=400)
def played_once(game: Rules, seats: int, options: str, seed: int, numbers: tuple[int, ...]):
    """Plays a game, which Hypothesis may draw several times."""
    empty = record.new(game.slug, seats, json.loads(options), seed)
    steps = tuple(played(empty, numbers))
    return record.Record(game, seats, empty.options, seed, [each.step for each in steps]), steps


@lru_cache(maxsize=1)
def drawn_once(game: Rules) -> list[tuple[record.Record, tuple[Step, ...]]]:
    """:data:`GAMES` random games, in every run the same. They are drawn for the first test of a
    game: most of such a test's time would go into drawing them."""
    found = []

    @seed(1)
    @settings(
        max_examples=GAMES,
        phases=[Phase.generate],
        database=None,
        suppress_health_check=list(HealthCheck),
    )
    @given(records(game))
    def keep(drawn):
        found.append(drawn)

    keep()
    return found


def in_random_games(one_in: int = 1):
    """Has a test hold in random games of every kind. It gets what it names of ``game``; ``whole``,
    its record; ``steps``, those of the record; and ``chance``, which is the same in every run.
    ``one_in=6``: in every sixth of the games only. A test that fails shows the record."""

    def decorate(holds: Callable[..., None]) -> Any:
        wanted = signature(holds).parameters

        @wraps(holds)
        def test(game):
            for number, (whole, steps) in enumerate(drawn_once(game)[::one_in]):
                known = {"game": game, "whole": whole, "steps": steps, "chance": Random(number)}
                try:
                    holds(**{name: known[name] for name in wanted})
                except BaseException as error:
                    error.add_note(f"in the game {record.write(whole)}")
                    raise

        seen: Any = test
        seen.__signature__ = Signature([Parameter("game", Parameter.POSITIONAL_OR_KEYWORD)])
        return every_game(seen)

    return decorate


def played(empty, numbers, leaving=LEAVING):
    """The steps that these numbers decide, until the game is over."""
    game = empty.game
    state = game.new_state(empty.options, empty.seats, empty.seed)
    for number in numbers:
        if game.outcome(state) is not None:
            return
        chance = Random(number)
        before = state
        if chance.random() < leaving:
            step, (state, events) = leave(game, state, empty.seats, chance)
        else:
            step, (state, events) = act(game, state, chance)
        yield Step(before, step, state, events)


def leave(game, state, seats, chance):
    """One of the seats in the game leaves: the step and its result."""
    in_game = [seat for seat in range(seats) if seat not in game.left(state)]
    leaving = [chance.choice(in_game)]
    return {"leave": leaving}, game.leave(state, leaving)


def act(game, state, chance):
    """Some of the awaited seats act: the step and its result."""
    chosen = {s: random_action(game, state, s, chance) for s in acting(game, state, chance)}
    actions = {seat: action for seat, action in chosen.items() if action is not None}
    step = {"actions": {str(seat): action for seat, action in actions.items()}}
    return step, game.resolve(state, actions)


def acting(game, state, chance):
    """The seats that choose in this step; the others are absent."""
    awaiting = game.awaiting(state)
    if not game.sealed(state):
        awaiting = (chance.choice(awaiting),)
    return [seat for seat in awaiting if chance.random() >= ABSENT]


def random_action(game, state, seat, chance):
    """A random legal action; the bot's if none is found; None if the bot has none either."""
    propose = PROPOSALS.get(game.slug, lambda position, chance: None)
    position = game.view(state, None)
    for _ in range(TRIES):
        action = propose(position, chance)
        if is_legal(game, state, seat, action):
            return action
    return game.bot().think(state, seat, chance.randrange(2**32))


def is_legal(game, state, seat, action):
    """Whether the rules accept this action. They must refuse it in the proper way, which is part of
    the test."""
    try:
        game.check(state, seat, action)
    except IllegalAction:
        return False
    return True


def _cell(chance, width, height):
    return [chance.randrange(width), chance.randrange(height)]


def _place(position, chance):
    if chance.random() < 0.1:
        return {"type": "pass"}
    return {"type": "place", "at": _cell(chance, position["size"], position["size"])}


def _parallel(position, chance):
    if "dead" not in position:
        return _place(position, chance)
    kind = chance.choice(["mark", "mark", "accept", "resume"])
    at = {"at": _cell(chance, position["size"], position["size"])} if kind == "mark" else {}
    return {"type": kind, **at}


def _draw(position, chance):
    kind = chance.choice(["draw", "draw", "draw", "pass", "undo"])
    if kind != "draw":
        return {"type": kind}
    side = position["size"] - 1
    path = [[chance.uniform(0, side), chance.uniform(0, side)]]
    for _ in range(chance.randint(1, 4)):
        path.append([min(max(c + chance.uniform(-2, 2), 0), side) for c in path[-1]])
    return {"type": "draw", "path": path}


def _tile(position, chance):
    at = _cell(chance, position["columns"], position["rows"])
    card = chance.choice([None, None, None, "double-move", "replacement", "freedom"])
    action = {"type": "place", "at": at}
    if card is not None:
        action["card"] = card
    if card == "double-move":
        action["then"] = [at[0] + chance.randint(-1, 1), at[1] + chance.randint(-1, 1)]
    return action


def _move(position, chance):
    start = _cell(chance, position["width"], position["height"])
    end = _cell(chance, position["width"], position["height"])
    axis = chance.randrange(2)
    end[axis] = start[axis]
    return {"type": "move", "from": start, "to": end}


PROPOSALS = {
    "multiplayer-go": _place,
    "parallel-go": _parallel,
    "continuous-go": _draw,
    "territory": _tile,
    "automatafl": _move,
}
