"""What the beat calls. Thin: the work is in :mod:`games.due`."""

from __future__ import annotations

import time

from celery import shared_task
from django.utils import timezone

from games import due


@shared_task(ignore_result=True)
def open_due_turns() -> None:
    """Opens the turns whose time is up."""
    due.open_due_turns(now=timezone.now(), sleep=time.sleep)


@shared_task(ignore_result=True)
def play_bots() -> None:
    """Chooses for the bots that owe a choice; for former members nobody ever will: they leave."""
    due.play_due_bots(now=timezone.now())
    due.take_out_former_members(now=timezone.now())
