"""Notices in the admin: announcements, and on the first page the members to whom sending fails."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.db.models import Exists, OuterRef, Prefetch
from django.utils.translation import gettext, ngettext

from accounts.admin import work_list
from accounts.admin.work_list import Section, WorkItem, moment, page_of_member, section_of
from accounts.models import User
from notices.announcements_admin import AnnouncementAdmin
from notices.hooks.admin import WebhookAdmin
from notices.models import Channel, PushDevice, Sending

__all__ = ["AnnouncementAdmin", "WebhookAdmin", "stuck_deliveries"]


def stuck_deliveries(_user: User, _now: datetime) -> Section:
    """Members to whom mail or push fails. Shows neither their addresses nor the content."""
    failing = Sending.objects.filter(channel=Channel.MAIL, failures__gt=0)
    lost = PushDevice.objects.filter(failing_since__isnull=False)
    stuck = User.objects.filter(
        Exists(failing.filter(member=OuterRef("pk"))) | Exists(lost.filter(member=OuterRef("pk")))
    ).prefetch_related(
        Prefetch("sendings", failing, to_attr="failing_mails"),
        Prefetch("push_devices", lost.order_by("failing_since"), to_attr="lost_devices"),
    )
    return section_of(
        gettext("Failed mail and push"),
        stuck.order_by("username"),
        _row,
        nothing=gettext("Everything that is due has been sent."),
        more="",
    )


def _row(member: Any) -> WorkItem:
    notes = []
    for sending in member.failing_mails:
        said = {"count": sending.failures, "time": moment(sending.held_until)}
        text = ngettext(
            "Email failed %(count)s time; next attempt %(time)s.",
            "Email failed %(count)s times; next attempt %(time)s.",
            sending.failures,
        )
        notes.append(text % said)
    if lost := member.lost_devices:
        said = {"count": len(lost), "time": moment(lost[0].failing_since)}
        text = ngettext(
            "%(count)s device not reached since %(time)s.",
            "%(count)s devices not reached since %(time)s.",
            len(lost),
        )
        notes.append(text % said)
    return WorkItem(str(member), page_of_member(member), " ".join(notes))


work_list.register("stuck deliveries", 40, stuck_deliveries)
