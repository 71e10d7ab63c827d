"""``python -m engines`` as used by people and scripts."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from engines import record, registry
from engines.command_line import main
from engines.record import Record
from engines.replay import replay

PASS = {"type": "pass"}


def run(*arguments, **further):
    return subprocess.run(
        [sys.executable, "-m", "engines", *arguments],
        capture_output=True,
        check=False,
        timeout=300,
        **further,
    )


@pytest.fixture
def game_file(tmp_path):
    """Returns a function that writes a record of three seats with these steps; it returns the
    file's name."""

    def write(*steps):
        empty = record.new("multiplayer-go", 3, {"size": 5})
        path = tmp_path / "game.json"
        path.write_text(record.write(Record(empty.game, 3, empty.options, steps=steps)))
        return str(path)

    return write


STONE = {"actions": {"0": {"type": "place", "at": [2, 3]}}}
WRONG = {"actions": {"1": {"type": "place", "at": [2, 3]}}}


def test_replay_prints_the_last_position(game_file, capsys):
    assert main(["replay", game_file(STONE, {"actions": {}})]) == 0
    (line,) = capsys.readouterr().out.splitlines()
    said = json.loads(line)
    assert list(said) == [
        "step",
        "turn",
        "phase",
        "sealed",
        "awaiting",
        "events",
        "position",
        "outcome",
    ]
    assert (said["step"], said["turn"]) == (2, 3)


def test_each_prints_the_starting_position_and_a_line_a_step(game_file, capsys):
    assert main(["replay", game_file(STONE, {"leave": [1]}), "--each"]) == 0
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [line["step"] for line in lines] == [0, 1, 2]
    assert lines[0]["events"] == []


def test_a_refused_record_prints_nothing_without_each(game_file, capsys):
    assert main(["replay", game_file(STONE, WRONG)]) == 1
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err == "step 2: seat 1: occupied: [2, 3] already holds a stone\n"


def test_a_refused_record_prints_the_good_lines_with_each(game_file, capsys):
    assert main(["replay", game_file(STONE, WRONG), "--each"]) == 1
    said = capsys.readouterr()
    assert len(said.out.splitlines()) == 2
    assert len(said.err.splitlines()) == 1


def test_extras_are_added_where_they_are_asked_for(game_file, capsys):
    path = game_file(STONE)
    main(["replay", path])
    main(["replay", path, "--heat", "--order", "--score"])
    plain, full = (json.loads(line) for line in capsys.readouterr().out.splitlines())
    assert full["position"].keys() - plain["position"].keys() == {"heat", "order", "points", "area"}


def test_an_extra_of_another_game_adds_nothing(game_file, capsys):
    assert main(["replay", game_file(STONE), "--areas"]) == 0
    assert "areas" not in json.loads(capsys.readouterr().out)["position"]


def test_positions_are_drawn_where_text_is_asked_for(game_file, capsys):
    assert main(["replay", game_file(STONE), "--each", "--text"]) == 0
    said = capsys.readouterr().out
    assert said.startswith("Step 0. Parallel Multiplayer Go, turn 1, play. You are a spectator.")
    assert "\n\nStep 1. " in said
    assert "\n3  . . 0 . .\n" in said


def test_bots_play_a_record_on_to_its_end(tmp_path, capsys):
    small = record.new("territory", 2, {"rows": 4, "columns": 4}, seed=3)
    path = tmp_path / "game.json"
    path.write_text(record.write(Record(small.game, 2, small.options, 3, [{"actions": {}}])))
    assert main(["play", str(path), "--bot", "easy", "--bot", "medium"]) == 0
    whole = record.read(capsys.readouterr().out)
    assert whole.steps[0] == {"actions": {}}
    assert list(replay(whole))[-1].as_json()["outcome"] is not None


def test_a_bot_that_a_game_does_not_have_is_refused(game_file, capsys, monkeypatch):
    game = registry.game("multiplayer-go")
    monkeypatch.setattr(type(game), "bots", game.bots[:2])
    assert main(["play", game_file()]) == 1
    assert capsys.readouterr().err == (
        "unknown-bot: Parallel Multiplayer Go has bots of these levels: easy, fairly-easy\n"
    )


def test_check_says_nothing_of_a_record_that_replays(game_file, capsys):
    assert main(["check", game_file(STONE)]) == 0
    assert capsys.readouterr() == ("", "")


def test_check_says_where_and_why_a_record_is_refused(game_file, capsys):
    assert main(["check", game_file(STONE, WRONG)]) == 1
    assert capsys.readouterr().err.startswith("step 2: seat 1: occupied: ")


@pytest.mark.parametrize("name", ["", "folder"])
def test_a_file_that_cannot_be_read_is_refused_in_one_line(name, tmp_path, capsys):
    assert main(["check", str(tmp_path / name)]) == 1
    assert capsys.readouterr().err.startswith("bad-record: cannot read ")


def test_list_tells_every_game_with_its_seats_and_options(capsys):
    assert main(["list"]) == 0
    listed = {game["slug"]: game for game in json.loads(capsys.readouterr().out)}
    assert list(listed) == [game.slug for game in registry.GAMES]
    told = listed["multiplayer-go"]
    assert (told["name"], told["least_seats"], told["most_seats"]) == (
        "Parallel Multiplayer Go",
        2,
        12,
    )
    assert told["options"][0] == {
        "name": "size",
        "type": "integer",
        "default": 9,
        "range": [5, 25],
        "help": "lines of the square board",
    }


def test_new_prints_an_empty_record_that_replays(capsys):
    options = ["--option", "size=13", "--option", "collision=ko", "--option", "max_turns=null"]
    assert main(["new", "multiplayer-go", "--seats", "4", *options, "--seed", "9"]) == 0
    made = record.read(capsys.readouterr().out)
    assert (made.seats, made.seed) == (4, 9)
    assert made.options == {"size": 13, "collision": "ko", "max_turns": None}


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (["go", "--seats", "2"], "unknown-variant"),
        (["multiplayer-go", "--seats", "1"], "bad-seats"),
        (["multiplayer-go", "--seats", "2", "--option", "size=4"], "bad-options"),
        (["multiplayer-go", "--seats", "2", "--option", "size=big"], "bad-options"),
        (["multiplayer-go", "--seats", "2", "--option", "komi=7"], "bad-options"),
        (["multiplayer-go", "--seats", "2", "--option", "size"], "bad-options"),
        (["multiplayer-go", "--seats", "2", "--option", "size=NaN"], "bad-options"),
        (["multiplayer-go", "--seats", "2", *["--option", "size=9"] * 2], "bad-options"),
    ],
)
def test_new_refuses_with_a_code_and_one_line(arguments, code, capsys):
    assert main(["new", *arguments]) == 1
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.startswith(f"{code}: ")
    assert len(said.err.splitlines()) == 1


@pytest.mark.parametrize(
    "arguments",
    [
        [],
        ["play"],
        ["replay"],
        ["new", "multiplayer-go"],
        ["check", "a", "b"],
        ["replay", "--he"],
        *(
            ["new", "multiplayer-go", "--seats", "2", "--seed", seed]
            for seed in ("x", "-1", "9" * 5000)
        ),
    ],
)
def test_wrong_usage_exits_with_2_and_says_how(arguments, capsys):
    with pytest.raises(SystemExit) as left:
        main(arguments)
    assert left.value.code == 2
    assert "usage:" in capsys.readouterr().err


def test_a_record_comes_by_standard_input(game_file):
    with Path(game_file(STONE)).open("rb") as file:
        done = run("replay", "-", stdin=file)
    assert (done.returncode, done.stderr) == (0, b"")
    assert json.loads(done.stdout)["step"] == 1


def test_what_is_refused_is_said_where_only_ascii_can_be_printed():
    done = run("check", "-", input=b"\xff", env={**os.environ, "PYTHONIOENCODING": "ascii"})
    assert (done.returncode, done.stdout) == (1, b"")
    assert done.stderr == b"bad-record: not UTF-8 text\n"


def test_a_reader_that_stops_reading_is_no_error(game_file):
    path = game_file(*[STONE if n == 0 else {"actions": {}} for n in range(500)])
    command = f'"{sys.executable}" -m engines replay "{path}" --each --heat | head -c 10'
    done = subprocess.run(
        ["bash", "-c", f"set -o pipefail; {command}"], capture_output=True, check=False, timeout=300
    )
    assert (done.returncode, done.stderr) == (0, b"")


def test_no_command_needs_the_site_or_a_database():
    code = (
        "import sys; from engines.command_line import main; main(['list']);"
        "sys.exit(any(name in sys.modules for name in ('django', 'redis', 'psycopg', 'games')))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, check=False, timeout=300
    )
    assert done.returncode == 0
