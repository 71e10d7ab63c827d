"""Form fields for a calendar: the times of day and weekdays at which turns end, and the zone."""

from __future__ import annotations

import re
from typing import Any
from zoneinfo import available_timezones

from django import forms
from django.utils.dates import WEEKDAYS
from django.utils.translation import gettext_lazy

from accounts.forms.preferences import NAMED_ZONES
from accounts.models import Preferences, User
from games.play.calendar import Calendar
from lobby.table_settings import refused_calendar

AT, ON, ZONE = "ends_at", "ends_on", "ends_zone"
"""The names of the fields."""

USUAL_TIME = "20:00"
USUAL_ZONE = "UTC"

WRITTEN = re.compile(r"([01]?\d|2[0-3])(?:[:.]([0-5]\d))?", re.ASCII)
"""An hour with optional minutes."""
O_CLOCK = re.compile(r"\s*\b(?:uhr|h)\b", re.IGNORECASE)
"""Words that some languages write after a time."""
BETWEEN = re.compile(r"\s*(?:[,;&+]|\s(?:and|und)\s|\s)\s*")
SUCH_AS = gettext_lazy("Enter times of day such as 20:00, or 12:00 and 20:00.")


def time_fields() -> dict[str, forms.Field]:
    """The fields that together say when turns end. They matter only if a calendar is chosen."""
    return {
        AT: forms.CharField(
            label=gettext_lazy("Turns end at"),
            max_length=100,
            error_messages={"required": SUCH_AS},
            help_text=gettext_lazy(
                "One time of day, or several: “12:00, 20:00”. A turn that would be shorter than "
                "an hour goes on until the next one."
            ),
        ),
        ON: forms.TypedMultipleChoiceField(
            label=gettext_lazy("On which days"),
            coerce=int,
            error_messages={"required": gettext_lazy("Choose at least one day.")},
            choices=[(str(day), name) for day, name in WEEKDAYS.items()],
            widget=forms.CheckboxSelectMultiple,
        ),
        ZONE: forms.ChoiceField(
            label=gettext_lazy("Time zone"),
            error_messages={"required": gettext_lazy("Choose a time zone.")},
            choices=NAMED_ZONES,
            help_text=gettext_lazy("Players see in their own time when a turn ends."),
            widget=forms.Select(attrs={"data-browser-zone": True}),
        ),
    }


def time_initial(calendar: Calendar | None = None) -> dict[str, Any]:
    """Initial values for a calendar, or defaults."""
    shown = calendar or Calendar(times=(USUAL_TIME,), zone=USUAL_ZONE)
    return {
        AT: ", ".join(shown.times),
        ON: [str(day) for day in shown.weekdays],
        ZONE: shown.zone,
    }


def own_zone(member: User) -> dict[str, str]:
    """The initial zone: the member's own; empty if it is not known."""
    zone = Preferences.of(member).time_zone
    return {ZONE: zone} if zone in available_timezones() else {}


def calendar_of(cleaned: dict[str, Any]) -> Calendar:
    """The calendar from the fields. Raises ValidationError for the wrong field."""
    calendar = Calendar(
        times=_times(cleaned[AT]),
        weekdays=tuple(sorted(set(cleaned[ON]))),
        zone=cleaned[ZONE],
    )
    refused = refused_calendar(calendar)
    if refused is not None:
        raise forms.ValidationError({str(refused.at): refused.message})
    return calendar


def _times(written: str) -> tuple[str, ...]:
    plain = O_CLOCK.sub("", written).strip()
    found = [WRITTEN.fullmatch(each) for each in BETWEEN.split(plain)]
    times = {f"{int(each[1]):02}:{each[2] or '00'}" for each in found if each}
    if not times or None in found:
        raise forms.ValidationError({AT: SUCH_AS})
    return tuple(sorted(times))
