"""Second factors: which kinds count, and the club's adapter for allauth's."""

from __future__ import annotations

import logging
import secrets
from base64 import b32encode, urlsafe_b64encode
from typing import Any, ClassVar

from allauth.mfa.adapter import DefaultMFAAdapter
from allauth.mfa.models import Authenticator
from cryptography.fernet import Fernet, InvalidToken, MultiFernet
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from django.conf import settings
from django.contrib.auth.base_user import AbstractBaseUser
from django.utils.encoding import force_bytes
from django.utils.translation import gettext, gettext_lazy

from accounts.models import User

logger = logging.getLogger(__name__)

SECOND_FACTORS = (Authenticator.Type.TOTP, Authenticator.Type.WEBAUTHN)
"""The kinds that count as a second factor; recovery codes only stand in for one."""


def has_second_factor(user: User) -> bool:
    """Whether this user needs more than a password to log in."""
    return Authenticator.objects.filter(user=user, type__in=SECOND_FACTORS).exists()


def _encryption() -> MultiFernet:
    """Encrypts with the secret key; decrypts with earlier keys too."""
    keys = (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS)
    return MultiFernet([Fernet(_derived(key)) for key in keys])


def _derived(key: str) -> bytes:
    derivation = HKDF(SHA256(), length=32, salt=None, info=b"accounts.second_factors")
    return urlsafe_b64encode(derivation.derive(force_bytes(key)))


class ClubSecondFactors(DefaultMFAAdapter):
    """The club's adapter for allauth. Secrets are encrypted in the database; members are called by
    their names, never by their addresses; errors say what to do."""

    error_messages: ClassVar[dict[str, Any]] = {
        **DefaultMFAAdapter.error_messages,
        "cannot_generate_recovery_codes": gettext_lazy("Set up an app or a passkey first."),
        "incorrect_code": gettext_lazy(
            "That did not work. Try again with a new code, or with the passkey."
        ),
    }

    def encrypt(self, text: str) -> str:
        """The encrypted secret, as it is stored."""
        return _encryption().encrypt(text.encode()).decode()

    def decrypt(self, encrypted_text: str) -> str:
        """The decrypted secret.

        If it cannot be decrypted, for example after the secret key was changed, the result is a
        random secret, which no code matches: nobody gets in and no page fails.
        """
        try:
            return _encryption().decrypt(encrypted_text.encode()).decode()
        except InvalidToken:
            logger.error("a second factor was encrypted with another SECRET_KEY")
            return b32encode(secrets.token_bytes(40)).decode()

    def get_totp_label(self, user: AbstractBaseUser) -> str:
        """The label that the authenticator app shows beside its code."""
        return str(user)

    def get_public_key_credential_user_entity(self, user: AbstractBaseUser) -> dict[str, Any]:
        """The member a passkey belongs to, as the browser shows it."""
        entity: dict[str, Any] = super().get_public_key_credential_user_entity(user)
        return {**entity, "name": str(user), "display_name": str(user)}

    def get_public_key_credential_rp_entity(self) -> dict[str, str]:
        """The site a passkey is for, as the browser shows it."""
        entity: dict[str, str] = super().get_public_key_credential_rp_entity()
        return {**entity, "name": "Miai"}

    def generate_authenticator_name(
        self,
        user: AbstractBaseUser,
        type: Authenticator.Type,  # noqa: A002 (allauth's name)
    ) -> str:
        """The name of a new passkey until its member chooses a better one."""
        number = Authenticator.objects.filter(user_id=user.pk, type=type).count() + 1
        if number == 1:
            return gettext("Passkey")
        return gettext("Passkey %(number)s") % {"number": number}
