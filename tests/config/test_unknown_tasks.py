"""A worker gives tasks back that only another version knows."""

import time
from types import SimpleNamespace

import pytest
import redis
from celery.contrib.testing.worker import start_worker
from django.conf import settings

import config.celery
from config import unknown_tasks
from config.celery import app
from config.unknown_tasks import GIVE_BACK_AFTER, GIVE_UP_AFTER, Consumer

QUEUE = "of-another-version"
TASK = "games.later.task"


class Message:
    """A message with a task, and what became of it."""

    headers = {"id": "1", "task": TASK}

    def __init__(self):
        self.became = []

    def requeue(self):
        self.became.append("given back")

    def reject_log_error(self, *_):
        self.became.append("dropped")


@pytest.fixture
def consumer():
    """A consumer without a worker, whose timer does everything at once and notes the pauses."""
    made = Consumer.__new__(Consumer)
    made.first_seen, made.connection_errors, pauses = {}, (), []

    def call_after(seconds, do):
        pauses.append(seconds)
        do()

    made.timer = SimpleNamespace(call_after=call_after, pauses=pauses)
    return made


def test_an_unknown_task_is_given_back_until_nobody_can_know_it(consumer, monkeypatch):
    message, now = Message(), 1000.0
    monkeypatch.setattr(unknown_tasks.time, "monotonic", lambda: now)
    consumer.on_unknown_task(None, message, KeyError(TASK))
    now += GIVE_UP_AFTER - 1
    consumer.on_unknown_task(None, message, KeyError(TASK))
    assert message.became == ["given back", "given back"]
    assert consumer.timer.pauses == [GIVE_BACK_AFTER, GIVE_BACK_AFTER]
    now += 2
    consumer.on_unknown_task(None, message, KeyError(TASK))
    assert message.became[2:] == ["dropped"]
    assert consumer.first_seen == {}


def test_a_running_worker_leaves_the_task_in_its_queue(monkeypatch):
    monkeypatch.setattr(unknown_tasks, "GIVE_BACK_AFTER", 0.05)
    # The worker is a thread here: the connections of the tests stay as they are.
    monkeypatch.setattr(config.celery, "connections", SimpleNamespace(all=list))
    given_back = []
    monkeypatch.setattr(
        Consumer, "_forget", lambda consumer, now: given_back.append(now), raising=True
    )
    app.amqp.queues.select_add(QUEUE)
    with start_worker(app, pool="solo", queues=[QUEUE], perform_ping_check=False):
        app.send_task(TASK, queue=QUEUE)
        ends = time.monotonic() + 300
        while len(given_back) < 3 and time.monotonic() < ends:
            time.sleep(0.02)
    assert len(given_back) >= 3
    with redis.Redis.from_url(settings.REDIS_URL) as client:
        prefix = app.conf.broker_transport_options["global_keyprefix"]
        assert client.llen(prefix + QUEUE) == 1
        client.delete(prefix + QUEUE)
