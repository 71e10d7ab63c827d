"""What the beat calls. Thin: the work is in :mod:`lobby.due` and the services."""

from __future__ import annotations

import time

from celery import shared_task
from django.utils import timezone

from lobby import due
from lobby.services import closing


@shared_task(ignore_result=True)
def start_ready_tables() -> None:
    """Starts the games of the tables whose countdown ends."""
    due.start_ready_tables(now=timezone.now(), sleep=time.sleep)


@shared_task(ignore_result=True)
def make_bots_ready() -> None:
    """Lets the bots be ready that have sat at their tables for long enough."""
    due.make_bots_ready(now=timezone.now())


@shared_task(ignore_result=True)
def start_after_waiting() -> None:
    """Starts tables that need not be full, with those who have waited there for long enough."""
    due.start_after_waiting(now=timezone.now())


@shared_task(ignore_result=True)
def close_untouched_tables() -> None:
    """Closes the tables that nobody has touched for a day."""
    closing.close_untouched_tables(now=timezone.now())
