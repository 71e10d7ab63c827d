"""``python -m bench.records``: measures reading and replaying records of a megabyte."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

from bench.engines.measuring import HEAD, MeasuredRow, median_ms, pace
from engines import record
from engines.record import RecordError
from engines.replay import replay
from tests.engines import megabytes
from tests.engines.continuous_go_megabytes import SHAPES, filled

LIMIT = 10_000
"""The time in milliseconds that the rules allow for a record of a megabyte."""


def main() -> None:
    """Prints the table."""
    print(pace())
    print(HEAD)
    for row in rows():
        print(row.line(), flush=True)


def rows() -> Iterator[MeasuredRow]:
    """Yields the rows: texts that are no records, records of many steps, records of many lines."""
    for name, text in megabytes.NONSENSE.items():
        yield _row(f"no record, of {name}", text)
    for name, text in megabytes.STEPS.items():
        yield _row(f"multiplayer-go, {name}", text)
    for name, (steps, _) in SHAPES.items():
        yield _row(f"continuous-go, {name}", lambda steps=steps: filled(steps()))  # type: ignore[misc]


def _row(work: str, text_of: Callable[[], str]) -> MeasuredRow:
    def measure() -> float:
        return median_ms(partial(_read, text_of()), rounds=1)()

    return MeasuredRow(work, LIMIT, "ms", measure)


def _read(text: str) -> None:
    try:
        for _ in replay(record.read(text)):
            pass
    except RecordError:
        pass


if __name__ == "__main__":
    main()
