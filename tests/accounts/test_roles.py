"""Who moderates, who hosts, and with which rights."""

import pytest
from django.contrib.auth.models import Group, Permission
from django.core.management import call_command

from accounts.models import User
from accounts.roles import (
    HOSTS,
    MODERATORS,
    RIGHTS_OF_MODERATORS,
    is_host,
    is_moderator,
    may_host,
    rights_of_moderators,
)
from accounts.services.members import update_member
from accounts.services.roles import make_moderator, set_host, unmake_moderator
from tests.accounts.conftest import NOBODY, somebody


@pytest.mark.parametrize(
    ("role", "moderates", "hosts", "may_open"),
    [
        ("member", False, False, False),
        ("host", False, True, True),
        ("moderator", True, False, True),
        ("superuser", True, False, True),
        ("bot", False, False, False),
    ],
)
def test_who_moderates_and_who_may_open_tables(db, role, moderates, hosts, may_open):
    user = somebody(role)
    assert (is_moderator(user), is_host(user), may_host(user)) == (moderates, hosts, may_open)


@pytest.mark.parametrize(("role", "may_open"), [("member", True), ("bot", False)])
def test_a_setting_lets_every_member_open_tables(db, settings, role, may_open):
    settings.EVERY_MEMBER_HOSTS = True
    assert may_host(somebody(role)) is may_open


@pytest.mark.parametrize("nobody", [None, NOBODY])
def test_a_visitor_does_neither(settings, nobody):
    settings.EVERY_MEMBER_HOSTS = True
    assert [is_moderator(nobody), is_host(nobody), may_host(nobody)] == [False] * 3


def test_a_closed_account_does_neither(moderator):
    moderator.is_active = False
    assert [is_moderator(moderator), may_host(moderator)] == [False, False]


def test_moderators_have_every_right_that_is_named_and_no_other(moderator):
    assert User.objects.get(pk=moderator.pk).get_all_permissions() == set(RIGHTS_OF_MODERATORS)


def test_moderators_delete_nothing_but_chat():
    deleting = {right for right in RIGHTS_OF_MODERATORS if ".delete_" in right}
    assert deleting == {"games.delete_chatmessage", "lobby.delete_tablemessage"}


def test_moderators_see_neither_sealed_actions_nor_steps():
    assert not any("sealedaction" in right or "_step" in right for right in RIGHTS_OF_MODERATORS)


def test_a_right_that_was_added_by_hand_is_gone_after_the_next_migrate(db):
    group = Group.objects.get(name=MODERATORS)
    group.permissions.add(Permission.objects.get(codename="delete_user"))
    call_command("migrate", verbosity=0)
    assert set(group.permissions.all()) == set(rights_of_moderators())


def test_hosts_have_no_rights_in_the_admin(db):
    assert not Group.objects.get(name=HOSTS).permissions.exists()
    assert not somebody("host").is_staff


def test_becoming_a_moderator_twice_and_ceasing_twice_changes_nothing(member):
    for _ in range(2):
        make_moderator(user=member)
        assert is_moderator(member)
        assert member.is_staff
    for _ in range(2):
        unmake_moderator(user=member)
        assert not is_moderator(member)
        assert not member.is_staff


def test_a_superuser_who_ceases_to_moderate_keeps_the_admin(superuser):
    unmake_moderator(user=superuser)
    assert superuser.is_staff


def test_hosting_is_given_and_taken(member):
    set_host(user=member, hosts=True)
    assert is_host(member)
    set_host(user=member, hosts=False)
    assert not is_host(member)


def test_a_change_of_roles_undoes_nothing_that_the_member_changes_meanwhile(member, moderator):
    read_before = User.objects.get(pk=member.pk)
    member.set_password("another-pebble-9")
    member.save()
    update_member(user=read_before, hosts=True, by=moderator)
    assert User.objects.get(pk=member.pk).check_password("another-pebble-9")
