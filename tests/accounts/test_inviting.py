"""Members invite others if the club allows it; otherwise the page on joining says whom to ask."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import Invitation, Suspension
from accounts.services.invitations import invitations_left, none_left, register_member
from tests.accounts.conftest import NOW, PASSWORD

pytestmark = pytest.mark.django_db

PAGE = "/account/invitations/"
JOIN = "/account/join/"


@pytest.fixture
def two_each(settings):
    """Every member of the club may invite two people."""
    settings.INVITATIONS_PER_MEMBER = 2


@pytest.fixture
def anna(member, two_each):
    """A member's browser in that club."""
    client = Client()
    client.force_login(member)
    return client


def invite(client, note=""):
    """Requests an invitation."""
    return client.post(PAGE, {"invite": "yes", "note": note})


def test_a_member_makes_an_invitation_for_one_person_and_sees_its_link(anna, member):
    assert invite(anna, "For Ida").status_code == 302
    made = Invitation.objects.get()
    assert (made.creator, made.note, made.most_uses) == (member, "For Ida", 1)
    assert made.expires_at == NOW + timedelta(days=30)
    page = anna.get(PAGE).text
    assert f"{JOIN}{made.code}/" in page
    assert "<b>1</b> invitation is left" in page


def test_somebody_joins_with_it_and_the_page_says_who(anna, member):
    invite(anna)
    code = Invitation.objects.get().code
    register_member(code=code, name="Ida", password=PASSWORD, email="", now=NOW)
    page = anna.get(PAGE).text
    assert "Used by Ida" in page
    assert code not in page
    assert invitations_left(member, NOW) == 1


def test_when_none_is_left_the_member_is_told_what_to_do(anna):
    for _ in range(2):
        invite(anna)
    answer = invite(anna, "For Kim")
    assert answer.status_code == 403
    assert "all your invitations for 30 days" in answer.text
    assert "For Kim" in answer.text
    assert Invitation.objects.count() == 2


def test_when_none_is_left_the_page_has_no_form_and_says_from_when_there_is_one(
    anna, member, clock
):
    invite(anna)
    clock.shift(timedelta(days=2))
    invite(anna)
    page = anna.get(PAGE).text
    assert 'name="note"' not in page
    assert "You can invite again from <time" in page
    assert f'datetime="{NOW + timedelta(days=30):%Y-%m-%d}T' in page
    assert "You can also withdraw an invitation that nobody has used." in page
    for number, made in enumerate(Invitation.objects.all()):
        register_member(code=made.code, name=f"Ida{number}", password=PASSWORD, email="", now=NOW)
    assert "You can also withdraw" not in anna.get(PAGE).text
    clock.shift(timedelta(days=28))
    assert none_left(member, timezone.now()) is None


def test_one_that_nobody_used_is_taken_back_and_made_anew(anna, member):
    for _ in range(2):
        invite(anna)
    made = Invitation.objects.first()
    anna.post(PAGE, {"revoke": made.pk})
    made.refresh_from_db()
    assert made.state(NOW) == "revoked"
    assert invite(anna).status_code == 302


def test_one_that_was_used_still_counts_when_it_is_taken_back(anna, member):
    invite(anna)
    made = Invitation.objects.get()
    register_member(code=made.code, name="Ida", password=PASSWORD, email="", now=NOW)
    anna.post(PAGE, {"revoke": made.pk})
    assert invitations_left(member, NOW) == 1


def test_after_thirty_days_there_are_new_ones(anna, member, clock):
    invite(anna)
    clock.shift(timedelta(days=30))
    assert invitations_left(member, timezone.now()) == 2


def test_nobody_takes_back_or_sees_another_s(anna, moderator):
    theirs = Invitation.objects.create(creator=moderator)
    assert theirs.code not in anna.get(PAGE).text
    assert anna.post(PAGE, {"revoke": theirs.pk}).status_code == 404
    theirs.refresh_from_db()
    assert theirs.state(NOW) == "open"


@pytest.mark.parametrize("key", ["", "x", "-1", "9" * 40, "\u0661", "1.5"])
def test_what_is_no_invitation_is_refused_in_words(anna, key):
    answer = anna.post(PAGE, {"revoke": key})
    assert answer.status_code == 404
    assert "You have no such invitation." in answer.text


def test_a_suspended_member_invites_nobody(anna, member):
    Suspension.objects.create(user=member, reason="Spam", until=NOW + timedelta(days=1))
    answer = invite(anna)
    assert answer.status_code == 403
    assert "Reason: Spam" in answer.text
    assert not Invitation.objects.exists()


def test_by_default_moderators_alone_invite(member):
    client = Client()
    client.force_login(member)
    assert invite(client).status_code == 403
    assert "In this club moderators invite" in client.get(PAGE).text
    assert PAGE not in client.get("/account/").text
    assert not Invitation.objects.exists()


def test_a_form_of_another_site_invites_nobody(member, two_each):
    strict = Client(enforce_csrf_checks=True)
    strict.force_login(member)
    assert invite(strict).status_code == 403
    assert not Invitation.objects.exists()


def test_the_account_leads_there_with_what_is_left(anna):
    page = anna.get("/account/").text
    assert PAGE in page
    assert "You can invite 2 more people" in page


@pytest.mark.parametrize("page", [JOIN, "/"])
@pytest.mark.parametrize(
    ("each", "contact", "words"),
    [
        (0, "", "Moderators send them"),
        (3, "", "Ask a member for an invitation."),
        (3, "Write to club@example.org.", "Write to club@example.org."),
        (0, "Ask <Ida>.", "Ask &lt;Ida&gt;."),
    ],
)
def test_visitors_are_told_whom_to_ask(client, settings, page, each, contact, words):
    settings.INVITATIONS_PER_MEMBER = each
    settings.INVITATION_CONTACT = contact
    assert words in client.get(page).text


def test_who_makes_and_withdraws_invitations_without_end_is_slowed_down(anna, settings):
    settings.LIMITS = {"invitations.member": "2/hour"}
    answers = []
    for _ in range(3):
        answers.append(invite(anna).status_code)
        anna.post(PAGE, {"revoke": Invitation.objects.latest("pk").pk})
    assert answers == [302, 302, 429]
    assert Invitation.objects.count() == 2
