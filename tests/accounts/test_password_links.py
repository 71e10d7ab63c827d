"""A link for a member who forgot the password works once; and which sessions count as
helped by it."""

import re
from datetime import timedelta

import pytest
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.mfa.totp.internal.auth import TOTP, generate_totp_secret
from django.contrib.admin.models import LogEntry
from django.core import mail
from django.test import Client
from django.utils import timezone

from accounts.helped import end_help
from accounts.models import PasswordLink, User
from accounts.services.members import remove_second_factors
from accounts.services.password_links import forget_password_links, make_password_link
from accounts.sessions import HELPED
from notices.lists import in_site
from notices.models import Notice, Preference, What
from tests.accounts.codes import code_of

pytestmark = pytest.mark.django_db

OLD, NEW, NEXT = "pebble-garden-7", "granite-lantern-8", "walnut-harbour-9"
TOTP_PAGE = "/account/second-factor/totp/activate/"


@pytest.fixture
def anna(db):
    user = User.objects.create_user("Anna", password=OLD)
    EmailAddress.objects.create(user=user, email="a@example.org", primary=True, verified=True)
    return user


@pytest.fixture
def root(db):
    return User.objects.create_superuser("Root")


@pytest.fixture
def desk(root):
    desk = Client()
    desk.force_login(root)
    return desk


def made_by(desk, user) -> str:
    """The path of the link that the admin shows, once."""
    page = desk.post(f"/admin/accounts/user/{user.pk}/password/").content.decode()
    return re.findall(r"http://testserver(/account/password/link/[\w-]+/)", page)[0]


def choose(link, password=NEW):
    return Client().post(link, {"password1": password, "password2": password})


def logged_in(password, name="Anna"):
    client = Client()
    client.post("/account/login/", {"login": name, "password": password})
    return client


def is_in(client):
    return "_auth_user_id" in client.session


def is_helped(client):
    assert is_in(client)
    return bool(client.session.get(HELPED))


def test_a_link_works_once(desk, anna):
    link = made_by(desk, anna)
    assert "For the account of Anna" in Client().get(link).content.decode()
    assert choose(link).url == "/account/login/"
    assert is_in(logged_in(NEW))
    assert not is_in(logged_in(OLD))
    answer = choose(link, NEXT)
    assert answer.status_code == 404
    assert "This link no longer works" in answer.content.decode()
    assert not is_in(logged_in(NEXT))


def test_it_ends_every_session_of_before(desk, anna):
    here = logged_in(OLD)
    link = made_by(desk, anna)
    assert is_in(here)
    choose(link)
    assert here.get("/account/").status_code == 302
    assert not anna.sessions.exists()


def test_a_new_link_ends_the_one_before(desk, anna):
    first, second = made_by(desk, anna), made_by(desk, anna)
    assert Client().get(first).status_code == 404
    assert Client().get(second).status_code == 200


def test_it_is_good_for_three_days(desk, anna):
    link = made_by(desk, anna)
    PasswordLink.objects.update(expires_at=timezone.now())
    assert choose(link).status_code == 404
    assert forget_password_links(now=timezone.now() + timedelta(days=31)) == 1


def test_no_row_holds_the_link_itself(desk, anna):
    token = made_by(desk, anna).split("/")[-2]
    assert token not in str(PasswordLink.objects.values())


@pytest.mark.parametrize(
    ("first", "second", "words"),
    [
        (NEW, NEXT, "do not match"),
        ("short", "short", "too short"),
        ("Anna-Anna-Anna", "Anna-Anna-Anna", ""),
    ],
)
def test_a_password_that_is_refused_uses_no_link_up(desk, anna, first, second, words):
    link = made_by(desk, anna)
    answer = Client().post(link, {"password1": first, "password2": second})
    if words:
        assert words in answer.content.decode()
        assert choose(link).url == "/account/login/"


@pytest.mark.parametrize("token", ["x", "x" * 500, "\u0430", "%00"])
def test_what_is_no_link_is_answered(db, token):
    assert Client().get(f"/account/password/link/{token}/").status_code in (400, 404)


def test_only_superusers_make_one(anna, as_moderator):
    assert as_moderator.post(f"/admin/accounts/user/{anna.pk}/password/").status_code == 403
    assert not PasswordLink.objects.exists()


@pytest.fixture
def as_moderator(db):
    from accounts.services.roles import make_moderator

    user = User.objects.create_user("Mo")
    make_moderator(user=user)
    client = Client()
    client.force_login(user)
    return client


def test_it_stands_in_the_log_of_what_moderators_did(desk, anna):
    made_by(desk, anna)
    entry = LogEntry.objects.get(object_id=str(anna.pk))
    assert entry.get_change_message() == "Made a link for a new password."
    assert "Made a link for a new password." in desk.get("/admin/acts/").content.decode()


def test_the_member_is_told_by_mail_and_in_the_site_whatever_they_want(desk, anna):
    for channel in ("site", "push", "mail"):
        Preference.objects.create(member=anna, kind="moderation", channel=channel, wanted=False)
    link = made_by(desk, anna)
    choose(link)
    assert [each.to for each in mail.outbox] == [["a@example.org"]] * 2
    assert "has made a link" in mail.outbox[0].body
    assert "chosen a new password" in mail.outbox[1].body
    assert {each.what for each in in_site(anna)} == {What.LINK_MADE, What.LINK_USED}
    assert not Notice.objects.filter(mail_due_at__isnull=False).exists(), "mailed twice"


def app_of(user):
    """Sets up an app that shows codes for the member; returns the app and its secret."""
    secret = generate_totp_secret()
    return TOTP.activate(user, secret).instance, secret


class TestHelped:
    def test_who_logs_in_with_the_password_of_a_link_is_helped(self, desk, anna):
        assert not is_helped(logged_in(OLD))
        choose(made_by(desk, anna))
        assert is_helped(logged_in(NEW))
        assert is_helped(logged_in(NEW)), "the second time, too"

    def test_a_link_that_is_not_used_helps_nobody(self, desk, anna):
        made_by(desk, anna)
        assert not is_helped(logged_in(OLD))

    def test_another_password_that_is_chosen_in_such_a_session_changes_nothing(self, desk, anna):
        choose(made_by(desk, anna))
        client = logged_in(NEW)
        fields = {"oldpassword": NEW, "password1": NEXT, "password2": NEXT}
        client.post("/account/password/change/", fields)
        assert is_helped(logged_in(NEXT))

    def test_after_two_factor_login_was_taken_away_one_is_helped(self, desk, anna):
        Authenticator.objects.create(user=anna, type="recovery_codes", data={})
        here = logged_in(OLD)
        desk.post(f"/admin/accounts/user/{anna.pk}/second-factors/")
        assert is_helped(logged_in(OLD))
        assert {each.what for each in in_site(anna)} == {What.FACTORS_GONE}
        assert mail.outbox[0].to == ["a@example.org"]
        assert not here.session.get(HELPED), "a session of before is what it was"

    def test_a_second_factor_of_before_shows_that_it_is_the_member(self, desk, anna):
        app, secret = app_of(anna)
        Authenticator.objects.update(created_at=app.created_at - timedelta(hours=1))
        choose(made_by(desk, anna))
        client = logged_in(NEW)
        assert not is_in(client)
        client.post("/account/second-factor/authenticate/", {"code": code_of(secret)})
        assert not is_helped(client)
        fields = {"oldpassword": NEW, "password1": NEXT, "password2": NEXT}
        client.post("/account/password/change/", fields)
        assert User.objects.get(pk=anna.pk).helped_at is None, "a password of their own again"

    def test_one_that_was_set_up_since_shows_nothing(self, desk, anna):
        choose(made_by(desk, anna))
        _app, secret = app_of(anna)
        client = logged_in(NEW)
        client.post("/account/second-factor/authenticate/", {"code": code_of(secret)})
        assert is_helped(client)

    def test_nor_does_help_that_is_given_again_make_it_one_of_before(self, desk, anna):
        choose(made_by(desk, anna))
        _app, secret = app_of(anna)
        choose(made_by(desk, anna), NEXT)
        client = logged_in(NEXT)
        client.post("/account/second-factor/authenticate/", {"code": code_of(secret)})
        assert is_helped(client)

    def by_mail(self, password):
        Client().post("/account/password/reset/", {"email": mail_address()})
        link = re.search(r"http\S+(/account/password/reset/key/\S+)", mail.outbox[-1].body)[1]
        client = Client()
        form = client.get(link, follow=True).redirect_chain[-1][0]
        client.post(form, {"password1": password, "password2": password})

    def test_the_mailbox_of_before_shows_that_it_is_the_member(self, desk, anna):
        choose(made_by(desk, anna))
        self.by_mail(NEXT)
        assert not is_helped(logged_in(NEXT))

    def test_an_address_that_was_given_since_shows_nothing(self, desk, anna):
        choose(made_by(desk, anna))
        EmailAddress.objects.filter(user=anna).update(email="other@example.org")
        self.by_mail(NEXT)
        assert is_helped(logged_in(NEXT))

    def test_an_address_that_was_not_confirmed_gets_no_link(self, desk, anna):
        choose(made_by(desk, anna))
        EmailAddress.objects.create(user=anna, email="other@example.org")
        mail.outbox.clear()
        Client().post("/account/password/reset/", {"email": "other@example.org"})
        assert not any("/account/password/reset/key/" in sent.body for sent in mail.outbox)
        assert is_helped(logged_in(NEW))

    def test_a_second_factor_of_the_helper_does_not_outlive_the_help(self, desk, anna):
        choose(made_by(desk, anna))
        logged_in(NEW)
        Authenticator.objects.create(user=anna, type="webauthn", data={})
        Authenticator.objects.create(user=anna, type="recovery_codes", data={})
        self.by_mail(NEXT)
        assert not Authenticator.objects.exists()
        assert mail.outbox[-2].subject == "Miai: what was added during help has been removed"
        assert not is_helped(logged_in(NEXT))

    def test_factors_of_before_outlive_it(self, desk, anna):
        app_of(anna)
        Authenticator.objects.create(user=anna, type="recovery_codes", data={})
        Authenticator.objects.update(created_at=timezone.now() - timedelta(hours=1))
        choose(made_by(desk, anna))
        self.by_mail(NEXT)
        assert {each.type for each in Authenticator.objects.all()} == {"totp", "recovery_codes"}
        assert not any("added during help" in sent.subject for sent in mail.outbox)

    def test_an_unconfirmed_address_of_the_helper_does_not_outlive_the_help(self, desk, anna):
        choose(made_by(desk, anna))
        EmailAddress.objects.create(user=anna, email="other@example.org")
        self.by_mail(NEXT)
        assert [each.email for each in EmailAddress.objects.all()] == ["a@example.org"]

    @pytest.mark.parametrize("helped", [False, True])
    def test_only_factors_set_up_in_a_session_without_help_outlive_it(
        self, anna, helped, django_capture_on_commit_callbacks
    ):
        EmailAddress.objects.all().delete()  # allauth's mails need the request, which is over
        here = logged_in(OLD)
        remove_second_factors(user=anna, now=timezone.now())
        client = logged_in(OLD) if helped else here
        assert is_helped(client) is helped
        with django_capture_on_commit_callbacks(execute=True):
            client.post(TOTP_PAGE, {"code": code_of(client.get(TOTP_PAGE).context["form"].secret)})
        assert Authenticator.objects.count() == 2
        with django_capture_on_commit_callbacks(execute=True):
            client.post("/account/second-factor/recovery-codes/generate/")
        assert end_help(anna) is helped
        assert Authenticator.objects.count() == (0 if helped else 2)

    def test_who_changes_the_password_is_told_what_the_end_of_the_help_removed(self, anna):
        here = logged_in(OLD)
        remove_second_factors(user=anna, now=timezone.now())
        Authenticator.objects.create(user=anna, type="webauthn", data={})
        fields = {"oldpassword": OLD, "password1": NEXT, "password2": NEXT}
        page = here.post("/account/password/change/", fields, follow=True)
        assert not Authenticator.objects.exists()
        assert "please add it again" in page.content.decode()

    def test_the_service_that_removes_factors_helps_whoever_calls_it(self, anna):
        remove_second_factors(user=anna, now=timezone.now())
        assert is_helped(logged_in(OLD))


def mail_address():
    return EmailAddress.objects.get(user__username="Anna", verified=True).email


def test_of_bots_and_nobody_there_is_no_link(desk):
    bot = User.objects.create(username="Robo", is_bot=True)
    for key in (bot.pk, 999_999, "x"):
        assert desk.post(f"/admin/accounts/user/{key}/password/").status_code == 404


def test_the_link_is_made_for_a_member_who_is_there(anna, root):
    token = make_password_link(member=anna, by=root, now=timezone.now())
    User.objects.filter(pk=anna.pk).update(is_active=False)
    assert Client().get(f"/account/password/link/{token}/").status_code == 404
