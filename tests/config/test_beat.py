"""The beat sleeps until a tick is due, no shorter and no longer."""

from datetime import UTC, datetime, timedelta

import pytest
import time_machine

from config.beat import Ticks
from config.celery import app

START = datetime(2026, 11, 21, 20, 0, tzinfo=UTC)


@pytest.fixture
def clock():
    """Time stands still until it is moved."""
    with time_machine.travel(START, tick=False) as clock:
        yield clock


@pytest.fixture
def beat(clock, monkeypatch):
    """The club's beat, which notes what it would send in ``sent``."""
    ticks = Ticks(app, lazy=True)
    ticks.setup_schedule()
    ticks.sent = []
    monkeypatch.setattr(ticks, "apply_entry", lambda entry, producer: ticks.sent.append(entry.name))
    monkeypatch.setattr(Ticks, "producer", None)
    return ticks


def tick_until_it_sleeps(beat):
    """Ticks as the beat's process does; for how many seconds it would sleep then."""
    for _ in range(100):
        if (seconds := beat.tick()) > 0:
            return seconds
    raise AssertionError("it asks the clock again and again")


def test_after_each_sleep_something_is_due(beat, clock):
    for _ in range(40):
        clock.shift(timedelta(seconds=tick_until_it_sleeps(beat)))
        before = len(beat.sent)
        beat.tick()
        assert len(beat.sent) == before + 1


def test_in_four_seconds_every_tick_comes_as_often_as_it_should(beat, clock):
    ends = START + timedelta(seconds=4)
    while (seconds := tick_until_it_sleeps(beat)) <= (ends - datetime.now(UTC)).total_seconds():
        clock.shift(timedelta(seconds=seconds))
    times = {name: beat.sent.count(name) for name in beat.schedule}
    assert times["open due turns"] == 16
    assert times["play bots"] == 8
    assert times["start ready tables"] == 16
    assert times["make bots ready"] == 4
