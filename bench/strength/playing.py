"""Plays games, and counts who wins them."""

from __future__ import annotations

import multiprocessing
import resource
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from math import sqrt
from random import Random
from time import thread_time
from typing import Any

from bench.strength.players import Player
from engines import registry
from engines.bots import Level
from engines.options import OptionValue
from engines.outcome import Outcome
from engines.rules import Json, Rules

MOST_STEPS = 3000
"""After how many steps a game that has not ended is ranked as it stands."""


@dataclass(frozen=True)
class Match:
    """Games of one kind. ``players[0]`` is the one whose wins are counted; it takes every seat in
    turn, and the others sit in order."""

    slug: str
    options: Mapping[str, OptionValue]
    players: Sequence[Player]
    games: int


@dataclass
class Played:
    """What came of one game, or of many: how often the first player was alone first, and how often
    it shared the first place; the times of its moves in seconds of a core; and the memory of the
    process in megabytes."""

    games: int = 0
    won: int = 0
    shared: int = 0
    moves: int = 0
    seconds: float = 0.0
    longest: float = 0.0
    megabytes: float = 0.0

    def add(self, other: Played) -> None:
        """Counts another's games, too."""
        self.games += other.games
        self.won += other.won
        self.shared += other.shared
        self.moves += other.moves
        self.seconds += other.seconds
        self.longest = max(self.longest, other.longest)
        self.megabytes = max(self.megabytes, other.megabytes)

    def cells(self) -> str:
        """The figures as cells of a line of a table."""
        low, high = interval(self.won, self.games)
        mean = self.seconds / max(self.moves, 1)
        return (
            f"{self.games} | {self.won} | {self.shared} | {self.won / max(self.games, 1):.0%}"
            f" ({low:.0%} to {high:.0%}) | {1000 * mean:.3g} ms | {1000 * self.longest:.3g} ms"
            f" | {self.megabytes:.0f} MB"
        )


HEAD = (
    "| who | games | alone first | first with others | won (95 %) | mean move | longest move"
    " | memory |\n| --- | --- | --- | --- | --- | --- | --- | --- |"
)


def interval(won: int, games: int) -> tuple[float, float]:
    """Wilson's 95 % interval of the share of games that are won.

    >>> [round(end, 2) for end in interval(15, 20)]
    [0.53, 0.89]
    """
    if not games:
        return 0.0, 1.0
    z = 1.96
    share = won / games
    middle = share + z * z / (2 * games)
    reach = z * sqrt(share * (1 - share) / games + z * z / (4 * games * games))
    below = 1 + z * z / games
    return (middle - reach) / below, (middle + reach) / below


def rounds_of(text: str) -> dict[Level, int]:
    """Reads how many rounds a move levels have, such as ``4=500,5=5000``."""
    pairs = (pair.split("=") for pair in text.split(","))
    return {Level(int(level)): int(rounds) for level, rounds in pairs}


def play_all(match: Match, processes: int) -> Played:
    """Plays the games of a match, several at once, each process on one core. After each game it
    prints how many are over and how many were won."""
    total = Played()
    tasks = [(match, number) for number in range(match.games)]
    for played in _played(tasks, processes):
        total.add(played)
        print(f"{total.games} of {match.games} games, {total.won} won", file=sys.stderr)
    return total


def _played(tasks: Sequence[tuple[Match, int]], processes: int) -> Iterator[Played]:
    """Plays games; yields each as it ends."""
    if processes == 1:
        yield from map(_play_task, tasks)
        return
    with multiprocessing.get_context("spawn").Pool(processes) as pool:
        yield from pool.imap_unordered(_play_task, tasks)


def _play_task(task: tuple[Match, int]) -> Played:
    match, number = task
    return play(match, number)


def play(match: Match, number: int) -> Played:
    """Plays one game. Its number decides who sits where, and all chance."""
    game = registry.game(match.slug)
    seats = len(match.players)
    first = number % seats
    order = [match.players[(seat - first) % seats] for seat in range(seats)]
    table = Table(game, order, Random(number))
    outcome = table.play(match.options)
    played = Played(1, moves=len(table.times[first]))
    played.seconds, played.longest = sum(table.times[first]), max(table.times[first], default=0)
    if outcome.ranks[first] == 1:
        alone = outcome.ranks.count(1) == 1
        played.won, played.shared = int(alone), int(not alone)
    played.megabytes = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    return played


@dataclass
class Table:
    """Players by seat, and the time that each took for its moves."""

    game: Rules[Any]
    players: Sequence[Player]
    chance: Random
    times: list[list[float]] = field(default_factory=list)

    def play(self, options: Mapping[str, OptionValue]) -> Outcome:
        """Plays one game to its end."""
        self.times = [[] for _ in self.players]
        seed = self.chance.randrange(2**32)
        state = self.game.new_state(self.game.usual_options(options), len(self.players), seed)
        for _ in range(MOST_STEPS):
            outcome = self.game.outcome(state)
            if outcome is not None:
                return outcome
            awaited = self.game.awaiting(state)
            if not self.game.sealed(state):
                awaited = awaited[:1]
            chosen = {seat: self._choose(state, seat) for seat in awaited}
            actions = {seat: action for seat, action in chosen.items() if action is not None}
            state, _ = self.game.resolve(state, actions)
        return self.game.standing(state, len(self.players))

    def _choose(self, state: Any, seat: int) -> Json | None:
        seed = self.chance.randrange(2**32)
        begun = thread_time()
        action = self.players[seat].choose(self.game, state, seat, seed)
        self.times[seat].append(thread_time() - begun)
        if action is not None:
            self.game.check(state, seat, action)
        return action
