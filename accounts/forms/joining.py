"""Inviting, and registering: the code of an invitation, then name and password."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy

from accounts.adapter import is_mail_sent
from accounts.forms.names import FreeNameForm, NewName
from accounts.forms.passwords import PASSWORD_HELP, NewPassword, check_new_password
from accounts.models import User


class CodeField(forms.CharField):
    """An invitation code, typed or pasted; a whole link is accepted, too."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(
            label=gettext_lazy("Invitation code"),
            max_length=300,
            error_messages={"required": gettext_lazy("Please enter the code of your invitation.")},
            widget=forms.TextInput(
                attrs={"autocomplete": "off", "autocapitalize": "none", "spellcheck": "false"}
            ),
            **kwargs,
        )

    def clean(self, value: Any) -> str:
        """The code without the rest of the link."""
        return str(super().clean(value)).rstrip("/").rpartition("/")[2]


class CodeForm(forms.Form):
    """Asks for the code if somebody has no link."""

    code = CodeField(
        help_text=gettext_lazy("The letters at the end of the link. You can paste the whole link.")
    )


class CodeAgainForm(forms.Form):
    """The code from a link, above the fields for a new member."""

    code = CodeField()


class JoinForm(FreeNameForm):
    """The fields for a new member. Only validated together with a valid code, because its errors
    reveal which names are taken."""

    username = NewName(label=gettext_lazy("Name"))
    email = forms.EmailField(
        label=gettext_lazy("Email address"),
        required=False,
        help_text=gettext_lazy(
            "For a link if you forget your password, warnings about your login, and emails about "
            "your games, which you can turn off. Nobody sees it."
        ),
        error_messages={
            "invalid": gettext_lazy("This is not a complete email address. You can leave it empty.")
        },
        widget=forms.EmailInput(attrs={"autocomplete": "email"}),
    )
    password1 = NewPassword(label=gettext_lazy("Password"), help_text=PASSWORD_HELP)
    password2 = NewPassword(label=gettext_lazy("Password again"))

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if not is_mail_sent():
            del self.fields["email"]

    def clean_email(self) -> str:
        """The address in lower case. If another member already has it, only that member is told, by
        mail."""
        email: str = self.cleaned_data["email"].lower()
        return email

    def clean(self) -> dict[str, Any]:
        """Checks the two passwords."""
        data = super().clean() or self.cleaned_data
        owner = User(username=data.get("username", ""), email=data.get("email", ""))
        check_new_password(self, owner)
        return data


class InviteForm(forms.Form):
    """The note beside an invitation."""

    note = forms.CharField(
        label=gettext_lazy("For whom"),
        required=False,
        max_length=200,
        help_text=gettext_lazy("Only you and the moderators see this."),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
