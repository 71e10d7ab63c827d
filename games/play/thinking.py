"""What bots choose: pure, so that it needs no transaction and no lock, and bounded in time.

Nothing here reads or writes the database. A choice depends on the state, the seat and the seed
alone, unless the wall of time is hit: then it is one that is made at once.
"""

from __future__ import annotations

import logging
import signal
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from engines.rules import Json, Rules

logger = logging.getLogger(__name__)


class OutOfTime(BaseException):
    """The wall of time was hit. Nothing in an engine catches it."""


@dataclass(frozen=True)
class Question:
    """What bots are asked: the state of a step, and for each seat that owes a choice a seed."""

    engine: Rules[Any]
    state: Any
    step: int
    seeds: Mapping[int, int]


def think(
    question: Question, *, choice_seconds: float, go_on: Callable[[], bool]
) -> dict[int, Json | None]:
    """Choices by seat, checked against the state; None for a seat that has no legal action.

    Each is cut short after ``choice_seconds``. Where ``go_on()`` says no, no further one is begun:
    the seats that are missing then are to be asked again. One choice is always made.
    """
    choices: dict[int, Json | None] = {}
    for seat, seed in question.seeds.items():
        if choices and not go_on():
            break
        choices[seat] = _choose(question, seat, seed, choice_seconds)
    return choices


def choose_at_once(engine: Rules[Any], state: Any, seat: int, seed: int) -> Json | None:
    """A legal action that was not thought about, checked; None where the seat has none."""
    action = engine.bot().at_once(state, seat, seed)
    if action is not None:
        engine.check(state, seat, action)
    return action


def _choose(question: Question, seat: int, seed: int, choice_seconds: float) -> Json | None:
    engine, state = question.engine, question.state
    try:
        with wall_of_time(choice_seconds):
            action = engine.bot().think(state, seat, seed)
            if action is not None:
                engine.check(state, seat, action)
            return action
    except OutOfTime:
        logger.warning("a bot of %s took more than %g s", engine.slug, choice_seconds)
        return choose_at_once(engine, state, seat, seed)


@contextmanager
def wall_of_time(seconds: float) -> Iterator[None]:
    """Ends the block with :class:`OutOfTime` once it has taken so many seconds.

    By a signal, which only the main thread can receive: that of a worker's process is where bots
    think. In other threads there is no wall.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return

    def strike(*_: object) -> None:
        raise OutOfTime

    before = signal.signal(signal.SIGALRM, strike)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
