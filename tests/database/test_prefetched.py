"""Related rows that are read for many rows at once are those of Django's own prefetch."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from accounts.models import FormerName, User
from database.queries import prefetch
from tests.games.statements import statements_sent

pytestmark = pytest.mark.django_db

START = datetime(2026, 11, 21, 20, 0, tzinfo=UTC)


def named_before(user, *names):
    for age, name in enumerate(names):
        at = START - timedelta(days=age)
        user.former_names.create(name=name, name_key=name, by_member=True, given_up_at=at)


def by_date():
    return FormerName.objects.order_by("given_up_at")


def test_each_row_has_its_own_in_their_order_in_one_statement():
    ada, bo, cy = (User.objects.create(username=name, password="!") for name in ("A", "B", "C"))
    named_before(ada, "Third", "Second", "First")
    named_before(bo, "Other")
    with statements_sent() as sent:
        prefetch([ada, bo, cy], "former_names", by_date)
        found = [[each.name for each in user.former_names.all()] for user in (ada, bo, cy)]
        assert ada.former_names.all()[0].user is ada
    assert found == [["First", "Second", "Third"], ["Other"], []]
    assert len(sent) == 1
    assert [each.name for each in ada.former_names.filter(name="Second")] == ["Second"]


def test_for_no_rows_nothing_is_asked():
    with statements_sent() as sent:
        prefetch([], "former_names", by_date)
    assert sent == []
