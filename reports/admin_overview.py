"""Reports on the admin's first page, on members' pages and in the moderators' log. Moderators never
see a report there that concerns them."""

from __future__ import annotations

from datetime import datetime

from django.db.models import Q, QuerySet
from django.urls import reverse
from django.utils.translation import gettext, gettext_lazy

from accounts.admin import acts, member_sections, work_list
from accounts.admin.acts import Act, Source
from accounts.admin.work_list import Section, WorkItem, moment, section_of
from accounts.models import User
from games.models import FORMER_MEMBER
from reports.models import Report
from reports.queue import open_to


def waiting_reports(user: User, _now: datetime) -> Section:
    """The section with the reports that wait for this moderator."""

    def row(report: Report) -> WorkItem:
        address = reverse("admin:reports_report_change", args=[report.pk])
        said = {"why": report.get_why_display(), "time": moment(report.reported_at)}
        note = gettext("%(why)s, reported %(time)s") % said
        return WorkItem(str(report.about or gettext(FORMER_MEMBER)), address, note)

    return section_of(
        gettext("Open reports"),
        open_to(user).filter(decided_at=None).select_related("about").order_by("reported_at", "pk"),
        row,
        nothing=gettext("No report waits for you."),
        more=reverse("admin:reports_report_changelist"),
    )


def _reports(title: str, found: QuerySet[Report], member: User, nothing: str) -> Section:
    def row(report: Report) -> WorkItem:
        said = {"time": moment(report.reported_at), "outcome": report.get_outcome_display()}
        return WorkItem(
            report.get_why_display(),
            reverse("admin:reports_report_change", args=[report.pk]),
            gettext("%(time)s: %(outcome)s") % said,
        )

    asked = {"q": member.username, "state": "all"}
    more = reverse("admin:reports_report_changelist", query=asked)
    return section_of(title, found.order_by("-reported_at", "-pk"), row, nothing=nothing, more=more)


def reports_about(viewer: User, member: User) -> Section:
    """Reports about the member that this moderator may read."""
    found = open_to(viewer).filter(about=member)
    nothing = gettext("There are none that you may read.")
    return _reports(gettext("Reports about them"), found, member, nothing)


def reports_by(viewer: User, member: User) -> Section:
    """Reports that the member made and this moderator may read."""
    found = open_to(viewer).filter(by=member)
    nothing = gettext("There are none that you may read.")
    return _reports(gettext("Reports by them"), found, member, nothing)


def _decision(report: Report) -> Act:
    assert report.decided_at is not None
    why = str(report.get_outcome_display())
    if report.taken_down:
        why = gettext("%(outcome)s; the message was taken down") % {"outcome": why}
    return Act(
        report.decided_at,
        report.decided_by,
        gettext("Decided about a report"),
        str(report),
        reverse("admin:reports_report_change", args=[report.pk]),
        why,
    )


def register_reports() -> None:
    """Adds reports to these pages."""
    work_list.register("reports", 10, waiting_reports)
    member_sections.register("reports about", 20, reports_about)
    member_sections.register("reports by", 30, reports_by)
    acts.register(
        "decisions",
        Source(
            kinds={"decided": gettext_lazy("Decided about a report")},
            rows=lambda viewer: open_to(viewer).filter(decided_at__isnull=False),
            at="decided_at",
            by="decided_by",
            of_member=lambda member: Q(about=member),
            line=_decision,
            related=("about", "decided_by"),
        ),
    )
