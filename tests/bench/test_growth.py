"""What a larger club needs, worked out from costs."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from bench.growth import PLAYERS, Costs, Habits, most_players, need, table, waits

COSTS, HABITS = Costs(), Habits()


def test_web_processes_have_room_for_their_own_work_and_the_pushes_of_all():
    costs = Costs(pair_web=10, page_web=0, opening=0, heard=1)
    found = need(8_000, costs, Habits(step=20, page=60, watchers=0))
    assert found.pairs == 200
    # Two cores of choices; in each process pushes take 20 %, so 40 % are left.
    assert found.processes == 5


def test_no_number_of_processes_is_enough_where_pushes_take_all_their_time():
    most = most_players(COSTS, HABITS)
    assert need(int(most * 0.99), COSTS, HABITS).processes is not None
    assert need(int(most * 1.01), COSTS, HABITS).processes is None
    assert need(int(most * 1.01), COSTS, HABITS, channels=2).processes is not None


def test_a_choice_waits_longer_the_busier_its_process_is():
    medians, late = zip(*(waits(busy, COSTS, HABITS, 1_000) for busy in (0.3, 0.6, 0.9)))
    assert medians == tuple(sorted(medians))
    assert late == tuple(sorted(late))


def test_choices_wait_only_for_what_came_before():
    costs = replace(COSTS, pair_web=0.002, page_web=0, opening=0.001)
    assert max(waits(0.01, costs, HABITS, 1)) == pytest.approx(0, abs=0.01)


def test_the_document_has_the_figures_that_are_worked_out():
    document = Path(__file__).parents[2].joinpath("docs/growth.md").read_text()
    for line in table([need(players, COSTS, HABITS) for players in PLAYERS]).splitlines():
        if line.startswith(("| web", "| cores", "| stored")):
            assert line in document
