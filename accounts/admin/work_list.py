"""The admin's first page: what moderators should look at today, with links.

Each app registers its own sections. A section makes a fixed number of queries, however much it
lists.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.contrib import admin
from django.db.models import Prefetch, QuerySet
from django.http import HttpRequest
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext

from accounts.admin.guards import actor
from accounts.models import InvitationUse, Suspension, User

MOST_SHOWN = 8
"""How many rows a section shows; its link leads to all of them."""

ENDS_SOON = timedelta(days=3)
"""Suspensions that end within this time are listed, and those that ended within the last day."""

NEW = timedelta(days=7)
"""Members who joined within this time are listed."""


@dataclass(frozen=True)
class WorkItem:
    """One thing to look at: its name, its address, and a note about it."""

    name: str
    address: str
    note: str


@dataclass(frozen=True)
class Section:
    """Things of one kind. ``count``: how many there are. ``rows``: the first of them. ``nothing``:
    the text if there are none. ``more``: the address of the whole list."""

    title: str
    count: int
    rows: Sequence[WorkItem]
    nothing: str
    more: str


Maker = Callable[[User, datetime], Section]

_makers: dict[str, tuple[int, Maker]] = {}


def register(name: str, order: int, maker: Maker) -> None:
    """Adds a section to the first page; those with a lower ``order`` come first. ``maker`` is
    called with the moderator and the time."""
    _makers[name] = (order, maker)


def sections(user: User, now: datetime) -> list[Section]:
    """All sections, as this moderator may see them."""
    return [make(user, now) for _, make in sorted(_makers.values(), key=lambda each: each[0])]


def section_of(
    title: str, found: QuerySet[Any], row: Callable[[Any], WorkItem], *, nothing: str, more: str
) -> Section:
    """A section with the first rows of a query."""
    first = list(found[: MOST_SHOWN + 1])
    count = len(first) if len(first) <= MOST_SHOWN else found.count()
    return Section(title, count, [row(each) for each in first[:MOST_SHOWN]], nothing, more)


def moment(at: datetime) -> str:
    """A time in the admin's format and the viewer's time zone."""
    return date_format(timezone.localtime(at), "DATETIME_FORMAT")


def page_of_member(member: User) -> str:
    """The address of the member's page in the admin."""
    return reverse("admin:accounts_user_change", args=[member.pk])


def index(request: HttpRequest, extra_context: dict[str, Any] | None = None) -> TemplateResponse:
    """The first page, with the sections above the list of all models."""
    found = sections(actor(request), timezone.now())
    return _index(request, {**(extra_context or {}), "sections": found})


_index = admin.site.index


def _suspensions(_user: User, now: datetime) -> Section:
    near = Suspension.objects.filter(
        lifted_at=None, until__gt=now - timedelta(days=1), until__lte=now + ENDS_SOON
    )

    def row(held: Suspension) -> WorkItem:
        words = gettext("Ended %(time)s") if held.until <= now else gettext("Ends %(time)s")
        return WorkItem(
            str(held.user), page_of_member(held.user), words % {"time": moment(held.until)}
        )

    return section_of(
        gettext("Suspensions ending"),
        near.select_related("user").order_by("until", "pk"),
        row,
        nothing=gettext("No suspension ends within three days."),
        more=reverse("admin:accounts_suspension_changelist"),
    )


def _new_members(_user: User, now: datetime) -> Section:
    used = InvitationUse.objects.select_related("invitation__creator")
    members = User.objects.filter(is_bot=False, is_guest=False, is_active=True)
    joined = members.filter(date_joined__gt=now - NEW)

    def row(member: User) -> WorkItem:
        use = next(iter(member.invitationuse_set.all()), None)
        creator = use.invitation.creator if use else None
        said = {"time": moment(member.date_joined), "name": creator}
        words = (
            gettext("Joined %(time)s, invited by %(name)s")
            if creator
            else gettext("Joined %(time)s")
        )
        return WorkItem(str(member), page_of_member(member), words % said)

    return section_of(
        gettext("New members"),
        joined.order_by("-date_joined", "-pk").prefetch_related(
            Prefetch("invitationuse_set", used)
        ),
        row,
        nothing=gettext("Nobody joined within the last seven days."),
        more=reverse("admin:accounts_user_changelist", query={"o": "-5"}),
    )


register("suspensions", 20, _suspensions)
register("new members", 50, _new_members)
