"""The rules pages, and what browser modules a page fetches ahead."""

import re
from pathlib import Path

import pytest
from django.conf import settings

from games.templatetags.modules import imported

STATIC = Path(settings.BASE_DIR, "static")


def test_every_game_that_has_rules_is_listed(client):
    page = client.get("/rules/").content.decode()
    assert "/rules/multiplayer-go/" in page


def test_the_pictures_of_a_rules_page_come_out_of_the_engine(client):
    pictures = client.get("/rules/multiplayer-go/").context["pictures"]
    # The text says: Ben was colder, so his stone stands.
    assert pictures["heat-won"]["position"]["board"][0][3] == 1
    assert pictures["shared"]["position"]["board"][2][2] == [0, 1]
    assert pictures["closed"]["position"]["closed"] == [[2, 2]]
    corner = [row[:2] for row in pictures["stages-after"]["position"]["board"][:2]]
    assert corner == [[0, None], [None, 0]]


def test_every_picture_of_a_rules_page_is_drawn(client):
    response = client.get("/rules/multiplayer-go/")
    asked = re.findall(r'data-picture="([^"]+)"', response.content.decode())
    assert sorted(asked) == sorted(response.context["pictures"])


@pytest.mark.parametrize("slug", ["chess", "x" * 300])
def test_rules_of_no_game_are_not_found(client, slug):
    assert client.get(f"/rules/{slug}/").status_code == 404


def test_all_that_a_page_imports_is_fetched_ahead():
    found = imported("js/pages/game.js")
    assert "js/boards/svg.js" in found
    assert all((STATIC / path).exists() for path in found)


@pytest.mark.parametrize("path", sorted(STATIC.glob("js/**/*.js")), ids=lambda path: path.name)
def test_every_import_ends_so_that_its_name_is_hashed(path):
    text = path.read_text(encoding="utf-8")
    assert not re.findall(r'from "[^"]+"(?!;)', text)
