"""Members who have not been seen for a long time: a filter for the list of members, and a section
of the admin's first page."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

from django.contrib import admin
from django.db.models import F, Q, QuerySet
from django.http import HttpRequest
from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext, gettext_lazy, ngettext

from accounts.admin import work_list
from accounts.admin.work_list import Section, WorkItem, page_of_member, section_of
from accounts.models import User

DAYS = (30, 90, 180, 365)
"""The choices of the filter: the days since a member was last seen."""

LONG = 90
"""The first page lists members who have not been seen for this many days."""

NEVER = "never"


def not_seen_for(days: int, now: datetime) -> Q:
    """Selects members who have not been seen for this many ``days``. For those who never came back,
    the days count from when they joined."""
    since = now - timedelta(days=days)
    never = Q(last_seen_on=None, date_joined__lt=since)
    return never | Q(last_seen_on__lt=since.date())


class NotSeenFilter(admin.SimpleListFilter):
    """Filters members by when they were last seen. Bots are left out."""

    title = gettext_lazy("last seen")
    parameter_name = "unseen"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        """The choices: how many days ago, or never."""
        found = [(str(days), _in_words(days)) for days in DAYS]
        return [*found, (NEVER, gettext("never"))]

    def queryset(self, request: HttpRequest, queryset: QuerySet[User]) -> QuerySet[User]:
        """The members who have not been seen for the chosen time; everybody if the value is
        unknown."""
        asked = self.value()
        people = queryset.filter(is_bot=False, is_guest=False)
        if asked == NEVER:
            return people.filter(last_seen_on=None)
        days = next((days for days in DAYS if str(days) == asked), None)
        return queryset if days is None else people.filter(not_seen_for(days, timezone.now()))


def _in_words(days: int) -> str:
    words = ngettext("more than %(count)s day ago", "more than %(count)s days ago", days)
    return words % {"count": days}


def _not_seen(_user: User, now: datetime) -> Section:
    people = User.objects.filter(is_bot=False, is_guest=False, is_active=True)
    members = people.filter(not_seen_for(LONG, now))

    def row(member: User) -> WorkItem:
        if member.last_seen_on is None:
            return WorkItem(
                str(member), page_of_member(member), gettext("Never seen since joining")
            )
        seen = {"day": date_format(member.last_seen_on)}
        return WorkItem(str(member), page_of_member(member), gettext("Last seen on %(day)s") % seen)

    filtered = {"unseen": str(LONG), "is_active__exact": "1"}
    return section_of(
        gettext("Members not seen for three months"),
        members.order_by(F("last_seen_on").desc(nulls_last=True), "username"),
        row,
        nothing=gettext("Everybody was here within three months."),
        more=reverse("admin:accounts_user_changelist", query=filtered),
    )


work_list.register("members not seen", 60, _not_seen)
