"""How late things are that should have been done by now."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Self

from django.db.models import Count, Min, QuerySet

GRACE = timedelta(seconds=1)
"""What is done no later than that is not late."""


@dataclass(frozen=True)
class Late:
    """How many are late, and by how many seconds the one that has waited for longest."""

    count: int
    seconds: float

    @classmethod
    def of(cls, late: QuerySet[Any], due: str, now: datetime) -> Self:
        """These rows, whose field ``due`` says when."""
        found = late.aggregate(count=Count("pk"), oldest=Min(due))
        oldest = found["oldest"]
        return cls(found["count"], 0.0 if oldest is None else (now - oldest).total_seconds())
