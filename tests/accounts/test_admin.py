"""What moderators do in the admin, and what is out of their reach."""

import re
from datetime import timedelta
from html import unescape

import pytest
from django.contrib import admin
from django.contrib.admin.models import LogEntry
from django.urls import reverse

from accounts.admin.measures import SuspensionAdmin
from accounts.models import Invitation, Preferences, Suspension, User
from accounts.roles import is_host, is_moderator
from accounts.services.invitations import register_member
from tests.accounts.conftest import NOW, PASSWORD, somebody
from transport.refusals import Refused

INVITATIONS = "/admin/accounts/invitation/"
SUSPENSIONS = "/admin/accounts/suspension/"
MEMBERS = "/admin/accounts/user/"


@pytest.fixture
def desk(client, moderator):
    """The moderator's browser."""
    client.force_login(moderator)
    return client


def inviting(**changes):
    return {"note": "for Jo", "most_uses": 2, "expires_at": "2026-12-01T18:30", **changes}


def act(client, address, action, *chosen):
    data = {"action": action, "_selected_action": [each.pk for each in chosen]}
    return client.post(address, data, follow=True)


class TestInvitations:
    def test_a_moderator_makes_one(self, desk, moderator):
        assert desk.post(f"{INVITATIONS}add/", inviting()).url == INVITATIONS
        made = Invitation.objects.get()
        assert (made.creator, made.note, made.most_uses) == (moderator, "for Jo", 2)
        assert made.expires_at.isoformat() == "2026-12-01T18:30:00+00:00"
        assert LogEntry.objects.get().object_id == str(made.pk)

    def test_the_form_offers_one_use_and_thirty_days(self, desk):
        page = desk.get(f"{INVITATIONS}add/").content.decode()
        assert 'value="2026-12-21T12:00"' in page

    @pytest.mark.parametrize(
        ("changes", "words"),
        [
            ({"most_uses": 0}, "greater than or equal to 1"),
            ({"most_uses": 10**30}, "less than or equal to 500"),
            ({"most_uses": "many"}, "whole number"),
            ({"expires_at": "2026-11-21T11:59"}, "The end is in the past"),
            ({"expires_at": "9999-12-31T23:59"}, "too far in the future"),
            ({"expires_at": "soon"}, "valid date/time"),
            ({"expires_at": ""}, "required"),
            ({"note": "x" * 201}, "at most 200"),
        ],
    )
    def test_what_cannot_be_is_said(self, desk, changes, words):
        assert words in desk.post(f"{INVITATIONS}add/", inviting(**changes)).content.decode()
        assert not Invitation.objects.exists()

    def test_the_list_has_a_button_for_the_link_and_the_state(self, desk, invitation):
        page = desk.get(INVITATIONS).content.decode()
        assert f'data-copy="{invitation.get_absolute_url()}"' in page
        assert "js/admin/copy-link.js" in page
        assert '<td class="field-state">open</td>' in page
        assert "0 of 1" in page

    def test_revoking_shows_in_list_and_history_and_takes_the_link_away(self, desk, invitation):
        act(desk, INVITATIONS, "revoke", invitation)
        invitation.refresh_from_db()
        assert invitation.revoked_at == NOW
        page = desk.get(INVITATIONS).content.decode()
        assert '<td class="field-state">withdrawn</td>' in page
        assert "data-copy" not in page
        history = desk.get(f"{INVITATIONS}{invitation.pk}/history/").content.decode()
        assert "Withdrawn." in history

    def test_withdrawing_twice_is_noted_once(self, desk, invitation):
        assert "Withdrawn: nobody" in act(desk, INVITATIONS, "revoke", invitation).text
        again = act(desk, INVITATIONS, "revoke", invitation).text
        assert "Nothing had to be changed." in again
        assert "Withdrawn: nobody" not in again
        assert LogEntry.objects.get().change_message == "Withdrawn."

    def test_who_used_it_when_is_listed(self, desk, invitation):
        register_member(code=invitation.code, name="Jo", password=PASSWORD, email="", now=NOW)
        page = desk.get(f"{INVITATIONS}{invitation.pk}/change/").content.decode()
        assert "used up" in page
        assert "Jo" in page
        assert "21 Nov 2026" in page

    def test_nobody_deletes_them_by_the_action(self, desk, invitation):
        act(desk, INVITATIONS, "delete_selected", invitation)
        assert Invitation.objects.exists()


class TestSuspensions:
    def suspending(self, **changes):
        return {"user": "anna", "reason": "Rude.", "until": "2026-11-25T12:00", **changes}

    def test_a_moderator_suspends_by_name(self, desk, moderator, member):
        assert desk.post(f"{SUSPENSIONS}add/", self.suspending()).url == SUSPENSIONS
        made = Suspension.objects.get()
        assert (made.user, made.by, made.reason) == (member, moderator, "Rude.")
        assert made.until == NOW + timedelta(days=4)

    @pytest.mark.parametrize(
        ("changes", "words"),
        [
            ({"user": "Nobody"}, "No member has this name"),
            ({"user": "The bot"}, "No member has this name"),
            ({"user": "Mira"}, "You cannot do that to yourself"),
            ({"user": "The superuser"}, "Moderators cannot do that to moderators"),
            ({"user": ""}, "required"),
            ({"reason": ""}, "required"),
            ({"until": "2026-11-20T12:00"}, "must be in the future"),
            ({"until": "9999-12-31T23:59"}, "too far in the future"),
        ],
    )
    def test_what_cannot_be_is_said(self, desk, member, changes, words):
        somebody("bot")
        somebody("superuser")
        page = desk.post(f"{SUSPENSIONS}add/", self.suspending(**changes)).content.decode()
        assert words in page
        assert not Suspension.objects.exists()

    def test_what_the_service_refuses_after_the_form_is_said_and_logged_nowhere(
        self, desk, member, monkeypatch
    ):
        def becomes_past(**_):
            """The end passes after the form has accepted it and before the service checks it."""
            raise Refused("past", "The end must be in the future.")

        monkeypatch.setattr(SuspensionAdmin, "restrict", staticmethod(becomes_past))
        answer = desk.post(f"{SUSPENSIONS}add/", self.suspending(), follow=True)
        assert answer.redirect_chain == [(f"{SUSPENSIONS}add/", 302)]
        assert "The end must be in the future." in answer.text
        assert "successfully" not in answer.text
        assert not LogEntry.objects.exists()

    def test_a_members_page_leads_to_the_form_with_the_name_in_it(self, desk, member):
        page = desk.get(f"{MEMBERS}{member.pk}/change/").content.decode()
        assert f"{SUSPENSIONS}add/?user=Anna" in page
        assert 'value="Anna"' in desk.get(f"{SUSPENSIONS}add/?user=Anna").content.decode()

    def test_its_end_is_read_in_the_zone_of_the_moderator_which_the_page_names(
        self, desk, moderator, member
    ):
        Preferences.objects.create(user=moderator, time_zone="Asia/Tokyo")
        assert "Times are in Asia/Tokyo." in desk.get(f"{SUSPENSIONS}add/").text
        desk.post(f"{SUSPENSIONS}add/", self.suspending(until="2026-11-23T21:00"))
        assert Suspension.objects.get().until.isoformat() == "2026-11-23T12:00:00+00:00"

    @pytest.mark.parametrize("form", [SUSPENSIONS, "/admin/accounts/chatban/"])
    def test_the_form_offers_a_week_and_other_ends_in_the_moderators_zone(
        self, desk, moderator, form
    ):
        Preferences.objects.create(user=moderator, time_zone="Asia/Tokyo")
        page = unescape(desk.get(f"{form}add/").text)
        assert 'value="2026-11-28T21:00"' in page
        assert 'min="2026-11-21T21:00"' in page
        for words, end in (("1 day", "2026-11-22T21:00"), ("28 days", "2026-12-19T21:00")):
            assert f'{{"words": "{words}", "value": "{end}"}}' in page
        assert "js/admin/end-dates.js" in page

    def test_lifting_ends_it_and_is_noted(self, desk, member):
        made = Suspension.objects.create(user=member, reason="?", until=NOW + timedelta(days=1))
        act(desk, SUSPENSIONS, "lift", made)
        made.refresh_from_db()
        assert made.lifted_at == NOW
        assert LogEntry.objects.get().change_message == "Lifted."
        assert ">lifted<" in desk.get(SUSPENSIONS).content.decode()

    def test_what_is_over_is_not_lifted(self, desk, member):
        made = Suspension.objects.create(user=member, reason="?", until=NOW - timedelta(days=1))
        assert "Nothing had to be changed." in act(desk, SUSPENSIONS, "lift", made).text
        made.refresh_from_db()
        assert made.lifted_at is None
        assert not LogEntry.objects.exists()

    def test_whoever_is_suspended_twice_is_not_said_to_play_again(self, desk, member):
        ends = (NOW + timedelta(days=days) for days in (1, 2))
        one, other = (
            Suspension.objects.create(user=member, reason="?", until=until) for until in ends
        )
        said = act(desk, SUSPENSIONS, "lift", one).text
        assert "others are still in force for: Anna." in said
        assert "can play again" not in said
        assert "can play again" in act(desk, SUSPENSIONS, "lift", other).text


class TestMembers:
    def test_a_moderator_makes_a_host_and_takes_it_back(self, desk, member):
        address = f"{MEMBERS}{member.pk}/change/"
        desk.post(address, {"username": "Anna", "hosts": "on"})
        assert is_host(member)
        desk.post(address, {"username": "Anna"})
        assert not is_host(member)

    def test_a_form_that_is_sent_as_it_was_is_not_in_the_history(self, desk, member):
        fields = {"username": member.username}
        assert (
            "successfully" in desk.post(f"{MEMBERS}{member.pk}/change/", fields, follow=True).text
        )
        assert not LogEntry.objects.exists()

    def test_a_moderator_gives_another_name(self, desk, member):
        desk.post(f"{MEMBERS}{member.pk}/change/", {"username": "Anne"})
        assert User.objects.get_by_natural_key("ANNE") == member

    @pytest.mark.parametrize("name", ["MIRA", "", "x@y", "Former member"])
    def test_a_name_that_cannot_be_had_is_refused(self, desk, member, name):
        answer = desk.post(f"{MEMBERS}{member.pk}/change/", {"username": name})
        assert answer.status_code == 200
        assert "errorlist" in answer.content.decode()
        assert User.objects.get(pk=member.pk).username == "Anna"

    def test_a_name_that_somebody_takes_at_the_same_moment_is_refused(
        self, desk, member, monkeypatch
    ):
        def wait_for_names():
            """Somebody else takes the name while this request waits for the lock."""
            User.objects.create_user("Zoe", password=PASSWORD)

        monkeypatch.setattr("accounts.forms.moderating.lock_names", wait_for_names)
        answer = desk.post(f"{MEMBERS}{member.pk}/change/", {"username": "Zoe"})
        assert (answer.status_code, "That name is taken" in answer.content.decode()) == (200, True)
        assert User.objects.get(pk=member.pk).username == "Anna"

    def test_no_posted_field_makes_a_moderator_or_a_superuser(self, desk, member):
        more = {"moderates": "on", "is_staff": "on", "is_superuser": "on", "groups": "1"}
        desk.post(f"{MEMBERS}{member.pk}/change/", {"username": "Anna", **more})
        member.refresh_from_db()
        assert (member.is_staff, member.is_superuser, is_moderator(member)) == (False,) * 3

    def test_no_posted_field_opens_or_closes_an_account(self, desk, member):
        desk.post(f"{MEMBERS}{member.pk}/change/", {"username": "Anna"})
        assert User.objects.get(pk=member.pk).is_active

    @pytest.mark.parametrize("role", ["moderator", "superuser", "bot"])
    def test_moderators_change_neither_each_other_nor_superusers_nor_bots(self, desk, role):
        user = somebody(role)
        answer = desk.post(f"{MEMBERS}{user.pk}/change/", {"username": "Changed"})
        assert answer.status_code == 403

    @pytest.mark.parametrize("who", ["moderator", "superuser"])
    def test_no_page_shows_a_hash(self, client, member, who):
        user = somebody(who)
        client.force_login(user)
        for address in ("", f"{member.pk}/change/", f"{member.pk}/history/", f"{user.pk}/change/"):
            page = client.get(MEMBERS + address).content.decode()
            assert "bcrypt" not in page
            assert member.password[-20:] not in page

    @pytest.mark.parametrize(
        "lookup", ["password__startswith=b", "email__contains=a", "groups__user__password=x"]
    )
    def test_an_address_asks_for_nothing_that_the_page_hides(self, desk, member, lookup):
        answer = desk.get(f"{MEMBERS}?{lookup}")
        assert (answer.status_code, "Anna" in answer.content.decode()) == (400, False)

    def test_addresses_are_for_superusers_only(self, client, member, moderator, superuser):
        User.objects.filter(pk=member.pk).update(email="anna@example.org")
        seen = []
        for user in (moderator, superuser):
            client.force_login(user)
            page = client.get(f"{MEMBERS}{member.pk}/change/").content.decode()
            seen.append("anna@example.org" in page)
        assert seen == [False, True]

    def test_a_superuser_makes_and_unmakes_moderators(self, client, member, superuser):
        client.force_login(superuser)
        address = f"{MEMBERS}{member.pk}/change/"
        client.post(address, {"username": "Anna", "is_active": "on", "moderates": "on"})
        assert is_moderator(User.objects.get(pk=member.pk))
        client.post(address, {"username": "Anna", "is_active": "on"})
        assert not is_moderator(User.objects.get(pk=member.pk))

    def test_a_superuser_gives_nobody_a_password(self, client, member, superuser):
        client.force_login(superuser)
        new = {"password1": "granite-lantern-8", "password2": "granite-lantern-8"}
        client.post(f"{MEMBERS}{member.pk}/password/", new)
        assert User.objects.get(pk=member.pk).check_password(PASSWORD)

    def test_a_superuser_deletes_an_account(self, client, member, superuser):
        client.force_login(superuser)
        client.post(f"{MEMBERS}{member.pk}/delete/", {"post": "yes"})
        assert not User.objects.filter(pk=member.pk).exists()

    def test_the_list_shows_who_is_suspended(self, desk, member):
        Suspension.objects.create(user=member, reason="?", until=NOW + timedelta(days=1))
        assert "22 Nov 2026" in desk.get(MEMBERS).content.decode()


STRANGE = [
    "?o=x",
    "?p=-1",
    "?p=99999999999",
    "?q=%00",
    "?q=' OR 1",
    "?all=",
    "?e=1",
    "?groups=x",
    "?groups__id__exact=999999999999999999999",
    "?is_bot__exact=%00",
    "?_facets=x",
    "?groups__id__exact=x",
    "?q=" + "x" * 3000,
    "?nonsense=1",
    "?_popup=1",
    "?o=1.2.-3",
]


@pytest.mark.parametrize("listing", [INVITATIONS, SUSPENSIONS, MEMBERS])
def test_a_strange_address_in_the_admin_is_answered(desk, member, invitation, listing):
    for query in STRANGE:
        assert desk.get(listing + query, follow=True).status_code in (200, 400), query


@pytest.mark.parametrize("listing", [INVITATIONS, SUSPENSIONS, MEMBERS])
@pytest.mark.parametrize("what", ["change", "history", "delete"])
def test_what_is_not_there_is_answered_in_the_admin(desk, listing, what):
    for key in ("x", "0", "-1", "999999999999999999999999", "%00", "1%2F2", "💩"):
        answer = desk.get(f"{listing}{key}/{what}/", follow=True)
        assert answer.status_code in (200, 400, 403, 404), key


@pytest.mark.parametrize("action", ["revoke", "lift", "delete_selected", "nonsense", ""])
@pytest.mark.parametrize("listing", [INVITATIONS, SUSPENSIONS, MEMBERS])
def test_a_strange_action_is_answered(desk, invitation, listing, action):
    for chosen in (["x"], ["999999999999999999999"], [], ["\x00"]):
        data = {"action": action, "_selected_action": chosen}
        assert desk.post(listing, data, follow=True).status_code in (200, 400, 403)


def test_a_moderators_index_offers_what_moderating_needs(desk):
    page = desk.get("/admin/").content.decode()
    for name in ("Invitations", "Suspensions", "Members"):
        assert name in page
    assert "Groups" not in page
    assert "Email" not in page


def test_addresses_change_by_their_members_alone_who_are_told(client, superuser):
    client.force_login(superuser)
    assert client.get("/admin/account/emailaddress/").status_code == 404
    assert client.get("/admin/account/emailaddress/add/").status_code == 404


def test_moderators_change_their_own_password_where_all_members_do(desk, moderator):
    """That page counts wrong passwords and sends a mail about the change."""
    new = "another very long one"
    fields = {"old_password": PASSWORD, "new_password1": new, "new_password2": new}
    for answer in (
        desk.get("/admin/password_change/"),
        desk.post("/admin/password_change/", fields),
    ):
        assert answer["Location"] == "/account/password/change/"
    assert User.objects.get(pk=moderator.pk).check_password(PASSWORD)


@pytest.mark.parametrize("model", admin.site._registry, ids=lambda model: model.__name__)
def test_every_filter_of_every_list_leads_to_a_list(client, superuser, model):
    client.force_login(superuser)
    address = reverse(f"admin:{model._meta.app_label}_{model._meta.model_name}_changelist")
    links = re.findall(r'<a href="(\?[^"]+)"', client.get(address).text)
    for link in links:
        assert client.get(address + unescape(link)).status_code == 200, link
