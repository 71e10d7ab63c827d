"""What Celery's beat calls."""

from __future__ import annotations

from celery import shared_task
from django.utils import timezone

from accounts.services import sessions


@shared_task(ignore_result=True)
def end_expired_sessions() -> None:
    """Ends sessions whose time is up, so that pages still open in them are disconnected."""
    sessions.end_expired_sessions(now=timezone.now())
