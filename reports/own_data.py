"""The part of a member's data export that comes from reports."""

from __future__ import annotations

from typing import Any

from accounts.models import User
from accounts.own_data import register, rows
from reports.models import Report


def register_parts() -> None:
    """Registers the part."""
    register("reports_written", Report, make=_reports)


def _reports(member: User) -> list[dict[str, Any]]:
    """The reports that the member has written. Reports about the member are left out: in a game of
    two they would reveal who wrote them. Their consequences are among the measures."""
    found = ("about__username", "why", "game__title", "table__title", "text", "reported_at")
    return rows(Report.objects.filter(by=member), *found, "outcome", "decided_at", "taken_down")
