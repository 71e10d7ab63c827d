"""Replaying a record in a process of its own, which is held to a budget."""

from __future__ import annotations

import json
import multiprocessing
import signal
import time
from collections.abc import Callable
from dataclasses import dataclass
from multiprocessing.connection import Connection

from engines.game import Json
from games.uploads.budget import Budget
from games.uploads.child import replay_within

BEAT = 0.25
"""Seconds after which whoever waits for a replay is asked whether it is to go on."""

LARGEST_RESULT = 4 * 1024 * 1024
"""Bytes of a packed result."""

# A server that has loaded the engines once, has no threads and holds nothing of the site, makes
# the processes: each is there in milliseconds.
_PROCESSES = multiprocessing.get_context("forkserver")
_PROCESSES.set_forkserver_preload(["games.uploads.child", "engines.registry"])


@dataclass(frozen=True)
class Replayed:
    """What the page of the record needs: a small ``head``, and the rest, packed."""

    head: Json
    packed: bytes


class NotShown(Exception):
    """The record cannot be shown: ``end`` says why, as :mod:`games.uploads.child` does, or
    ``slow`` where the site was too busy; ``why`` is what is wrong with a refused record."""

    def __init__(self, end: str, why: str = "") -> None:
        super().__init__(f"{end}: {why}")
        self.end = end
        self.why = why


class GivenUp(Exception):
    """Nobody waits for the replay any more."""


def replayed(record: bytes, budget: Budget, goes_on: Callable[[int, int], bool]) -> Replayed:
    """The record, replayed within the budget.

    ``goes_on(step, steps)`` is told how far it is, several times a second (0, 0 before the first
    step), and says whether to go on. Raises NotShown and GivenUp. However it ends, the process is
    gone then.
    """
    ours, theirs = _PROCESSES.Pipe(duplex=False)
    process = _PROCESSES.Process(target=replay_within, args=(budget, theirs, record), daemon=True)
    process.start()
    theirs.close()
    try:
        return _followed(ours, time.monotonic() + budget.seconds, goes_on)
    except EOFError:
        process.join()
        ended_by_time = process.exitcode in (-signal.SIGXCPU, -signal.SIGKILL)
        raise NotShown("time" if ended_by_time else "memory") from None
    finally:
        process.kill()
        process.join()
        process.close()
        ours.close()


def _followed(connection: Connection, ends: float, goes_on: Callable[[int, int], bool]) -> Replayed:
    step = steps = 0
    while True:
        if connection.poll(BEAT):
            said = json.loads(connection.recv_bytes())
            if "end" in said:
                return _result(connection, said)
            step, steps = said["step"], said["steps"]
        if time.monotonic() > ends:
            raise NotShown("slow")
        if not goes_on(step, steps):
            raise GivenUp


def _result(connection: Connection, said: Json) -> Replayed:
    if said["end"] != "shown":
        raise NotShown(said["end"], said.get("why", ""))
    packed = connection.recv_bytes()
    if len(packed) > LARGEST_RESULT:
        raise NotShown("too-long")
    return Replayed(said["head"], packed)
