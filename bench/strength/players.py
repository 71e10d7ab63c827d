"""Who plays: the bots of each level, and somebody who acts at random."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from time import thread_time
from typing import Any, Protocol

from engines.bots import Budget, Level
from engines.rules import Json, Rules
from tests.engines.random_games import PROPOSALS, is_legal

TRIES = 300
"""How many random actions are proposed before a seat is thought to have none."""


class Player(Protocol):
    """Somebody who can play a game."""

    def choose(self, game: Rules[Any], state: Any, seat: int, seed: int) -> Json | None:
        """A legal action for an awaited seat; None if it does nothing."""


class BotOf:
    """The bot of a level.

    It thinks for the seconds of its level, in processor time, so that it is as strong on a busy
    machine as on a quiet one; or, if ``rounds`` names its level, for that number of rounds.
    """

    def __init__(self, level: Level, rounds: Mapping[Level, int] | None = None) -> None:
        self.level = level
        self.rounds = (rounds or {}).get(level)

    def __str__(self) -> str:
        return f"level {self.level:d}"

    def choose(self, game: Rules[Any], state: Any, seat: int, seed: int) -> Json | None:
        bot = game.bot(self.level)
        if self.rounds is not None:
            return bot.choose(state, seat, seed, Budget(self.rounds))
        return bot.choose(state, seat, seed, Budget.of_seconds(bot.seconds, thread_time))


class ByChance:
    """Acts at random; accepts every count, because it would never agree to one by chance."""

    def __str__(self) -> str:
        return "chance"

    def choose(self, game: Rules[Any], state: Any, seat: int, seed: int) -> Json | None:
        chance = Random(f"{seed} {game.turn(state)} {seat}")
        position = game.view(state, None)
        actions = [{"type": "accept"}]
        actions += [PROPOSALS[game.slug](position, chance) for _ in range(TRIES)]
        return next((each for each in actions if is_legal(game, state, seat, each)), None)
