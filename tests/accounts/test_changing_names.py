"""A member changes their name; the old name stays reserved, and is shown for a while."""

from datetime import timedelta

import pytest
from allauth.account.models import EmailAddress

from accounts.models import FormerName, Preferences, User
from accounts.services.members import delete_account
from accounts.services.names import change_own_name, forget_former_names, give_name, why_taken
from tests.accounts.conftest import NOW, PASSWORD
from transport.refusals import Refused

PAGE = "/account/name/"


def renamed(member, name="Zoe", now=NOW):
    change_own_name(member=member, name=name, now=now)
    return User.objects.get(pk=member.pk)


@pytest.fixture
def confirmed(client, member):
    """The member's browser, in which the password has just been entered."""
    client.force_login(member)
    client.post("/account/reauthenticate/", {"password": PASSWORD})
    return client


class TestThePage:
    def test_a_member_takes_another_name_and_logs_in_with_it_alone(self, confirmed, member):
        answer = confirmed.post(PAGE, {"username": " Zoe "}, follow=True)
        assert "You are now called Zoe." in answer.content.decode()
        confirmed.logout()
        confirmed.post("/account/login/", {"login": "Anna", "password": PASSWORD})
        assert "_auth_user_id" not in confirmed.session
        confirmed.post("/account/login/", {"login": "Zoe", "password": PASSWORD})
        assert confirmed.session["_auth_user_id"] == str(member.pk)

    def test_it_asks_for_the_password_and_then_does_what_was_asked(self, client, member):
        client.force_login(member)
        asked = client.post(PAGE, {"username": "Zoe"})
        assert asked.url.startswith("/account/reauthenticate/")
        assert User.objects.get().username == "Anna"
        client.post(asked.url, {"password": PASSWORD, "next": PAGE})
        assert User.objects.get().username == "Zoe"

    @pytest.mark.parametrize(
        ("name", "words"),
        [
            ("", "Please choose a name."),
            ("Anna", "already your name"),
            ("Mira", "That name is taken."),
            ("Rnira", "looks almost like this one"),
            ("Zo\u0251", "looks like a common letter"),
            ("miai.org", "reads like a web address"),
            ("Moderator", "reserved for the club"),
        ],
    )
    def test_it_checks_the_name_as_joining_does(self, confirmed, moderator, name, words):
        page = confirmed.post(PAGE, {"username": name})
        assert [words in error for error in page.context["form"].errors["username"]] == [True]
        assert User.objects.filter(username="Anna").exists()
        assert not FormerName.objects.exists()

    def test_a_name_is_kept_for_ninety_days(self, client, member, clock):
        renamed(member)
        clock.move_to(NOW + timedelta(days=89))
        client.force_login(member)
        page = client.get(PAGE).content.decode()
        assert "You can change it again from" in page
        assert 'name="username"' not in page
        client.post("/account/reauthenticate/", {"password": PASSWORD})
        client.post(PAGE, {"username": "Yara"})
        assert User.objects.get().username == "Zoe"
        clock.move_to(NOW + timedelta(days=90))
        client.force_login(member)
        assert 'name="username"' in client.get(PAGE).content.decode()

    def test_the_member_is_told_by_mail(self, confirmed, member, mailoutbox):
        EmailAddress.objects.create(user=member, email="a@x.org", verified=True, primary=True)
        confirmed.post(PAGE, {"username": "Zoe"})
        assert "from Anna to Zoe" in mailoutbox[-1].body


def test_the_service_refuses_a_second_change_and_a_name_that_is_taken(member, moderator):
    with pytest.raises(Refused, match="name-taken"):
        change_own_name(member=member, name="Rnira", now=NOW)
    renamed(member)
    with pytest.raises(Refused, match="too-soon"):
        change_own_name(member=member, name="Yara", now=NOW + timedelta(days=89))


@pytest.mark.parametrize("name", ["Anna", "ANNA", "Ａnna"])
def test_nobody_else_takes_the_old_name_for_a_year(member, moderator, clock, name):
    renamed(member)
    clock.move_to(NOW + timedelta(days=364))
    assert why_taken(name) is not None
    assert why_taken(name, by=moderator) is not None
    assert why_taken(name, by=member) is None
    clock.move_to(NOW + timedelta(days=366))
    assert why_taken(name) is None


def test_nobody_else_takes_what_looks_like_the_old_name(member, moderator):
    renamed(User.objects.create_user("Al"))
    assert "looks almost like" in str(why_taken("AI", by=moderator))


def test_the_member_may_go_back_to_the_old_name(member, clock):
    renamed(member)
    clock.move_to(NOW + timedelta(days=91))
    assert renamed(member, "Anna", NOW + timedelta(days=91)).username == "Anna"
    assert [former.name for former in FormerName.objects.all()] == ["Zoe"]


class TestTheMembersPage:
    def test_it_shows_the_old_name_for_thirty_days(self, client, member, clock):
        renamed(member)
        clock.move_to(NOW + timedelta(days=29))
        assert "formerly Anna" in client.get("/members/Zoe/").content.decode()
        clock.move_to(NOW + timedelta(days=30))
        assert "formerly" not in client.get("/members/Zoe/").content.decode()

    def test_its_old_address_leads_there_for_thirty_days(self, client, member, clock):
        renamed(member)
        assert client.get("/members/anna/").url == "/members/Zoe/"
        assert client.get("/members/Anna" + 30 * "a" + "/").status_code == 404
        clock.move_to(NOW + timedelta(days=30))
        assert client.get("/members/Anna/").status_code == 404

    def test_the_old_address_tells_nothing_of_a_hidden_or_closed_page(self, client, member):
        renamed(member)
        Preferences.objects.create(user=member, hides_profile=True)
        assert client.get("/members/Anna/").status_code == 404
        client.force_login(User.objects.create_user("Yara"))
        assert client.get("/members/Anna/").url == "/members/Zoe/"
        member.is_active = False
        member.save(update_fields=["is_active"])
        assert client.get("/members/Anna/").status_code == 404


class TestANameThatAModeratorReplaced:
    @pytest.fixture(autouse=True)
    def _replaced(self, member, moderator):
        give_name(member=member, name="Zoe", by=moderator, now=NOW)

    def test_it_is_reserved_but_shown_nowhere(self, client):
        assert why_taken("Anna") is not None
        assert "formerly" not in client.get("/members/Zoe/").content.decode()
        assert client.get("/members/Anna/").status_code == 404

    def test_its_member_does_not_take_it_back(self, client, member):
        client.force_login(member)
        client.post("/account/reauthenticate/", {"password": PASSWORD})
        page = client.post(PAGE, {"username": "Anna"})
        assert "That name is taken." in page.content.decode()
        with pytest.raises(Refused, match="name-taken"):
            change_own_name(member=member, name="Anna", now=NOW)

    def test_its_member_may_choose_another_at_once(self, member):
        assert renamed(member, "Yara").username == "Yara"


def test_moderators_see_the_old_names_in_the_admin(client, member, moderator):
    renamed(member)
    client.force_login(moderator)
    page = client.get(f"/admin/accounts/user/{member.pk}/change/").content.decode()
    assert "Anna (until 2026-11-21)" in page


def test_old_names_go_with_the_account_and_after_a_year(member, moderator):
    renamed(member)
    renamed(moderator, "Yara", NOW - timedelta(days=365))
    assert forget_former_names(now=NOW) == 1
    assert FormerName.objects.get().name == "Anna"
    delete_account(user=member)
    assert not FormerName.objects.exists()
