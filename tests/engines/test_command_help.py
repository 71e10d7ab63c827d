"""``python -m engines --help`` is correct, and enough for using it."""

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from engines import record, registry
from engines.command_line import main
from engines.replay import replay
from engines.rules import IllegalAction

ROOT = Path(__file__).parents[2]


def help_of(capsys, *command):
    with pytest.raises(SystemExit) as left:
        main([*command, "--help"])
    assert left.value.code == 0
    return capsys.readouterr().out


def test_help_names_every_command_and_game_and_what_is_printed(capsys):
    said = help_of(capsys)
    for word in ("list", "new", "play", "replay", "check", "--seats 3", "--each", "exit codes"):
        assert word in said
    assert all(
        f"\n  {game.slug}: {game.seat_counts_in_words()} seats\n" in said for game in registry.GAMES
    )
    line = next(replay(record.new("territory", 2, {}))).as_json()
    assert all(f"\n  {key} " in said for key in line)


def test_the_examples_in_the_help_are_commands_that_work(capsys, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    commands = re.findall(r"^  (python -m engines .*?)(?:   .*)?$", help_of(capsys), re.MULTILINE)
    assert len(commands) == 7
    for command in commands:
        shown = command.replace("python", shlex.quote(sys.executable), 1)
        where = {**os.environ, "PYTHONPATH": str(ROOT)}
        subprocess.run(
            ["bash", "-c", shown], env=where, capture_output=True, check=True, timeout=300
        )


def test_the_record_in_the_help_replays(capsys):
    shown = help_of(capsys).partition("a record:\n")[2].partition('\n  "variant"')[0]
    assert len(list(replay(record.read(shown)))) == 3


def test_help_tells_the_flags_of_every_game(capsys):
    said = help_of(capsys, "replay")
    assert all(f"--{extra.name}" in said for game in registry.GAMES for extra in game.extras)


@pytest.mark.parametrize("game", registry.GAMES, ids=lambda game: game.slug)
def test_the_actions_that_help_shows_are_of_the_games_forms(game):
    start = record.new(game.slug, game.least_seats, {})
    state = game.new_state(start.options, start.seats, start.seed)
    later, _ = game.resolve(state, {})
    refused = [{code_of(game, at, action) for at in (state, later)} for action in game.actions]
    assert refused
    assert all(codes != {"bad-action"} for codes in refused)


def code_of(game, state, action):
    """The code with which an awaited seat is refused; None if it is not."""
    try:
        game.check(state, game.awaiting(state)[0], action)
    except IllegalAction as error:
        return error.code
    return None
