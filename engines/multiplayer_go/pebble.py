"""Pebble, a simple opponent for Parallel Multiplayer Go.

It captures and saves chains where it can, spreads out where there is room and where it is colder
than the others, leaves eyes and settled areas alone, and passes if nothing else is left. It looks
one turn ahead and values each point separately.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from random import Random

from ..board import EMPTY, colours, flood, liberties, neighbours, point_at, regions, stone
from ..rules import Json
from .heat import heat
from .state import State

SETTLED_SHARE = 1 / 5
"""An empty area bordered by one colour is settled if it is at most this share of the board; a
larger one can be invaded."""

PATIENCE = 2
"""Turns per point of the board after which the bot only passes: the game is going in circles."""

TAKE, SAVE, THREATEN, STRENGTHEN = 3.0, 3.0, 0.6, 0.5
"""The value of each stone of a chain that is captured, saved from atari, reduced to one liberty,
or given a third liberty."""

ROOM_TO_LIVE = 0.5
"""A stone that joins no chain needs at least this share of the points around it empty."""

IGNORED_WITH_HEAT, IGNORED = 0.25, 0.5
"""The share of points that the bot ignores in a turn, at random. If several seats want the same
point again and again, one of them must give in; with heat, collisions mostly settle that."""

COLD, ROOM, CONTACT, CROWDED, EDGE = 2.0, 2.0, 0.3, 1.0, 0.7
"""The value of being colder than all others, of empty points all around, and of each adjacent
chain of another seat; the cost of each own adjacent stone after the first, and of the edge."""


@dataclass(frozen=True)
class Chain:
    """One chain of one seat's colour, as indices of the board."""

    seat: int
    stones: frozenset[int]
    liberties: frozenset[int]


@dataclass(frozen=True)
class Sight:
    """What the bot works out about a position before it looks at single points."""

    state: State
    seat: int
    chains: dict[tuple[int, int], Chain]
    settled: frozenset[int]
    coldness: list[float]

    def beside(self, index: int) -> set[Chain]:
        """The chains that touch a point."""
        near = neighbours(self.state.size)[index]
        return {self.chains[seat, n] for n in near for seat in colours(self.state.board[n])}


def choose(state: State, seat: int, seed: int) -> Json:
    """A legal action for an awaited seat; the same arguments give the same action."""
    ignored = IGNORED_WITH_HEAT if state.collision == "heat" else IGNORED
    return choose_among(state, seat, seed, range(len(state.board)), ignored)


def choose_among(
    state: State, seat: int, seed: int, points: Collection[int], ignored: float
) -> Json:
    """The best of these points, of which the share ``ignored`` is overlooked at random; a pass if
    no stone does good there."""
    chance = Random(f"{seed} {seat} {state.turn}")
    sight = look(state, seat)
    best, chosen = 0.0, None
    for index in points:
        if state.board[index] == EMPTY and chance.random() >= ignored:
            whim = chance.random()
            value = worth(sight, index, whim)
            if value is not None and value + whim > best:
                best, chosen = value + whim, index
    if chosen is None or state.turn > PATIENCE * len(state.board):
        return {"type": "pass"}
    return {"type": "place", "at": point_at(chosen, state.size)}


def close_to(state: State, places: Iterable[int]) -> list[int]:
    """The points at most two steps away from these, ascending."""
    close = _within_two(state.size)
    return sorted({near for place in places for near in close[place]})


def look(state: State, seat: int) -> Sight:
    """The position as ``seat`` sees it."""
    limit = len(state.board) * SETTLED_SHARE
    settled = [
        region
        for region, border in regions(state.board, neighbours(state.size))
        if len(colours(border)) == 1 and len(region) <= limit
    ]
    chains = {(chain.seat, index): chain for chain in _chains(state) for index in chain.stones}
    return Sight(state, seat, chains, frozenset().union(*settled), _coldness(state, seat))


def worth(sight: Sight, index: int, whim: float) -> float | None:
    """The value of a stone at this empty point; None if it would do more harm than good.

    ``whim`` is a random number from 0 to 1. It makes the bot give up a point now and then, so that
    two seats do not capture back and forth for ever.
    """
    state, seat = sight.state, sight.seat
    near = neighbours(state.size)[index]
    beside = sight.beside(index)
    own = [chain for chain in beside if chain.seat == seat]
    others = [chain for chain in beside if chain.seat != seat]
    taken = [chain for chain in others if len(chain.liberties) == 1]
    in_atari = [chain for chain in own if len(chain.liberties) == 1]
    after = _liberties_after(sight, index, own, taken)
    room = _room(state, index)
    pointless = index in sight.settled and not in_atari
    hopeless = len(after) < 2 or (not own and room < ROOM_TO_LIVE)
    if not taken and (pointless or hopeless):
        return None
    if len(after) < 2 and _just_placed(state, taken) and whim < 2 / 3:
        return None
    value = COLD * sight.coldness[index] + ROOM * room + CONTACT * len(others)
    value += TAKE * _stones(taken) + THREATEN * _stones(c for c in others if len(c.liberties) == 2)
    if len(after) >= 2:
        value += SAVE * _stones(in_atari)
    if len(after) >= 3:
        value += STRENGTHEN * _stones(chain for chain in own if len(chain.liberties) == 2)
    crowd = sum(bool(state.board[n] & stone(seat)) for n in near) - 1
    return max(value - CROWDED * max(crowd, 0) - EDGE * (len(near) < 4), 0.0)


def _chains(state: State) -> Iterator[Chain]:
    around = neighbours(state.size)
    seen: set[tuple[int, int]] = set()
    for index, bits in enumerate(state.board):
        for seat in colours(bits):
            if (seat, index) not in seen:
                found, _ = flood(state.board, index, stone(seat), around)
                seen.update((seat, each) for each in found)
                free = liberties(state.board, found, around)
                yield Chain(seat, frozenset(found), frozenset(free))


def _liberties_after(
    sight: Sight, index: int, own: Iterable[Chain], taken: Iterable[Chain]
) -> set[int]:
    """The liberties of the chain of a stone placed here, once the ``taken`` chains are off the
    board."""
    around = neighbours(sight.state.size)
    joined = {index}.union(*(chain.stones for chain in own))
    free = {n for n in around[index] if sight.state.board[n] == EMPTY}
    free = free.union(*(chain.liberties for chain in own))
    for chain in taken:
        free |= {each for each in chain.stones if not joined.isdisjoint(around[each])}
    return free - {index}


def _just_placed(state: State, taken: list[Chain]) -> bool:
    """Whether the only capture is a single stone placed in the last turn, as in a ko."""
    stones = {index for chain in taken for index in chain.stones}
    return len(stones) == 1 and stones <= {index for _, index in state.last}


def _stones(chains: Iterable[Chain]) -> int:
    return sum(len(chain.stones) for chain in chains)


def _coldness(state: State, seat: int) -> list[float]:
    """For each point, the share of the other seats that are hotter there: these would lose it to
    ``seat``."""
    others = [each for each in state.in_game if each != seat]
    heats = heat(state.trails, state.turn, state.size)
    shares: list[float] = (heats[others] > heats[seat]).mean(axis=0).tolist()
    return shares


def _room(state: State, index: int) -> float:
    """The share of empty points among the twelve at most two steps away; off the board counts as
    not empty."""
    close = _within_two(state.size)[index]
    return sum(state.board[n] == EMPTY for n in close) / 12


@cache
def _within_two(size: int) -> tuple[frozenset[int], ...]:
    around = neighbours(size)
    return tuple(
        frozenset({*near, *(far for n in near for far in around[n])} - {index})
        for index, near in enumerate(around)
    )
