"""Who may open which page of accounts, and what its form lets them do."""

import re
from datetime import timedelta

import pytest
from allauth.mfa.models import Authenticator
from allauth.mfa.urls import urlpatterns as second_factors
from django.test import Client
from django.urls import URLPattern, URLResolver
from django.utils import timezone

from accounts.models import ChatBan, Invitation, Suspension, User
from accounts.services.password_links import make_password_link
from accounts.urls import urlpatterns
from tests.accounts.conftest import NOW, PASSWORD, somebody
from tests.servers.session import undone

ROLES = ("visitor", "member", "host", "moderator", "superuser")
OPEN, HOME, LOGIN, NO = "open", "home", "login", "403"
MEMBERS = dict.fromkeys(ROLES, OPEN) | {"visitor": LOGIN}
EVERYBODY = dict.fromkeys(ROLES, OPEN)
VISITORS = dict.fromkeys(ROLES, HOME) | {"visitor": OPEN}
STAFF = {"visitor": LOGIN, "member": NO, "host": NO, "moderator": OPEN, "superuser": OPEN}
SUPERUSER = STAFF | {"moderator": NO}
ASKS = dict.fromkeys(ROLES, HOME) | {"visitor": LOGIN}  # asks for the password first
NOTHING = dict.fromkeys(ROLES, "404") | {"visitor": LOGIN}  # not set up yet
NO_STAFF = SUPERUSER | {"superuser": NO}

PAGES = [
    ("/account/", MEMBERS),
    ("/account/name/", MEMBERS),
    ("/account/data/", ASKS),
    ("/account/preferences/", MEMBERS),
    ("/account/days-off/", MEMBERS),
    ("/account/language/", dict.fromkeys(ROLES, "405")),
    ("/account/zone/", dict.fromkeys(ROLES, "405") | {"visitor": LOGIN}),
    ("/account/delete/", MEMBERS),
    ("/account/email/", MEMBERS),
    ("/account/password/change/", MEMBERS),
    ("/account/join/", VISITORS),
    ("/account/join/{code}/", VISITORS),
    ("/account/login/", VISITORS),
    ("/account/logout/", dict.fromkeys(ROLES, OPEN) | {"visitor": HOME}),
    ("/account/password/reset/", EVERYBODY),
    ("/account/password/reset/done/", EVERYBODY),
    ("/account/password/reset/key/done/", EVERYBODY),
    ("/account/password/reset/key/1-x-y/", EVERYBODY),
    ("/account/password/link/{link}/", EVERYBODY),
    ("/account/confirm-email/", EVERYBODY),
    ("/account/confirm-email/x/", EVERYBODY),
    ("/account/inactive/", EVERYBODY),
    ("/account/signup/", dict.fromkeys(ROLES, HOME)),
    ("/account/reauthenticate/", MEMBERS),
    ("/account/password/set/", dict.fromkeys(ROLES, HOME) | {"visitor": LOGIN}),
    ("/account/login/code/confirm/", dict.fromkeys(ROLES, HOME) | {"visitor": LOGIN}),
    ("/account/sessions/", MEMBERS),
    ("/account/muted/", MEMBERS),
    ("/account/invitations/", MEMBERS),
    ("/account/tokens/", MEMBERS),
    ("/account/bots/", MEMBERS),
    ("/account/second-factor/", MEMBERS),
    ("/account/second-factor/authenticate/", dict.fromkeys(ROLES, HOME) | {"visitor": LOGIN}),
    ("/account/second-factor/reauthenticate/", ASKS),
    ("/account/second-factor/totp/activate/", ASKS),
    ("/account/second-factor/totp/deactivate/", NOTHING),
    ("/account/second-factor/recovery-codes/", NOTHING),
    ("/account/second-factor/recovery-codes/download/", NOTHING),
    ("/account/second-factor/recovery-codes/generate/", ASKS),
    ("/account/second-factor/webauthn/", MEMBERS),
    ("/account/second-factor/webauthn/add/", ASKS),
    ("/account/second-factor/webauthn/reauthenticate/", ASKS),
    ("/account/second-factor/webauthn/login/", dict.fromkeys(ROLES, HOME) | {"visitor": LOGIN}),
    ("/account/second-factor/webauthn/keys/{passkey}/edit/", ASKS),
    ("/account/second-factor/webauthn/keys/{passkey}/remove/", ASKS),
    ("/admin/", STAFF),
    ("/admin/accounts/", STAFF),
    ("/admin/accounts/invitation/", STAFF),
    ("/admin/accounts/invitation/add/", STAFF),
    ("/admin/accounts/invitation/{invitation}/change/", STAFF),
    ("/admin/accounts/invitation/{invitation}/history/", STAFF),
    ("/admin/accounts/invitation/{invitation}/delete/", NO_STAFF),
    ("/admin/accounts/suspension/", STAFF),
    ("/admin/accounts/suspension/add/", STAFF),
    ("/admin/accounts/suspension/{suspension}/change/", STAFF),
    ("/admin/accounts/suspension/{suspension}/history/", STAFF),
    ("/admin/accounts/suspension/{suspension}/delete/", NO_STAFF),
    ("/admin/accounts/chatban/", STAFF),
    ("/admin/accounts/chatban/add/", STAFF),
    ("/admin/accounts/chatban/{ban}/change/", STAFF),
    ("/admin/accounts/chatban/{ban}/delete/", NO_STAFF),
    ("/admin/accounts/memberwarning/", STAFF),
    ("/admin/accounts/memberwarning/add/", NO_STAFF),
    ("/admin/accounts/user/", STAFF),
    ("/admin/accounts/user/add/", NO_STAFF),
    ("/admin/accounts/user/{user}/change/", STAFF),
    ("/admin/accounts/user/{user}/history/", STAFF),
    ("/admin/accounts/user/{user}/password/", SUPERUSER),
    ("/admin/accounts/user/{user}/delete/", SUPERUSER),
    ("/admin/accounts/user/{user}/second-factors/", SUPERUSER),
    ("/admin/accounts/user/{root}/change/", STAFF),
    ("/admin/accounts/user/{root}/password/", SUPERUSER),
    ("/admin/accounts/user/{root}/delete/", SUPERUSER),
    ("/admin/auth/group/", SUPERUSER),
    ("/admin/auth/group/add/", SUPERUSER),
]


@pytest.fixture(scope="module")
def _made(made_once):
    return made_once(make_places, NOW)


@pytest.fixture
def places(_made, db):
    """Values for the names in the addresses above."""
    return _made


@pytest.fixture
def as_role(places):
    """Returns a function that opens a browser of somebody in this role, logged in unless a
    visitor."""

    def client_of(role):
        client = Client()
        if role != "visitor":
            client.force_login(User.objects.get(username=f"The {role}"))
        return client

    return client_of


def make_places():
    """Makes a user for every role, and what the addresses above name."""
    for role in ROLES[1:]:
        somebody(role)
    user = User.objects.create_user("Somebody")
    invitation = Invitation.objects.create()
    suspension = Suspension.objects.create(user=user, reason="?", until=NOW + timedelta(days=1))
    root = User.objects.create_superuser("The first superuser")
    return {
        "code": invitation.code,
        "invitation": invitation.pk,
        "suspension": suspension.pk,
        "user": user.pk,
        "root": root.pk,
        "link": make_password_link(member=user, by=root, now=timezone.now()),
        "ban": ChatBan.objects.create(user=user, reason="?", until=NOW + timedelta(days=1)).pk,
        "passkey": Authenticator.objects.create(
            user=user, type="webauthn", data={"name": "Phone"}
        ).pk,
    }


def outcome(client, answer):
    """The outcome of a request, in a word of the table."""
    if answer.status_code == 302 and answer.url.startswith("/admin/login/"):
        answer = client.get(answer.url)
    if answer.status_code == 302:
        return LOGIN if answer.url.startswith("/account/login/") else HOME
    return OPEN if answer.status_code == 200 else str(answer.status_code)


@pytest.mark.parametrize("role", ROLES)
def test_a_page_opens_for_whom_it_should(as_role, places, role):
    browser, found = as_role(role), {}
    for address, _ in PAGES:
        with undone(browser) as client:
            found[address] = outcome(client, client.get(address.format(**places)))
    assert found == {address: allowed[role] for address, allowed in PAGES}


POSTS = [
    ("/account/name/", {"username": "Zoe"}, ASKS),
    ("/account/data/", {}, ASKS),
    ("/account/preferences/", {}, MEMBERS),
    ("/account/delete/", {"password": "wrong"}, MEMBERS),
    ("/account/email/", {"email": "x", "action_add": ""}, MEMBERS),
    ("/account/password/change/", {}, MEMBERS),
    ("/account/password/link/{link}/", {}, EVERYBODY),
    ("/account/join/", {}, VISITORS),
    ("/account/join/{code}/", {}, VISITORS),
    ("/admin/accounts/invitation/add/", {}, STAFF),
    ("/admin/accounts/invitation/{invitation}/change/", {}, NO_STAFF),
    ("/admin/accounts/suspension/add/", {}, STAFF),
    ("/admin/accounts/suspension/{suspension}/change/", {}, NO_STAFF),
    ("/admin/accounts/user/{user}/change/", {"username": ""}, STAFF),
    ("/admin/accounts/user/{root}/change/", {"username": ""}, SUPERUSER),
    ("/admin/accounts/user/{user}/password/", {}, SUPERUSER),
    ("/admin/accounts/user/{user}/delete/", {}, SUPERUSER),
    ("/admin/accounts/user/{user}/second-factors/", {}, SUPERUSER | {"superuser": HOME}),
    ("/admin/accounts/chatban/add/", {}, STAFF),
    ("/admin/accounts/chatban/{ban}/change/", {}, NO_STAFF),
    ("/account/muted/", {"name": ""}, MEMBERS),
    ("/account/sessions/", {"session": "x"}, ASKS),
    ("/account/days-off/", {"remove": "1"}, dict.fromkeys(ROLES, HOME) | {"visitor": LOGIN}),
    ("/account/invitations/", {"invite": "yes"}, dict.fromkeys(ROLES, NO) | {"visitor": LOGIN}),
    ("/account/invitations/", {"revoke": "1"}, NOTHING),
    ("/account/language/", {"language": "de"}, dict.fromkeys(ROLES, HOME)),
    ("/account/zone/", {"zone": "Asia/Tokyo"}, dict.fromkeys(ROLES, "204") | {"visitor": LOGIN}),
    ("/account/second-factor/totp/activate/", {"code": "1"}, ASKS),
    ("/account/second-factor/recovery-codes/generate/", {}, ASKS),
    ("/account/second-factor/webauthn/add/", {}, ASKS),
    ("/account/second-factor/webauthn/keys/{passkey}/remove/", {}, ASKS),
]


@pytest.mark.parametrize("role", ROLES)
def test_a_form_is_read_from_whom_it_should(as_role, places, role):
    browser, found = as_role(role), {}
    for address, data, _ in POSTS:
        with undone(browser) as client:
            answer = client.post(address.format(**places), data)
            found[address, *data.items()] = outcome(client, answer)
    assert found == {(address, *data.items()): allowed[role] for address, data, allowed in POSTS}


def test_the_table_has_every_page_of_our_own():
    listed = {re.split(r"\{|1-x-y|x/", address)[0] for address, _ in PAGES}
    ours = [each for each in urlpatterns if isinstance(each, URLPattern)]
    shown = (str(each.pattern).removeprefix("^").replace("(?P", "") for each in ours)
    addresses = {f"/account/{pattern}".split("<")[0] for pattern in shown}
    assert addresses - {"/account/signup/"} <= listed


def patterns(found, before):
    """Every address below this one, with its names."""
    for each in found:
        if isinstance(each, URLResolver):
            yield from patterns(each.url_patterns, f"{before}{each.pattern}")
        else:
            yield f"{before}{each.pattern}"


def test_the_table_has_every_page_of_second_factors():
    listed = {address.replace("{passkey}", "<int:pk>") for address, _ in PAGES}
    assert set(patterns(second_factors, "/account/second-factor/")) <= listed


@pytest.mark.parametrize("page", ["edit", "remove"])
def test_nobody_touches_anothers_passkey(client, places, page):
    client.force_login(User.objects.get(username="The member"))
    client.post("/account/reauthenticate/", {"password": PASSWORD})
    address = f"/account/second-factor/webauthn/keys/{places['passkey']}/{page}/"
    assert client.post(address, {"name": "mine"}).status_code == 404
    assert Authenticator.objects.get().data == {"name": "Phone"}


@pytest.mark.parametrize("verb", ["put", "delete", "patch"])
@pytest.mark.parametrize("address", ["/account/", "/account/preferences/", "/account/delete/"])
def test_other_verbs_are_refused(as_role, address, verb):
    assert getattr(as_role("member"), verb)(address).status_code == 405


def test_a_suspended_member_keeps_the_own_pages(client, places):
    user = User.objects.get(username="The member")
    Suspension.objects.create(user=user, reason="?", until=NOW + timedelta(days=1))
    client.force_login(user)
    assert client.get("/account/preferences/").status_code == 200
