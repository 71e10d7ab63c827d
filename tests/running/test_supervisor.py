"""The parent of all processes keeps them running, and leaves none behind."""

import asyncio
import os
import signal
import subprocess
import sys
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import TextIO

import pytest

from running import processes, site
from running.site import Site, until
from running.steps import step
from running.supervisor import Patience, Service, Supervisor

QUICK = Patience(first_pause=0.01, longest_pause=0.04, stop=5.0)
DIES = Service("dies", [sys.executable, "-I", "-S", "-c", "raise SystemExit(3)"])
# Reports that it is alive, and holds the pipe open as long as it lives.
LIVES = """
import signal, sys
pipe = open(sys.argv[1], "w")
print("ready", file=pipe, flush=True)
signal.pause()
"""
IGNORES_SIGTERM = "import signal; signal.signal(signal.SIGTERM, signal.SIG_IGN)" + LIVES
SAYS_WHEN_ASKED_TO_END = """
import signal, sys
log = open(sys.argv[2], "a")
def end(number, frame):
    print(sys.argv[3], file=log, flush=True)
    sys.exit()
signal.signal(signal.SIGTERM, end)
""" + LIVES.replace("import signal, sys", "")
ENDS_WHEN_THEY_MEET = """
import signal, sys
def end(number, frame):
    open(sys.argv[2], sys.argv[3])  # a pipe opens when both of its ends do
    sys.exit()
signal.signal(signal.SIGTERM, end)
""" + LIVES.replace("import signal, sys", "")
HAS_A_CHILD = """
import subprocess, sys
subprocess.Popen([sys.executable, "-c", sys.argv[2], sys.argv[1]]).wait()
"""


def python(code: str, *arguments: object) -> list[str]:
    return [sys.executable, "-I", "-S", "-c", code, *map(str, arguments)]


class Lines(asyncio.Queue[str]):
    """The lines that a supervisor reports."""

    def __call__(self, line: str) -> None:
        self.put_nowait(line)


def supervisor(patience: Patience = QUICK) -> tuple[Supervisor, Lines]:
    lines = Lines()
    return Supervisor(os.environ, patience, lines), lines


@pytest.fixture
def pipe(tmp_path: Path) -> Path:
    os.mkfifo(tmp_path / "pipe")
    return tmp_path / "pipe"


@asynccontextmanager
async def alive(pipe: Path) -> AsyncIterator[TextIO]:
    """The reading end of ``pipe``, once the process at the other end has reported."""
    with await asyncio.to_thread(pipe.open) as reading:
        assert await asyncio.to_thread(reading.readline) == "ready\n"
        yield reading


def nobody_is_left(reading: TextIO) -> bool:
    """Waits until no process holds the other end."""
    return reading.read() == ""


async def test_a_service_that_dies_is_started_again_after_a_growing_pause():
    parent, lines = supervisor()
    parent.keep(DIES)
    said = [await lines.get() for _ in range(4)]
    parent.ask_to_stop()
    await parent.stopped()
    assert said == [
        f"dies ended with code 3; it starts again in {pause} s."
        for pause in ("0.01", "0.02", "0.04", "0.04")
    ]


async def test_a_service_that_cannot_be_started_is_tried_again(monkeypatch, pipe):
    """As when the machine has too many processes for a moment."""
    parent, lines = supervisor()
    usual = asyncio.create_subprocess_exec

    async def fail(*_command, **_options):
        monkeypatch.setattr(asyncio, "create_subprocess_exec", usual)
        raise BlockingIOError("no room")

    monkeypatch.setattr(asyncio, "create_subprocess_exec", fail)
    parent.keep(Service("lives", python(LIVES, pipe)))
    async with alive(pipe):
        assert await lines.get() == "lives ended with the error no room; it starts again in 0.01 s."
        parent.ask_to_stop()
        await parent.stopped()


async def test_a_service_that_had_settled_is_started_again_after_the_first_pause():
    parent, lines = supervisor(Patience(first_pause=0.01, settled=0.0))
    parent.keep(DIES)
    said = [await lines.get() for _ in range(3)]
    parent.ask_to_stop()
    await parent.stopped()
    assert all("in 0.01 s" in line for line in said)


async def test_a_service_that_is_killed_is_started_again():
    parent, lines = supervisor()
    parent.keep(Service("killed", python("import os; os.kill(os.getpid(), 9)")))
    assert (await lines.get()).startswith("killed ended by SIGKILL;")
    parent.ask_to_stop()
    await parent.stopped()


async def test_what_the_others_need_is_stopped_after_them(tmp_path):
    parent, lines = supervisor()
    for name in ("needed", "one", "other"):
        os.mkfifo(tmp_path / name)
        log = tmp_path / "log"
        service = Service(name, python(SAYS_WHEN_ASKED_TO_END, tmp_path / name, log, name))
        parent.keep(service, needed=name == "needed")
        async with alive(tmp_path / name):
            pass
    parent.ask_to_stop()
    await parent.stopped()
    *others, last = (tmp_path / "log").read_text().split()
    assert (sorted(others), last) == (["one", "other"], "needed")
    assert lines.empty()


async def test_of_what_the_others_need_the_first_is_stopped_last(tmp_path):
    parent, _ = supervisor()
    log = tmp_path / "log"
    for name in ("first", "second", "third"):
        os.mkfifo(tmp_path / name)
        service = Service(name, python(SAYS_WHEN_ASKED_TO_END, tmp_path / name, log, name))
        parent.keep(service, needed=True)
        async with alive(tmp_path / name):
            pass
    parent.ask_to_stop()
    await parent.stopped()
    assert log.read_text().split() == ["third", "second", "first"]


async def test_a_service_is_asked_to_stop_in_its_own_way(tmp_path, pipe):
    parent, _ = supervisor()
    code = SAYS_WHEN_ASKED_TO_END.replace("SIGTERM", "SIGINT")
    service = Service("one", python(code, pipe, tmp_path / "log", "asked"), ends_on=signal.SIGINT)
    parent.keep(service)
    async with alive(pipe):
        parent.ask_to_stop()
        await parent.stopped()
    assert (tmp_path / "log").read_text() == "asked\n"


async def test_a_service_may_have_longer_than_others_to_stop(tmp_path, pipe):
    parent, _ = supervisor(Patience(stop=0.0))
    command = python(SAYS_WHEN_ASKED_TO_END, pipe, tmp_path / "log", "asked")
    parent.keep(Service("one", command, stop=600.0))
    async with alive(pipe):
        parent.ask_to_stop()
        await parent.stopped()
    assert (tmp_path / "log").read_text() == "asked\n"


async def test_what_a_service_says_goes_into_its_log(tmp_path):
    parent, _ = supervisor()
    service = Service("one", python("print('said')"), log=tmp_path / "log")
    kept = parent.keep(service, awaited=True)
    await until(lambda: False, kept)
    assert (tmp_path / "log").read_text() == "said\n"
    parent.ask_to_stop()
    await parent.stopped()


async def test_a_service_that_ends_at_its_start_is_not_started_again():
    parent, lines = supervisor()
    kept = parent.keep(DIES, awaited=True)
    await until(lambda: False, kept)
    assert kept.ended == "with code 3"
    parent.ask_to_stop()
    await parent.stopped()
    assert lines.empty()


async def test_a_service_that_has_started_is_started_again_when_it_ends():
    parent, lines = supervisor()
    kept = parent.keep(DIES, awaited=True)
    await until(lambda: True, kept)
    assert await lines.get() == "dies ended with code 3; it starts again in 0.01 s."
    parent.ask_to_stop()
    await parent.stopped()


async def test_a_service_is_waited_for_as_long_as_it_lives(pipe):
    parent, _ = supervisor()
    kept = parent.keep(Service("slow", python(LIVES, pipe)), awaited=True)
    answers = iter([False] * 20 + [True])
    async with alive(pipe):
        await until(lambda: next(answers), kept)
        assert next(answers, None) is None
        assert kept.ended is None
        parent.ask_to_stop()
        await parent.stopped()


async def test_services_are_asked_to_stop_at_the_same_time(tmp_path):
    """Each ends only after both were asked: if they were asked one after the other, the first would
    be killed."""
    parent, _ = supervisor(Patience(stop=60.0))
    met = tmp_path / "met"
    os.mkfifo(met)
    for name, way in (("reads", "r"), ("writes", "w")):
        os.mkfifo(tmp_path / name)
        parent.keep(Service(name, python(ENDS_WHEN_THEY_MEET, tmp_path / name, met, way)))
        async with alive(tmp_path / name):
            pass
    parent.ask_to_stop()
    async with asyncio.timeout(30):
        await parent.stopped()


async def test_a_service_that_does_not_end_when_asked_is_ended(pipe):
    parent, _ = supervisor(Patience(stop=0.01))
    parent.keep(Service("stubborn", python(IGNORES_SIGTERM, pipe)))
    async with alive(pipe) as reading:
        parent.ask_to_stop()
        await parent.stopped()
        assert nobody_is_left(reading)


async def test_what_a_dead_service_had_started_is_ended_too(pipe):
    parent, _ = supervisor()
    parent.keep(Service("parent", python(HAS_A_CHILD, pipe, LIVES)))
    async with alive(pipe) as reading:
        parent.ask_to_stop()
        await parent.stopped()
        assert nobody_is_left(reading)


async def test_a_command_that_is_run_gives_its_exit_code():
    parent, _ = supervisor()
    assert await parent.run(python("raise SystemExit(4)")) == 4


async def test_a_command_that_is_running_ends_when_asked_to_stop(pipe):
    parent, _ = supervisor()
    running = asyncio.create_task(parent.run(python(LIVES, pipe)))
    async with alive(pipe) as reading:
        parent.ask_to_stop()
        assert await running is None
        assert nobody_is_left(reading)


async def test_a_signal_asks_to_stop():
    parent, _ = supervisor()
    parent.stop_on(signal.SIGUSR1)
    os.kill(os.getpid(), signal.SIGUSR1)
    await parent.stopped()
    assert parent.stopping
    asyncio.get_running_loop().remove_signal_handler(signal.SIGUSR1)


async def test_what_takes_long_is_said_once():
    said = Lines()
    with step("Counting the stones", said, seconds=0.0):
        assert await asyncio.to_thread(said_something, said)
    assert said.get_nowait() == "Counting the stones ..."
    assert said.empty()


def said_something(said: Lines) -> bool:
    while said.empty():
        time.sleep(0.01)
    return True


def test_what_is_done_at_once_is_not_mentioned():
    said: list[str] = []
    with step("Counting the stones", said.append, seconds=600.0):
        pass
    assert said == []


async def nothing_to_prepare(self, command, **how):
    return 0


async def test_a_web_server_that_ends_at_its_start_ends_the_site(tmp_path, monkeypatch, capsys):
    """Its last words are already on the terminal."""
    lives = Service("worker", python("import signal; signal.pause()"))
    monkeypatch.setattr(site, "can_copy", lambda: False)
    monkeypatch.setattr(Supervisor, "run", nothing_to_prepare)
    monkeypatch.setattr(processes, "web", lambda host, port: DIES)
    monkeypatch.setattr(processes, "workers", lambda: (lives, lives))
    named = {"DATABASE_URL": "postgresql://named", "REDIS_URL": "redis://named"}
    environment = {**os.environ, **named, "VAR_DIR": str(tmp_path)}
    assert await Site(host="127.0.0.1", port=1, demo=False, environment=environment).run() == 1
    said = capsys.readouterr().err
    assert "The web server ended with code 3 at its start; what it said is above." in said
    assert "starts again" not in said


PARENT = """
import asyncio, os, sys
from running.supervisor import Service, Supervisor
async def main():
    parent = Supervisor(os.environ)
    parent.keep(Service("child", sys.argv[1:]))
    await parent.stopped()
asyncio.run(main())
"""


def test_a_parent_that_is_killed_leaves_no_orphan(pipe):
    parent = subprocess.Popen([sys.executable, "-c", PARENT, *python(LIVES, pipe)])
    with pipe.open() as reading:
        assert reading.readline() == "ready\n"
        parent.kill()
        parent.wait()
        assert nobody_is_left(reading)
