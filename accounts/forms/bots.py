"""The form with which a member registers a bot."""

from __future__ import annotations

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy

from accounts.forms.names import NewName
from accounts.services.names import why_taken


class BotForm(forms.Form):
    """The name of a new bot."""

    username = NewName(label=gettext_lazy("Name of the bot"))

    def clean_username(self) -> str:
        """The name; raises ValidationError if it is taken."""
        name: str = self.cleaned_data["username"]
        taken = why_taken(name)
        if taken is not None:
            raise ValidationError(taken, code="taken")
        return name
