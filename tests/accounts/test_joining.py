"""Becoming a member by invitation: the service."""

from datetime import timedelta

import pytest
from allauth.account.models import EmailAddress

from accounts.models import Invitation, User
from accounts.services.invitations import invite, register_member, revoke_invitation
from tests.accounts.conftest import NOW, PASSWORD
from tests.at_once import together
from transport.refusals import Refused


def join(invitation, name="Jo", *, email="", now=NOW):
    return register_member(code=invitation.code, name=name, password=PASSWORD, email=email, now=now)


def test_a_code_is_unguessable():
    codes = {Invitation().code for _ in range(100)}
    assert len(codes) == 100
    assert min(map(len, codes)) >= 20


def test_an_invitation_lasts_thirty_days_and_for_one_unless_said_otherwise(db):
    invitation = Invitation.objects.create()
    assert (invitation.most_uses, invitation.expires_at) == (1, NOW + timedelta(days=30))


def test_joining_uses_the_invitation_once_and_notes_who_did_when(invitation):
    user = join(invitation)
    use = invitation.uses.get()
    invitation.refresh_from_db()
    assert (invitation.used, use.user, use.used_at) == (1, user, NOW)


def test_the_password_is_stored_with_bcrypt(invitation):
    user = join(invitation)
    assert user.password.startswith("bcrypt_sha256$")
    assert user.check_password(PASSWORD)


def test_an_address_is_kept_and_waits_to_be_confirmed(invitation):
    user = join(invitation, email="jo@example.org")
    address = EmailAddress.objects.get(user=user)
    assert (user.email, address.primary, address.verified) == ("jo@example.org", True, False)


def test_no_address_is_needed(invitation):
    user = join(invitation)
    assert not EmailAddress.objects.filter(user=user).exists()


def test_an_unknown_code_lets_nobody_in(db):
    with pytest.raises(Refused, match="unknown"):
        register_member(code="wrong", name="Jo", password=PASSWORD, email="", now=NOW)


def test_an_expired_invitation_lets_nobody_in(invitation):
    with pytest.raises(Refused, match="expired"):
        join(invitation, now=invitation.expires_at)


def test_a_revoked_invitation_lets_nobody_in(invitation):
    revoke_invitation(invitation=invitation, now=NOW)
    with pytest.raises(Refused, match="revoked"):
        join(invitation)


def test_revoking_twice_keeps_the_first_time(invitation):
    revoke_invitation(invitation=invitation, now=NOW)
    revoke_invitation(invitation=invitation, now=NOW + timedelta(days=1))
    assert Invitation.objects.get().revoked_at == NOW


def test_an_invitation_for_two_lets_two_in_and_no_third(db):
    invitation = invite(creator=None, most_uses=2, expires_at=NOW + timedelta(days=1), now=NOW)
    join(invitation, "Jo")
    join(invitation, "Bo")
    with pytest.raises(Refused, match="used-up"):
        join(invitation, "Mo")
    assert set(User.objects.values_list("username", flat=True)) == {"Jo", "Bo"}


def test_a_name_that_is_taken_uses_nothing_up(member, invitation):
    with pytest.raises(Refused, match="name-taken"):
        join(invitation, "ANNA")
    invitation.refresh_from_db()
    assert invitation.used == 0


@pytest.mark.django_db(transaction=True)
def test_of_those_who_race_for_the_last_use_one_gets_in():
    invitation = invite(creator=None, expires_at=NOW + timedelta(days=1), now=NOW)
    names = ["Jo", "Bo", "Mo", "Flo"]
    results = together(*[lambda name=name: join(invitation, name) for name in names])
    assert sorted(results) == ["done", "used-up", "used-up", "used-up"]
    assert User.objects.count() == Invitation.objects.get().used == 1


@pytest.mark.django_db(transaction=True)
def test_of_those_who_race_for_a_name_one_gets_it():
    invitation = invite(creator=None, most_uses=3, expires_at=NOW + timedelta(days=1), now=NOW)
    results = together(*[lambda name=name: join(invitation, name) for name in ("Jo", "JO", "jo")])
    assert sorted(results) == ["done", "name-taken", "name-taken"]
    assert User.objects.count() == Invitation.objects.get().used == 1
