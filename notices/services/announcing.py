"""Announcements from the moderators to all members: making, showing and ending them."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

from django.db import transaction

from accounts.models import User
from accounts.services.names import lock_names
from notices.channels import due_columns
from notices.live import hint
from notices.models import Announcement, Kind, Notice, What
from transport.refusals import Refused
from transport.sending import send_on_commit

AT_ONCE = 1000
"""Notices that one statement writes."""


def announce(*, text: str, until: datetime, by: User | None, now: datetime) -> Announcement:
    """Shows a text to all members, to each until they have read it or ``until`` has passed. Raises
    Refused ``past`` or ``empty``."""
    if until <= now:
        raise Refused("past", "The end must be in the future.")
    if not text.strip():
        raise Refused("empty", "Write what all members should read.")
    with transaction.atomic():
        lock_names()  # whoever is joining is a member first, or finds the announcement
        made = Announcement.objects.create(text=text.strip(), until=until, by=by, created_at=now)
        members = User.objects.filter(is_active=True, is_bot=False, is_guest=False).order_by("pk")
        _show(made, list(members.values_list("pk", flat=True)), now)
    return made


def show_running(*, member: User, now: datetime) -> None:
    """Shows the running announcements to a new member. Must be called in a transaction."""
    for announcement in Announcement.objects.running(now).order_by("created_at"):
        _show(announcement, [member.pk], now)


def end_announcement(*, announcement: Announcement, now: datetime) -> bool:
    """Stops showing the announcement; returns whether it was shown. Ending it twice changes
    nothing."""
    with transaction.atomic():
        running = Announcement.objects.running(now).filter(pk=announcement.pk)
        ended = running.update(ended_at=now)
        if ended:
            told = announcement.notices.order_by("member")
            _hint(told.values_list("member", flat=True), now)
    announcement.refresh_from_db(fields=["ended_at"])
    return bool(ended)


def _show(announcement: Announcement, members: list[int], now: datetime) -> None:
    """Writes a notice for each of these members. Other channels send it to those who want it."""
    due = due_columns(now)
    notices = (
        Notice(
            member_id=member,
            kind=Kind.NEWS,
            what=What.ANNOUNCED,
            announcement=announcement,
            who_id=announcement.by_id,
            at=now,
            **due,
        )
        for member in members
    )
    Notice.objects.bulk_create(notices, batch_size=AT_ONCE)
    _hint(members, now)


def _hint(members: Iterable[int], now: datetime) -> None:
    """Makes the open pages of these members refresh the bell."""
    hints = [hint(member) for member in members]
    for _, message in hints:
        message.now = now
    send_on_commit(*hints)
