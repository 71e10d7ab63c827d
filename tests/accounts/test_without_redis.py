"""Accounts while Redis is unavailable: members log in, and change how they do so."""

import pytest
from allauth.account.models import EmailAddress
from allauth.mfa.adapter import get_adapter
from allauth.mfa.models import Authenticator
from django.core import mail

from tests.accounts.codes import code_of
from tests.accounts.conftest import PASSWORD

NOWHERE = "redis://127.0.0.1:1"
NEW = "river-lamp-and-salt"


@pytest.fixture
def no_redis(count_at, settings):
    """Redis is unavailable for counters and for Django's cache."""
    settings.CACHES = {
        name: {**each, "LOCATION": NOWHERE} for name, each in settings.CACHES.items()
    }
    count_at(NOWHERE)


def test_members_log_in(client, member, no_redis):
    answer = client.post("/account/login/", {"login": "Anna", "password": PASSWORD})
    assert answer.status_code == 302
    assert client.session["_auth_user_id"] == str(member.pk)


def test_members_log_in_with_an_app_and_no_wrong_code_fits(client, member, no_redis):
    secret = "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP"
    app = {"secret": get_adapter().encrypt(secret)}
    Authenticator.objects.create(user=member, type=Authenticator.Type.TOTP, data=app)
    client.post("/account/login/", {"login": "Anna", "password": PASSWORD})
    wrong = client.post("/account/second-factor/authenticate/", {"code": "000000"})
    assert "That did not work" in wrong.content.decode()
    client.post("/account/second-factor/authenticate/", {"code": code_of(secret)})
    assert client.session["_auth_user_id"] == str(member.pk)


def test_members_change_how_they_log_in(client, member, no_redis):
    client.post("/account/login/", {"login": "Anna", "password": PASSWORD})
    fields = {"oldpassword": PASSWORD, "password1": NEW, "password2": NEW}
    assert client.post("/account/password/change/", fields).status_code == 302
    address = {"action_add": "", "email": "anna2@example.org"}
    assert client.post("/account/email/", address).status_code == 302


def test_forgotten_passwords_are_replaced(client, member, no_redis):
    EmailAddress.objects.create(user=member, email="anna@example.org", verified=True, primary=True)
    answer = client.post("/account/password/reset/", {"email": "anna@example.org"})
    assert answer.status_code == 302
    assert len(mail.outbox) == 1
