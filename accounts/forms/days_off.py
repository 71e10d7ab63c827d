"""The form for days off."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy

from accounts.forms.preferences import time_zones


class DaysOffForm(forms.Form):
    """From when to when a member is off. Anyone who has chosen no time zone is asked for it."""

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
        """``zone``: the one of the member's preferences, where there is one."""
        super().__init__(data)
        self.own_zone = zone
        if zone:
            del self.fields["zone"]

    @property
    def said_zone(self) -> str:
        """By whose clocks the days are counted."""
        return self.own_zone or str(self.cleaned_data["zone"])
