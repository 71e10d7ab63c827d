"""Notices of moderators' measures, and of reports."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from django.db import transaction
from django.utils import timezone

from accounts.models import ChatBan, Measure, Restriction
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
from notices.channels import due_by
from notices.live import hint_on_commit
from notices.models import Channel, Kind, Notice, What
from notices.services.announcing import show_running

NOTHING = "nothing"
"""The outcome of a report about which no measure was taken."""

CAME_OF_IT = {
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
def tell_of_deed(deed: AccountEvent) -> None:
    """Writes the notices of a moderator's deed, or of a report to decide, in its transaction. Each
    is a separate notice and replaces no unread one, except that pending reports share one."""
    match deed:
        case Joined():
            show_running(member=deed.user, now=timezone.now())
        case Helped():
            _tell(deed.user.pk, HELPED[deed.how], mail_due_at=None)
        case Renamed():
            _tell(deed.user.pk, What.RENAMED)
        case Reported():
            _ask_to_decide(deed)
        case ReportsDecided():
            _tell_what_came_of(deed)
        case QueueChanged():
            _nothing_waits(deed.moderators - deed.deciders)
            for member in sorted(deed.moderators):
                hint_on_commit(member)
        case QueueSeen():
            if _nothing_waits([deed.moderator]):
                hint_on_commit(deed.moderator)
        case _:
            _tell_of_measure(deed)


def _tell_of_measure(measure: Measure) -> None:
    until = measure.until if isinstance(measure, Restriction) else None
    if not isinstance(measure, Restriction):
        what = What.WARNED
    elif measure.lifted_at is not None:
        what = What.CHATS_AGAIN if isinstance(measure, ChatBan) else What.PLAYS_AGAIN
    else:
        what = What.CHAT_BANNED if isinstance(measure, ChatBan) else What.SUSPENDED
    _tell(measure.user_id, what, reason=measure.reason, until=until)


def _ask_to_decide(reported: Reported) -> None:
    """Notifies the moderators who may decide. An unread notice is replaced by the new one."""
    now = timezone.now()
    for member in sorted(reported.deciders):
        told = {"what": What.REPORTED, "who": reported.about, "at": now, **_due()}
        unread = Notice.objects.filter(member=member, kind=Kind.REPORT, read_at=None)
        if not unread.update(**told):
            Notice.objects.create(member_id=member, kind=Kind.REPORT, **told)
        hint_on_commit(member)


def _tell_what_came_of(decided: ReportsDecided) -> None:
    """Notifies the reporters, and the author of a removed message if no measure has told them."""
    what = CAME_OF_IT[decided.outcome][decided.taken_down]
    for member in sorted(decided.reporters):
        _tell(member, what, who=decided.about)
    if decided.taken_down and decided.outcome == NOTHING and decided.about is not None:
        _tell(decided.about.pk, What.MESSAGE_GONE, reason=decided.reason)


def _nothing_waits(members: Collection[int]) -> int:
    """Marks these moderators' notices of pending reports as read."""
    unread = Notice.objects.filter(member__in=members, kind=Kind.REPORT, read_at=None)
    return unread.update(read_at=timezone.now())


def _tell(member: int, what: What, **more: Any) -> None:
    now = timezone.now()
    Notice.objects.create(
        member_id=member, kind=Kind.MODERATION, what=what, at=now, **{**_due(), **more}
    )
    hint_on_commit(member)


def _due() -> dict[str, Any]:
    now = timezone.now()
    return {"push_due_at": due_by(Channel.PUSH, now), "mail_due_at": due_by(Channel.MAIL, now)}
