"""``python -m bench.strength gnugo``: has a bot of Parallel Go play GNU Go.

GNU Go knows nothing of choosing at once. It is asked for a move of its colour in the position of
each turn, and says which stones are dead when both have passed. A point that is prohibited to it is
replaced by the next best of those that it thinks of.
"""

from __future__ import annotations

import argparse
import shutil
import subprocess
import sys
from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any

from bench.strength.players import BotOf
from bench.strength.playing import HEAD, Match, play_all, rounds_of
from engines.board import EMPTY, colours
from engines.bots import Level
from engines.parallel_go import GAME
from engines.parallel_go.counting import marked_with
from engines.parallel_go.state import State
from engines.rules import IllegalAction, Json, Rules

LETTERS = "ABCDEFGHJKLMNOPQRSTUVWXYZ"
"""Columns of the Go Text Protocol, which has no I."""
COLOURS = ("black", "white")
PATH = "/usr/games"
"""Where Debian puts it, which is not always searched."""


def command() -> str:
    """The program. Raises RuntimeError if it is not installed."""
    found = shutil.which("gnugo") or shutil.which("gnugo", path=PATH)
    if found is None:
        raise RuntimeError("GNU Go is not installed: on Debian, apt-get install gnugo")
    return found


class Process:
    """A running GNU Go."""

    def __init__(self, level: int) -> None:
        options = ["--mode", "gtp", "--chinese-rules", "--level", str(level)]
        self._process = subprocess.Popen(
            [command(), *options], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )

    def ask(self, *commands: str) -> list[str]:
        """The answer to each command, in one line. Raises RuntimeError if it refuses one."""
        assert self._process.stdin is not None
        self._process.stdin.write("".join(f"{each}\n" for each in commands))
        self._process.stdin.flush()
        return [self._answer(each) for each in commands]

    def _answer(self, asked: str) -> str:
        assert self._process.stdout is not None
        lines: list[str] = []
        while not lines or lines[-1]:
            line = self._process.stdout.readline()
            if not line:
                raise RuntimeError(f"GNU Go ended when asked for {asked}")
            lines.append(line.strip())
        answer = " ".join(lines).strip()
        if not answer.startswith("="):
            raise RuntimeError(f"GNU Go refused {asked}: {answer}")
        return answer[1:].strip()

    def set_up(self, state: State, seed: int) -> None:
        """Shows it a position."""
        stones = [
            f"play {COLOURS[colours(stones)[0]]} {vertex(index, state.size)}"
            for index, stones in enumerate(state.board)
            if stones != EMPTY
        ]
        start = [f"boardsize {state.size}", "clear_board", "komi 0", f"set_random_seed {seed}"]
        self.ask(*start, *stones)


@cache
def running(level: int) -> Process:
    """GNU Go at one of its levels; it is started once in a process."""
    return Process(level)


def vertex(index: int, size: int) -> str:
    """A point as the protocol writes it: rows are counted from the bottom.

    >>> vertex(0, 9), vertex(80, 9)
    ('A9', 'J1')
    """
    y, x = divmod(index, size)
    return f"{LETTERS[x]}{size - y}"


def action_of(text: str, size: int) -> Json:
    """The action that an answer means.

    >>> action_of("J1", 9), action_of("PASS", 9)
    ({'type': 'place', 'at': [8, 8]}, {'type': 'pass'})
    """
    if text.upper() in ("PASS", "RESIGN"):
        return {"type": "pass"}
    return {"type": "place", "at": [LETTERS.index(text[0].upper()), size - int(text[1:])]}


class GnuGo:
    """GNU Go at one of its levels, as a player of Parallel Go."""

    def __init__(self, level: int) -> None:
        self._level = level

    def choose(self, game: Rules[Any], state: State, seat: int, seed: int) -> Json:
        process, colour = running(self._level), COLOURS[seat]
        process.set_up(state, seed % 2**31)
        if state.counted:
            return self._count(process, state)
        for answer in self._answers(process, colour):
            action = action_of(answer, state.size)
            try:
                game.check(state, seat, action)
            except IllegalAction:
                continue
            return action
        raise AssertionError("passing is always legal")

    @staticmethod
    def _answers(process: Process, colour: str) -> Iterator[str]:
        """What it would play, and what else, the best first. Asking for the rest takes as long."""
        yield from process.ask(f"reg_genmove {colour}")
        yield from process.ask(f"top_moves_{colour}")[0].split()[::2]
        yield "PASS"

    @staticmethod
    def _count(process: Process, state: State) -> Json:
        dead = set(process.ask("final_status_list dead")[0].split())
        for index, stones in enumerate(state.board):
            if stones == EMPTY:
                continue
            party = marked_with(state.board, state.size, index)
            dying = sum(vertex(each, state.size) in dead for each in party)
            if (2 * dying > len(party)) != (index in state.dead):
                return {"type": "mark", "at": state.point(index)}
        return {"type": "accept"}


class Agreeing(BotOf):
    """A bot that accepts what GNU Go says is dead."""

    def choose(self, game: Rules[Any], state: State, seat: int, seed: int) -> Json | None:
        return {"type": "accept"} if state.counted else super().choose(game, state, seat, seed)


def main(arguments: Sequence[str]) -> int:
    """Plays, and prints a table; returns 1 if GNU Go is not installed, else 0."""
    asked = read(arguments)
    try:
        command()
    except RuntimeError as error:
        print(error, file=sys.stderr)
        return 1
    print(f"{HEAD}")
    for level in asked.gnugo:
        bot = Agreeing(asked.level, asked.rounds)
        match = Match(GAME.slug, {"size": asked.size}, [bot, GnuGo(level)], asked.games)
        title = f"{bot} against GNU Go's level {level}"
        print(f"| {title} | {play_all(match, asked.processes).cells()} |", flush=True)
    return 0


def read(arguments: Sequence[str]) -> argparse.Namespace:
    """Reads the command line."""
    parser = argparse.ArgumentParser(prog="python -m bench.strength gnugo", description=__doc__)
    parser.add_argument("--level", type=lambda text: Level(int(text)), default=Level.STRONG)
    parser.add_argument("--gnugo", type=int, nargs="+", default=[1, 10], help="GNU Go's levels")
    parser.add_argument("--size", type=int, default=9)
    parser.add_argument("--games", type=int, default=100, help="games against each level")
    parser.add_argument("--processes", type=int, default=1, help="games at once")
    parser.add_argument("--rounds", type=rounds_of, default={}, metavar="LEVEL=ROUNDS,...")
    return parser.parse_args(arguments)
