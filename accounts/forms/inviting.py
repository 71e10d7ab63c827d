"""The form for a member's own invitation."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy


class InviteForm(forms.Form):
    """The note beside an invitation."""

    note = forms.CharField(
        label=gettext_lazy("For whom"),
        required=False,
        max_length=200,
        help_text=gettext_lazy("Only you and the moderators see this."),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
