"""What the beat calls."""

from __future__ import annotations

from celery import shared_task
from django.utils import timezone

from accounts.services import sessions


@shared_task(ignore_result=True)
def end_expired_sessions() -> None:
    """Ends the sessions whose time is up, for who has a page open still."""
    sessions.end_expired_sessions(now=timezone.now())
