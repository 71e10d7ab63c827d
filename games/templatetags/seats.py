"""The seats of a game in templates."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django import template

register = template.Library()


@register.filter
def by_rank(seats: Iterable[Any]) -> list[Any]:
    """The seats, rows or as pages are told of them, the best first; where everybody left none has a
    rank, and they stay in their order."""

    def rank(seat: Any) -> int:
        found = seat["rank"] if isinstance(seat, dict) else seat.rank
        return 0 if found is None else found

    return sorted(seats, key=rank)
