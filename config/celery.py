"""Celery: the queues, what beat calls how often, and what a worker keeps between tasks."""

import os
from typing import Any

from celery import Celery
from celery.app.amqp import AMQP
from celery.signals import celeryd_after_setup, task_postrun, task_prerun, worker_process_init
from celery.worker import WorkController
from django.db import close_old_connections, connections
from kombu import Connection

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

TURNS, BOTS, BACKGROUND = "turns", "bots", "background"
"""The queues. Each has workers of its own: for what people wait for, for what bots think about,
and for all that may be slow or late."""

LOW_PRIORITY = 10
"""The ``nice`` value of workers whose work nobody waits for."""

LONGEST_PAUSE = 2.0
"""Seconds between attempts to reach Redis; Celery itself would wait up to 30."""

TICKS = (
    ("open due turns", "games.tasks.open_due_turns", 0.25, TURNS),
    ("start ready tables", "lobby.tasks.start_ready_tables", 0.5, TURNS),
    ("make bots ready", "lobby.tasks.make_bots_ready", 1.0, TURNS),
    ("start after waiting", "lobby.tasks.start_after_waiting", 2.0, TURNS),
    ("take out former members", "games.tasks.take_out_former_members", 2.0, TURNS),
    ("note the tick", "config.health.note_tick", 2.0, TURNS),
    ("play bots", "games.tasks.play_bots", 0.5, BOTS),
    ("replay uploads", "games.tasks.replay_uploads", 0.5, BACKGROUND),
    ("cancel abandoned games", "games.tasks.cancel_abandoned_games", 15.0, BACKGROUND),
    ("end expired sessions", "accounts.tasks.end_expired_sessions", 600.0, BACKGROUND),
    ("prune events", "games.tasks.prune_events", 600.0, BACKGROUND),
    ("close untouched tables", "lobby.tasks.close_untouched_tables", 600.0, BACKGROUND),
)
"""A name, the task, every how many seconds it is called, in which queue."""


class SoonBack(Connection):
    """A connection that is tried again soon, however long Redis has been away."""

    def ensure_connection(self, *args: Any, **kwargs: Any) -> Any:
        """Connects, with pauses of at most ``LONGEST_PAUSE`` between attempts."""
        pauses = {"interval_start": 0.5, "interval_step": 0.5, "interval_max": LONGEST_PAUSE}
        return super().ensure_connection(*args, **{**pauses, **kwargs})


class Broker(AMQP):
    """Celery's, with connections that are soon back."""

    Connection = BrokerConnection = SoonBack


app = Celery("miai", amqp=Broker)
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
app.conf.imports = ["config.health"]
app.conf.task_default_queue = BACKGROUND
app.conf.task_routes = {task: {"queue": queue} for _, task, _, queue in TICKS}
# No tick expires: what is urgent stays so, and at most one of each kind waits (config/beat.py).
app.conf.beat_schedule = {
    name: {"task": task, "schedule": seconds} for name, task, seconds, _ in TICKS
}


@celeryd_after_setup.connect
def lower_priority(instance: WorkController, **_: object) -> None:
    """Runs workers that open no turns at a lower priority."""
    if TURNS not in instance.app.amqp.queues.consume_from:
        os.nice(LOW_PRIORITY)


# Celery closes the connection around every task. Instead, only broken ones are closed.
app.conf["CELERY_DB_REUSE_MAX"] = 10**12
for moment in (task_prerun, task_postrun):
    moment.connect(close_old_connections, dispatch_uid="close old connections")


@worker_process_init.connect
def keep_connection(**_: object) -> None:
    """Gives a worker's process one connection for as long as it lives.

    It does one task at a time and needs no pool; and a pool that has failed to connect lets its
    caller wait for seconds, even if the database has returned meanwhile.
    """
    for connection in connections.all():
        connection.settings_dict["OPTIONS"].pop("pool", None)
        connection.settings_dict["CONN_MAX_AGE"] = None
