"""``python -m bench``: what is measured, and that a part which cannot be measured is told."""

import subprocess

import pytest

from bench import __main__ as bench
from bench.engines import __main__ as engines_bench
from engines import registry

WORK = {
    "multiplayer-go, 19×19, 4 seats, one turn at half-full board with heat": 1,
    "parallel-go, 19×19, one turn (both orders, repetition check) at half-full board": 1,
    "continuous-go, areas and score of a full 19×19 board with 300 lines, 3,000 segments": 30,
    "continuous-go, one draw of 100 points against 300 lines of the opponent": 5,
    "territory, 5 seats, 20×20, one turn with blocked checks": 0.3,
    "territory, 5 seats, 20×20, one turn that fills half the board": 0.3,
    "automatafl, 4 seats, one turn with the Agent's step": 0.1,
}
"""What has a limit in milliseconds beside reading and writing states and the bots' choices."""


@pytest.fixture(scope="module")
def measured():
    return {game.slug: list(engines_bench.rows([game.slug])) for game in registry.GAMES}


def test_all_work_that_has_a_limit_is_measured_against_it(measured):
    rows = {row.work: (row.limit, row.unit) for each in measured.values() for row in each}
    assert {work: rows.get(work) for work in WORK} == {w: (ms, "ms") for w, ms in WORK.items()}


@pytest.mark.parametrize(
    ("part", "limit"), [("dump to text", 2), ("load from text", 2), ("the bot's choice", 300)]
)
def test_every_game_is_measured_where_all_have_the_same_limit(measured, part, limit):
    for slug, rows in measured.items():
        limits = {(row.limit, row.unit) for row in rows if part in row.work}
        assert limits == {(limit, "ms")}, slug


@pytest.mark.parametrize(
    ("codes", "code"), [((0,) * 6, 0), ((0, 0, 1, 0, 0, 0), 1), ((1, 0, 0, 0, 0, 0), 1)]
)
def test_a_part_that_cannot_be_measured_stops_no_other_and_is_told(
    monkeypatch, capsys, codes, code
):
    ends = iter(codes)
    called = []

    def run(command, **_):
        called.append(command[-1])
        return subprocess.CompletedProcess(command, next(ends))

    monkeypatch.setattr(subprocess, "run", run)
    assert bench.main() == code
    parts = ("engines", "records", "pictures", "site", "pages", "start")
    assert called == [f"bench.{part}" for part in parts]
    assert "## Engines" in capsys.readouterr().out


def test_a_game_that_is_none_is_told(monkeypatch, capsys):
    monkeypatch.setattr("sys.argv", ["bench.engines", "chess"])
    assert engines_bench.main() == 1
    assert "there is no such game" in capsys.readouterr().err
