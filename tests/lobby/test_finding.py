"""Finding a table or game by its id or link, and opening a table whose game has begun."""

from __future__ import annotations

import pytest
from django.utils import timezone

from lobby.services.starting import start_table
from tests.lobby.tables import counting_down, open_one

AS_SCRIPT = {"Miai-Part": "1"}


@pytest.fixture
def begun(host, ada, bo, clock):
    """A table whose game with Ada and Bo has begun."""
    table = counting_down(host, ada, bo)
    clock.go(5)
    start_table(table_id=table.pk, now=timezone.now())
    table.refresh_from_db()
    return table


@pytest.mark.parametrize("written", ["{id}", " {id} ", "https://x.org{path}", "{path}?key=abc"])
def test_an_id_and_a_link_lead_to_the_table(client_of, host, ada, written):
    table = open_one(host)
    asked = written.format(id=table.public_id, path=table.get_absolute_url())
    answer = client_of(ada).get("/tables/find/", {"id": asked})
    assert answer["Location"].startswith(table.get_absolute_url())


def test_the_link_of_a_table_by_link_takes_its_key_along(client_of, host, ada):
    table = open_one(host, joining="link", listed=False)
    link = f"http://x.org{table.get_absolute_url()}?key={table.join_key}"
    answer = client_of(ada).get("/tables/find/", {"id": link})
    assert answer["Location"] == f"{table.get_absolute_url()}?key={table.join_key}"
    assert client_of(ada).get("/tables/find/", {"id": table.public_id}).status_code == 404


def test_the_id_of_a_game_leads_to_the_game(client_of, begun, mo):
    address = begun.game.get_absolute_url()
    for asked in (begun.game.public_id, address, f"http://x.org{address}?step=3"):
        assert client_of(mo).get("/tables/find/", {"id": asked})["Location"] == address


@pytest.mark.parametrize("asked", ["", "nothing", "0" * 24, "http://[", "\x00", "é" * 400, "../"])
def test_what_names_nothing_is_refused_at_the_field_and_stays_written(client_of, ada, asked):
    page = client_of(ada).get("/tables/find/", {"id": asked})
    assert page.status_code in (400, 404)
    if asked == "nothing":
        assert 'value="nothing"' in page.text
        assert "There is no game or table with this id." in page.text


def test_who_comes_to_a_table_that_has_begun_is_told_and_may_watch(client_of, begun, mo):
    page = client_of(mo).get(begun.get_absolute_url())
    assert page.status_code == 200
    assert "has started, and you have no seat in it" in page.text
    assert f'href="{begun.game.get_absolute_url()}"' in page.text


def test_who_sits_down_too_late_is_told_the_same(client_of, begun, mo):
    path = f"{begun.get_absolute_url()}join/"
    fields = {"stone": "night", "mark": "shell"}
    assert client_of(mo).post(path, fields)["Location"] == begun.get_absolute_url()
    told = client_of(mo).post(path, fields, headers=AS_SCRIPT)
    assert told["Miai-Go-To"] == begun.get_absolute_url()


def test_who_waited_on_the_open_page_is_taken_to_watch(client_of, begun, mo):
    told = client_of(mo).get(begun.get_absolute_url(), headers=AS_SCRIPT)
    assert told["Miai-Go-To"] == begun.game.get_absolute_url()


def test_everybody_can_copy_the_link_of_a_table_and_nobody_its_key(client_of, host, ada):
    table = open_one(host, joining="link")
    page = client_of(ada).get(table.get_absolute_url()).text
    assert f'data-copy="{table.get_absolute_url()}"' in page
    assert table.join_key not in page
