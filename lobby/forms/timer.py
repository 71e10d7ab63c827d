"""Form fields for the turn's timer: a common duration, a number with a unit, or times of day."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.functional import lazy
from django.utils.translation import gettext_lazy

from games.play.calendar import Calendar
from games.play.settings import GameSettings, seconds_of
from lobby.forms.times import AT, ON, ZONE, calendar_of, time_fields, time_initial
from lobby.settings_words import UNITS, in_words
from lobby.table_settings import LONGEST_TURN, SHORTEST_TURN

lazily_in_words = lazy(in_words, str)

PRESETS = (20, 60, 180, 600, 3_600, 86_400, 259_200, 604_800)
"""Common durations of a turn, in seconds."""
PATIENCE = (3_600, 21_600, 86_400, 259_200, 604_800, 1_209_600)
"""How long a game without a timer may wait for an inactive player, in seconds."""

NONE, CUSTOM, CALENDAR = "none", "custom", "calendar"
ASKED_FOR = {
    NONE: ("patience_seconds",),
    CUSTOM: ("timer_number", "timer_unit"),
    CALENDAR: (AT, ON, ZONE),
}
"""The fields that matter only with a certain kind of timer, by the kind."""
CHOICES = (
    (NONE, gettext_lazy("no timer")),
    *((str(seconds), lazily_in_words(seconds)) for seconds in PRESETS),
    (CALENDAR, gettext_lazy("at set times of day")),
    (CUSTOM, gettext_lazy("another duration")),
)
LENGTHS = {f"{unit}s": length for unit, length in UNITS}
UNIT_NAMES = {
    "days": gettext_lazy("days"),
    "hours": gettext_lazy("hours"),
    "minutes": gettext_lazy("minutes"),
    "seconds": gettext_lazy("seconds"),
}
HOW_LONG = gettext_lazy("Enter how long a turn takes.")
ALLOWED = gettext_lazy("A turn takes from 5 seconds to 14 days.")


def timer_fields() -> dict[str, forms.Field]:
    """The fields that together set how long a turn may take."""
    return {
        "timer": forms.ChoiceField(
            label=gettext_lazy("Time for a turn"),
            choices=CHOICES,
            help_text=gettext_lazy("How long everybody has to choose, from 5 seconds to 14 days."),
        ),
        "timer_number": forms.IntegerField(
            label=gettext_lazy("How many"),
            min_value=1,
            max_value=LONGEST_TURN,
            error_messages={
                "required": HOW_LONG,
                **dict.fromkeys(("invalid", "min_value", "max_value"), ALLOWED),
            },
        ),
        "timer_unit": forms.ChoiceField(
            label=gettext_lazy("Unit"),
            required=False,
            choices=[(unit, UNIT_NAMES[unit]) for unit in reversed(LENGTHS)],
        ),
        **time_fields(),
        "patience_seconds": forms.TypedChoiceField(
            label=gettext_lazy("Without a timer, a turn counts as missed after"),
            choices=[(seconds, in_words(seconds)) for seconds in PATIENCE],
            coerce=int,
            required=False,
            help_text=gettext_lazy("So that no game waits for ever for a player who has gone."),
        ),
    }


def timer_initial(seconds: int | None, calendar: Calendar | None = None) -> dict[str, Any]:
    """Initial values for a duration or a calendar."""
    unit = next((u for u, length in LENGTHS.items() if (seconds or 60) % length == 0), "seconds")
    number = (seconds or 60) // LENGTHS[unit]
    usual = {seconds: str(seconds) for seconds in PRESETS}
    timer = NONE if seconds is None else usual.get(seconds, CUSTOM)
    if calendar is not None:
        timer, number, unit = CALENDAR, 1, "minutes"
    return {
        "timer": timer,
        "timer_number": number,
        "timer_unit": unit,
        **(time_initial(calendar) if calendar else {}),
        "patience_seconds": GameSettings().patience_seconds,
    }


def time_of(cleaned: dict[str, Any]) -> dict[str, Any]:
    """The settings ``turn_seconds`` and ``calendar`` from the fields.

    Raises ValidationError for the wrong field.
    """
    timer = cleaned["timer"]
    if timer == NONE:
        return {"turn_seconds": None, "calendar": None}
    if timer == CALENDAR:
        calendar = calendar_of(cleaned)
        return {"turn_seconds": seconds_of(calendar), "calendar": calendar}
    seconds = _custom(cleaned) if timer == CUSTOM else int(timer)
    return {"turn_seconds": seconds, "calendar": None}


def _custom(cleaned: dict[str, Any]) -> int:
    number, unit = cleaned.get("timer_number"), cleaned.get("timer_unit")
    if not number or not unit:
        raise forms.ValidationError({"timer_number": HOW_LONG})
    seconds = int(number) * LENGTHS[unit]
    if not SHORTEST_TURN <= seconds <= LONGEST_TURN:
        raise forms.ValidationError({"timer_number": ALLOWED})
    return seconds
