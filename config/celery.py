"""Celery: its tasks, and what workers keep between tasks. How they reach Redis is in
config/broker.py, beat's ticks in config/beat.py."""

import gc
import os

from celery import Celery
from celery.signals import (
    beat_init,
    celeryd_after_setup,
    task_postrun,
    task_prerun,
    worker_process_init,
)
from celery.worker import WorkController
from django.db import close_old_connections, connections

from config.broker import Broker
from scheduler.jobs import Queue

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
# Otherwise each worker runs Django's system checks when it starts, and ignores the results.
os.environ.setdefault("CELERY_SKIP_CHECKS", "1")

LOW_PRIORITY = 10
"""The ``nice`` value of workers for whose work nobody waits."""
LOWEST_PRIORITY = 19

app = Celery("miai", amqp=Broker)
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
app.conf.imports = [
    "scheduler.sweeping",
    "accounts.forgotten",
    "games.pages.animation",
    "games.pages.extras",
    "games.archive.uploads.tasks",
    "config.health",
]
app.conf.worker_consumer = "config.unknown_tasks:Consumer"
app.conf.task_default_queue = Queue.BACKGROUND


@celeryd_after_setup.connect
def lower_priority(instance: WorkController, **_: object) -> None:
    """Runs workers that resolve no turns at a lower priority, and those that look ahead at the
    lowest."""
    queues = instance.app.amqp.queues.consume_from
    if Queue.TURNS not in queues:
        os.nice(LOWEST_PRIORITY if Queue.LOOKING_AHEAD in queues else LOW_PRIORITY)


# Celery would close the database connection around every task. Here, only broken ones are closed.
app.conf["CELERY_DB_REUSE_MAX"] = 10**12
for moment in (task_prerun, task_postrun):
    moment.connect(close_old_connections, dispatch_uid="close old connections")


@worker_process_init.connect
def keep_what_is_loaded(**_: object) -> None:
    """Looks for no garbage in what the worker had loaded: that would copy all of it."""
    gc.freeze()


@beat_init.connect
@worker_process_init.connect
def keep_connection(**_: object) -> None:
    """Gives beat and each worker process one database connection at a time.

    It does one task at a time and needs no pool. After a failed attempt to connect, a pool would
    also make its caller wait for seconds, even if the database is back.
    """
    for connection in connections.all():
        connection.settings_dict["OPTIONS"].pop("pool", None)
        connection.settings_dict["CONN_MAX_AGE"] = None
