"""Announces slow steps, so that nobody wonders whether the start has hung."""

import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager

SILENT_SECONDS = 2.0


def say(line: str) -> None:
    """Writes a line to the terminal."""
    print(line, file=sys.stderr, flush=True)


@contextmanager
def step(
    doing: str, tell: Callable[[str], None] = say, seconds: float = SILENT_SECONDS
) -> Iterator[None]:
    """Prints what is being done if it takes longer than ``seconds``."""
    timer = threading.Timer(seconds, tell, [f"{doing} ..."])
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()
