"""Second factors: set up, asked for, used once, removed; and how they are stored."""

import json
import re
from datetime import timedelta

import pytest
from allauth.account.models import EmailAddress
from allauth.mfa.base import forms as base_forms
from allauth.mfa.models import Authenticator
from allauth.mfa.totp.internal.auth import TOTP
from django.contrib.admin.models import LogEntry
from django.core.exceptions import ValidationError
from django.test import Client

from accounts.forms.second_factors import AuthenticateForm
from accounts.models import User
from accounts.second_factors import ClubSecondFactors
from tests.accounts.codes import STEP, code_of
from tests.accounts.conftest import PASSWORD, somebody
from tests.servers.session import undone

BASE = "/account/second-factor/"
APP = f"{BASE}totp/activate/"
ASKED = f"{BASE}authenticate/"
CODES = f"{BASE}recovery-codes/"
LOGIN = "/account/login/"

pytestmark = pytest.mark.django_db


RESPONSE = {
    "clientDataJSON": "e30",
    "authenticatorData": "A" * 60,
    "attestationObject": "A" * 60,
    "signature": "AAAA",
    "userHandle": "MQ",
}
WHOLE = {
    "id": "AAAA",
    "rawId": "AAAA",
    "type": "public-key",
    "clientExtensionResults": {},
    "response": RESPONSE,
}
NONSENSE = [
    *("", "x", "[]", "{}", "null", '{"id": 1}', '"\x00"', '{"response": []}', "[[[", "é"),
    json.dumps(WHOLE),
    json.dumps({**WHOLE, "id": "A", "rawId": "A"}),
    json.dumps({**WHOLE, "id": "é", "rawId": "é"}),
    json.dumps({**WHOLE, "response": "x"}),
    *(json.dumps({**WHOLE, "response": {**RESPONSE, key: "!"}}) for key in RESPONSE),
    *(json.dumps({**WHOLE, "response": {**RESPONSE, key: 7}}) for key in RESPONSE),
]
"""What clients other than browsers may send instead of a passkey's answer."""


def logged_in(name="Anna"):
    client = Client()
    client.post(LOGIN, {"login": name, "password": PASSWORD})
    return client


def shows_who_it_is(client):
    client.post("/account/reauthenticate/", {"password": PASSWORD})


def sets_up_an_app(client):
    """Sets up an app; returns its secret."""
    shows_who_it_is(client)
    secret = re.findall(r'id="secret">(\w+)<', client.get(APP).content.decode())[0]
    assert client.post(APP, {"code": code_of(secret)}).status_code == 302
    return secret


def is_in(client):
    return client.get("/account/").status_code == 200


@pytest.fixture
def here(member, django_capture_on_commit_callbacks):
    client = logged_in()
    with django_capture_on_commit_callbacks(execute=True):
        client.secret = sets_up_an_app(client)
    return client


@pytest.fixture
def with_an_app(member):
    """A logged-in browser of a member with an app, set up directly because the pages are slow."""
    client = logged_in()
    TOTP.activate(member, "A" * 32)
    return client


@pytest.fixture
def redis_away(count_at, settings):
    away = "unix:///nowhere/redis.sock"
    count_at(away)
    caches = settings.CACHES.items()
    settings.CACHES = {name: {**each, "LOCATION": away} for name, each in caches}


def recovery_codes(client):
    shows_who_it_is(client)
    page = client.get(f"{CODES}download/")
    return page.content.decode().split()


class TestAnApp:
    def test_the_page_has_the_secret_as_a_picture_and_in_letters(self, client, member):
        client.force_login(member)
        shows_who_it_is(client)
        page = client.get(APP).content.decode()
        assert 'src="data:image/svg+xml;base64,' in page
        assert "otpauth://totp/Anna?" in page
        assert "issuer=Miai" in page

    def test_it_never_names_the_members_address(self, client, member):
        EmailAddress.objects.create(user=member, email="a@example.org", primary=True, verified=True)
        User.objects.update(email="a@example.org")
        client.force_login(User.objects.get())
        shows_who_it_is(client)
        assert "example.org" not in client.get(APP).content.decode()
        assert "example.org" not in client.get(f"{BASE}webauthn/add/").content.decode()

    def test_a_wrong_code_sets_nothing_up(self, client, member):
        client.force_login(member)
        shows_who_it_is(client)
        client.get(APP)
        assert "That is not the right code" in client.post(APP, {"code": "123456"}).content.decode()
        assert not Authenticator.objects.exists()

    def test_setting_one_up_leads_to_recovery_codes(self, here):
        assert len(recovery_codes(here)) == 10
        assert {len(code) for code in recovery_codes(here)} == {12}

    @pytest.mark.parametrize(
        "page", [APP, f"{BASE}webauthn/add/", f"{CODES}generate/", CODES, f"{CODES}download/"]
    )
    def test_the_password_is_asked_for_first(self, client, member, page):
        client.force_login(member)
        Authenticator.objects.create(
            user=member,
            type="recovery_codes",
            data={"seed": ClubSecondFactors().encrypt("5"), "used_mask": 0},
        )
        assert client.get(page).url.startswith("/account/reauthenticate/")

    def test_the_first_one_ends_all_other_sessions(
        self, member, django_capture_on_commit_callbacks
    ):
        elsewhere = logged_in()
        client = logged_in()
        with django_capture_on_commit_callbacks(execute=True):
            sets_up_an_app(client)
        assert is_in(client)
        assert not is_in(elsewhere)


class TestLoggingIn:
    def test_the_password_alone_is_not_enough(self, here):
        client = Client()
        answer = client.post(LOGIN, {"login": "Anna", "password": PASSWORD})
        assert answer.url == ASKED
        assert not is_in(client)

    @pytest.mark.parametrize("later", [-1, 0, 1])
    def test_a_code_of_now_or_half_a_minute_off_logs_in(self, here, clock, later):
        clock.shift(10 * STEP)
        client = logged_in()
        client.post(ASKED, {"code": code_of(here.secret, later=later)})
        assert is_in(client)

    def test_it_may_have_a_space(self, here, clock):
        clock.shift(STEP)
        code = code_of(here.secret)
        client = logged_in()
        client.post(ASKED, {"code": f"{code[:3]} {code[3:]}"})
        assert is_in(client)

    @pytest.mark.parametrize("later", [-3, 3])
    def test_an_old_code_does_not(self, here, clock, later):
        clock.shift(10 * STEP)
        client = logged_in()
        client.post(ASKED, {"code": code_of(here.secret, later=later)})
        assert not is_in(client)

    @pytest.mark.parametrize("seconds", [0, 29, 59])
    def test_a_code_works_once_for_as_long_as_it_could_work(self, here, clock, seconds):
        clock.shift(10 * STEP)
        code = code_of(here.secret, later=1)
        logged_in().post(ASKED, {"code": code})
        clock.shift(seconds)
        again = logged_in()
        again.post(ASKED, {"code": f" {code} "})
        assert not is_in(again)

    def test_a_recovery_code_works_once(self, here):
        code = recovery_codes(here)[0]
        first, second = logged_in(), logged_in()
        first.post(ASKED, {"code": f"{code[:4]} {code[4:8]} {code[8:]}"})
        second.post(ASKED, {"code": code})
        assert is_in(first)
        assert not is_in(second)
        assert len(recovery_codes(here)) == 9

    def test_five_wrong_codes_are_enough_for_five_minutes(self, here, clock):
        clock.shift(STEP)
        client = logged_in()
        for _ in range(5):
            client.post(ASKED, {"code": "000000"})
        page = client.post(ASKED, {"code": code_of(here.secret)})
        assert "Too many wrong codes" in page.content.decode()
        clock.shift(timedelta(minutes=5, seconds=1))
        client.post(ASKED, {"code": code_of(here.secret)})
        assert is_in(client)

    def test_codes_tried_at_the_same_time_are_all_counted(self, here, member, clock, monkeypatch):
        """Each is compared while those before it still are."""
        clock.shift(STEP)
        tried = []

        def compare_while_others_do(form):
            tried.append(form)
            try_another()
            raise ValidationError("wrong")

        def try_another():
            form = AuthenticateForm({"code": "000000"}, user=member)
            assert not form.is_valid()

        monkeypatch.setattr(base_forms.AuthenticateForm, "clean_code", compare_while_others_do)
        try_another()
        assert len(tried) == 5

    def test_a_code_that_was_used_forgives_no_wrong_ones(self, here, clock, redis_away):
        clock.shift(STEP)
        code = code_of(here.secret)
        logged_in().post(ASKED, {"code": code})
        client = logged_in()
        for _ in range(4):
            client.post(ASKED, {"code": "000000"})
        client.post(ASKED, {"code": code})
        page = client.post(ASKED, {"code": "000000"})
        assert "Too many wrong codes" in page.content.decode()

    def test_codes_are_counted_while_redis_is_away(self, here, clock, redis_away):
        clock.shift(STEP)
        code = code_of(here.secret)
        first, again = logged_in(), logged_in()
        for client in (first, again):
            client.post(ASKED, {"code": code})
        assert is_in(first)
        assert not is_in(again)
        for _ in range(5):
            again.post(ASKED, {"code": "000000"})
        clock.shift(2 * STEP)
        page = again.post(ASKED, {"code": code_of(here.secret)})
        assert "Too many wrong codes" in page.content.decode()

    def test_nobody_skips_the_password(self, here):
        client = Client()
        assert client.get(ASKED).url == LOGIN
        assert client.post(ASKED, {"code": code_of(here.secret)}).url == LOGIN

    @pytest.mark.parametrize("address", [ASKED, f"{BASE}webauthn/login/"])
    def test_what_no_passkey_says_logs_nobody_in(self, with_an_app, address):
        browser = logged_in()
        browser.get(f"{BASE}webauthn/login/", headers={"accept": "application/json"})
        assert browser.get(ASKED).status_code == 200
        for credential in NONSENSE:
            with undone(browser) as client:
                answer = client.post(address, {"credential": credential})
                assert answer.status_code in (200, 302), credential
                assert not is_in(client), credential

    @pytest.mark.parametrize("address", ["add/", "reauthenticate/"])
    def test_it_is_neither_a_new_passkey_nor_who_it_is(self, with_an_app, address):
        shows_who_it_is(with_an_app)
        page = f"{BASE}webauthn/{address}"
        with_an_app.get(page)
        for credential in NONSENSE:
            with undone(with_an_app) as client:
                answer = client.post(page, {"name": "x", "credential": credential})
                assert answer.status_code in (200, 302), credential
                assert not Authenticator.objects.filter(type="webauthn").exists(), credential


class TestStoring:
    def test_neither_secret_nor_codes_are_in_the_database(self, here):
        stored = str(list(Authenticator.objects.values_list("data", flat=True)))
        assert here.secret not in stored
        for code in recovery_codes(here):
            assert code not in stored

    def test_what_was_encrypted_with_a_key_of_before_is_read(self, settings):
        encrypted = ClubSecondFactors().encrypt("a secret")
        settings.SECRET_KEY_FALLBACKS = [settings.SECRET_KEY]
        settings.SECRET_KEY = "a new key"
        assert ClubSecondFactors().decrypt(encrypted) == "a secret"

    def test_with_another_key_no_code_fits_and_no_page_fails(self, here, settings, clock):
        clock.shift(STEP)
        settings.SECRET_KEY = "another key"
        client = logged_in()
        for code in (code_of(here.secret), code_of("A" * 8), "000000"):
            assert client.post(ASKED, {"code": code}).status_code == 200
        assert not is_in(client)

    def test_superusers_do_not_look_into_them(self, superuser, client):
        client.force_login(superuser)
        assert client.get("/admin/mfa/authenticator/").status_code == 404


@pytest.mark.django_db(transaction=True)
class TestMails:
    @pytest.fixture
    def address(self, member):
        return EmailAddress.objects.create(
            user=member, email="anna@example.org", primary=True, verified=True
        )

    def test_each_change_is_told(self, address, here, mailoutbox):
        shows_who_it_is(here)
        here.post(f"{CODES}generate/")
        here.post(f"{BASE}totp/deactivate/")
        assert [mail.subject for mail in mailoutbox] == [
            "Miai: an authenticator app has been set up",
            "Miai: new recovery codes have been made",
            "Miai: the authenticator app has been removed",
        ]


class TestTakenAway:
    def page(self, member):
        return f"/admin/accounts/user/{member.pk}/second-factors/"

    def test_a_superuser_helps_who_has_lost_it(self, here, member, superuser, mailoutbox):
        EmailAddress.objects.create(user=member, email="a@example.org", primary=True, verified=True)
        desk = Client()
        desk.force_login(superuser)
        assert "once you are sure" in desk.get(self.page(member)).content.decode()
        assert Authenticator.objects.filter(user=member).exists()
        desk.post(self.page(member))
        assert not Authenticator.objects.filter(user=member).exists()
        assert is_in(logged_in())
        assert LogEntry.objects.get().get_change_message() == "Two-factor login removed."
        assert mailoutbox[0].to == ["a@example.org"]
        assert "Nothing had to be changed." in desk.post(self.page(member), follow=True).text
        assert (len(mailoutbox), LogEntry.objects.count()) == (1, 1)

    @pytest.mark.parametrize("role", ["visitor", "member", "host", "moderator"])
    def test_nobody_else_does(self, here, member, as_role, role):
        as_role(role).post(self.page(member))
        assert Authenticator.objects.filter(user=member).exists()

    def test_of_nobody_there_is_nothing_to_take(self, superuser, client):
        client.force_login(superuser)
        assert client.get("/admin/accounts/user/999/second-factors/").status_code == 404


class TestModerators:
    @pytest.fixture(autouse=True)
    def _needed(self, settings):
        settings.MODERATORS_NEED_SECOND_FACTOR = True

    @pytest.mark.parametrize("role", ["moderator", "superuser"])
    def test_without_one_the_admin_is_shut_and_says_what_to_do(self, as_role, role):
        client = as_role(role)
        answer = client.get("/admin/accounts/user/", follow=True)
        assert answer.redirect_chain[-1][0] == BASE
        assert "You are a moderator without two-factor login" in answer.content.decode()

    @pytest.mark.parametrize("role", ["moderator", "superuser"])
    def test_forms_of_the_admin_are_shut_too(self, as_role, invitation, role):
        data = {"action": "revoke", "_selected_action": [invitation.pk]}
        as_role(role).post("/admin/accounts/invitation/", data)
        invitation.refresh_from_db()
        assert invitation.revoked_at is None

    @pytest.mark.parametrize("role", ["moderator", "superuser"])
    def test_with_one_it_opens(self, role, django_capture_on_commit_callbacks):
        user = somebody(role)
        client = logged_in(user.username)
        with django_capture_on_commit_callbacks(execute=True):
            sets_up_an_app(client)
        assert client.get("/admin/accounts/user/").status_code == 200
        assert "without two-factor login" not in client.get("/account/").content.decode()

    def test_recovery_codes_alone_are_none(self, as_role, moderator):
        Authenticator.objects.create(user=moderator, type="recovery_codes", data={})
        client = Client()
        client.force_login(moderator)
        assert client.get("/admin/").status_code == 302

    @pytest.mark.parametrize("role", ["visitor", "member", "host"])
    def test_others_need_none(self, as_role, role):
        page = as_role(role).get("/").content.decode()
        assert "without two-factor login" not in page

    def test_who_lost_the_role_to_it_is_still_no_one_to_suspend(self, moderator, member):
        from accounts.roles import is_appointed, is_moderator, may_host

        assert is_appointed(moderator)
        assert may_host(moderator)
        assert not is_moderator(moderator)
