"""The figures of the engines that do not depend on how fast the machine is."""

import pytest

from bench.engines.__main__ import rows
from bench.engines.measuring import MeasuredRow, kilobytes, median_ms


def test_states_take_no_more_memory_than_they_may():
    sizes = [row for row in rows(["multiplayer-go"]) if row.unit == "KB"]
    assert sizes
    assert all(row.measure() <= row.limit for row in sizes)


def test_memory_counts_what_is_shared_once():
    inner = tuple(range(1000, 2000))
    assert kilobytes((inner, inner)) == pytest.approx(kilobytes((inner,)), abs=0.1)
    assert kilobytes((inner, inner)) > 1000 * 28 / 1024


def test_a_line_says_whether_the_limit_holds():
    assert MeasuredRow("work", 2, "ms", lambda: 1.5).line() == "| work | 1.5 ms | 2 ms | yes |"
    assert MeasuredRow("work", 1, "ms", lambda: 1.5).line() == "| work | 1.5 ms | 1 ms | no |"


def test_each_round_is_timed():
    calls = []
    assert median_ms(lambda: calls.append(1), rounds=7)() >= 0
    assert len(calls) == 7


@pytest.mark.parametrize("game", ["automatafl", "territory"])  # the quick ones
def test_whatever_is_listed_can_be_measured(game):
    assert all(row.measure() > 0 for row in rows([game]))
