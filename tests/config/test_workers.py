"""The workers: which there are, and what they keep between tasks."""

import os
from types import SimpleNamespace

import pytest
import redis
from celery import signals
from celery.fixups.django import DjangoWorkerFixup  # type: ignore[attr-defined]
from django.db import connection

from config.broker import LONGEST_PAUSE, PromptConnection
from config.celery import app, keep_connection, lower_priority
from running import processes
from scheduler.jobs import Queue, all_jobs
from scheduler.sweeping import sweep_for


def argument(command, name):
    return command[command.index(name) + 1]


def test_each_queue_has_a_worker_of_its_own():
    queues = [argument(worker.command, "--queues") for worker in processes.workers()]
    assert sorted(queues) == sorted(Queue)


def test_what_asks_the_servers_of_others_holds_up_nothing_else():
    """A mail server may take ten seconds for each of its answers, and so may push services and
    webhooks."""
    sending = {kind.name for kind in all_jobs() if kind.queue == Queue.SENDING}
    assert sending == {
        "notices by mail",
        "notices by push",
        "notices by hook",
        "calls of webhooks",
        "devices tried again",
    }


def test_what_nobody_has_named_a_queue_for_is_done_in_the_background():
    assert app.amqp.router.route({}, "some.task")["queue"].name == Queue.BACKGROUND


@pytest.mark.parametrize(
    ("queue", "less"),
    [
        (Queue.TURNS, []),
        (Queue.BOTS, [10]),
        (Queue.LOOKING_AHEAD, [19]),
        (Queue.SENDING, [10]),
        (Queue.BACKGROUND, [10]),
    ],
)
def test_a_worker_that_opens_no_turns_has_a_lower_priority(queue, less, monkeypatch):
    asked = []
    monkeypatch.setattr(os, "nice", asked.append)
    queues = SimpleNamespace(consume_from={queue: None})
    lower_priority(
        instance=SimpleNamespace(app=SimpleNamespace(amqp=SimpleNamespace(queues=queues)))
    )
    assert asked == less


@pytest.mark.django_db(transaction=True)
def test_a_connection_outlasts_a_task():
    """By default Celery closes it around every task, together with the pool."""
    task = sweep_for
    fixup = DjangoWorkerFixup(app)
    fixup.worker = SimpleNamespace(pool_cls="prefork")
    settings = dict(connection.settings_dict)
    options = dict(settings["OPTIONS"])
    try:
        keep_connection()
        connection.close()
        before = borrowed()
        for moment, closes in (
            (signals.task_prerun, fixup.on_task_prerun),
            (signals.task_postrun, fixup.on_task_postrun),
        ):
            closes(sender=task)
            moment.send(sender=task)
        assert borrowed() is before
    finally:
        connection.close()
        connection.settings_dict.update(settings)
        connection.settings_dict["OPTIONS"] = options


def borrowed():
    """The connection that a task gets."""
    connection.ensure_connection()
    return connection.connection


def test_redis_is_looked_for_every_two_seconds_however_long_it_is_away(monkeypatch):
    slept, pauses = [], []
    monkeypatch.setattr("kombu.utils.functional.sleep", slept.append)

    def away(error, pause):
        pauses.append(pause)
        if len(pauses) == 200:
            raise Interrupted

    monkeypatch.setattr(PromptConnection, "_connection_factory", refuse)
    with pytest.raises(Interrupted):
        app.connection_for_read().ensure_connection(away, app.conf.broker_connection_max_retries)
    assert pauses[:4] == [0.5, 1.0, 1.5, 2.0]
    assert set(pauses[4:]) == {LONGEST_PAUSE}
    assert sum(slept) == pytest.approx(sum(pauses[:-1]))


class Interrupted(Exception):
    """Ends the wait of the test."""


def refuse(_connection):
    raise redis.ConnectionError
