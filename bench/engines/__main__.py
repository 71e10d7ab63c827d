"""``python -m bench.engines [SLUG ...]``: measures the games and prints a table."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from importlib import import_module
from importlib.util import find_spec

from bench.engines import numbers
from bench.engines.measuring import HEAD, MeasuredRow, pace
from engines import registry
from engines.rules import IllegalAction


def main() -> int:
    """Measures the named games, or all; returns 1 if there is no game of a name, else 0."""
    try:
        slugs = [registry.game(slug).slug for slug in sys.argv[1:]]
    except IllegalAction as error:
        print(error.message, file=sys.stderr)
        return 1
    print(pace())
    print(HEAD)
    for row in rows(slugs):
        print(row.line(), flush=True)
    return 0


def rows(slugs: list[str]) -> Iterator[MeasuredRow]:
    """Yields the rows of these games (of all if ``slugs`` is empty): those of their modules here,
    then those that every game has."""
    for name, game in zip(registry.MODULES, registry.GAMES):
        if slugs and game.slug not in slugs:
            continue
        module = f"bench.engines.{name}"
        if find_spec(module):
            yield from import_module(module).rows()
        yield from numbers.rows(game)


if __name__ == "__main__":
    sys.exit(main())
