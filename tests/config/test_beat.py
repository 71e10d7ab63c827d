"""The beat sleeps until a tick is due, no shorter and no longer."""

import json
from datetime import UTC, datetime, timedelta

import pytest
import redis
import time_machine

from config.beat import TickScheduler
from config.celery import BACKGROUND, BOTS, TURNS, app

START = datetime(2026, 11, 21, 20, 0, tzinfo=UTC)


@pytest.fixture
def clock():
    """Time stands still until it is moved."""
    with time_machine.travel(START, tick=False) as clock:
        yield clock


@pytest.fixture
def beat(clock, monkeypatch):
    """The club's beat, which notes what it would send in ``sent``."""
    ticks = TickScheduler(app, lazy=True)
    ticks.setup_schedule()
    ticks.sent = []
    monkeypatch.setattr(ticks, "apply_entry", lambda entry, producer: ticks.sent.append(entry.name))
    monkeypatch.setattr(TickScheduler, "producer", None)
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
    assert times["start ready tables"] == 8
    assert times["make bots ready"] == 4


@pytest.fixture
def sending():
    """The club's beat, and what lies in each queue, which is emptied before and after."""
    ticks = TickScheduler(app, lazy=True)
    ticks.setup_schedule()
    waiting = Waiting(ticks.producer.channel.client)
    waiting.clear()
    yield ticks, waiting
    waiting.clear()


class Waiting:
    """What waits in the queues."""

    def __init__(self, client):
        self.client = client
        self.prefix = app.conf.broker_transport_options["global_keyprefix"]

    def __call__(self, queue):
        messages = self.client.execute_command("LRANGE", self.prefix + queue, 0, -1)
        return [json.loads(message) for message in messages]

    def take(self, queue):
        """What a worker does, and then dies."""
        return self.client.execute_command("RPOP", queue)

    def clear(self):
        for queue in (TURNS, BOTS, BACKGROUND):
            self.client.execute_command("DEL", queue)


def send_all(ticks):
    for entry in ticks.schedule.values():
        ticks.apply_entry(entry, producer=ticks.producer)


def tasks(messages):
    return sorted(message["headers"]["task"] for message in messages)


def test_each_tick_goes_to_its_queue(sending):
    ticks, waiting = sending
    send_all(ticks)
    assert tasks(waiting(TURNS)) == [
        "config.health.note_tick",
        "games.tasks.open_due_turns",
        "games.tasks.take_out_former_members",
        "lobby.tasks.make_bots_ready",
        "lobby.tasks.start_ready_tables",
    ]
    assert tasks(waiting(BOTS)) == ["games.tasks.play_bots"]
    assert tasks(waiting(BACKGROUND)) == [
        "accounts.tasks.end_expired_sessions",
        "games.tasks.cancel_abandoned_games",
        "games.tasks.prune_events",
        "games.tasks.replay_uploads",
        "lobby.tasks.close_untouched_tables",
    ]


def test_at_most_one_tick_of_each_kind_waits_however_long_no_worker_is_there(sending):
    ticks, waiting = sending
    for _ in range(5):
        send_all(ticks)
    assert [len(waiting(queue)) for queue in (TURNS, BOTS, BACKGROUND)] == [5, 1, 5]


def test_a_tick_that_was_taken_is_followed_by_the_next_though_its_worker_died(sending):
    ticks, waiting = sending
    send_all(ticks)
    waiting.take(BOTS)
    send_all(ticks)
    assert tasks(waiting(BOTS)) == ["games.tasks.play_bots"]


def test_a_tick_never_expires(sending):
    ticks, waiting = sending
    send_all(ticks)
    assert {message["headers"]["expires"] for message in waiting(TURNS)} == {None}


def test_a_broker_that_is_away_is_one_line_of_the_log_and_one_when_it_is_back(
    sending, monkeypatch, caplog
):
    ticks, waiting = sending

    def away(*_):
        raise redis.ConnectionError("no such socket")

    with monkeypatch.context() as gone:
        gone.setattr(TickScheduler, "_waits", away)
        for _ in range(3):
            send_all(ticks)
    send_all(ticks)
    assert [record.getMessage() for record in caplog.records] == [
        "ticks cannot be sent: ConnectionError",
        "ticks are sent again",
    ]
    assert not any(record.exc_info for record in caplog.records)
    assert len(waiting(BOTS)) == 1


def test_every_task_has_a_limit_of_time():
    assert 0 < app.conf.task_time_limit <= 60
