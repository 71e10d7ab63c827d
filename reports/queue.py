"""Which moderators may read and decide which reports, and how many reports wait for each."""

from __future__ import annotations

from typing import Any

from django.db.models import Exists, OuterRef, QuerySet
from django.http import HttpRequest
from django.utils.functional import SimpleLazyObject

from accounts.models import User
from accounts.roles import appointed_members, is_moderator
from games.models import Tenure
from lobby.models import Place
from reports.models import Report


def open_to(moderator: User | OuterRef) -> QuerySet[Report]:
    """The reports that this moderator may read: all except those that they made, or others of a
    member whom they reported there; that are about them; or that come from a game or table in which
    they have or had a seat."""
    # In a subquery, a reference to the outer query's moderator must be nested once more.
    seated = OuterRef(moderator) if isinstance(moderator, OuterRef) else moderator
    played = Tenure.objects.filter(member=seated)
    sat = Place.objects.filter(user=seated, table=OuterRef("table"))
    reported = Report.objects.filter(by=seated, about=OuterRef("about"))
    return (
        Report.objects.exclude(by=moderator)
        .exclude(Exists(reported.filter(game=OuterRef("game"))))
        .exclude(Exists(reported.filter(table=OuterRef("table"))))
        .exclude(about=moderator)
        .exclude(Exists(played.filter(game=OuterRef("game"))))
        .exclude(Exists(played.filter(game=OuterRef("table__game"))))
        .exclude(Exists(sat))
    )


def waiting_count(user: User) -> int:
    """How many reports wait for this user's decision; 0 for anyone who is not a moderator."""
    if not user.is_staff or not is_moderator(user):
        return 0
    return open_to(user).filter(decided_at=None).count()


def deciders_of(report: Report) -> frozenset[int]:
    """The keys of the moderators who may decide about a report."""
    return _moderators_who_may_read(Report.objects.filter(pk=report.pk))


def moderators_with_reports() -> frozenset[int]:
    """The keys of the moderators who have a report to decide about."""
    return _moderators_who_may_read(Report.objects.filter(decided_at=None))


def _moderators_who_may_read(reports: QuerySet[Report]) -> frozenset[int]:
    """The keys of the moderators who may read at least one of these reports."""
    some = open_to(OuterRef("pk")).filter(pk__in=reports.values("pk"))
    return frozenset(appointed_members().filter(Exists(some)).values_list("pk", flat=True))


def reports(request: HttpRequest) -> dict[str, Any]:
    """Template variable ``reports_waiting``: how many reports wait for the viewer's decision; 0 for
    anyone who is not a moderator. Read from the database only when a template uses it."""

    def look_up() -> int:
        user = getattr(request, "user", None)
        return waiting_count(user) if isinstance(user, User) else 0

    return {"reports_waiting": SimpleLazyObject(look_up)}
