"""The site's present code and that of older commits, each with its Python environment."""

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
PREPARE = Path("bench", "site", "prepare")


@dataclass(frozen=True)
class Checkout:
    """A commit's files in ``root``, and the Python that runs them. ``name``: its name in
    tables."""

    name: str
    root: Path
    python: Path

    def prepare(self, what: str, wanted: Any, environment: Mapping[str, str]) -> Any:
        """Runs :mod:`bench.site.prepare` with this commit's code; returns what it made.

        Raises RuntimeError with its output if it fails.
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
    """The present files, committed or not."""
    return Checkout("site", ROOT, Path(sys.executable))


@contextmanager
def older(commit: str, repository: Path = ROOT) -> Iterator[Checkout]:
    """Unpacks the files of ``commit`` into a temporary folder for the duration of the block.

    They are unpacked rather than checked out, so that nothing is left in the repository, even if
    this is killed. Raises RuntimeError if there is no such commit.
    """
    folder = Path(tempfile.mkdtemp(prefix="miai-older-"))
    try:
        packed = git(repository, "archive", "--format=tar", commit)
        with tarfile.open(fileobj=io.BytesIO(packed)) as files:
            # Python before 3.11.4 has no filters, and ignores this.
            files.extraction_filter = getattr(tarfile, "data_filter", None)
            files.extractall(folder)  # noqa: S202 - our own files
        has_own = (folder / PREPARE).exists() or (folder / PREPARE).with_suffix(".py").exists()
        if not has_own:
            shutil.copytree(ROOT / PREPARE, folder / PREPARE)
        yield Checkout(commit[:12], folder, python_for(folder))
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def python_for(folder: Path) -> Path:
    """This Python if the commit pins the same packages, else a new environment with its packages.
    Raises RuntimeError if that cannot be made."""
    if (folder / LOCK).read_bytes() == (ROOT / LOCK).read_bytes():
        return Path(sys.executable)
    command = [sys.executable, "running/environment.py", "run"]
    made = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    if made.returncode:
        raise RuntimeError(f"An older environment cannot be made: {made.stdout}{made.stderr}")
    return folder / ".venv" / "bin" / "python"


def git(repository: Path, *arguments: str) -> bytes:
    """The output of a git command. Raises RuntimeError with its errors if it fails."""
    answer = subprocess.run(["git", *arguments], cwd=repository, capture_output=True, check=False)
    if answer.returncode:
        raise RuntimeError(f"git {arguments[0]}: {answer.stderr.decode().strip()}")
    return answer.stdout
