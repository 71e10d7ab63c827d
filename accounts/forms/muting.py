"""Muting a member by name."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy

from accounts.forms.moderating import NameOfMemberField


class MuteForm(forms.Form):
    """Which member to mute."""

    name = NameOfMemberField(
        label=gettext_lazy("Mute somebody else"), help_text=gettext_lazy("The member’s name.")
    )
