"""The forms for a member's own settings: preferences, days off, muting somebody."""

from __future__ import annotations

from functools import cache
from typing import Any
from zoneinfo import available_timezones

from django import forms
from django.conf import settings
from django.core.exceptions import ValidationError
from django.utils.functional import lazy
from django.utils.translation import gettext, gettext_lazy

from accounts.forms.moderating import NameOfMemberField
from accounts.models import Preferences
from pages.palette import KEYS, PALETTE, nearest_free, too_close

COLOURS = [(colour.key, colour.name) for colour in PALETTE]
REGIONS = (
    "Africa",
    "America",
    "Antarctica",
    "Arctic",
    "Asia",
    "Atlantic",
    "Australia",
    "Europe",
    "Indian",
    "Pacific",
)


@cache
def time_zones() -> list[tuple[str, Any]]:
    """All time zones that are named after a place, by region; the browser's own comes first."""
    zones = sorted(available_timezones())
    regions = [
        (
            region,
            [
                (zone, zone.partition("/")[2].replace("_", " "))
                for zone in zones
                if zone.startswith(f"{region}/")
            ],
        )
        for region in REGIONS
    ]
    return [("", gettext_lazy("This browser’s time zone")), ("UTC", "UTC"), *regions]


def _named_zones() -> tuple[tuple[str, Any], ...]:
    return tuple((zone, name) for zone, name in time_zones() if zone)


# A field takes lazy choices as they are; it would go through a list of 600 twice for each form.
NAMED_ZONES: Any = lazy(cache(_named_zones), tuple)()
"""The time zones without the browser's own."""


def languages() -> list[tuple[str, Any]]:
    """The club's languages, each under its own name; the browser's own comes first."""
    return [("", gettext_lazy("Same as this browser")), *settings.LANGUAGES]


class PreferencesForm(forms.ModelForm):
    """A member's preferences."""

    stone_colour = forms.ChoiceField(
        label=gettext_lazy("Stones"),
        choices=COLOURS,
        widget=forms.RadioSelect,
        help_text=gettext_lazy(
            "At a table you choose another colour if this one looks too much like somebody else’s."
        ),
    )
    mark_colour = forms.ChoiceField(
        label=gettext_lazy("Mark of recent stones"), choices=COLOURS, widget=forms.RadioSelect
    )
    time_zone = forms.ChoiceField(
        label=gettext_lazy("Time zone"), choices=time_zones, required=False
    )
    language = forms.ChoiceField(label=gettext_lazy("Language"), choices=languages, required=False)

    class Meta:
        model = Preferences
        fields = (
            "stone_colour",
            "mark_colour",
            "board_look",
            "theme",
            "motion",
            "confirm_sealing",
            "show_heat",
            "always_signs",
            "sounds",
            "time_zone",
            "language",
            "hides_profile",
        )
        widgets = {
            "board_look": forms.RadioSelect,
            "theme": forms.RadioSelect,
            "motion": forms.RadioSelect,
            "confirm_sealing": forms.RadioSelect,
        }
        labels = {
            "board_look": gettext_lazy("Board"),
            "theme": gettext_lazy("Light or dark"),
            "motion": gettext_lazy("Motion"),
            "confirm_sealing": gettext_lazy("Ask before sealing a choice"),
            "show_heat": gettext_lazy("Show heat"),
            "always_signs": gettext_lazy("Signs on all stones"),
            "sounds": gettext_lazy("Play sounds"),
            "hides_profile": gettext_lazy("Show my page and my place on ladders to members only"),
        }
        help_texts = {
            "hides_profile": gettext_lazy(
                "Visitors still see your name in the games that they can watch."
            ),
            "motion": gettext_lazy("Reduced: stones appear without moving."),
            "confirm_sealing": gettext_lazy(
                "On touch screens: you confirm a choice that may end the turn. "
                "Never: a choice is sealed as soon as you make it. "
                "You can always take a sealed choice back until the turn ends."
            ),
            "show_heat": gettext_lazy(
                "Discs on points next to others’ stones show who would get them instead of you, "
                "having been less active nearby."
            ),
            "always_signs": gettext_lazy(
                "Each player’s stones have a sign of their own. Without this, black and white "
                "stones of two players have none."
            ),
        }

    def clean(self) -> dict[str, Any]:
        """Checks that the mark can be seen on the stones."""
        data = super().clean() or self.cleaned_data
        stone, mark = data.get("stone_colour"), data.get("mark_colour")
        if stone and mark and too_close(mark, [stone]):
            offer = nearest_free(mark, [stone])
            names = {
                "mark": KEYS[mark].name,
                "stone": KEYS[stone].name,
                "nearest": KEYS[offer].name if offer else "",
            }
            words = (
                gettext(
                    "A mark in %(mark)s would be hard to see on stones in %(stone)s. The "
                    "closest that shows is %(nearest)s."
                )
                if offer
                else gettext("A mark in %(mark)s would be hard to see on stones in %(stone)s.")
            )
            self.add_error("mark_colour", ValidationError(words % names, code="too-close"))
        return data


class DaysOffForm(forms.Form):
    """The first and the last day off. A member who has chosen no time zone is asked for it, too."""

    first = forms.DateField(
        label=gettext_lazy("First day off"),
        widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"),
        error_messages={"invalid": gettext_lazy("Enter a day, such as 2026-12-24.")},
    )
    last = forms.DateField(
        label=gettext_lazy("Last day off"),
        widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"),
        error_messages={"invalid": gettext_lazy("Enter a day, such as 2026-12-24.")},
    )
    zone = forms.ChoiceField(
        label=gettext_lazy("Time zone"),
        choices=NAMED_ZONES,
        initial="UTC",
        help_text=gettext_lazy("Where your days start at midnight."),
        widget=forms.Select(attrs={"data-browser-zone": True}),
    )

    def __init__(self, data: Any = None, *, zone: str) -> None:
        """``zone``: the time zone in the member's preferences; empty if there is none."""
        super().__init__(data)
        self.own_zone = zone
        if zone:
            del self.fields["zone"]

    @property
    def said_zone(self) -> str:
        """The time zone in which the days are counted."""
        return self.own_zone or str(self.cleaned_data["zone"])


class MuteForm(forms.Form):
    """Which member to mute."""

    name = NameOfMemberField(
        label=gettext_lazy("Mute somebody else"), help_text=gettext_lazy("The member’s name.")
    )
