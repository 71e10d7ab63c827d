"""Whether a member is suspended."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

from django.contrib.auth.models import AnonymousUser

from accounts.models import Suspension, User


def is_any_suspended(users: Iterable[User], now: datetime) -> bool:
    """Whether a suspension of one of them holds at ``now``."""
    holding = Suspension.objects.filter(lifted_at=None, created_at__lte=now, until__gt=now)
    return holding.filter(user__in=users).exists()


def current_suspension(user: User | AnonymousUser | None, now: datetime) -> Suspension | None:
    """The suspension that holds at ``now`` and ends last; None for everybody else."""
    if not isinstance(user, User):
        return None
    holding = user.suspensions.filter(lifted_at=None, created_at__lte=now, until__gt=now)
    return holding.order_by("-until").first()
