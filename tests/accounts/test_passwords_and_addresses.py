"""Changing and replacing a password, and the address for that."""

import re

import pytest
from allauth.account.adapter import get_adapter
from allauth.account.models import EmailAddress
from django.conf import settings
from django.test import Client, override_settings
from kombu.exceptions import OperationalError

from accounts.forgotten import send_link
from accounts.models import User
from tests.accounts.conftest import PASSWORD

RESET = "/account/password/reset/"
CHANGE = "/account/password/change/"
EMAIL = "/account/email/"
NEW = "granite-lantern-8"


@pytest.fixture
def address(member):
    member.email = "anna@example.org"
    member.save()
    return EmailAddress.objects.create(user=member, email=member.email, primary=True, verified=True)


def shows_who_it_is(client):
    """Enters the password again, as required before such changes."""
    client.post("/account/reauthenticate/", {"password": PASSWORD})


def link_in(mail):
    return re.findall(rf"{re.escape(settings.SITE_URL)}(/account/\S+)", mail.body)[0]


def test_the_password_is_changed_by_who_knows_it(client, member):
    client.force_login(member)
    data = {"oldpassword": PASSWORD, "password1": NEW, "password2": NEW}
    assert client.post(CHANGE, data).status_code == 302
    member.refresh_from_db()
    assert member.check_password(NEW)
    assert client.get("/account/").status_code == 200


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"oldpassword": "wrong"}, "That is not your password"),
        ({"password2": "other"}, "same password"),
        ({"password1": "123", "password2": "123"}, "too short"),
    ],
)
def test_a_change_that_cannot_be_is_explained(client, member, changes, words):
    client.force_login(member)
    data = {"oldpassword": PASSWORD, "password1": NEW, "password2": NEW, **changes}
    assert words in client.post(CHANGE, data).content.decode()
    member.refresh_from_db()
    assert member.check_password(PASSWORD)


def test_a_forgotten_password_is_replaced_by_mail(client, member, address, mailoutbox):
    client.post(RESET, {"email": "ANNA@example.org"})
    assert "Anna" in mailoutbox[0].body
    form = client.get(link_in(mailoutbox[0]), follow=True)
    data = {"password1": NEW, "password2": NEW}
    assert client.post(form.redirect_chain[-1][0], data).status_code == 302
    member.refresh_from_db()
    assert member.check_password(NEW)


LIES = {
    "SCRIPT_NAME": "/https://evil.example",
    "HTTP_HOST": "evil.example",
    "HTTP_X_FORWARDED_HOST": "evil.example",
    "HTTP_FORWARDED": "host=evil.example",
}


@pytest.mark.parametrize("lie", LIES)
@override_settings(SITE_URL="https://club.example", ALLOWED_HOSTS=["*"])
def test_where_links_in_mails_lead_is_not_for_the_asker_to_say(client, address, mailoutbox, lie):
    client.post(RESET, {"email": address.email}, **{lie: LIES[lie]})
    client.force_login(address.user)
    shows_who_it_is(client)
    client.post(EMAIL, {"email": "new@example.org", "action_add": ""}, **{lie: LIES[lie]})
    reset, confirm = (mail.body for mail in mailoutbox)
    assert re.search(r"\nhttps://club\.example/account/password/reset/key/\w+-\S+/\n", reset)
    assert re.search(r"\nhttps://club\.example/account/confirm-email/\S+/\n", confirm)
    assert "evil" not in reset + confirm


@override_settings(SITE_URL="https://club.example", ALLOWED_HOSTS=["*"])
def test_a_member_whose_address_is_given_by_another_is_led_to_the_site(
    client, address, moderator, mailoutbox
):
    client.force_login(moderator)
    shows_who_it_is(client)
    client.post(EMAIL, {"email": address.email, "action_add": ""}, **LIES)
    assert "https://club.example/account/" in mailoutbox[0].body
    assert "evil" not in mailoutbox[0].body


def test_a_link_for_a_new_password_works_once(client, member, address, mailoutbox):
    client.post(RESET, {"email": address.email})
    link = link_in(mailoutbox[0])
    form = client.get(link, follow=True)
    client.post(form.redirect_chain[-1][0], {"password1": NEW, "password2": NEW})
    assert "no longer works" in client.get(link, follow=True).content.decode()


def test_nobody_learns_whose_addresses_the_club_knows(client, address, mailoutbox):
    known = client.post(RESET, {"email": address.email})
    unknown = client.post(RESET, {"email": "nobody@example.org"})
    assert known.url == unknown.url
    assert len(mailoutbox) == 1


def test_the_request_for_a_link_does_the_same_for_an_unknown_address(
    client, address, mailoutbox, monkeypatch
):
    asked = []
    monkeypatch.setattr(send_link, "apply_async", lambda *told, **how: asked.append((told, how)))
    for email in (address.email, "nobody@example.org"):
        client.post(RESET, {"email": email})
    assert [told[0][0] for told, _ in asked] == [address.email, "nobody@example.org"]
    assert asked[0][1] == asked[1][1]
    assert not mailoutbox
    for told, _ in asked:
        send_link(*told[0])
    assert [mail.to for mail in mailoutbox] == [[address.email]]


def test_without_a_worker_that_could_be_told_the_link_is_sent_at_once(
    client, address, mailoutbox, monkeypatch
):
    def fails(*_, **__):
        raise OperationalError

    monkeypatch.setattr(send_link, "apply_async", fails)
    assert client.post(RESET, {"email": address.email}).status_code == 302
    assert len(mailoutbox) == 1


def test_who_gave_no_address_is_told_what_to_do(client, db):
    assert "Ask a moderator" in client.get(RESET).content.decode()


def test_an_address_that_was_never_confirmed_gets_no_link(client, address, mailoutbox):
    EmailAddress.objects.update(verified=False)
    page = client.post(RESET, {"email": address.email}, follow=True).content.decode()
    assert mailoutbox == []
    assert "never confirmed gets no link" in page
    assert "Ask a moderator" in page


def test_asking_too_often_for_a_link_is_stopped(client, address):
    answers = [client.post(RESET, {"email": address.email}) for _ in range(4)]
    assert [answer.status_code for answer in answers] == [302, 302, 302, 429]
    assert "Wait a few minutes" in answers[-1].content.decode()


def test_an_address_is_added_and_confirmed_by_mail(client, member, mailoutbox):
    client.force_login(member)
    shows_who_it_is(client)
    client.post(EMAIL, {"email": "anna@example.org", "action_add": ""})
    assert "not confirmed yet" in client.get(EMAIL).content.decode()
    link = link_in(mailoutbox[0])
    assert "anna@example.org" in client.get(link).content.decode()
    client.post(link)
    assert EmailAddress.objects.get(user=member).verified


class TestSomebodyElsesLink:
    """Only the button or the form of such a page logs a member out."""

    @pytest.fixture
    def visitor(self, moderator):
        client = Client()
        client.force_login(moderator)
        return client

    def is_in(self, client, moderator):
        return client.session.get("_auth_user_id") == str(moderator.pk)

    def test_looking_at_one_that_confirms_an_address_logs_nobody_out(
        self, client, member, moderator, visitor, mailoutbox
    ):
        client.force_login(member)
        shows_who_it_is(client)
        client.post(EMAIL, {"email": "anna@example.org", "action_add": ""})
        link = link_in(mailoutbox[0])
        assert "address of Anna" in visitor.get(link).content.decode()
        assert self.is_in(visitor, moderator)
        visitor.post(link)
        assert EmailAddress.objects.get(user=member).verified
        assert not self.is_in(visitor, moderator)

    def test_looking_at_one_for_a_new_password_logs_nobody_out(
        self, client, member, address, moderator, visitor, mailoutbox
    ):
        client.post(RESET, {"email": address.email})
        shown = visitor.get(link_in(mailoutbox[0]), follow=True)
        assert "password1" in shown.content.decode()
        assert self.is_in(visitor, moderator)
        form = shown.redirect_chain[-1][0]
        assert visitor.post(form, {"password1": NEW, "password2": NEW}).status_code == 302
        member.refresh_from_db()
        assert member.check_password(NEW)
        assert not self.is_in(visitor, moderator)


def test_an_address_is_changed_and_the_old_one_forgotten(client, member, address, mailoutbox):
    client.force_login(member)
    shows_who_it_is(client)
    client.post(EMAIL, {"email": "new@example.org", "action_add": ""})
    client.post(link_in(mailoutbox[-1]))
    assert [each.email for each in EmailAddress.objects.all()] == ["new@example.org"]
    assert User.objects.get(pk=member.pk).email == "new@example.org"


def test_an_address_can_be_taken_away_again(client, member, address):
    client.force_login(member)
    shows_who_it_is(client)
    client.post(EMAIL, {"email": address.email, "action_remove": ""})
    assert not EmailAddress.objects.exists()
    assert User.objects.get(pk=member.pk).email == ""


def test_an_old_link_for_an_address_is_explained(client, db):
    assert "Send me a new one" in client.get("/account/confirm-email/none/").content.decode()


def test_a_new_address_asks_for_the_password_first(client, member, address, mailoutbox):
    client.force_login(member)
    answer = client.post(EMAIL, {"email": "evil@example.org", "action_add": ""})
    assert answer.url.startswith("/account/reauthenticate/")
    assert mailoutbox == []
    assert [each.email for each in EmailAddress.objects.all()] == [address.email]


def test_what_was_typed_goes_on_after_the_password(client, member, mailoutbox):
    client.force_login(member)
    answer = client.post(EMAIL, {"email": "anna@example.org", "action_add": ""})
    client.post(answer.url, {"password": PASSWORD, "next": EMAIL})
    assert EmailAddress.objects.get(user=member).email == "anna@example.org"


def test_taking_an_address_away_asks_for_the_password_too(client, member, address):
    client.force_login(member)
    client.post(EMAIL, {"email": address.email, "action_remove": ""})
    assert EmailAddress.objects.get() == address


def test_another_members_address_is_told_to_that_member_alone(client, member, address, mailoutbox):
    other = User.objects.create_user("Bo", password=PASSWORD)
    client.force_login(other)
    shows_who_it_is(client)
    client.post(EMAIL, {"email": address.email, "action_add": ""})
    assert "not confirmed yet" in client.get(EMAIL).content.decode()
    (mail,) = mailoutbox
    assert "Hello Anna" in mail.body
    assert "you can log in as Anna" in mail.body


@pytest.mark.parametrize("password", ["🪨" * 12, "          ", "8046173952", "ALLCAPITALS"])
def test_a_password_may_be_made_of_anything(client, member, password):
    client.force_login(member)
    data = {"oldpassword": PASSWORD, "password1": password, "password2": password}
    assert client.post(CHANGE, data).status_code == 302
    member.refresh_from_db()
    assert member.check_password(password)


def test_a_shorter_password_of_before_still_logs_in(client, db):
    User.objects.create_user("Old", password="8-letter")
    answer = client.post("/account/login/", {"login": "Old", "password": "8-letter"})
    assert answer.status_code == 302


def test_a_new_password_does_not_open_an_account_that_is_closed_meanwhile(member):
    read_before = User.objects.get(pk=member.pk)
    User.objects.filter(pk=member.pk).update(is_active=False)
    get_adapter().set_password(read_before, "another-pebble-9")
    stored = User.objects.get(pk=member.pk)
    assert stored.check_password("another-pebble-9")
    assert not stored.is_active


def test_a_new_password_ends_the_sessions_elsewhere(client, member):
    elsewhere = Client()
    for each in (client, elsewhere):
        each.force_login(member)
    client.post(CHANGE, {"oldpassword": PASSWORD, "password1": NEW, "password2": NEW})
    assert elsewhere.get("/account/").status_code == 302
    assert "Only in this browser" in client.get("/account/").content.decode()
