"""Notices of what concerns an account: measures, reports, help with logging in."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from django.db import transaction
from django.utils import timezone

from accounts.models import ChatBan, Measure, MemberWarning, Restriction
from accounts.publishing import (
    AccountEvent,
    Helped,
    Joined,
    QueueChanged,
    QueueSeen,
    Renamed,
    Reported,
    ReportsDecided,
)
from notices.channels import due_columns
from notices.live import hint_on_commit
from notices.models import Kind, Notice, What
from notices.services.announcing import show_running

NOTHING = "nothing"
"""The outcome of a report about which no measure was taken."""

OUTCOMES = {
    NOTHING: (What.NO_MEASURE, What.TAKEN_DOWN),
    "warned": (What.OTHER_WARNED, What.DOWN_WARNED),
    "chat-banned": (What.OTHER_BANNED, What.DOWN_BANNED),
    "suspended": (What.OTHER_SUSPENDED, What.DOWN_SUSPENDED),
}
"""What reporters are told, by the outcome: if the message stays, and if it was removed."""


HELPED = {
    "link-made": What.LINK_MADE,
    "link-used": What.LINK_USED,
    "factors-removed": What.FACTORS_GONE,
}
"""What a member is told when somebody else helped them to log in. The mail about it is sent by
``accounts``."""


@transaction.atomic
def write_account_notices(event: AccountEvent) -> None:
    """Writes the notices of an event of accounts or reports, in its transaction. Each is a
    separate notice and replaces no unread one, except that pending reports share one."""
    match event:
        case Joined():
            show_running(member=event.user, now=timezone.now())
        case Helped():
            _notify(event.user.pk, HELPED[event.how], mail_due_at=None)
        case Renamed():
            _notify(event.user.pk, What.RENAMED)
        case Reported():
            _ask_to_decide(event)
        case ReportsDecided():
            _notify_of_outcome(event)
        case QueueChanged():
            _show_fewer_reports(event)
        case QueueSeen():
            if _mark_reports_read([event.moderator]):
                hint_on_commit(event.moderator)
        case MemberWarning() | Restriction():
            _notify_of_measure(event)


def _notify_of_measure(measure: Measure) -> None:
    until = measure.until if isinstance(measure, Restriction) else None
    if not isinstance(measure, Restriction):
        what = What.WARNED
    elif measure.lifted_at is not None:
        what = What.CHATS_AGAIN if isinstance(measure, ChatBan) else What.PLAYS_AGAIN
    else:
        what = What.CHAT_BANNED if isinstance(measure, ChatBan) else What.SUSPENDED
    _notify(measure.user_id, what, reason=measure.reason, until=until)


def _ask_to_decide(reported: Reported) -> None:
    """Notifies the moderators who may decide. An unread notice is replaced by the new one."""
    now = timezone.now()
    for member in sorted(reported.deciders):
        values = {"what": What.REPORTED, "who": reported.about, "at": now, **due_columns(now)}
        unread = Notice.objects.filter(member=member, kind=Kind.REPORT, read_at=None)
        if not unread.update(**values):
            Notice.objects.create(member_id=member, kind=Kind.REPORT, **values)
        hint_on_commit(member)


def _show_fewer_reports(changed: QueueChanged) -> None:
    _mark_reports_read(changed.moderators - changed.deciders)
    for member in sorted(changed.moderators):
        hint_on_commit(member)


def _notify_of_outcome(decided: ReportsDecided) -> None:
    """Notifies the reporters, and the author of a removed message if no measure has told them."""
    what = OUTCOMES[decided.outcome][decided.taken_down]
    for member in sorted(decided.reporters):
        _notify(member, what, who=decided.about)
    if decided.taken_down and decided.outcome == NOTHING and decided.about is not None:
        _notify(decided.about.pk, What.MESSAGE_GONE, reason=decided.reason)


def _mark_reports_read(members: Collection[int]) -> int:
    """Marks these moderators' notices of pending reports as read."""
    unread = Notice.objects.filter(member__in=members, kind=Kind.REPORT, read_at=None)
    return unread.update(read_at=timezone.now())


def _notify(member: int, what: What, **more: Any) -> None:
    now = timezone.now()
    Notice.objects.create(
        member_id=member, kind=Kind.MODERATION, what=what, at=now, **{**due_columns(now), **more}
    )
    hint_on_commit(member)
