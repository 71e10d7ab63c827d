"""Celery: the broker's address and what the beat calls how often."""

import os

from celery import Celery

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

app = Celery("miai")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
app.conf.imports = ["config.health"]
app.conf.beat_schedule = {
    # A tick that has waited longer than this is worthless: the next one finds the same work.
    name: {"task": task, "schedule": seconds, "options": {"expires": max(seconds * 4, 1.0)}}
    for name, task, seconds in (
        ("open due turns", "games.tasks.open_due_turns", 0.25),
        ("play bots", "games.tasks.play_bots", 0.5),
        ("replay uploads", "games.tasks.replay_uploads", 0.5),
        ("start ready tables", "lobby.tasks.start_ready_tables", 0.25),
        ("make bots ready", "lobby.tasks.make_bots_ready", 1.0),
        ("note the tick", "config.health.note_tick", 2.0),
        ("end expired sessions", "accounts.tasks.end_expired_sessions", 600.0),
        ("close untouched tables", "lobby.tasks.close_untouched_tables", 600.0),
    )
}
