"""``python -m bench.strength [GAME ...]``: has the bots play each other, and prints who wins;
``gnugo`` instead of a game has Parallel Go's play GNU Go.

Each level plays the one below, in games of two and, where a game allows it, as one among three of
the level below in games of four; somebody who acts at random plays the easiest.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Any

from bench.strength import gnugo
from bench.strength.players import BotOf, ByChance
from bench.strength.playing import HEAD, Match, play_all, rounds_of
from engines import registry
from engines.bots import Level
from engines.rules import IllegalAction, Rules
from engines.strict_json import parse


def main(arguments: Sequence[str] | None = None) -> int:
    """Plays, and prints tables; returns 1 if something asked for does not exist, else 0."""
    given = sys.argv[1:] if arguments is None else arguments
    if given[:1] == ["gnugo"]:
        return gnugo.main(given[1:])
    asked = read(given)
    try:
        games = [registry.game(slug) for slug in asked.game] or list(registry.GAMES)
    except IllegalAction as error:
        print(error.message, file=sys.stderr)
        return 1
    for game in games:
        options = dict(game.practice.options) | options_of(game, asked.set)
        print(f"\n{game.name}, {game.board(game.usual_options(options))}\n\n{HEAD}", flush=True)
        for title, match in matches(game, options, asked):
            print(f"| {title} | {play_all(match, asked.processes).cells()} |", flush=True)
    return 0


def read(arguments: Sequence[str]) -> argparse.Namespace:
    """Reads the command line."""
    parser = argparse.ArgumentParser(prog="python -m bench.strength", description=__doc__)
    parser.add_argument("game", nargs="*", metavar="GAME", help="a slug; all games by default")
    parser.add_argument(
        "--levels",
        type=lambda text: [Level(int(level)) for level in text.split(",")],
        default=list(Level),
        help="only those of these levels that the game has, such as 3,4: each plays the one before"
        " it in this list; the first plays somebody who acts at random, if it is 1",
    )
    parser.add_argument("--seats", type=int, choices=(2, 4), help="only games of two, or of four")
    parser.add_argument("--games", type=int, default=200, help="games of each pair")
    parser.add_argument("--processes", type=int, default=1, help="games at once")
    parser.add_argument(
        "--set",
        action="append",
        default=[],
        metavar="OPTION=VALUE",
        help="an option of the game, such as size=19; else the game's small board",
    )
    parser.add_argument(
        "--rounds",
        type=rounds_of,
        default={},
        metavar="LEVEL=ROUNDS,...",
        help="rounds a move for a level instead of its time, such as 4=500,5=5000",
    )
    return parser.parse_args(arguments)


def options_of(game: Rules[Any], given: Sequence[str]) -> dict[str, Any]:
    """Those of the given options that the game has; values are JSON, or else words."""
    names = {option.name for option in game.options}
    pairs = [pair.split("=", 1) for pair in given]
    return {name: _value(value) for name, value in pairs if name in names}


def _value(text: str) -> Any:
    try:
        return parse(text)
    except ValueError:
        return text


def matches(
    game: Rules[Any], options: dict[str, Any], asked: argparse.Namespace
) -> Iterator[tuple[str, Match]]:
    """The matches of a game, each with its title."""
    levels = [level for level in asked.levels if level in {bot.level for bot in game.bots}]
    bots = [BotOf(level, asked.rounds) for level in levels]
    counts = [count for count in (2, 4) if count in game.seats_allowed()]
    counts = [count for count in counts if asked.seats in (None, count)]
    if bots and levels[0] == Level.EASY and 2 in counts:
        yield "chance, level 1", Match(game.slug, options, [ByChance(), bots[0]], asked.games)
    for below, above in pairwise(bots):
        for count in counts:
            title = f"{above}, {below}" if count == 2 else f"{above} among three of {below}"
            players = [above] + [below] * (count - 1)
            yield title, Match(game.slug, options, players, asked.games)


if __name__ == "__main__":
    sys.exit(main())
