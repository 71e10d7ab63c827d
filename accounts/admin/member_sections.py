"""Sections of a member's page in the admin, with what the member did and what was done to them.

Each app registers its own sections, which are made like those of the first page
(:mod:`accounts.admin.work_list`).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.db.models import QuerySet
from django.urls import reverse
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext, gettext_lazy

from accounts.admin.work_list import MOST_SHOWN, Section, WorkItem, moment
from accounts.models import ChatBan, MemberWarning, Restriction, Suspension, User

PAGES: dict[type[Any], tuple[str, Promise]] = {
    MemberWarning: ("admin:accounts_memberwarning_change", gettext_lazy("Warning")),
    ChatBan: ("admin:accounts_chatban_change", gettext_lazy("Chat ban")),
    Suspension: ("admin:accounts_suspension_change", gettext_lazy("Suspension")),
}
"""The page and the name of each kind of measure."""

Maker = Callable[[User, User], Section]

_makers: dict[str, tuple[int, Maker]] = {}


def register(name: str, order: int, maker: Maker) -> None:
    """Adds a section to members' pages; those with a lower ``order`` come first. ``maker`` is
    called with the moderator who views the page, and the member."""
    _makers[name] = (order, maker)


def sections_about(member: User, viewer: User) -> list[Section]:
    """The sections about a member, as this moderator may see them."""
    makers = sorted(_makers.values(), key=lambda each: each[0])
    return [make(viewer, member) for _, make in makers]


def _measures(_viewer: User, member: User) -> Section:
    """Warnings, chat bans and suspensions together, the newest first."""
    found: list[QuerySet[Any]] = [
        kind.objects.filter(user=member).select_related("by").order_by("-created_at", "-pk")
        for kind in PAGES
    ]
    newest = [measure for each in found for measure in each[:MOST_SHOWN]]
    newest.sort(key=lambda measure: measure.created_at, reverse=True)
    return Section(
        gettext("Measures"),
        sum(each.count() for each in found),
        [_row(measure) for measure in newest[:MOST_SHOWN]],
        gettext("There were none."),
        reverse("admin:acts", query={"member": member.username}),
    )


def _row(measure: Any) -> WorkItem:
    page, name = PAGES[type(measure)]
    address = reverse(page, args=[measure.pk])
    said = {
        "time": moment(measure.created_at),
        "name": measure.by or gettext("former member"),
        "reason": measure.reason,
    }
    note = gettext("%(time)s by %(name)s: “%(reason)s”") % said
    if isinstance(measure, Restriction):
        note = f"{note} {_until(measure)}"
    return WorkItem(str(name), address, note)


def _until(held: Restriction) -> str:
    if held.lifted_at is not None:
        return gettext("Lifted %(time)s.") % {"time": moment(held.lifted_at)}
    words = (
        gettext("Until %(time)s.") if held.until > timezone.now() else gettext("Ended %(time)s.")
    )
    return words % {"time": moment(held.until)}


register("measures", 10, _measures)
