"""New names must not look like others; members who already have such names keep them."""

from datetime import timedelta
from importlib import import_module
from io import StringIO

import pytest
from django.apps import apps
from django.core.management import call_command
from django.db import connection
from django.utils import timezone

from accounts.lookalikes import lookalike_key
from accounts.models import User
from accounts.services.invitations import invite, register_member
from transport.refusals import Refused

pytestmark = pytest.mark.django_db


@pytest.fixture
def code():
    now = timezone.now()
    return invite(creator=None, expires_at=now + timedelta(days=1), now=now).code


def test_nobody_registers_with_a_name_that_looks_like_a_members(client, code):
    User.objects.create_user("Annl")
    password = {"password1": "pebble-garden-7", "password2": "pebble-garden-7"}
    filled_in = {"code": code, "username": "AnnI", **password}
    answer = client.post(f"/account/join/{code}/", filled_in)
    assert "looks almost like this one" in answer.content.decode()
    assert not User.objects.filter(username="AnnI").exists()


def test_the_service_refuses_it_too(code):
    User.objects.create_user("Annl")
    with pytest.raises(Refused) as refused:
        register_member(
            code=code, name="AnnI", password="pebble-garden-7", email="", now=timezone.now()
        )
    assert refused.value.code == "name-taken"


@pytest.fixture
def twins():
    return [User.objects.create_user(name, password="pebble-garden-7") for name in ("Al", "AI")]


def test_names_that_are_older_than_the_rule_keep_working(client, twins):
    for twin in twins:
        client.post("/account/login/", {"login": twin.username, "password": "pebble-garden-7"})
        assert client.session["_auth_user_id"] == str(twin.pk)
        client.logout()


def test_a_moderator_changes_such_a_member_without_giving_another_name(client, twins):
    old = User.objects.create_user("Stew\u0251rd")
    root = User.objects.create_superuser("Root")
    client.force_login(root)
    for member in (old, twins[1]):
        address = f"/admin/accounts/user/{member.pk}/change/"
        fields = {"username": member.username, "is_active": "on", "hosts": "on"}
        assert client.post(address, fields).status_code == 302
        assert member.groups.filter(name="Hosts").exists()


def test_a_moderator_gives_no_name_that_looks_like_anothers(client, twins):
    client.force_login(User.objects.create_superuser("Root"))
    other = User.objects.create_user("Bo")
    address = f"/admin/accounts/user/{other.pk}/change/"
    answer = client.post(address, {"username": "A1", "is_active": "on"})
    assert "looks almost like this one" in answer.content.decode()


def test_the_command_lists_names_that_look_alike(twins):
    User.objects.create_user("Bo")
    said = StringIO()
    call_command("names_that_look_alike", stdout=said)
    assert said.getvalue() == f"Al (member {twins[0].pk}), AI (member {twins[1].pk})\n"


def test_the_command_says_when_there_are_none(db):
    said = StringIO()
    call_command("names_that_look_alike", stdout=said)
    assert said.getvalue() == "No two names look alike.\n"


def test_the_migration_gives_the_names_of_before_their_keys(twins):
    User.objects.update(lookalike_key="")
    migration = import_module("accounts.migrations.0012_squashed_0025_names_with_invisible_letters")
    migration.fill_in_lookalike_keys(apps, connection.schema_editor())
    assert set(User.objects.values_list("lookalike_key", flat=True)) == {"al"}


@pytest.mark.parametrize("letter", ["\u115f", "\u1160", "\u3164", "\uffa0"])
def test_invisible_letters_make_no_difference(db, letter):
    member = User.objects.create_user(f"김{letter}연아")
    assert member.lookalike_key == lookalike_key("김연아")
    User.objects.update(lookalike_key="of before")
    migration = import_module("accounts.migrations.0012_squashed_0025_names_with_invisible_letters")
    migration.leave_out_invisible_letters(apps, connection.schema_editor())
    member.refresh_from_db()
    assert member.lookalike_key == lookalike_key("김연아")
