"""Notices, which of them members want, and where they are sent."""

from notices.kinds import Channel, Kind, What
from notices.models.notices import (
    SEEN_EVERY,
    Announcement,
    Notice,
    Preference,
    Sending,
    StepIn,
    Timing,
    TurnWarning,
)
from notices.models.outside import CalendarFeed, HookCall, Webhook
from notices.models.push import PushDevice, PushOffer

__all__ = [
    "SEEN_EVERY",
    "Announcement",
    "CalendarFeed",
    "Channel",
    "HookCall",
    "Kind",
    "Notice",
    "Preference",
    "PushDevice",
    "PushOffer",
    "Sending",
    "StepIn",
    "Timing",
    "TurnWarning",
    "Webhook",
    "What",
]
