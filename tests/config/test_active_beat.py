"""Of several beats one sends ticks, and another takes over when it dies, freezes or is cut off."""

import os
import signal
import subprocess
import time
from pathlib import Path

import pytest
from django.db import connection

from config import active_beat
from config.active_beat import ASK_EVERY, LEASE, ActiveBeat
from config.active_beat import active_beat as holder
from config.beat import TickScheduler
from config.celery import app
from games.store import aio
from running import processes
from running.child import ends_with_parent
from tests.servers.link import LinkInThread
from tests.servers.sentinels import until
from transport.redis_clients import thread_client

pytestmark = pytest.mark.django_db(transaction=True)

TICKS = "test-ticks:celery:turns"
"""The queue of the beats of a test, which no worker reads."""


@pytest.fixture
def beats():
    """Two beats of the club, in this process."""
    made = ActiveBeat(), ActiveBeat()
    yield made
    for beat in made:
        beat.close()


def pid_of(beat):
    return beat.database.info.backend_pid


def end_session(pid):
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_terminate_backend(%s, 60000)", [pid])  # waits for the end


def test_one_of_two_beats_is_active(beats):
    first, second = beats
    until(first.is_this, "the first is active")
    assert not second.is_this()
    assert holder() == f"{active_beat.socket.gethostname()}:{os.getpid()}"
    first.close()
    until(second.is_this, "the second is active")
    first.is_this()
    assert not first.is_active


def test_nobody_is_active_while_no_beat_runs():
    assert holder() is None


def test_a_beat_that_was_frozen_stands_by_when_it_wakes(beats, caplog):
    """Frozen: it asks nothing."""
    first, second = beats
    until(first.is_this, "the first is active")
    until(second.is_this, "the second is active")
    assert not first.is_this()
    assert [line.getMessage() for line in caplog.records if line.levelname == "WARNING"] == [
        "this beat stands by: it sends no ticks until the other one is gone",  # the second
        "this beat sends the ticks from now on",
        "the lock of the active beat is lost: OperationalError",
        "this beat stands by: it sends no ticks until the other one is gone",
    ]


def test_a_beat_whose_session_has_ended_asks_before_it_ticks(beats):
    """As when the database fails over, or is restarted."""
    first, second = beats
    until(first.is_this, "the first is active")
    end_session(pid_of(first))
    until(second.is_this, "the second is active")
    first.asked_at = time.monotonic() - ASK_EVERY
    assert not first.is_this()


def test_a_beat_that_gets_no_answer_stands_by_at_once(beats, tmp_path_factory, monkeypatch):
    first, second = beats
    until(second.is_this, "the second is active")
    second.close()
    known = connection.get_connection_params()
    host, port = known.get("host", "localhost"), int(known.get("port", 5432))
    own = f".s.PGSQL.{port}"
    target = Path(host, own) if host.startswith("/") else (host, port)
    with LinkInThread(tmp_path_factory.mktemp("link") / own, target) as link:
        here = {**aio.connection_parameters(), "host": str(link.link.path.parent)}
        with monkeypatch.context() as patch:
            patch.setattr(active_beat, "connection_parameters", lambda: here)
            until(first.is_this, "the first is active")
        link.do("hold")
        first.asked_at = time.monotonic() - ASK_EVERY
        assert not first.is_this()
        until(second.is_this, "the second is active")


def test_a_server_that_is_no_primary_makes_nobody_active(beats, monkeypatch):
    """Each standby would give the lock to another beat."""
    first, _ = beats
    monkeypatch.setattr(active_beat, "_answer", lambda *_: None)
    assert not first.is_this()
    assert first.database is None


def test_a_beat_that_stands_by_sends_nothing(beats, monkeypatch):
    first, _ = beats
    until(first.is_this, "the first is active")
    ticks = TickScheduler(app, lazy=True)
    monkeypatch.setattr(ticks, "apply_entry", lambda *_, **__: pytest.fail("a tick was sent"))
    ticks.setup_schedule()
    assert ticks.tick() == ASK_EVERY
    ticks.active.close()


def test_an_idle_beat_asks_often_enough_to_keep_its_lock():
    assert TickScheduler.max_interval + ASK_EVERY < LEASE


@pytest.fixture
def start(tmp_path):
    """Starts beats as processes; returns each with its log."""
    started = []

    def start():
        log = tmp_path / f"beat {len(started)}.log"
        with log.open("wb") as file:
            process = subprocess.Popen(
                ends_with_parent(processes.beat().command),
                env={**os.environ, "REDIS_PREFIX": "test-ticks"},
                stdout=file,
                stderr=file,
                start_new_session=True,
            )
        started.append(process)
        return process, log

    yield start
    for process in started:
        process.kill()
        process.wait()


def test_ticks_go_on_when_the_active_beat_is_killed_or_frozen(start):
    queue = thread_client(timeout=10)

    def is_active(process):
        return lambda: (holder() or "").endswith(f":{process.pid}")

    def ticks():
        queue.delete(TICKS)
        until(lambda: queue.llen(TICKS), "a tick is sent")

    first, _ = start()
    until(is_active(first), "the first is active")
    second, log = start()
    until(lambda: "stands by" in log.read_text(), "the second stands by")
    ticks()
    first.kill()
    until(is_active(second), "the second is active")
    ticks()
    third, _ = start()
    second.send_signal(signal.SIGSTOP)
    until(is_active(third), "the third is active")
    ticks()
    second.send_signal(signal.SIGCONT)
    until(lambda: log.read_text().count("stands by") == 2, "the second stands by again")
    assert is_active(third)()
    queue.delete(TICKS)
