"""Tables in the admin: moderators look at them and close them."""

from __future__ import annotations

import pytest
from django.contrib.admin.models import LogEntry
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.lobby.tables import fresh, open_one, sit

LIST = "/admin/lobby/table/"


@pytest.fixture
def close(client_of):
    """Closes tables from the list as this user."""

    def send(user, *tables):
        chosen = [table.pk for table in tables]
        data = {"action": "close", "_selected_action": chosen}
        return client_of(user).post(LIST, data, follow=True)

    return send


def test_a_moderator_closes_the_chosen_tables_and_it_is_noted(close, host, mo):
    first, second = open_one(host), open_one(host)
    close(mo, first)
    assert (fresh(first).is_open, fresh(second).is_open) == (False, True)
    assert LogEntry.objects.get().user == mo


def test_closing_a_closed_table_says_so(close, host, mo):
    table = open_one(host)
    close(mo, table)
    assert "This table has closed." in close(mo, table).text


def test_a_member_closes_nothing_in_the_admin(close, host, ada):
    table = open_one(host)
    close(ada, table)
    assert fresh(table).is_open


def test_moderators_see_who_sits_there_and_never_the_key(client_of, host, ada, mo):
    table = open_one(host, joining="link")
    sit(table, ada, key=table.join_key)
    for address in (LIST, f"{LIST}{table.pk}/change/"):
        page = client_of(mo).get(address).text
        assert table.title in page
        assert table.join_key not in page
    assert "Ada" in page


def test_the_list_asks_the_database_no_more_for_more_tables(
    client_of, host, ada, mo, django_assert_num_queries
):
    browser = client_of(mo)
    sit(open_one(host), ada)
    with CaptureQueriesContext(connection) as for_one:
        assert browser.get(LIST).text.count("1 of 2") == 1
    sit(open_one(host), ada)
    with django_assert_num_queries(len(for_one)):
        assert browser.get(LIST).text.count("1 of 2") == 2


def test_the_list_cannot_be_searched_for_a_key(client_of, host, mo):
    open_one(host)
    answer = client_of(mo).get(LIST, {"join_key__startswith": "A"})
    assert answer.status_code in (302, 400)


@pytest.mark.parametrize(
    "asked", ["variant__regex=(", "variant__in=", "variant=%00", "o=x", "p=-1"]
)
def test_a_strange_address_is_answered(client_of, host, mo, asked):
    open_one(host)
    assert client_of(mo).get(f"{LIST}?{asked}", follow=True).status_code in (200, 400)


@pytest.mark.parametrize("action", ["close", "delete_selected", ""])
@pytest.mark.parametrize("chosen", [["x"], ["9" * 40], ["\x00"], []])
def test_a_strange_choice_of_rows_closes_nothing(client_of, host, mo, action, chosen):
    table = open_one(host)
    data = {"action": action, "_selected_action": chosen}
    assert client_of(mo).post(LIST, data, follow=True).status_code == 200
    assert fresh(table).is_open


def test_nothing_is_changed_by_posting_to_a_table_s_page(client_of, host, mo):
    table = open_one(host)
    answer = client_of(mo).post(f"{LIST}{table.pk}/change/", {"title": "Mine"})
    assert (answer.status_code, fresh(table).title) == (403, "Tuesday")
