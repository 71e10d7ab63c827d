"""None of allauth's own pages, mails and messages is shown: each has the club's look and words."""

import re
from pathlib import Path

import allauth
import pytest
from django.conf import settings
from django.template.loader import get_template

STOCK = Path(allauth.__path__[0], "templates")
OURS = Path(settings.BASE_DIR, "templates")
NEVER_ROUTED = (
    "account/base_",
    "account/confirm_",
    "account/email.html",
    "account/phone_change",
    "account/request_login_code",
    "account/signup",
    "account/snippets/",
    "account/verified_email_required",
    "account/email/email_confirm_",
    "account/email/login_code",
    "account/email/password_reset_code",
    "account/email/unknown_account",
    "account/messages/login_code",
    "account/messages/phone",
    "account/messages/primary_email",
    "account/messages/unverified_primary",
    "mfa/base_",
    "mfa/trust",
    "mfa/recovery_codes/base",
    "mfa/totp/base",
    "mfa/webauthn/base",
    "mfa/webauthn/signup",
    "mfa/webauthn/snippets",
)
"""Templates of ways to log in that are off, and base templates that our pages do not use."""

SHOWN = sorted(
    name
    for app in ("account", "mfa")
    for path in STOCK.joinpath(app).rglob("*.*")
    if not (name := str(path.relative_to(STOCK))).startswith(NEVER_ROUTED)
)


@pytest.mark.parametrize("name", SHOWN)
def test_a_template_is_the_clubs(name):
    assert OURS in Path(get_template(name).origin.name).parents


def test_pages_of_ours_stand_on_no_frame_of_allauths():
    for path in (*OURS.joinpath("account").rglob("*"), *OURS.joinpath("mfa").rglob("*")):
        if path.is_file():
            text = path.read_text()
            for name in (part.split('"')[1] for part in text.split("{% extends ")[1:]):
                assert OURS.joinpath(name).exists(), f"{path} stands on {name}"


def test_every_form_names_the_address_that_takes_it():
    """A form is sometimes shown again at another address: after the password was asked for, at
    the address that asked."""
    without = [
        (path.name, tag)
        for path in Path(settings.BASE_DIR, "templates").rglob("*.html")
        for tag in re.findall(r'<form\b[^>]*method="post"[^>]*>', path.read_text())
        if "action=" not in tag
    ]
    assert without == []
