"""The parts of a member's data export about notices."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlsplit

from django.db.models import F, Model

from accounts.models import User
from accounts.own_data import register, rows
from notices.models import (
    Announcement,
    CalendarFeed,
    Notice,
    Preference,
    PushDevice,
    PushOffer,
    StepIn,
    Timing,
    Webhook,
)

SENT = ("push_sent_at", "mail_sent_at", "hook_sent_at")


def register_parts() -> None:
    """Registers the parts."""
    register("notices", Notice, make=_notices)
    register("calendar_address", CalendarFeed, make=_calendar)
    settings: tuple[type[Model], ...] = (Preference, StepIn, Timing, PushOffer)
    register("notification_settings", *settings, make=_settings)
    register("notified_browsers", PushDevice, make=_devices)
    register("webhook", Webhook, make=_webhook)
    register("announcements_written", Announcement, make=_announcements)


def _notices(member: User) -> list[dict[str, Any]]:
    told = ("kind", "what", "game__title", "table__title", "step", "reason", "until")
    return rows(member.notices.all(), *told, "at", "read_at", *SENT)


def _settings(member: User) -> dict[str, Any]:
    preferences = member.notice_preferences.annotate(way=F("channel"))
    timings = Timing.objects.filter(member=member)
    stepping_in = StepIn.objects.filter(member=member)
    offers = PushOffer.objects.filter(member=member)
    return {
        "wishes": rows(preferences, "kind", "way", "wanted"),
        "times": rows(timings, "quiet_from", "quiet_until", "warn_before"),
        "stepping_in": rows(stepping_in, "games", "live", "correspondence", "seen_at"),
        "push_offer": rows(offers, "answered_at"),
    }


def _devices(member: User) -> list[dict[str, Any]]:
    """Without addresses and keys, which allow sending to the browser."""
    return [
        {
            "push_service": urlsplit(device.endpoint).hostname,
            "language": device.language,
            "created_at": device.created_at,
            "failing_since": device.failing_since,
        }
        for device in member.push_devices.all()
    ]


def _calendar(member: User) -> list[dict[str, Any]]:
    """When the calendar's address was made. The site knows only a digest of the address itself."""
    return rows(CalendarFeed.objects.filter(member=member), "made_at")


def _webhook(member: User) -> list[dict[str, Any]]:
    """The member's webhook, without its address and secret: with them anybody could send there."""
    return [
        {
            "server": str(hook),
            "made_at": hook.made_at,
            "sent_at": hook.sent_at,
            "failing_since": hook.failing_since,
            "stopped_at": hook.stopped_at,
        }
        for hook in Webhook.objects.filter(member=member)
    ]


def _announcements(member: User) -> list[dict[str, Any]]:
    written = Announcement.objects.filter(by=member)
    return rows(written, "text", "created_at", "until", "ended_at")
