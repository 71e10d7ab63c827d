"""Celery: the broker's address, who does what, and what the beat calls how often."""

import os

from celery import Celery
from celery.signals import celeryd_after_setup, task_postrun, task_prerun, worker_process_init
from celery.worker import WorkController
from django.db import close_old_connections, connections

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

TURNS, BOTS, BACKGROUND = "turns", "bots", "background"
"""The queues. Each has workers of its own: what people wait for, what bots think about, and all
that may be slow or late."""

GIVES_WAY = 10
"""How much less than others a worker asks for whose work nobody waits for (nice)."""

TICKS = (
    ("open due turns", "games.tasks.open_due_turns", 0.25, TURNS),
    ("start ready tables", "lobby.tasks.start_ready_tables", 0.5, TURNS),
    ("make bots ready", "lobby.tasks.make_bots_ready", 1.0, TURNS),
    ("take out former members", "games.tasks.take_out_former_members", 2.0, TURNS),
    ("note the tick", "config.health.note_tick", 2.0, TURNS),
    ("play bots", "games.tasks.play_bots", 0.5, BOTS),
    ("replay uploads", "games.tasks.replay_uploads", 0.5, BACKGROUND),
    ("cancel abandoned games", "games.tasks.cancel_abandoned_games", 15.0, BACKGROUND),
    ("end expired sessions", "accounts.tasks.end_expired_sessions", 600.0, BACKGROUND),
    ("prune events", "games.tasks.prune_events", 600.0, BACKGROUND),
    ("close untouched tables", "lobby.tasks.close_untouched_tables", 600.0, BACKGROUND),
)
"""What is called, every so many seconds, in which queue."""

app = Celery("miai")
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
def give_way(instance: WorkController, **_: object) -> None:
    """Lets workers that open no turns have the processor when nobody else wants it."""
    if TURNS not in instance.app.amqp.queues.consume_from:
        os.nice(GIVES_WAY)


# Celery closes the connection, and the pool, around every task. These keep them: a connection goes
# only where it does not work any more.
app.conf["CELERY_DB_REUSE_MAX"] = 10**12
for moment in (task_prerun, task_postrun):
    moment.connect(close_old_connections, dispatch_uid="close old connections")


@worker_process_init.connect
def keep_connection(**_: object) -> None:
    """Lets a connection that no pool keeps last as long as the worker's process."""
    for connection in connections.all():
        if "pool" not in connection.settings_dict["OPTIONS"]:
            connection.settings_dict["CONN_MAX_AGE"] = None
