"""The wheel of the engines, installed in an environment that has nothing else."""

import io
import json
import os
import re
import subprocess
import sys
import tomllib
import venv
from contextlib import redirect_stdout
from importlib.metadata import distribution
from pathlib import Path

import pytest

from engines.command_line import main

ROOT = Path(__file__).parents[2]
ENGINES = ROOT / "engines"
EVERY_MODULE = """
import importlib, json, pkgutil, miai_engines
missing = {}
for module in pkgutil.walk_packages(miai_engines.__path__, "miai_engines."):
    if not module.name.endswith("__main__"):
        try:
            importlib.import_module(module.name)
        except ModuleNotFoundError as error:
            missing[module.name] = error.name
print(json.dumps(missing))
"""


def run(*command, **further):
    done = subprocess.run(command, capture_output=True, check=False, text=True, **further)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def site_packages(tmp_path_factory):
    """The packages of a new environment in which the wheel is installed. It borrows NumPy and
    Shapely from this one, so that nothing is downloaded."""
    folder = tmp_path_factory.mktemp("wheel")
    build = ("-m", "hatchling", "build", "-t", "wheel", "-d", str(folder))
    run(sys.executable, *build, cwd=ENGINES)
    venv.create(folder / "env", with_pip=False)
    (packages,) = (folder / "env" / "lib").glob("python*/site-packages")
    for name in ("numpy", "shapely"):
        installed = distribution(name)
        for top in {path.parts[0] for path in installed.files} - {".."}:
            (packages / top).symlink_to(installed.locate_file(top))
    (wheel,) = folder.glob("*.whl")
    install = ("install", "--quiet", "--no-index", "--disable-pip-version-check", str(wheel))
    run(sys.executable, "-m", "pip", "--python", str(folder / "env"), *install)
    return packages


@pytest.fixture
def bin_folder(site_packages):
    return site_packages.parents[2] / "bin"


@pytest.fixture
def python(bin_folder, tmp_path):
    """Runs the new environment's Python, away from the project."""
    return lambda *arguments: run(str(bin_folder / "python"), "-I", *arguments, cwd=tmp_path)


def test_it_has_the_version_of_the_project_and_needs_numpy_and_shapely_alone():
    site = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    wheel = tomllib.loads((ENGINES / "pyproject.toml").read_text())["project"]
    for key in ("version", "requires-python"):
        assert wheel[key] == site[key]
    assert sorted(re.split("[<>=]", need)[0] for need in wheel["dependencies"]) == [
        "numpy",
        "shapely",
    ]


def test_every_module_is_there_and_needs_nothing_else_but_extras(python):
    assert json.loads(python("-c", EVERY_MODULE)) == {
        "miai_engines.learning.openspiel": "pyspiel",
        "miai_engines.learning.pettingzoo": "gymnasium",
    }


def test_it_says_that_it_is_typed_and_brings_nothing_of_the_site(site_packages):
    assert (site_packages / "miai_engines" / "py.typed").exists()
    brought = {path.name for path in site_packages.iterdir() if not path.is_symlink()}
    assert {name for name in brought if not name.endswith(".dist-info")} == {"miai_engines"}


def test_its_command_says_what_the_projects_does(bin_folder, python, tmp_path):
    made = python("-m", "miai_engines", "new", "territory", "--seats", "2")
    (tmp_path / "game.json").write_text(made)
    replay = ("replay", str(tmp_path / "game.json"), "--each", "--choices")
    with redirect_stdout(io.StringIO()) as said:
        main(replay)
    assert run(str(bin_folder / "miai-engines"), *replay) == said.getvalue() != ""
    assert "\n  python -m miai_engines list\n" in python("-m", "miai_engines", "--help")


def test_its_readme_names_the_wheel_that_is_built(site_packages):
    (wheel,) = site_packages.parents[3].glob("*.whl")
    assert f'"dist/{wheel.name}[pettingzoo]"' in (ENGINES / "README.md").read_text()


def test_the_programs_in_its_readme_work(site_packages, python, tmp_path):
    alone, *learning = re.findall(
        r"^```python\n(.*?)^```", (ENGINES / "README.md").read_text(), re.MULTILINE | re.DOTALL
    )
    assert "Automatafl, turn" in python("-c", alone)
    found = {**os.environ, "PYTHONPATH": str(site_packages)}
    for program in learning:
        run(sys.executable, "-c", program, cwd=tmp_path, env=found)


def test_the_program_that_learns_works(python):
    document = (ROOT / "docs" / "training.md").read_text()
    (program,) = re.findall(r"^```python\n(.*?)^```", document, re.MULTILINE | re.DOTALL)
    few, times = re.subn(r"(GAMES, RATE, TEST_GAMES) = .*", r"\1 = 3, 0.004, 2", program)
    assert times == 1
    assert "after 3 games, wins against" in python("-c", few)
