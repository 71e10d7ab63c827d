"""allauth's forms in the club's words, and the fields for passwords."""

from __future__ import annotations

from typing import Any

from allauth.account import forms as allauth_forms
from allauth.account.adapter import get_adapter
from allauth.account.models import EmailAddress
from django import forms
from django.conf import settings
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.core.validators import MaxLengthValidator
from django.http import HttpRequest
from django.utils.translation import gettext, gettext_lazy

from accounts.forgotten import ask_for_link
from accounts.models import User
from accounts.names import name_key
from pages.words import lazily_filled

LONGEST_PASSWORD = 128
PASSWORD_HELP = lazily_filled(
    gettext_lazy(
        "At least %(least)s characters, and not a common password. A few words that only you "
        "would put together work well."
    ),
    {"least": settings.SHORTEST_PASSWORD},
)

LABELS = {
    "login": gettext_lazy("Name"),
    "password": gettext_lazy("Password"),
    "email": gettext_lazy("Email address"),
    "oldpassword": gettext_lazy("Current password"),
    "password1": gettext_lazy("New password"),
    "password2": gettext_lazy("New password again"),
}


class Password(forms.CharField):
    """An existing password."""

    def __init__(self, *, autocomplete: str = "current-password", **kwargs: Any) -> None:
        widget = forms.PasswordInput(attrs={"autocomplete": autocomplete})
        errors = {"required": gettext_lazy("Please enter the password.")}
        super().__init__(
            strip=False, max_length=500, widget=widget, error_messages=errors, **kwargs
        )


not_too_long = MaxLengthValidator(
    LONGEST_PASSWORD, gettext_lazy("A password has at most %(limit_value)s characters.")
)


class NewPassword(Password):
    """A new password."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(autocomplete="new-password", **kwargs)
        self.validators.append(not_too_long)


class PlainWords(forms.Form):
    """Uses the club's labels, and no placeholders, which vanish as soon as one types."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name, field in self.fields.items():
            field.label = LABELS.get(name, field.label)
            field.widget.attrs.pop("placeholder", None)
            if name == "password1":
                field.help_text = PASSWORD_HELP
                field.validators.append(not_too_long)


class LoginForm(PlainWords, allauth_forms.LoginForm):
    """Name and password."""

    def clean_login(self) -> str:
        """The name's key: attempts for one name are counted together, whatever the case."""
        return name_key(super().clean_login())


class ChangePasswordForm(PlainWords, allauth_forms.ChangePasswordForm):
    """The current password, and the new one twice."""

    def clean_oldpassword(self) -> str:
        """Checks the current password; wrong ones are counted as at a login."""
        password: str = self.cleaned_data["oldpassword"]
        adapter = get_adapter()
        if not adapter.reauthenticate(self.user, password):
            raise adapter.validation_error("enter_current_password")
        return password


class SetPasswordForm(PlainWords, allauth_forms.SetPasswordForm):
    """A first password, twice."""


class ResetPasswordForm(PlainWords, allauth_forms.ResetPasswordForm):
    """The address to which a link is sent. Only a confirmed one counts: another may be mistyped, or
    entered by somebody who helped the member to log in."""

    users: list[User]

    def clean_email(self) -> str:
        """Leaves out members to whom such a link is not sent, as if nobody had the address."""
        email: str = super().clean_email()
        confirmed = EmailAddress.objects.filter(email__iexact=email, verified=True)
        members = set(confirmed.values_list("user", flat=True))
        self.users = [user for user in self.users if user.pk in members]
        return email

    def save(self, request: HttpRequest, **more: Any) -> str:
        """Has the link sent. Returns the address."""
        email: str = self.cleaned_data["email"]
        ask_for_link(request, email)
        return email


class ResetPasswordKeyForm(PlainWords, allauth_forms.ResetPasswordKeyForm):
    """The new password, twice."""


def check_new_password(form: forms.Form, owner: User) -> None:
    """Adds errors to a form that is being cleaned if its ``password1`` and ``password2`` differ or
    are easily guessed. ``owner``: the member whose password it will be, whose name and address it
    must not resemble."""
    first, second = form.cleaned_data.get("password1"), form.cleaned_data.get("password2")
    if first and second and first != second:
        form.add_error("password2", gettext("The passwords do not match. Please enter both again."))
    elif first:
        try:
            validate_password(first, owner)
        except ValidationError as error:
            form.add_error("password1", error)


class PasswordByLinkForm(forms.Form):
    """The new password, twice, for a member who has a link for choosing one."""

    password1 = NewPassword(label=LABELS["password1"], help_text=PASSWORD_HELP)
    password2 = NewPassword(label=LABELS["password2"])

    def __init__(self, *args: Any, user: User, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.user = user

    def clean(self) -> dict[str, Any]:
        """Checks the two passwords."""
        data = super().clean() or self.cleaned_data
        check_new_password(self, self.user)
        return data


class ReauthenticateForm(PlainWords, allauth_forms.ReauthenticateForm):
    """The password, once more."""


class AddEmailForm(PlainWords, allauth_forms.AddEmailForm):
    """A new address, which has to be confirmed by mail."""


class DeleteAccountForm(forms.Form):
    """Asks for the password before the account is deleted."""

    password = Password(label=gettext_lazy("Your password"))
