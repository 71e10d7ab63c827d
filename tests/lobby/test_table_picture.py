"""The board on a table's page: as the game will begin, in the colours of the seated players."""

from __future__ import annotations

import gzip
import json
import re

import pytest

from engines.registry import GAMES
from pages.palette import KEYS
from tests.lobby.tables import open_one, sit


def address(client, table):
    """The address of the picture on the table's page."""
    page = client.get(table.get_absolute_url()).content.decode()
    found = re.search(r'id="table-board" class="board-picture" src="([^"]+)"', page)
    assert found is not None
    return found[1].replace("&amp;", "&")


def drawn(client, where):
    """The picture at an address, as SVG."""
    answer = client.get(where)
    assert answer.status_code == 200
    assert answer["Content-Type"] == "image/svg+xml"
    return answer.content.decode()


def test_the_board_has_the_colours_of_who_sits_there(client_of, host, ada):
    table = open_one(host, "automatafl", seats=4)
    empty = address(client_of(host), table)
    assert KEYS["moss"].hex not in drawn(client_of(host), empty)
    sit(table, ada, "moss")
    taken = address(client_of(host), table)
    assert taken != empty
    assert KEYS["moss"].hex in drawn(client_of(host), taken)


def test_what_is_drawn_by_lot_is_not_shown_before_it_is_drawn(client_of, host, ada):
    table = open_one(host, "territory", seats=2)
    sit(table, ada, "moss")
    assert KEYS["moss"].hex not in drawn(client_of(host), address(client_of(host), table))
    named = {**table.options, "start": [[1, 1], [4, 2]]}
    table = open_one(host, "territory", seats=2, options=named)
    sit(table, ada, "moss")
    assert KEYS["moss"].hex in drawn(client_of(host), address(client_of(host), table))


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.slug)
def test_every_game_shows_how_it_begins(client_of, host, game):
    table = open_one(host, game.slug, seats=max(game.seats_allowed()))
    assert f"<title>{game.name}" in drawn(client_of(host), address(client_of(host), table))
    start = game.known_start(table.options, table.seats)
    json.dumps(game.view(start, None))


def test_browsers_keep_a_picture_as_long_as_it_is_the_same(client_of, host, ada):
    table = open_one(host)
    client = client_of(host)
    where = address(client, table)
    assert "immutable" in client.get(where)["Cache-Control"]
    sit(table, ada)
    assert "max-age=0" in client.get(where)["Cache-Control"]
    zipped = client.get(where, headers={"accept-encoding": "gzip"})
    assert gzip.decompress(zipped.content).startswith(b"<svg")
    assert "private" in zipped["Cache-Control"]


def test_a_table_that_one_may_not_see_has_no_picture(client_of, host, ada):
    table = open_one(host, listed=False, joining="link")
    where = f"{table.get_absolute_url()}board.svg"
    assert client_of(ada).get(where).status_code == 404
    assert client_of().get(where).status_code == 302
    assert client_of(ada).get(where, {"key": table.join_key}).status_code == 200
