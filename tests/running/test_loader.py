"""Processes that are copies of the loader live, end and are started again like any others."""

import asyncio
import json
import os
import signal
import subprocess
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path

import pytest

from running.copies import Loader, can_copy
from running.supervisor import Patience, Service, Supervisor

pytestmark = pytest.mark.skipif(not can_copy(), reason="processes are copied on Linux only")

QUICK = Patience(first_pause=0.01, longest_pause=0.04, stop=5.0)
LOADS_NOTHING = """
import os, sys
from pathlib import Path
from running import loader
loader.load, loader.has_rehearsed = (lambda: None), (lambda: True)
full, usual = Path(sys.argv[2]), os.fork
def fail():
    raise BlockingIOError
def fork_once():
    pid = usual()
    if not pid:
        os.fork = fail
    return pid
if full.exists():
    full.unlink()
    os.fork = fork_once
with open(sys.argv[1], "a") as pids:
    print(os.getpid(), file=pids)
loader.main()
"""
MODULES = {
    "ends": "import sys; sys.exit(int(sys.argv[1]))",
    "lives": """
import os, signal, sys
pipe = open(sys.argv[1], "w")
print(os.getpid(), os.getsid(0), file=pipe, flush=True)
signal.pause()
""",
    "has_a_child": """
import os
if os.fork():
    os.wait()
else:
    import lives
""",
}
WHAT_COPIES_CANNOT_USE = """
import json, os, sys
from running import loader
loader.load()
from django.conf import settings
from django.contrib.staticfiles.storage import staticfiles_storage
from django.db import connections
from django.utils.functional import empty
from django.utils.translation import trans_real
from transport import sending
links = [os.readlink(each.path) for each in os.scandir("/proc/self/fd") if os.path.lexists(each)]
print(json.dumps({
    "threads": len(os.listdir("/proc/self/task")) - 1,
    "event loop": "twisted.internet.reactor" in sys.modules,
    "sockets and event loops": [to for to in links if to.startswith(("socket:", "anon_inode:"))],
    "database": [each.alias for each in connections.all(initialized_only=True) if each.connection],
    "connections for pushes": len(sending._client.made),
    "translations": sorted({*trans_real._translations} - {settings.LANGUAGE_CODE}),
    "static files": staticfiles_storage._wrapped is not empty,
}))
"""


def python_module(name: str, *arguments: object) -> tuple[str, ...]:
    return (sys.executable, "-m", name, *map(str, arguments))


class Site:
    """A supervisor with a loader that has loaded nothing, so that it starts at once."""

    def __init__(self, folder: Path) -> None:
        for name, code in MODULES.items():
            (folder / f"{name}.py").write_text(code)
        self.lines: asyncio.Queue[str] = asyncio.Queue()
        self.pids = folder / "pids"
        loader = Loader()
        environment = {**os.environ, "PYTHONPATH": str(folder)}
        self.supervisor = Supervisor(environment, QUICK, self.lines.put_nowait, loader)
        self.full = folder / "full"
        """Where this file is when a loader starts, that one cannot make a copy."""
        command = (sys.executable, "-c", LOADS_NOTHING, str(self.pids), str(self.full))
        service = Service("loader", command, standard_input=loader.connect)
        self.supervisor.keep(service, needed=True)

    def keep(self, name: str, module: str, *arguments: object) -> None:
        self.supervisor.keep(Service(name, python_module(module, *arguments), copied=True))

    async def stop(self) -> None:
        self.supervisor.ask_to_stop()
        await self.supervisor.stopped()

    async def loader(self, number: int = 1) -> int:
        """The process id of the loader that was started last, once ``number`` have been."""
        while len(self.loaders()) < number:  # noqa: ASYNC110 - it has to be asked
            await asyncio.sleep(0.01)
        return self.loaders()[-1]

    def loaders(self) -> list[int]:
        return [*map(int, self.pids.read_text().split())] if self.pids.exists() else []


@pytest.fixture
async def site(tmp_path: Path) -> AsyncIterator[Site]:
    site = Site(tmp_path)
    yield site
    await site.stop()


@asynccontextmanager
async def alive(pipe: Path) -> AsyncIterator[tuple[int, int]]:
    """The process id and the session of the process that opens ``pipe``, while it lives."""
    with suppress(FileExistsError):
        os.mkfifo(pipe)
    with await asyncio.to_thread(pipe.open) as reading:
        pid, session = (await asyncio.to_thread(reading.readline)).split()
        yield int(pid), int(session)
        assert await asyncio.to_thread(reading.read) == ""


def parent_of(pid: int) -> int:
    return int(Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[1])


async def test_the_exit_code_of_a_copy_is_known(site):
    assert await site.supervisor.run(python_module("ends", 4), copied=True) == 4


async def test_a_copy_is_a_child_of_the_supervisor_in_a_session_of_its_own(site, tmp_path):
    site.keep("one", "lives", tmp_path / "pipe")
    async with alive(tmp_path / "pipe") as (pid, session):
        assert session == pid
        assert parent_of(pid) == os.getpid()
        await site.stop()


async def test_a_copy_that_is_killed_is_started_again_alone(site, tmp_path):
    site.keep("one", "lives", tmp_path / "one")
    site.keep("other", "lives", tmp_path / "other")
    async with alive(tmp_path / "other"):
        async with alive(tmp_path / "one") as (pid, _):
            os.kill(pid, signal.SIGKILL)
        assert await site.lines.get() == "one ended by SIGKILL; it starts again in 0.01 s."
        async with alive(tmp_path / "one"):
            assert site.lines.empty()
            await site.stop()


async def test_copies_outlive_their_loader_and_the_next_one_makes_further_copies(site, tmp_path):
    site.keep("one", "lives", tmp_path / "one")
    async with alive(tmp_path / "one"):
        os.kill(await site.loader(), signal.SIGKILL)
        await site.loader(2)
        site.keep("other", "lives", tmp_path / "other")
        async with alive(tmp_path / "other"):
            said = [site.lines.get_nowait() for _ in range(site.lines.qsize())]
            assert said == ["loader ended by SIGKILL; it starts again in 0.01 s."]
            await site.stop()


async def test_a_loader_that_cannot_make_a_copy_is_started_again(site, tmp_path):
    """As when the machine has too many processes for a moment."""
    first = await site.loader()
    site.full.touch()
    os.kill(first, signal.SIGKILL)
    await site.loader(2)
    site.keep("one", "lives", tmp_path / "pipe")
    async with alive(tmp_path / "pipe"):
        said = [(await site.lines.get()).partition(";")[0] for _ in range(2)]
        assert said == ["loader ended by SIGKILL", "loader ended with code 1"]
        await site.stop()


async def test_what_a_copy_has_started_ends_with_it(site, tmp_path):
    os.mkfifo(tmp_path / "pipe")
    site.keep("one", "has_a_child", tmp_path / "pipe")
    async with alive(tmp_path / "pipe"):
        await site.stop()


async def test_a_stop_waits_for_no_loader(tmp_path):
    loader = Loader()
    supervisor = Supervisor(os.environ, QUICK, loader=loader)
    asked = asyncio.create_task(supervisor.run(python_module("ends", 0), copied=True))
    await asyncio.sleep(0)
    supervisor.ask_to_stop()
    assert await asked is None


PARENT = """
import asyncio, sys
from pathlib import Path
from tests.running.test_loader import Site
async def main():
    site = Site(Path(sys.argv[1]))
    site.keep("one", "lives", sys.argv[2])
    await site.supervisor.stopped()
asyncio.run(main())
"""


async def test_a_parent_that_is_killed_leaves_no_copy(tmp_path):
    command = [sys.executable, "-c", PARENT, tmp_path, tmp_path / "pipe"]
    parent = await asyncio.create_subprocess_exec(*command)
    async with alive(tmp_path / "pipe"):
        parent.kill()
        await parent.wait()


def test_nothing_is_loaded_that_a_copy_cannot_use(tmp_path):
    """Threads end in a copy, and connections, event loops and what is read before it is made up to
    date would be those of the loader."""
    named = {"DATABASE_URL": "postgresql://named/club", "REDIS_URL": "redis://named"}
    found = subprocess.run(
        [sys.executable, "-c", WHAT_COPIES_CANNOT_USE],
        env={**os.environ, **named, "VAR_DIR": str(tmp_path)},
        stdout=subprocess.PIPE,
        check=True,
    )
    assert {what for what, there in json.loads(found.stdout).items() if there} == set()
