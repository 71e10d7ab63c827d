"""Every sample record of every game is replayed in this process, some also by the real command
line."""

import json
import subprocess
import sys

import pytest
from shapely import MultiLineString

from engines import record, registry
from engines.replay import replay
from engines.rules import Json
from tests.engines import samples

SAMPLES = [
    pytest.param(game.slug, path, id=f"{game.slug}-{path.stem}")
    for game in registry.GAMES
    for path in samples.of(game.slug)
]
ONE_OF_EACH_KIND = [
    pytest.param(game.slug, path, id=f"{game.slug}-{path.stem}")
    for game in registry.GAMES
    for path in (samples.of(game.slug)[0], samples.of(game.slug)[-1])
]


def lines_of(slug, sample):
    """The lines of a replay, and its refusal if there was one."""
    said: list[Json] = []
    extras = samples.EXTRAS.get(slug, [])
    try:
        said.extend(line.as_json(extras) for line in replay(record.read(samples.text_of(sample))))
    except record.RecordError as error:
        return said, error
    return said, None


@pytest.mark.parametrize(("slug", "path"), SAMPLES)
def test_a_sample_record_comes_out_as_it_says(slug, path):
    sample = samples.contents(path)
    wanted = sample["expect"]
    said, refused = lines_of(slug, sample)
    tolerance = samples.TOLERANCE.get(slug, 1.5e-6)
    for step, (line, each) in enumerate(zip(said, sample.get("each", []))):
        assert samples.difference(each, line, tolerance, f"step {step}") is None
    if "error" in wanted:
        assert (refused.code, refused.step) == (wanted["error"], wanted.get("step"))
        assert len(said) == (refused.step or 0)
    else:
        assert refused is None
        last = {key: value for key, value in wanted.items() if key not in samples.OWN_CHECKS}
        assert samples.difference(last, said[-1], tolerance) is None
        assert len(said) == len(sample["record"]["steps"]) + 1


def expecting(check):
    return [
        parameters
        for parameters in SAMPLES
        if check in samples.contents(parameters.values[1])["expect"]
    ]


@pytest.mark.parametrize(("slug", "path"), expecting("draw_checks"))
def test_a_line_is_drawn_as_far_as_the_sample_says(slug, path):
    sample = samples.contents(path)
    said, _ = lines_of(slug, sample)
    for check in sample["expect"]["draw_checks"]:
        events = said[check["step"]]["events"]
        (drawn,) = (event for event in events if event["type"] == "drawn")
        assert drawn["stopped"] == check["stopped"]
        assert drawn["length"] == pytest.approx(check["length"], abs=check["tol"])


@pytest.mark.parametrize(("slug", "path"), expecting("no_touch"))
def test_lines_of_both_seats_stay_apart_on_the_fine_grid(slug, path):
    said, _ = lines_of(slug, samples.contents(path))
    lines = said[-1]["position"]["lines"]
    assert all(1024 * c == int(1024 * c) for line in lines for at in line["path"] for c in at)
    black, white = (
        MultiLineString([line["path"] for line in lines if line["seat"] == seat]) for seat in (0, 1)
    )
    assert black.is_empty or white.is_empty or black.distance(white) >= 1 / 64


@pytest.mark.parametrize(("slug", "path"), ONE_OF_EACH_KIND)
def test_the_command_line_says_what_the_replay_says(slug, path):
    sample = samples.contents(path)
    said, refused = lines_of(slug, sample)
    flags = [f"--{name}" for name in samples.EXTRAS.get(slug, [])]
    run = subprocess.run(
        [sys.executable, "-m", "engines", "replay", "-", "--each", *flags],
        input=samples.text_of(sample),
        capture_output=True,
        check=False,
        text=True,
        timeout=300,
    )
    assert [json.loads(line) for line in run.stdout.splitlines()] == said
    assert run.returncode == (refused is not None)
    assert run.stderr == ("" if refused is None else f"{refused}\n")
