"""A record replays to the same bytes in every process, whatever the seed of Python's hashes."""

import json
import os
import subprocess
import sys
from functools import cache

import pytest

from engines import record, registry
from engines.replay import replay
from tests.engines import random_games

every_game = pytest.mark.parametrize("game", registry.GAMES, ids=lambda game: game.slug)


@cache
def long_record(game):
    """The longest of several random records, always the same one."""
    empty = record.new(game.slug, game.seats_allowed()[-1], {}, seed=11)
    games = [list(random_games.played(empty, range(n, n + 30), leaving=0)) for n in range(20)]
    steps = [each.step for each in max(games, key=len)]
    return record.Record(game, empty.seats, empty.options, empty.seed, steps)


@every_game
@pytest.mark.parametrize("hash_seed", ["1", "20"])
def test_another_process_says_the_same_bytes(game, hash_seed):
    whole = long_record(game)
    names = [extra.name for extra in game.extras]
    said = [json.dumps(line.as_json(names)) for line in replay(whole)]
    run = subprocess.run(
        [sys.executable, "-m", "engines", "replay", "-", "--each", *(f"--{n}" for n in names)],
        input=record.write(whole).encode(),
        env={**os.environ, "PYTHONHASHSEED": hash_seed},
        capture_output=True,
        check=True,
        timeout=300,
    )
    assert run.stdout.decode().splitlines() == said
    assert len(said) == len(whole.steps) + 1 > 10
