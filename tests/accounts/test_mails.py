"""Mails about changes to an account: who gets them, what they say, and what they leave out."""

import pytest
from allauth.account.models import EmailAddress
from django.core import mail as mails
from django.core.mail.backends.base import BaseEmailBackend
from django.test import Client

from tests.accounts.conftest import PASSWORD

NEW = "granite-lantern-8"
OLD = "anna@example.org"


class NoServer(BaseEmailBackend):
    """A mail server that does not answer."""

    def send_messages(self, email_messages):
        raise ConnectionRefusedError


@pytest.fixture
def here(client, member):
    member.email = OLD
    member.save()
    EmailAddress.objects.create(user=member, email=OLD, primary=True, verified=True)
    client.defaults["HTTP_USER_AGENT"] = "Secretive/1.0"
    client.defaults["REMOTE_ADDR"] = "192.0.2.77"
    client.force_login(member)
    client.post("/account/reauthenticate/", {"password": PASSWORD})
    return client


def changes_the_password(client):
    data = {"oldpassword": PASSWORD, "password1": NEW, "password2": NEW}
    return client.post("/account/password/change/", data)


def test_a_new_password_is_told(here, mailoutbox):
    changes_the_password(here)
    (mail,) = mailoutbox
    assert mail.to == [OLD]
    assert mail.subject == "Miai: your password has been changed"
    assert "21 November 2026, 12:00 (UTC)" in mail.body


def test_the_same_words_come_as_text_and_as_html_with_links_of_the_site(here, mailoutbox, settings):
    settings.SITE_URL = "https://miai.example.org"
    changes_the_password(here)
    (mail,) = mailoutbox
    page = mail.alternatives[0].content
    assert mail.alternatives[0].mimetype == "text/html"
    link = "https://miai.example.org/account/password/reset/"
    assert link in mail.body
    assert f'<a href="{link}"' in page
    assert "has been changed" in page


def test_it_says_nothing_of_where_and_with_what(here, mailoutbox):
    changes_the_password(here)
    (mail,) = mailoutbox
    for part in (mail.body, mail.alternatives[0].content):
        assert "192.0.2.77" not in part
        assert "Secretive" not in part


def test_a_replaced_password_is_told(here, mailoutbox):
    client = Client()
    client.post("/account/password/reset/", {"email": OLD})
    link = next(line for line in mailoutbox[0].body.splitlines() if "/reset/key/" in line)
    form = client.get(link.partition("testserver")[2] or link, follow=True)
    client.post(form.redirect_chain[-1][0], {"password1": NEW, "password2": NEW})
    assert mailoutbox[-1].subject == "Miai: your password has been reset"


def test_a_link_for_a_new_password_is_told(here, member, superuser, mailoutbox):
    desk = Client()
    desk.force_login(superuser)
    desk.post(f"/admin/accounts/user/{member.pk}/password/")
    subjects = [each.subject for each in mailoutbox]
    assert subjects == ["Miai: a link for a new password has been made"]


def test_a_new_address_is_told_to_the_old_one(here, mailoutbox):
    here.post("/account/email/", {"email": "new@example.org", "action_add": ""})
    link = next(line for line in mailoutbox[0].body.splitlines() if "/confirm-email/" in line)
    here.post("/account/" + link.partition("/account/")[2])
    mail = mailoutbox[-1]
    assert mail.to == [OLD]
    assert f"from {OLD} to new@example.org" in mail.body


def test_a_removed_address_is_told_to_it(here, mailoutbox):
    here.post("/account/email/", {"email": OLD, "action_remove": ""})
    (mail,) = mailoutbox
    assert mail.to == [OLD]
    assert "removed" in mail.subject


def test_an_address_that_was_never_confirmed_is_told_nothing(here, mailoutbox):
    EmailAddress.objects.update(verified=False)
    changes_the_password(here)
    here.post("/account/reauthenticate/", {"password": NEW})
    here.post("/account/email/", {"email": OLD, "action_remove": ""})
    assert not EmailAddress.objects.exists()
    assert mailoutbox == []


def test_a_mail_server_that_is_away_undoes_no_change(here, member, monkeypatch):
    monkeypatch.setattr(mails, "get_connection", lambda *_, **__: NoServer())
    assert changes_the_password(here).status_code == 302
    member.refresh_from_db()
    assert member.check_password(NEW)


class TestAMailServerThatIsAway:
    @pytest.fixture(autouse=True)
    def _no_server(self, monkeypatch):
        monkeypatch.setattr(mails, "get_connection", lambda *_, **__: NoServer())

    def test_a_newcomer_joins_and_is_told_that_nothing_was_sent(self, client, invitation):
        typed = {"username": "Jo", "password1": PASSWORD, "password2": PASSWORD}
        address = {"code": invitation.code, "email": "jo@example.org"}
        page = client.post(invitation.get_absolute_url(), {**typed, **address}, follow=True).text
        assert "Welcome, Jo" in page
        assert "The email with the link could not be sent" in page
        assert "An email has been sent" not in page
        assert EmailAddress.objects.get().email == "jo@example.org"

    def test_another_address_is_kept_to_be_confirmed_later(self, here):
        added = {"email": "new@example.org", "action_add": ""}
        page = here.post("/account/email/", added, follow=True).text
        assert "The email with the link could not be sent" in page
        assert "new@example.org" in page

    def test_who_forgot_the_password_sees_no_difference_to_an_unknown_address(self, here):
        here.logout()
        pages = [
            here.post("/account/password/reset/", {"email": email}, follow=True)
            for email in (OLD, "nobody@example.org")
        ]
        assert [page.status_code for page in pages] == [200, 200]
        assert pages[0].redirect_chain == pages[1].redirect_chain


class TestWithoutAMailServer:
    PAGES = (
        "/account/",
        "/account/preferences/",
        "/account/second-factor/",
        "/notices/preferences/",
        "/account/password/reset/",
    )

    @pytest.mark.parametrize("page", PAGES)
    def test_nothing_of_mail_is_shown_to_members(self, client, member, settings, page):
        settings.EMAIL_HOST = ""
        if "reset" not in page:
            client.force_login(member)
        shown = client.get(page, follow=True)
        assert shown.status_code == 200
        assert "mail" not in shown.text

    def test_nobody_is_asked_for_an_address_on_joining(self, client, invitation, settings):
        settings.EMAIL_HOST = ""
        page = client.get(invitation.get_absolute_url())
        assert "mail" not in page.text
        typed = {"username": "Jo", "password1": PASSWORD, "password2": PASSWORD}
        client.post(invitation.get_absolute_url(), {"code": invitation.code, **typed})
        assert "Jo" in client.get("/").text

    def test_an_address_that_was_given_before_can_be_removed(self, here, settings):
        settings.EMAIL_HOST = ""
        assert OLD in here.get("/account/").text
        page = here.get("/account/email/").text
        assert "The club sends no emails." in page
        assert "Change address" not in page
        here.post("/account/email/", {"email": OLD, "action_remove": ""})
        assert not EmailAddress.objects.exists()
