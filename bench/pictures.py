"""``python -m bench.pictures``: measures pictures of a full board: SVG, PNG and an animation.

Processor time is measured, because other programs share the machine.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from random import Random
from time import process_time
from typing import Any

import django

from bench.engines.measuring import HEAD, MeasuredRow, median_ms, pace

STEPS = 100


def main() -> None:
    """Prints the table."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    django.setup()
    print(pace())
    print(HEAD)
    for row in rows():
        print(row.line(), flush=True)


def rows() -> Iterator[MeasuredRow]:
    """Yields the rows, of a game of Parallel Go on 19×19 in which both place stones at random."""
    from games.pages.pictures import draw
    from games.pages.pixels import png_of, webp_of

    engine, states = _game()
    colours = [("black", "ember"), ("white", "moss")]

    def picture_of(state: Any) -> bytes:
        return draw(engine, state, colours, "wood", "A game")

    full = picture_of(states[-1])
    yield MeasuredRow("SVG, 19×19", 5, "ms", _spent(lambda: picture_of(states[-1])))
    yield MeasuredRow("PNG of it", 30, "ms", _spent(lambda: png_of(full)))
    yield MeasuredRow(
        f"animation of {STEPS} steps",
        5_000,
        "ms",
        _spent(lambda: webp_of(map(picture_of, states), len(states)), rounds=3),
    )


def _spent(call: Callable[[], object], rounds: int = 50) -> Callable[[], float]:
    """Returns a function that measures the median processor time of ``call``, in milliseconds."""
    return median_ms(call, rounds, clock=process_time)


def _game() -> tuple[Any, list[Any]]:
    """Returns the rules and the states of a random game."""
    from engines.registry import game

    engine, chance = game("parallel-go"), Random(1)
    states = [engine.new_state(engine.complete_options({"size": 19}), 2, 1)]
    for _ in range(STEPS - 1):
        chosen = {
            seat: chance.choice([a for a in engine.legal(states[-1], seat) if a["type"] == "place"])
            for seat in engine.awaiting(states[-1])
        }
        states.append(engine.resolve(states[-1], chosen)[0])
    return engine, states


if __name__ == "__main__":
    main()
