"""The form that makes a token for the API."""

from __future__ import annotations

from django import forms
from django.utils.functional import lazy
from django.utils.translation import gettext_lazy, ngettext

from accounts.models import Scope

DAYS = (1, 7, 30, 90, 366)


def _in_days(count: int) -> str:
    return ngettext("%(count)s day", "%(count)s days", count) % {"count": count}


class TokenForm(forms.Form):
    """What a token is for, what it may do, and how long it lasts."""

    name = forms.CharField(
        label=gettext_lazy("What is it for?"),
        max_length=60,
        help_text=gettext_lazy("Such as the name of your program."),
    )
    scopes = forms.MultipleChoiceField(
        label=gettext_lazy("What may it do?"),
        choices=Scope.choices,
        widget=forms.CheckboxSelectMultiple,
        required=False,
        help_text=gettext_lazy("Without any of these it reads what visitors can read."),
    )
    days = forms.TypedChoiceField(
        label=gettext_lazy("How long does it last?"),
        coerce=int,
        choices=[(days, lazy(_in_days, str)(days)) for days in DAYS],
        initial=90,
    )
