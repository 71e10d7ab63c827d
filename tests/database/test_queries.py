"""Queries whose SQL is compiled once return what their querysets return."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from django.contrib.auth.models import Group
from django.db import DataError, connection
from django.db.models import Q

from accounts.models import Preferences, User
from database.queries import KEY, NOW, Prepared, compiled
from tests.games.statements import statements_sent

pytestmark = pytest.mark.django_db

START = datetime(2026, 11, 21, 20, 0, tzinfo=UTC)


def made(name, joined=START):
    return User.objects.create(username=name, password="!", date_joined=joined)


def test_a_query_is_sent_with_the_values_of_each_time():
    ada, bo = made("Ada"), made("Bo")
    query = compiled(
        "SELECT username FROM ({found}) AS found",
        {"member": KEY, "name": "a name"},
        found=User.objects.filter(Q(pk=KEY) | Q(username="a name")).values("username"),
    )
    assert query.rows(member=ada.pk, name="") == [("Ada",)]
    assert query.rows(member=0, name="Bo") == [("Bo",)]
    assert sorted(query.rows(member=ada.pk, name=bo.username)) == [("Ada",), ("Bo",)]


def test_times_count_from_now():
    made("Ada"), made("Bo", START - timedelta(days=3))
    query = compiled(
        "SELECT username FROM ({found}) AS found",
        {},
        found=User.objects.filter(date_joined__gt=NOW - timedelta(days=2)).values("username"),
    )
    assert query.rows(now=START) == [("Ada",)]
    assert query.rows(now=START + timedelta(days=9)) == []


def test_several_querysets_have_their_values_where_the_sql_names_them():
    made("Ada")
    Group.objects.create(name="Readers")
    query = compiled(
        "SELECT name, (SELECT count(*) FROM ({second}) AS each) FROM ({first}) AS each",
        {"name": "a name", "group": "a group"},
        first=Group.objects.filter(name="a group").values("name"),
        second=User.objects.filter(username="a name").values("username"),
    )
    assert query.rows(name="Ada", group="Readers") == [("Readers", 1)]
    assert query.rows(name="Nobody", group="Readers") == [("Readers", 0)]


def test_what_the_database_refuses_is_an_error_of_django():
    query = compiled("SELECT 1 / 0 WHERE EXISTS ({all})", {}, all=User.objects.filter(pk__gt=-1))
    made("Ada")
    with pytest.raises(DataError):
        query.rows()


def test_prepared_rows_are_those_of_the_queryset_and_are_read_anew_each_time():
    ada, bo = made("Ada"), made("Bo", START - timedelta(days=3))
    for user in (ada, bo):
        Preferences.objects.create(user=user)
    everybody = Prepared(
        User.objects.select_related("preferences")
        .annotate(is_new=Q(date_joined__gt=NOW - timedelta(days=1)))
        .filter(pk__in=[KEY, KEY - 1])
        .order_by("username"),
        {"first": KEY, "second": KEY - 1},
    )
    asked = {"first": ada.pk, "second": bo.pk, "now": START}
    with statements_sent() as sent:
        found = everybody.rows(**asked)
        said = [(user.username, user.is_new, user.preferences.user_id) for user in found]
    assert said == [("Ada", True, ada.pk), ("Bo", False, bo.pk)]
    assert len(sent) == 1
    User.objects.filter(pk=bo.pk).update(username="Bea")
    assert [user.username for user in everybody.rows(**asked)] == ["Ada", "Bea"]
    assert everybody.rows(**{**asked, "first": bo.pk}) == [bo]


def test_no_query_is_compiled_to_machine_code():
    """That takes PostgreSQL up to a second for a query of milliseconds."""
    with connection.cursor() as cursor:
        cursor.execute("SHOW jit")
        assert cursor.fetchone() == ("off",)
