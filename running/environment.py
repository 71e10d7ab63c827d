"""Makes the virtual environment and installs the packages that a lock file pins.

The Makefile calls ``python3 running/environment.py run`` (or ``dev``) with whatever Python the
machine has. So this file has no dependencies, and even an old Python can run it and be told that it
is too old.
"""

import os
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path
from typing import NoReturn

OLDEST = (3, 11)
SYSTEM_PYTHON = "/usr/bin/python3"
NEWER_NAMES = ("python3.14", "python3.13", "python3.12", "python3.11")
ROOT = Path(__file__).resolve().parent.parent
VENV = ROOT / ".venv"
PYTHON = VENV / "bin" / "python"
LOCKS = ROOT / "requirements"


def find_python() -> str:
    """Returns the path of a Python that is new enough: this one, or one found by name.

    A Python that was compiled without optimization, as pyenv does unless it is told otherwise,
    takes a fifth to two fifths longer for everything. Where the system has one of its own, that is
    taken, unless ``PYTHON`` says which one to take.
    """
    if sys.version_info >= OLDEST:
        may_replace = "PYTHON" not in os.environ and not is_optimized()
        return SYSTEM_PYTHON if may_replace and can_make_venv(SYSTEM_PYTHON) else sys.executable
    for name in NEWER_NAMES:
        path = shutil.which(name)
        if path:
            return path
    version = ".".join(str(part) for part in sys.version_info[:3])
    raise SystemExit(
        "Miai needs Python 3.11 or later, and python3 is " + version + ". "
        "Where a newer one is installed, name it: make run PYTHON=/path/to/python3.12"
    )


def is_optimized() -> bool:
    """Says whether this Python was compiled with optimization that takes a profile."""
    return "--enable-optimizations" in (sysconfig.get_config_var("CONFIG_ARGS") or "")


def can_make_venv(python: str) -> bool:
    """Says whether a Python is there, is new enough and has what a virtual environment takes."""
    check = "import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 11))"
    return Path(python).exists() and quiet([python, "-c", check]).returncode == 0


def make_venv(python: str) -> None:
    """Makes ``.venv``, unless it already works with a Python that is new enough."""
    fits = "import sys, pip; sys.exit(sys.version_info < (3, 11))"
    if PYTHON.exists() and quiet([str(PYTHON), "-c", fits]).returncode == 0:
        return
    if quiet([python, "-c", "import venv, ensurepip"]).returncode != 0:
        fail(
            "Python's venv module is missing. On Debian and Ubuntu: apt-get install python3-venv"
            " (as root), then start again."
        )
    print("Making the virtual environment .venv ...", flush=True)
    made = quiet([python, "-m", "venv", "--clear", str(VENV)])
    if made.returncode != 0:
        fail("The virtual environment .venv cannot be made: " + last_line(made))


def install(lock: str) -> None:
    """Installs what ``requirements/{lock}.txt`` pins, with uv, which is fast, or else with pip."""
    print("Installing what requirements/" + lock + ".txt pins into .venv ...", flush=True)
    pinned = ["install", "--quiet", "--require-hashes", "-r"]
    pip = [str(PYTHON), "-m", "pip", "--disable-pip-version-check", *pinned]
    wanted = str(LOCKS / (lock + ".txt"))
    if quiet([*pip, str(LOCKS / "uv.txt")]).returncode == 0:
        uv = [str(PYTHON), "-m", "uv", "pip", *pinned, wanted, "--python", str(PYTHON)]
        if quiet(uv).returncode == 0:
            return
    # uv may have no build here, or not know the package index that pip is configured with.
    installed = quiet([*pip, wanted])
    if installed.returncode != 0:
        fail("The dependencies cannot be installed (no network?): " + last_line(installed))


def quiet(command: list) -> subprocess.CompletedProcess:
    """Runs a command and returns it with its output."""
    return subprocess.run(
        command, check=False, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    )


def last_line(finished: subprocess.CompletedProcess) -> str:
    """Returns the last line of a command's output, which usually says why it failed."""
    lines = [line.strip() for line in finished.stdout.splitlines() if line.strip()]
    return lines[-1] if lines else "it did not say why"


def fail(message: str) -> NoReturn:
    """Exits with one line on standard error."""
    sys.exit(message)


def main(lock: str) -> None:
    """Makes and fills the environment, and leaves a stamp for the Makefile."""
    os.chdir(str(ROOT))
    make_venv(find_python())
    install(lock)
    # The lock file for development includes the one for running.
    for stamp in ("run", "dev") if lock == "dev" else ("run",):
        (VENV / (stamp + ".stamp")).touch()


if __name__ == "__main__":
    main(sys.argv[1])
