"""Choosing a name when joining or for a bot, and changing it later."""

from __future__ import annotations

from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext, gettext_lazy

from accounts.models import User
from accounts.names import LONGEST_NAME, NAME_TAKEN, tidy_name, validate_name
from accounts.services.names import was_taken_away, why_taken
from pages.words import lazily_filled


class NewName(forms.CharField):
    """A name that somebody chooses. The form checks whether it is free."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(
            strip=False,
            max_length=100,
            help_text=lazily_filled(
                gettext_lazy(
                    "What others see: up to %(most)s letters and digits, with single spaces or "
                    ". - _ ' between them."
                ),
                {"most": LONGEST_NAME},
            ),
            error_messages={"required": gettext_lazy("Please choose a name.")},
            widget=forms.TextInput(attrs={"autocomplete": "username", "autocapitalize": "words"}),
            **kwargs,
        )

    def clean(self, value: Any) -> str:
        """The name as it will be stored."""
        name = tidy_name(str(super().clean(value)))
        validate_name(name)
        return name


class FreeNameForm(forms.Form):
    """A form with a ``username`` that nobody else may have."""

    def clean_username(self) -> str:
        """The name; raises ValidationError if it is taken."""
        name: str = self.cleaned_data["username"]
        taken = why_taken(name)
        if taken is not None:
            raise ValidationError(taken, code="taken")
        return name


class BotForm(FreeNameForm):
    """The name of a member's new bot."""

    username = NewName(label=gettext_lazy("Name of the bot"))


class ChangeNameForm(forms.Form):
    """The new name of a member."""

    username = NewName(label=gettext_lazy("New name"))

    def __init__(self, *args: Any, member: User, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.member = member

    def clean_username(self) -> str:
        """The new name; raises ValidationError if it is taken or the same as before."""
        name: str = self.cleaned_data["username"]
        if name == self.member.username:
            raise ValidationError(gettext("This is already your name."), code="same")
        taken = why_taken(name, by=self.member)
        if taken is None and was_taken_away(name, self.member):
            taken = NAME_TAKEN
        if taken is not None:
            raise ValidationError(taken, code="taken")
        return name
