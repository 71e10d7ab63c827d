"""Becoming a member by invitation: the pages."""

import re
from contextlib import suppress
from datetime import timedelta

import pytest
from allauth.account.models import EmailAddress
from django.test import Client
from django.utils import timezone

from accounts import invitations
from accounts.invitations import find_invitation, try_code
from accounts.models import Invitation, User
from accounts.services.invitations import register_member, revoke_invitation
from tests.accounts.conftest import NOW, PASSWORD
from transport.refusals import Refused

JOIN = "/account/join/"


def filled_in(code, /, **changes):
    passwords = {"password1": PASSWORD, "password2": PASSWORD}
    return {"code": code, "username": "Jo", "email": "", **passwords, **changes}


@pytest.mark.django_db
def test_without_a_code_the_page_says_how_the_club_works_and_asks_for_it(client):
    page = client.get(JOIN).content.decode()
    assert "How the club works" in page
    assert 'name="code"' in page


def test_allauths_own_address_for_registering_leads_here(client):
    assert client.get("/account/signup/").url == JOIN


def test_a_typed_code_leads_to_its_form(client, invitation):
    answer = client.post(JOIN, {"code": f" {invitation.code} "})
    assert answer.url == invitation.get_absolute_url()


def test_a_pasted_link_will_do_for_a_code(client, invitation):
    link = f"https://club.example{invitation.get_absolute_url()}"
    assert client.post(JOIN, {"code": link}).url == invitation.get_absolute_url()


def test_a_link_fills_the_code_in(client, invitation):
    page = client.get(invitation.get_absolute_url()).content.decode()
    assert f'value="{invitation.code}"' in page


def test_who_joins_is_a_member_and_logged_in(client, invitation):
    answer = client.post(invitation.get_absolute_url(), filled_in(invitation.code))
    assert answer.status_code == 302
    assert client.session["_auth_user_id"] == str(User.objects.get(username="Jo").pk)


def test_who_has_just_joined_is_not_asked_for_the_password_again(client, invitation):
    client.post(invitation.get_absolute_url(), filled_in(invitation.code))
    assert client.post("/account/bots/", {"username": "Gravel"}).context["made"]


def spoil(invitation, how):
    if how == "unknown":
        return "no-such-code"
    if how == "revoked":
        revoke_invitation(invitation=invitation, now=NOW)
    if how == "expired":
        Invitation.objects.update(expires_at=NOW)
    if how == "used-up":
        register_member(code=invitation.code, name="Bo", password=PASSWORD, email="", now=NOW)
    return invitation.code


SPOILT = [
    ("unknown", "This code is not valid"),
    ("revoked", "withdrawn"),
    ("expired", "has expired"),
    ("used-up", "used by as many people"),
]


@pytest.mark.parametrize(("how", "words"), SPOILT)
def test_a_link_that_lets_nobody_in_says_why(client, invitation, how, words):
    code = spoil(invitation, how)
    answer = client.get(f"{JOIN}{code}/")
    assert answer.status_code == 404
    assert words in answer.content.decode()


@pytest.mark.parametrize(("how", "words"), SPOILT)
def test_a_typed_code_that_lets_nobody_in_says_why(client, invitation, how, words):
    answer = client.post(JOIN, {"code": spoil(invitation, how)})
    assert words in answer.content.decode()


@pytest.mark.parametrize(("how", "words"), SPOILT)
def test_who_comes_too_late_is_told_and_keeps_what_was_typed(client, invitation, how, words):
    code = spoil(invitation, how)
    typed = filled_in(code, email="jo@example.org")
    page = client.post(invitation.get_absolute_url(), typed).content.decode()
    assert words in page
    assert 'value="Jo"' in page
    assert 'value="jo@example.org"' in page
    assert PASSWORD not in page
    assert not User.objects.filter(username="Jo").exists()


def test_another_code_can_be_typed_in_the_form(client, invitation):
    other = Invitation.objects.create()
    client.post(invitation.get_absolute_url(), filled_in(other.code))
    assert other.uses.get().user == User.objects.get(username="Jo")
    assert not invitation.uses.exists()


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"username": "x@y"}, "letters and digits"),
        ({"username": ""}, "Please choose a name."),
        ({"username": "anna"}, "That name is taken"),
        ({"username": "Anna\x00"}, "Null characters"),
        ({"email": "jo@"}, "not a complete email address"),
        ({"password2": "another"}, "The passwords do not match"),
        ({"password1": "1234567890", "password2": "1234567890"}, "too common"),
        ({"password1": "nine-char", "password2": "nine-char"}, "at least 10 characters"),
        ({"password1": "x" * 129, "password2": "x" * 129}, "at most 128 characters"),
        ({"password1": "short", "password2": "short"}, "too short"),
        (
            {"username": "Bartholomew", "password1": "bartholomew", "password2": "bartholomew"},
            "similar",
        ),
        ({"password1": "", "password2": ""}, "Please enter the password."),
        ({"code": ""}, "Please enter the code"),
    ],
)
def test_what_cannot_be_is_said_at_its_field(client, member, invitation, changes, words):
    page = client.post(invitation.get_absolute_url(), filled_in(invitation.code, **changes))
    assert words in page.content.decode()
    assert User.objects.count() == 1


def test_ten_wrong_codes_are_enough_for_five_minutes(client, clock, invitation):
    for number in range(10):
        assert client.get(f"{JOIN}wrong-{number}/").status_code == 404
    answer = client.get(f"{JOIN}wrong-10/")
    assert answer.status_code == 429
    assert "Wait 5 minutes" in answer.content.decode()
    assert client.post(JOIN, {"code": invitation.code}).status_code == 429
    clock.shift(timedelta(minutes=5, seconds=1))
    assert client.get(invitation.get_absolute_url()).status_code == 200


def test_too_many_wrong_codes_lose_nothing_that_was_typed(client, invitation):
    for number in range(10):
        client.get(f"{JOIN}wrong-{number}/")
    answer = client.post(invitation.get_absolute_url(), filled_in(invitation.code))
    assert answer.status_code == 429
    assert 'value="Jo"' in answer.content.decode()


def test_codes_tried_at_the_same_time_are_all_counted(rf, db, monkeypatch):
    """Each is looked for while those before it still are."""
    looked_for = []

    def look_while_others_do(code, now):
        looked_for.append(code)
        try_another()
        return find_invitation(code, now)

    def try_another():
        with suppress(Refused):
            try_code(rf.get("/"), f"wrong-{len(looked_for)}", timezone.now())

    monkeypatch.setattr(invitations, "find_invitation", look_while_others_do)
    try_another()
    assert len(looked_for) == 10


def test_right_codes_are_not_counted(client, invitation):
    for _ in range(15):
        assert client.get(invitation.get_absolute_url()).status_code == 200


def test_a_member_who_opens_a_link_is_told_and_uses_nothing_up(client, member, invitation):
    client.force_login(member)
    assert client.get(invitation.get_absolute_url()).status_code == 302
    assert client.post(invitation.get_absolute_url(), filled_in(invitation.code)).status_code == 302
    assert Invitation.objects.get().used == 0


@pytest.mark.django_db
@pytest.mark.parametrize("code", ["%00", "x" * 500, "%F0%9F%92%A9", "..", "<b>"])
def test_a_strange_code_is_answered_kindly(client, code):
    assert client.get(f"{JOIN}{code}/").status_code in (400, 404)


@pytest.mark.django_db
def test_a_strange_code_can_be_typed(client):
    for code in ("\x00", "x" * 5000, "💩", "//", " "):
        assert client.post(JOIN, {"code": code}).status_code == 200


EVIL = ("no-such-code", "")
"""Codes that are not valid."""


@pytest.mark.parametrize("code", EVIL)
@pytest.mark.parametrize(
    "taken", [{"username": "Anna"}, {"email": "anna@example.org"}, {"password1": "short"}]
)
def test_without_a_right_code_nothing_else_is_looked_at(
    client, member, invitation, django_assert_max_num_queries, code, taken
):
    EmailAddress.objects.create(user=member, email="anna@example.org", verified=True)
    address = f"{JOIN}no-such-code/"
    ours = client.post(address, filled_in(code, username="Bo", email="bo@example.org"))
    with django_assert_max_num_queries(1):  # the query for the code itself
        theirs = client.post(
            address, filled_in(code, **{"username": "Bo", "email": "bo@example.org", **taken})
        )
    as_typed = {"Anna": "Bo", "anna@example.org": "bo@example.org"}
    page = plain(theirs)
    for known, unknown in as_typed.items():
        page = page.replace(known, unknown)
    assert page == plain(ours)


@pytest.mark.parametrize("how", ["revoked", "expired", "used-up"])
def test_an_invitation_that_is_over_says_nothing_of_names(client, member, invitation, how):
    spoil(invitation, how)
    page = client.post(invitation.get_absolute_url(), filled_in(invitation.code, username="Anna"))
    assert "That name is taken" not in page.content.decode()
    assert 'value="Anna"' in page.content.decode()


def test_wrong_codes_of_the_form_itself_count(client, invitation):
    for number in range(10):
        assert client.post(f"{JOIN}x/", filled_in(f"wrong-{number}")).status_code == 200
    assert client.post(f"{JOIN}x/", filled_in(invitation.code)).status_code == 429


def plain(page):
    """The page without what differs each time."""
    return re.sub(r'value="[A-Za-z0-9]{64}"', "", page.content.decode())


class TestAnAddressThatSomebodyHas:
    @pytest.fixture
    def owner(self, member):
        EmailAddress.objects.create(
            user=member, email="anna@example.org", primary=True, verified=True
        )
        return member

    def test_the_newcomer_joins_and_sees_no_difference(self, invitation, owner):
        invitation = Invitation.objects.create(most_uses=2)
        pages = []
        for name, email in (("Jo", "jo@example.org"), ("Bo", "anna@example.org")):
            client = Client()
            answer = client.post(
                invitation.get_absolute_url(),
                filled_in(invitation.code, username=name, email=email),
                follow=True,
            )
            page = client.get("/account/email/").content.decode()
            secrets = r'value="[A-Za-z0-9]{64}"|"(member|session)": "[0-9a-f]{24}"'
            pages.append([re.sub(secrets, "", shown) for shown in (plain(answer), page)])
        for one, other in zip(*pages, strict=True):
            same = re.sub(r"\bJo\b", "Bo", one.replace("jo@example.org", "?"))  # whole words only
            assert same == other.replace("anna@example.org", "?")

    def test_its_owner_is_told_and_no_link_is_sent(self, client, invitation, owner, mailoutbox):
        client.post(
            invitation.get_absolute_url(),
            filled_in(invitation.code, email="Anna@example.org"),
        )
        (mail,) = mailoutbox
        assert mail.to == ["anna@example.org"]
        assert "Hello Anna" in mail.body
        assert "you can log in as Anna" in mail.body
        assert "confirm-email" not in mail.body

    def test_a_new_password_is_still_the_owners(self, client, invitation, owner, mailoutbox):
        client.post(
            invitation.get_absolute_url(), filled_in(invitation.code, email="anna@example.org")
        )
        mailoutbox.clear()
        client.logout()
        client.post("/account/password/reset/", {"email": "anna@example.org"})
        (mail,) = mailoutbox
        assert "Hello Anna" in mail.body
