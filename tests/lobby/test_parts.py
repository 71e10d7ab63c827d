"""Pages that refresh themselves: unchanged parts are not sent again."""

from __future__ import annotations

import pytest
from django.utils import timezone

from lobby.services.closing import close_table
from lobby.views.parts import tag_of
from tests.lobby.tables import counting_down, open_one, say_ready, sit

pytestmark = pytest.mark.django_db

PART = {"Miai-Part": "1"}


def ask(client, address, seen=""):
    """Requests the changing part of a page; ``seen``: the tag of the state that the page shows."""
    return client.get(address, headers={**PART, "If-None-Match": seen} if seen else PART)


@pytest.mark.parametrize("address", ["/", "/tables/"])
def test_lists_that_have_not_changed_are_answered_without_content(client_of, host, ada, address):
    open_one(host)
    client = client_of(ada)
    first = ask(client, address)
    again = ask(client, address, first["ETag"])
    assert (again.status_code, again.content) == (304, b"")
    open_one(host)
    changed = ask(client, address, first["ETag"])
    assert changed.status_code == 200
    assert changed["ETag"] != first["ETag"]


def test_a_visitor_s_page_is_answered_without_content_too(client_of):
    first = ask(client_of(), "/")
    assert ask(client_of(), "/", first["ETag"]).status_code == 304


def test_a_proxy_that_compresses_may_weaken_the_tag(client_of, ada):
    first = ask(client_of(ada), "/tables/")
    assert ask(client_of(ada), "/tables/", f"W/{first['ETag']}").status_code == 304


def test_a_table_changes_with_what_is_done_there_and_not_with_the_time(
    client_of, host, ada, bo, clock
):
    table = open_one(host)
    sit(table, ada)
    client, address = client_of(bo), table.get_absolute_url()
    first = ask(client, address)
    clock.go(100)
    assert ask(client, address, first["ETag"]).status_code == 304
    say_ready(table, ada)
    assert ask(client, address, first["ETag"]).status_code == 200


def test_the_tag_differs_where_the_start_differs(client_of, host, ada, bo):
    table = counting_down(host, ada, bo)
    before = ask(client_of(host), table.get_absolute_url())
    say_ready(table, ada, ready=False)
    assert ask(client_of(host), table.get_absolute_url(), before["ETag"]).status_code == 200


def test_members_with_other_rights_have_other_tags(client_of, host, ada):
    address = open_one(host).get_absolute_url()
    tag = ask(client_of(host), address)["ETag"]
    assert ask(client_of(ada), address, tag).status_code == 200


def test_a_closed_table_is_told_whatever_was_seen(client_of, host, ada):
    table = open_one(host)
    first = ask(client_of(ada), table.get_absolute_url())
    close_table(table_id=table.pk, by=host, now=timezone.now())
    assert "has closed" in ask(client_of(ada), table.get_absolute_url(), first["ETag"]).text


def test_a_whole_page_has_no_tag_and_is_sent_whole(client_of, ada):
    tag = ask(client_of(ada), "/tables/")["ETag"]
    page = client_of(ada).get("/tables/", headers={"If-None-Match": tag})
    assert (page.status_code, "ETag" in page) == (200, False)


def test_a_refusal_is_sent_with_its_words(client_of, host, ada):
    table = open_one(host)
    answer = client_of(ada).post(f"/tables/{table.public_id}/leave/", headers=PART)
    assert answer.status_code == 400
    assert "ETag" not in answer


def test_the_tag_leaves_out_tokens_and_times_in_words_alone():
    token = '<input name="csrfmiddlewaretoken" value="{}">'
    part = f'{token}<time datetime="T" data-moment="ago">{{}}</time>'
    assert tag_of(part.format("a", "1 minute ago")) == tag_of(part.format("b", "2 minutes ago"))
    assert tag_of(part) != tag_of(part.replace('"T"', '"U"'))


def test_full_tables_and_those_by_link_stand_apart_from_what_can_be_joined(
    client_of, host, ada, bo, mo
):
    full, by_link, free = (
        open_one(host, title="Full", seats=2),
        open_one(host, title="By link", joining="link"),
        open_one(host, title="Free"),
    )
    sit(full, ada)
    sit(full, mo)
    page = client_of(bo).get("/tables/")
    assert [row.table for row in page.context["tables"]] == [free]
    assert [row.table for row in page.context["closed_to_most"]] == [by_link, full]
    assert page.text.index('id="open-tables"') < page.text.index('id="full-tables"')
    assert client_of(bo).get("/").context["club"].tables.number == 1
