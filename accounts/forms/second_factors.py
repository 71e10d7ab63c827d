"""allauth's forms for second factors in the club's words."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from allauth.mfa.adapter import get_adapter
from allauth.mfa.base import forms as base_forms
from allauth.mfa.models import Authenticator
from allauth.mfa.totp.forms import ActivateTOTPForm
from allauth.mfa.webauthn.forms import (
    AddWebAuthnForm,
    AuthenticateWebAuthnForm,
    EditWebAuthnForm,
    LoginWebAuthnForm,
    ReauthenticateWebAuthnForm,
)
from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext, gettext_lazy

from accounts.forms.passwords import PlainWords
from transport.limits import CODES_AGAIN, SECOND_FACTORS, count, forget, member_rate_key
from transport.refusals import RateLimited, in_words


class Code(PlainWords):
    """A field for a code; phones show a keypad with digits for it."""

    code_help = gettext_lazy("Six digits from your app, or one of your recovery codes.")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        code = self.fields["code"]
        code.label = gettext_lazy("Code")
        code.help_text = self.code_help
        code.widget.attrs |= {"inputmode": "numeric", "spellcheck": "false", "maxlength": 30}
        code.error_messages["required"] = gettext_lazy("Please enter the code.")


class CodeOnce(Code):
    """Accepts a code of an app only once, for as long as the code would be valid."""

    authenticator: Authenticator
    user: Any

    def clean_code(self) -> str:
        """The code, if it is right and was not used before. Wrong codes are counted here, too, in
        case Redis, where allauth counts them, is down; each code counts as wrong until it is found
        to be right, so that codes tried at the same time do not pass each other."""
        rate_key = member_rate_key(self.user)
        try:
            count(SECOND_FACTORS, rate_key)
        except RateLimited as refused:
            words = gettext("Too many wrong codes in a row. Wait %(time)s, then try again.")
            wait = {"time": in_words(refused.retry_after)}
            raise ValidationError(words % wait) from None
        code: str = super().clean_code()  # type: ignore[misc] # of the form this is mixed into
        if self.authenticator.type == Authenticator.Type.TOTP:
            try:
                count(CODES_AGAIN, rate_key, about="".join(filter(str.isdigit, code)))
            except RateLimited:
                raise get_adapter().validation_error("incorrect_code") from None
        forget(SECOND_FACTORS, rate_key)
        return code


class AuthenticateForm(CodeOnce, base_forms.AuthenticateForm):
    """The code, after the password."""


class ReauthenticateForm(CodeOnce, base_forms.ReauthenticateForm):
    """The code, once more, before something is changed."""


class ActivateAppForm(Code, ActivateTOTPForm):
    """The first code of an app."""

    code_help = gettext_lazy("The six digits that the app shows now.")

    def clean_code(self) -> str:
        """The code, if it is the one that the app shows now."""
        try:
            code: str = super().clean_code()
        except ValidationError as error:
            if error.code != "incorrect_code":
                raise
            raise ValidationError(
                gettext(
                    "That is not the right code. Enter the code that the app shows now; the "
                    "clock of its device has to be right."
                ),
                code=error.code,
            ) from None
        return code


class PasskeyName(PlainWords):
    """A field for the name of a passkey."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        name = self.fields["name"]
        name.label = gettext_lazy("Name of the passkey")
        name.help_text = gettext_lazy(
            "To help you recognise it: the device or program that keeps it."
        )
        name.widget.attrs |= {"maxlength": 60, "autocomplete": "off"}
        name.validators.append(forms.CharField(max_length=60).validators[0])


class UntrustedCredential(forms.Form):
    """Reads the answer of a passkey. It may be anything: a client can send what it likes."""

    def clean_credential(self) -> Any:
        """The credential as the form reads it; raises ValidationError if it is malformed."""
        with malformed_refused():
            clean = getattr(super(), "clean_credential", lambda: self.cleaned_data["credential"])
            return clean()

    def clean(self) -> Any:
        """The form's own check; raises ValidationError if the credential is malformed."""
        with malformed_refused():
            return super().clean()


@contextmanager
def malformed_refused() -> Iterator[None]:
    """Turns any error of a parser into a ``ValidationError`` with a message for people."""
    try:
        yield
    except ValidationError:
        raise
    except Exception:  # noqa: BLE001 keys, types, lengths, encodings, curves: all mean the same
        raise get_adapter().validation_error("incorrect_code") from None


class AuthenticatePasskeyForm(UntrustedCredential, AuthenticateWebAuthnForm):
    """The passkey, after the password."""


class LoginPasskeyForm(UntrustedCredential, LoginWebAuthnForm):
    """The passkey alone."""


class ReauthenticatePasskeyForm(UntrustedCredential, ReauthenticateWebAuthnForm):
    """The passkey, once more, before something is changed."""


class AddPasskeyForm(UntrustedCredential, PasskeyName, AddWebAuthnForm):
    """A new passkey."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        kwargs["initial"] = {"passwordless": True, **kwargs.get("initial", {})}
        super().__init__(*args, **kwargs)
        alone = self.fields["passwordless"]
        alone.label = gettext_lazy("Log in with it alone, without name and password")
        alone.help_text = gettext_lazy(
            "Leave this off for a security key that asks for no PIN or fingerprint."
        )


class RenamePasskeyForm(PasskeyName, EditWebAuthnForm):
    """A new name for a passkey."""
