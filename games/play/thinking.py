"""What bots choose: pure, so that it needs no transaction and no lock, and limited in time.

Nothing here reads or writes the database. The choice of a bot that does not look ahead depends on
the state, the seat and the seed alone, unless its time runs out: then it chooses at once.
"""

from __future__ import annotations

import logging
import signal
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from math import inf
from typing import Any

from engines.bots import Budget, Level
from engines.rules import Json, Rules

logger = logging.getLogger(__name__)


class OutOfTime(BaseException):
    """A bot has taken too long. Nothing in an engine catches it."""


@dataclass(frozen=True)
class Asked:
    """A bot that owes a choice: the level and the seed of the choice."""

    level: Level
    seed: int


@dataclass(frozen=True)
class Question:
    """What bots are asked: the state of a step, and who owes a choice, by seat."""

    engine: Rules[Any]
    state: Any
    step: int
    asked: Mapping[int, Asked]


def think(
    question: Question,
    *,
    choice_seconds: float,
    go_on: Callable[[], bool],
    most_ahead: float = inf,
) -> dict[int, Json | None]:
    """Returns choices by seat, checked against the state; None for a seat that has no legal action.

    Each bot looks ahead for its own time, but for ``most_ahead`` seconds at most. It is interrupted
    if it takes ``choice_seconds`` more than that, and then chooses at once. Once ``go_on()`` is
    false, no further bot is asked: the seats that are missing are to be asked again. One choice is
    always made.
    """
    choices: dict[int, Json | None] = {}
    for seat, asked in question.asked.items():
        if choices and not go_on():
            break
        choices[seat] = _choose(question, seat, asked, most_ahead, choice_seconds)
    return choices


def choose_at_once(engine: Rules[Any], state: Any, seat: int, seed: int) -> Json | None:
    """A legal action that was not thought about, checked; None where the seat has none."""
    action = engine.bot().at_once(state, seat, seed)
    if action is not None:
        engine.check(state, seat, action)
    return action


def _choose(
    question: Question, seat: int, asked: Asked, most_ahead: float, choice_seconds: float
) -> Json | None:
    engine, state = question.engine, question.state
    bot = engine.bot(asked.level)
    ahead = min(bot.seconds, most_ahead)
    try:
        with interrupted_after(ahead + choice_seconds):
            action = bot.choose(state, seat, asked.seed, Budget.of_seconds(ahead))
            if action is not None:
                engine.check(state, seat, action)
            return action
    except OutOfTime:
        logger.warning("%s took more than %g s", bot.name, ahead + choice_seconds)
        return choose_at_once(engine, state, seat, asked.seed)


@contextmanager
def interrupted_after(seconds: float) -> Iterator[None]:
    """Ends the block with :class:`OutOfTime` once it has taken ``seconds``.

    Uses a signal, which only the main thread can receive; in a worker's process bots think there.
    In other threads nothing is interrupted.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return

    def interrupt(*_: object) -> None:
        raise OutOfTime

    before = signal.signal(signal.SIGALRM, interrupt)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
