"""Visitors see what a public table is for, and nothing of any other table."""

import re

import pytest

from tests.lobby.tables import open_one, sit

pytestmark = pytest.mark.django_db


def test_a_visitor_reads_what_a_public_table_is_for_and_logs_in_to_join(mo, bo, client_of):
    table = open_one(mo, seats=3)
    sit(table, bo)
    page = client_of().get(table.get_absolute_url()).text
    assert "Parallel Multiplayer Go on 9×9 for 3 players: one minute a turn" in page
    assert f"?next={table.get_absolute_url()}" in page
    assert not re.search(r"\b(Mo|Bo)\b", page)


def test_a_link_to_a_public_table_has_a_card_with_a_picture(mo, client_of):
    table = open_one(mo, variant="territory")
    page = client_of().get(table.get_absolute_url()).text
    assert '<meta property="og:title" content="Tuesday">' in page
    (picture,) = re.findall(r'og:image" content="http://testserver([^"]*)"', page)
    assert client_of().get(picture)["Content-Type"] == "image/png"
    assert "oembed" not in page


def test_a_visitor_cannot_tell_whether_there_is_a_table_that_is_not_public(mo, client_of):
    hidden = open_one(mo, listed=False).get_absolute_url()
    answers = [client_of().get(address) for address in (hidden, "/tables/nothing/")]
    assert [answer.status_code for answer in answers] == [302, 302]
    assert answers[0]["Location"].replace(hidden, "/tables/nothing/") == answers[1]["Location"]
