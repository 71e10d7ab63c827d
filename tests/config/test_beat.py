"""The beat sleeps exactly until a tick is due."""

import json
import threading
import time
from datetime import UTC, datetime, timedelta

import pytest
import redis
import time_machine

from config.beat import TickScheduler
from config.celery import app
from scheduler.jobs import Queue, all_jobs, jobs_of
from scheduler.sweeping import sweep_for

START = datetime(2026, 11, 21, 20, 0, tzinfo=UTC)


@pytest.fixture
def clock():
    """Time stands still until the test moves it."""
    with time_machine.travel(START, tick=False) as clock:
        yield clock


@pytest.fixture
def beat(clock, monkeypatch):
    """The club's beat, which only records in ``sent`` what it would send."""
    ticks = TickScheduler(app, lazy=True)
    ticks.setup_schedule()
    ticks.sent = []
    monkeypatch.setattr(ticks, "apply_entry", lambda entry, producer: ticks.sent.append(entry.name))
    monkeypatch.setattr(TickScheduler, "producer", None)
    monkeypatch.setattr(ticks.active, "is_this", lambda: True)
    return ticks


def tick_until_it_sleeps(beat):
    """Ticks as the beat's process does until it would sleep; returns for how many seconds."""
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


def test_in_ten_seconds_every_tick_comes_as_often_as_it_should(beat, clock):
    ends = START + timedelta(seconds=10)
    while (seconds := tick_until_it_sleeps(beat)) <= (ends - datetime.now(UTC)).total_seconds():
        clock.shift(timedelta(seconds=seconds))
    times = {name: beat.sent.count(name) for name in beat.schedule}
    assert times == {
        "sweep for turns every 1 s": 10,
        "sweep for turns every 5 s": 2,
        "sweep for bots every 1 s": 10,
        "sweep for looking-ahead every 1 s": 10,
        "sweep for background every 2 s": 5,
        "sweep for background every 15 s": 0,
        "sweep for background every 600 s": 0,
        "sweep for background every 3600 s": 0,
        "sweep for sending every 5 s": 2,
        "sweep for sending every 6 s": 1,
        "sweep for sending every 7 s": 1,
        "sweep for sending every 8 s": 1,
        "sweep for sending every 15 s": 0,
    }


def test_ticks_go_on_when_the_clock_is_set_back(beat, clock, monkeypatch):
    passed = 0.0
    monkeypatch.setattr("config.beat.time.monotonic", lambda: passed)
    beat.ahead = time.time()
    for second in range(20):
        tick_until_it_sleeps(beat)
        clock.shift(timedelta(hours=-1) if second == 9 else timedelta(seconds=1))
        passed += 1.0
    assert 18 <= beat.sent.count("sweep for bots every 1 s") <= 20


@pytest.fixture
def sending():
    """The club's beat, and the contents of the queues, which are emptied before and after."""
    beat = TickScheduler(app, lazy=True)
    beat.setup_schedule()
    waiting = Waiting(beat.producer.channel.client)
    waiting.clear()
    yield beat, waiting
    waiting.clear()


class Waiting:
    """The messages in a queue."""

    def __init__(self, client):
        self.client = client
        self.prefix = app.conf.broker_transport_options["global_keyprefix"]

    def __call__(self, queue):
        messages = self.client.execute_command("LRANGE", self.prefix + queue, 0, -1)
        return [json.loads(message) for message in messages]

    def take(self, queue):
        """Takes a message as a worker does that then dies."""
        return self.client.execute_command("RPOP", queue)

    def clear(self):
        for queue in Queue:
            self.client.execute_command("DEL", queue)


def send_all(beat):
    for entry in beat.schedule.values():
        beat.apply_entry(entry, producer=beat.producer)


def ticks(messages):
    return sorted(message["headers"]["shadow"] for message in messages)


def test_each_tick_goes_to_its_queue(sending):
    beat, waiting = sending
    send_all(beat)
    assert ticks(waiting(Queue.TURNS)) == [
        "sweep for turns every 1 s",
        "sweep for turns every 5 s",
    ]
    assert ticks(waiting(Queue.BOTS)) == ["sweep for bots every 1 s"]
    assert ticks(waiting(Queue.LOOKING_AHEAD)) == ["sweep for looking-ahead every 1 s"]
    assert ticks(waiting(Queue.BACKGROUND)) == [
        "sweep for background every 15 s",
        "sweep for background every 2 s",
        "sweep for background every 3600 s",
        "sweep for background every 600 s",
    ]
    assert ticks(waiting(Queue.SENDING)) == [
        "sweep for sending every 15 s",
        "sweep for sending every 5 s",
        "sweep for sending every 6 s",
        "sweep for sending every 7 s",
        "sweep for sending every 8 s",
    ]


def test_every_kind_of_what_is_due_is_in_one_tick(sending):
    beat, waiting = sending
    send_all(beat)
    for queue in Queue:
        for message in waiting(queue):
            assert message["headers"]["task"] == sweep_for.name
    paces = {(str(kind.queue), kind.every) for kind in all_jobs()}
    assert sorted(tuple(entry.args) for entry in beat.schedule.values()) == sorted(paces)


def test_a_tick_may_take_as_long_as_the_longest_of_its_kinds(sending):
    beat, waiting = sending
    send_all(beat)
    longest = max(kind.longest for kind in jobs_of(Queue.SENDING, 5.0))
    assert longest > app.conf.task_time_limit
    (tick,) = (m for m in waiting(Queue.SENDING) if m["headers"]["shadow"].endswith(" 5 s"))
    assert tick["headers"]["timelimit"][0] == longest


def test_at_most_one_tick_of_each_kind_waits_however_long_no_worker_is_there(sending):
    beat, waiting = sending
    for _ in range(5):
        send_all(beat)
    assert [len(waiting(queue)) for queue in Queue] == [2, 1, 1, 5, 4]


def test_a_tick_that_was_taken_is_followed_by_the_next_though_its_worker_died(sending):
    beat, waiting = sending
    send_all(beat)
    waiting.take(Queue.BOTS)
    send_all(beat)
    assert ticks(waiting(Queue.BOTS)) == ["sweep for bots every 1 s"]


def test_a_tick_never_expires(sending):
    beat, waiting = sending
    send_all(beat)
    assert {message["headers"]["expires"] for message in waiting(Queue.TURNS)} == {None}


def test_a_broker_that_is_away_is_one_line_of_the_log_and_one_when_it_is_back(
    sending, monkeypatch, caplog
):
    beat, waiting = sending

    def away(*_):
        raise redis.ConnectionError("no such socket")

    with monkeypatch.context() as gone:
        gone.setattr(TickScheduler, "_waits", away)
        for _ in range(3):
            send_all(beat)
    send_all(beat)
    assert [record.getMessage() for record in caplog.records] == [
        "ticks cannot be sent: ConnectionError",
        "ticks are sent again",
    ]
    assert not any(record.exc_info for record in caplog.records)
    assert len(waiting(Queue.BOTS)) == 1


def test_every_task_has_a_limit_of_time():
    assert 0 < app.conf.task_time_limit <= 60


@pytest.mark.django_db(transaction=True)
def test_a_tick_that_would_find_nothing_is_not_sent(sending, monkeypatch):
    beat, waiting = sending
    monkeypatch.setattr("config.beat.ANSWER_SECONDS", 60)  # on a busy machine, too
    send_all(beat)
    assert "sweep for turns every 1 s" in ticks(waiting(Queue.TURNS))
    assert [ticks(waiting(queue)) for queue in (Queue.BOTS, Queue.SENDING)] == [[], []]
    assert ticks(waiting(Queue.BACKGROUND)) == [
        "sweep for background every 15 s",
        "sweep for background every 3600 s",
        "sweep for background every 600 s",
    ]


def test_all_ticks_are_sent_while_the_database_does_not_answer(sending, monkeypatch):
    beat, waiting = sending
    answered = threading.Event()
    monkeypatch.setattr("config.beat.ANSWER_SECONDS", 0.01)
    monkeypatch.setattr("config.beat.has_work", lambda *_: answered.wait(30))
    send_all(beat)
    answered.set()
    assert [len(waiting(queue)) for queue in Queue] == [2, 1, 1, 5, 4]
