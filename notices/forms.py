"""The form for when a member is sent notices, and warned."""

from __future__ import annotations

from datetime import time, timedelta
from typing import Any, ClassVar

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext, gettext_lazy, ngettext

from accounts.forms.preferences import time_zones
from accounts.models import Preferences, User
from notices.models import Timing

NIGHT = time(22), time(7)
"""What quiet hours are offered as."""

BEFORE = [timedelta(minutes=minutes) for minutes in (15, 30, 60, 120, 240, 480, 720)]


def times_before() -> list[tuple[str, Any]]:
    """How early one may be warned; the usual comes first."""
    usual = gettext("Default: one hour, or a quarter of the turn if that is shorter")
    return [("", usual), *((_minutes(before), _words(before)) for before in BEFORE)]


class QuietTimeField(forms.TimeField):
    """When quiet hours begin or end."""

    widget = forms.TimeInput(attrs={"type": "time"}, format="%H:%M")
    default_error_messages: ClassVar[dict[str, Any]] = dict.fromkeys(
        ("required", "invalid"),
        gettext_lazy("Enter a time, such as 22:00, or turn quiet hours off."),
    )


class TimingForm(forms.Form):
    """When a member is warned and, where anything ``is_sent``, when nothing is."""

    warn_before = forms.ChoiceField(
        label=gettext_lazy("Warn me before a turn ends"),
        choices=times_before,
        required=False,
        help_text=gettext_lazy("If you have not chosen by then; at most half of the turn before."),
    )
    quiet = forms.BooleanField(
        label=gettext_lazy("Quiet hours: nothing is sent to me then"),
        required=False,
        help_text=gettext_lazy("What still waits for you when they end is sent then."),
    )
    quiet_from = QuietTimeField(label=gettext_lazy("From"))
    quiet_until = QuietTimeField(label=gettext_lazy("Until"))
    time_zone = forms.ChoiceField(
        label=gettext_lazy("Time zone"), choices=time_zones, required=False
    )

    def __init__(self, *arguments: Any, is_sent: bool, **more: Any) -> None:
        super().__init__(*arguments, **more)
        if not is_sent:
            for name in ("quiet", "quiet_from", "quiet_until", "time_zone"):
                del self.fields[name]

    def clean(self) -> dict[str, Any]:
        """Quiet hours that begin and end."""
        data = super().clean() or self.cleaned_data
        times = {"quiet_from", "quiet_until"}
        if not data.get("quiet"):
            for name in times & set(self.errors):  # they do not count
                del self.errors[name]
        elif not times & set(self.errors) and data["quiet_from"] == data["quiet_until"]:
            words = gettext("Quiet hours need to end at another time than they start.")
            self.add_error("quiet_until", ValidationError(words, code="no-end"))
        return data

    @property
    def quiet_hours(self) -> tuple[time, time] | None:
        """When they begin and end; None: there are none."""
        data = self.cleaned_data
        return (data["quiet_from"], data["quiet_until"]) if data["quiet"] else None

    @property
    def before(self) -> timedelta | None:
        """How early to warn; None: as is usual."""
        minutes = self.cleaned_data["warn_before"]
        return timedelta(minutes=int(minutes)) if minutes else None


def timing_of(member: User) -> dict[str, Any]:
    """What the form shows a member first."""
    timing = Timing.objects.filter(member=member).first() or Timing(member=member)
    is_quiet = timing.quiet_from is not None
    begins, ends = (timing.quiet_from, timing.quiet_until) if is_quiet else NIGHT
    return {
        "warn_before": _minutes(timing.warn_before) if timing.warn_before else "",
        "quiet": is_quiet,
        "quiet_from": begins,
        "quiet_until": ends,
        "time_zone": Preferences.of(member).time_zone,
    }


def _minutes(before: timedelta) -> str:
    return str(int(before.total_seconds()) // 60)


def _words(before: timedelta) -> str:
    minutes = int(before.total_seconds()) // 60
    if minutes < 60:
        return ngettext("%(count)s minute", "%(count)s minutes", minutes) % {"count": minutes}
    hours = minutes // 60
    return ngettext("%(count)s hour", "%(count)s hours", hours) % {"count": hours}
