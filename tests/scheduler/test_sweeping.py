"""A sweep handles what is due: each thing once, not before its time, whatever fails beside it."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from itertools import pairwise

import pytest
import time_machine
from django.db import OperationalError

from scheduler.jobs import BATCH, Job, Queue, periodic, register
from scheduler.sweeping import LOOK_AGAIN, MOST_AHEAD, OVERTIME, sweep

START = datetime(2026, 11, 22, 20, 0, tzinfo=UTC)


@pytest.fixture
def clock():
    """Time stands still until it is moved, and passes where something sleeps."""
    with time_machine.travel(START, tick=False) as clock:
        yield Clock(clock)


class Clock:
    """What the time is, and how long was slept."""

    def __init__(self, travelling):
        self._travelling = travelling
        self.slept = []

    def __call__(self):
        return (datetime.now(UTC) - START).total_seconds()

    def sleep(self, seconds):
        self.slept.append(seconds)
        self.go(seconds)

    def go(self, seconds):
        self._travelling.shift(timedelta(seconds=seconds))


class Things:
    """Things that are due, each some seconds after the start; ``done``: when each was handled."""

    def __init__(self, clock, *due, takes=0.0):
        self.clock, self.due, self.takes = clock, sorted(due), takes
        self.done = []

    def kind(self, name="things", every=1.0):
        return Job(name, Queue.TURNS, every, self.first, self.handle)

    def first(self, until, skipped):
        due = [START + timedelta(seconds=each) for each in self.due if each not in skipped]
        return min((at for at in due if at <= until), default=None)

    def handle(self, now, skipped):
        batch = [each for each in self.due if START + timedelta(seconds=each) <= now][:BATCH]
        for each in batch:
            self.clock.go(self.takes)
            self.due.remove(each)
            self.done.append((each, pytest.approx(self.clock())))
        return len(batch)


def swept(clock, *kinds, ahead=1.0):
    return sweep(kinds, ahead=timedelta(seconds=ahead), sleep=clock.sleep)


def test_each_thing_is_handled_when_it_is_due_and_none_before(clock):
    things = Things(clock, -5, 0, 0.2, 0.7)
    assert swept(clock, things.kind()) == 4
    assert things.done == [(-5, 0), (0, 0), (0.2, 0.2), (0.7, 0.7)]


def test_what_is_due_after_the_next_tick_is_left_to_it(clock):
    things = Things(clock, 1.1)
    assert swept(clock, things.kind()) == 0
    assert clock.slept == []


def test_a_sweep_that_comes_seldom_holds_for_a_second_at_most(clock):
    things = Things(clock, 0.9, 500)
    swept(clock, things.kind(), ahead=600)
    assert things.done == [(0.9, 0.9)]
    assert clock() <= MOST_AHEAD.total_seconds()


def test_kinds_wait_for_none_of_the_others(clock):
    early, late = Things(clock, 0.1, 0.6), Things(clock, 0.3)
    swept(clock, late.kind("late"), early.kind("early"))
    assert (early.done, late.done) == ([(0.1, 0.1), (0.6, 0.6)], [(0.3, 0.3)])


def test_what_becomes_due_while_a_sweep_holds_is_found(clock):
    first, second = Things(clock, 0.5), Things(clock)
    handle = first.handle

    def handle_and_start_another(now, skipped):
        second.due.append(0.8)
        return handle(now, skipped)

    first.handle = handle_and_start_another
    swept(clock, second.kind("second"), first.kind("first"))
    assert second.done == [(0.8, 0.8)]


@pytest.mark.parametrize("fault", [ValueError("a bug"), OperationalError("away")])
@pytest.mark.parametrize("where", ["first", "handle"])
def test_a_kind_that_fails_stops_no_other(clock, caplog, fault, where):
    def fail(*_):
        raise fault

    broken, good = Things(clock, 0.0, 0.1), Things(clock, 0.0, 0.2)
    setattr(broken, where, fail)
    assert swept(clock, broken.kind("broken"), good.kind("good")) == 2
    assert [record.name for record in caplog.records] == ["scheduler.sweeping"]
    assert "broken" in caplog.text


def test_what_somebody_else_is_at_is_looked_at_again_now_and_then(clock):
    asked = []

    def handle(now, skipped):
        asked.append(now)
        return 0

    swept(clock, Job("held", Queue.TURNS, 1.0, lambda until, skipped: START, handle))
    assert {later - now for now, later in pairwise(asked)} == {LOOK_AGAIN}


def test_what_is_due_next_is_handled_though_somebody_else_was_at_all_that_was_due(clock):
    things = Things(clock, 0.0, 0.4)
    handle = things.handle

    def lose_the_first(now, skipped):
        if things.due[0] == 0.0:
            del things.due[0]  # the other sweep has handled it
            return 0
        return handle(now, skipped)

    things.handle = lose_the_first
    swept(clock, things.kind())
    assert things.done == [(0.4, 0.4)]


def test_a_thing_that_is_left_alone_hides_no_other(clock):
    things = Things(clock, 0.0, 0.4)
    handle = things.handle

    def leave_the_first(now, skipped):
        if 0.0 not in skipped:
            skipped.add(0.0)
            return 0
        things.due.remove(0.0)
        return handle(now, skipped)

    things.handle = leave_the_first
    swept(clock, things.kind())
    assert things.done == [(0.4, 0.4)]


def test_a_sweep_that_finds_whole_batches_goes_on_after_its_time(clock):
    things = Things(clock, *(0.0 for _ in range(3 * BATCH)), takes=0.1)
    assert swept(clock, things.kind()) == 3 * BATCH


def test_but_not_for_ever(clock):
    things = Things(clock, *(0.0 for _ in range(50 * BATCH)), takes=0.1)
    assert 0 < swept(clock, things.kind()) < 50 * BATCH
    most = MOST_AHEAD.total_seconds() + OVERTIME.total_seconds() + BATCH * things.takes
    assert clock() <= most + 0.001


def test_a_periodic_job_is_done_once_in_a_sweep(clock):
    done = []
    things = Things(clock, 0.2, 0.4)
    tidy = periodic("tidy", Queue.BACKGROUND, 1.0, done.append)
    swept(clock, tidy, things.kind())
    assert done == [START]


def test_a_periodic_job_has_no_other_asked_again(clock):
    asked = []

    def ask(until, skipped):
        asked.append(until)

    tidy = periodic("tidy", Queue.BACKGROUND, 1.0, lambda now: None)
    swept(clock, tidy, Job("things", Queue.BACKGROUND, 1.0, ask, lambda now, skipped: 0))
    assert len(asked) == 1


def test_a_periodic_job_that_fails_is_left_to_the_next_sweep(clock):
    def fail(now):
        done.append(now)
        raise ValueError

    done = []
    swept(clock, periodic("tidy", Queue.BACKGROUND, 1.0, fail), Things(clock, 0.2).kind())
    assert done == [START]


def test_no_two_kinds_have_one_name():
    with pytest.raises(ValueError, match="'turns'"):
        register(Things(None).kind("turns"))


def test_a_sweep_ends_when_the_clock_is_set_back(clock):
    things = Things(clock, 0.5, 0.7)
    slept = []

    def sleep(seconds):
        clock.go(seconds if slept else -3600)
        slept.append(seconds)

    assert sweep([things.kind()], ahead=timedelta(seconds=1), sleep=sleep) == 0
    assert slept == [0.5]


def test_a_clock_that_is_set_back_just_before_a_sweep_sleeps_makes_it_sleep_no_longer(clock):
    things = Things(clock, 0.5)
    job, times = things.kind(), []

    def first(until, skipped):
        found = things.first(until, skipped)
        if not times:
            clock.go(-3600)
        times.append(found)
        return found

    assert sweep([replace(job, first=first)], ahead=timedelta(seconds=1), sleep=clock.sleep) == 0
    assert clock.slept == []
