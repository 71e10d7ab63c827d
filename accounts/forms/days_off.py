"""The form for days off."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy

from accounts.forms.preferences import time_zones


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
        choices=[(zone, name) for zone, name in time_zones() if zone],
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
