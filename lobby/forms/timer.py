"""The turn's timer as people choose it: a usual duration, or a number and a unit."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.functional import lazy
from django.utils.translation import gettext, gettext_lazy

from games.core.settings import GameSettings
from lobby.plan import LONGEST_TURN, SHORTEST_TURN, UNITS, in_words

lazily_in_words = lazy(in_words, str)

PRESETS = (20, 60, 180, 600, 3_600, 86_400, 259_200, 604_800)
"""Usual durations of a turn, in seconds."""
PATIENCE = (3_600, 21_600, 86_400, 259_200, 604_800, 1_209_600)
"""How long a table without a timer may wait for anyone who does nothing, in seconds."""

NONE, CUSTOM = "none", "custom"
CHOICES = (
    (NONE, gettext_lazy("no timer")),
    *((str(seconds), lazily_in_words(seconds)) for seconds in PRESETS),
    (CUSTOM, gettext_lazy("another duration")),
)
LENGTHS = {f"{unit}s": length for unit, length in UNITS}
UNIT_NAMES = {
    "days": gettext_lazy("days"),
    "hours": gettext_lazy("hours"),
    "minutes": gettext_lazy("minutes"),
    "seconds": gettext_lazy("seconds"),
}
ALLOWED = gettext_lazy("A turn takes from 5 seconds to 14 days.")


def timer_fields() -> dict[str, forms.Field]:
    """The fields that together say how long a turn may take."""
    return {
        "timer": forms.ChoiceField(
            label=gettext_lazy("Time for a turn"),
            choices=CHOICES,
            help_text=gettext_lazy("How long everybody has to choose, from 5 seconds to 14 days."),
        ),
        "timer_number": forms.IntegerField(
            label=gettext_lazy("How many"),
            required=False,
            min_value=1,
            max_value=LONGEST_TURN,
            error_messages=dict.fromkeys(("invalid", "min_value", "max_value"), ALLOWED),
        ),
        "timer_unit": forms.ChoiceField(
            label=gettext_lazy("Unit"),
            required=False,
            choices=[(unit, UNIT_NAMES[unit]) for unit in reversed(LENGTHS)],
        ),
        "patience_seconds": forms.TypedChoiceField(
            label=gettext_lazy("Without a timer, a turn is missed by doing nothing for"),
            choices=[(seconds, in_words(seconds)) for seconds in PATIENCE],
            coerce=int,
            required=False,
            help_text=gettext_lazy("So that no game waits for ever for a player who has gone."),
        ),
    }


def timer_initial(seconds: int | None) -> dict[str, Any]:
    """What the fields show for a duration."""
    unit = next((u for u, length in LENGTHS.items() if (seconds or 60) % length == 0), "seconds")
    number = (seconds or 60) // LENGTHS[unit]
    usual = {seconds: str(seconds) for seconds in PRESETS}
    timer = NONE if seconds is None else usual.get(seconds, CUSTOM)
    return {
        "timer": timer,
        "timer_number": number,
        "timer_unit": unit,
        "patience_seconds": GameSettings().patience_seconds,
    }


def turn_seconds(cleaned: dict[str, Any]) -> int | None:
    """The duration that the fields say, in seconds; None: no timer.

    Raises ValidationError, for the field ``timer_number``.
    """
    timer = cleaned["timer"]
    if timer == NONE:
        return None
    if timer != CUSTOM:
        return int(timer)
    number, unit = cleaned.get("timer_number"), cleaned.get("timer_unit")
    if not number or not unit:
        raise forms.ValidationError({"timer_number": gettext("Write how long a turn takes.")})
    seconds = int(number) * LENGTHS[unit]
    if not SHORTEST_TURN <= seconds <= LONGEST_TURN:
        raise forms.ValidationError({"timer_number": ALLOWED})
    return seconds
