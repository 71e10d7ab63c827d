"""Workers: which there are, and what they keep between tasks."""

import os
from types import SimpleNamespace

import pytest
from celery import signals
from celery.fixups.django import DjangoWorkerFixup  # type: ignore[attr-defined]
from django.db import connection

from config.celery import BACKGROUND, BOTS, TURNS, app, give_way, keep_connection
from games.tasks import cancel_abandoned_games
from running import processes

pytestmark = pytest.mark.any_database


def argument(command, name):
    return command[command.index(name) + 1]


def test_each_queue_has_a_worker_of_its_own():
    queues = [argument(worker.command, "--queues") for worker in processes.workers()]
    assert queues == [TURNS, BOTS, BACKGROUND]


def test_what_nobody_has_named_a_queue_for_is_done_in_the_background():
    assert app.amqp.router.route({}, "some.task")["queue"].name == BACKGROUND


@pytest.mark.parametrize(("queue", "less"), [(TURNS, []), (BOTS, [10]), (BACKGROUND, [10])])
def test_who_opens_no_turns_gives_way_to_all_others(queue, less, monkeypatch):
    asked = []
    monkeypatch.setattr(os, "nice", asked.append)
    queues = SimpleNamespace(consume_from={queue: None})
    give_way(instance=SimpleNamespace(app=SimpleNamespace(amqp=SimpleNamespace(queues=queues))))
    assert asked == less


@pytest.mark.django_db(transaction=True)
def test_a_connection_outlasts_a_task():
    """Celery by itself closes it around every task, and the pool with it."""
    task = cancel_abandoned_games
    fixup = DjangoWorkerFixup(app)
    fixup.worker = SimpleNamespace(pool_cls="prefork")
    settings = dict(connection.settings_dict)
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
        connection.settings_dict.update(settings)


def borrowed():
    """What a task is given: the pool of connections, or without one the connection itself."""
    connection.ensure_connection()
    return (
        connection.pool if "pool" in connection.settings_dict["OPTIONS"] else connection.connection
    )
