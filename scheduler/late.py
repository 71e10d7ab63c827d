"""How many due things are late, and by how much."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Self

from django.db.models import Count, Min, QuerySet

GRACE = timedelta(seconds=1)
"""Anything handled within this time after it was due is not late."""


@dataclass(frozen=True)
class Late:
    """The number of late things, and the delay of the oldest in seconds."""

    count: int
    seconds: float

    @classmethod
    def of(cls, late: QuerySet[Any], due: str, now: datetime) -> Self:
        """Counts these rows; their field ``due`` has the time."""
        found = late.aggregate(count=Count("pk"), oldest=Min(due))
        oldest = found["oldest"]
        return cls(found["count"], 0.0 if oldest is None else (now - oldest).total_seconds())
