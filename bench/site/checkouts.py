"""The site's code as it is here, and as it was at an older commit, each with its environment."""

from __future__ import annotations

import io
import json
import shutil
import subprocess
import sys
import tarfile
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent.parent
LOCK = Path("requirements", "run.txt")
PREPARE = Path("bench", "site", "prepare.py")


@dataclass(frozen=True)
class Checkout:
    """A commit's files in ``root``, and the Python that runs them. ``name``: what it is called."""

    name: str
    root: Path
    python: Path

    def prepare(self, what: str, wanted: Any, environment: Mapping[str, str]) -> Any:
        """Has :mod:`bench.site.prepare` make something with this commit's code.

        Raises RuntimeError with what it said where it cannot.
        """
        made = subprocess.run(
            [self.python, "-m", "bench.site.prepare", what],
            input=json.dumps(wanted),
            cwd=self.root,
            env=dict(environment),
            capture_output=True,
            text=True,
            check=False,
        )
        if made.returncode:
            raise RuntimeError(f"{self.name} cannot be prepared ({what}):\n{made.stderr}")
        return json.loads(made.stdout)


def present() -> Checkout:
    """The files as they are here, committed or not."""
    return Checkout("site", ROOT, Path(sys.executable))


@contextmanager
def older(commit: str, repository: Path = ROOT) -> Iterator[Checkout]:
    """The files of ``commit`` in a folder of their own, for as long as they are measured.

    They are unpacked, not checked out, so that nothing is left in the repository however this
    ends. Raises RuntimeError where there is no such commit.
    """
    folder = Path(tempfile.mkdtemp(prefix="miai-older-"))
    try:
        packed = git(repository, "archive", "--format=tar", commit)
        with tarfile.open(fileobj=io.BytesIO(packed)) as files:
            files.extractall(folder, filter="data")
        if not (folder / PREPARE).exists():
            (folder / PREPARE).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / PREPARE, folder / PREPARE)
        yield Checkout(commit[:12], folder, python_for(folder))
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def python_for(folder: Path) -> Path:
    """This Python where the commit pins the same packages, else one with those that it pins."""
    if (folder / LOCK).read_bytes() == (ROOT / LOCK).read_bytes():
        return Path(sys.executable)
    command = [sys.executable, "running/environment.py", "run"]
    made = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    if made.returncode:
        raise RuntimeError(f"An older environment cannot be made: {made.stdout}{made.stderr}")
    return folder / ".venv" / "bin" / "python"


def git(repository: Path, *arguments: str) -> bytes:
    """What git answers. Raises RuntimeError with what it said where it fails."""
    answer = subprocess.run(["git", *arguments], cwd=repository, capture_output=True, check=False)
    if answer.returncode:
        raise RuntimeError(f"git {arguments[0]}: {answer.stderr.decode().strip()}")
    return answer.stdout
