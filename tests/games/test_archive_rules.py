"""The rules pages, and the browser modules that a page preloads."""

import re
from pathlib import Path

import pytest
from django.conf import settings

from engines.registry import GAMES
from games.pages.rules import drawn_pictures, walks_of
from pages.templatetags.page import imported

STATIC = Path(settings.BASE_DIR, "static")


def test_every_game_that_has_rules_is_listed(client):
    page = client.get("/rules/").content.decode()
    assert "/rules/multiplayer-go/" in page


def test_the_list_of_games_says_for_how_many_players_each_is(client):
    page = client.get("/rules/").content.decode()
    said = dict(
        zip(
            re.findall(r'<h3><a href="/rules/([a-z-]+)/">', page),
            re.findall(r">(.+) players<", page),
        )
    )
    assert said["automatafl"] == "2 or 4"
    assert said["multiplayer-go"] == "2 to 12"
    assert said["parallel-go"] == "2"


@pytest.mark.parametrize("slug", [engine.slug for engine in GAMES])
def test_every_board_of_a_rules_page_is_drawn(client, slug):
    page = client.get(f"/rules/{slug}/").content.decode()
    walked = re.findall(r'data-walk="([^"]+)"', page)
    still = re.findall(rf'src="/rules/{slug}/([^"./]+)\.svg', page)
    assert sorted(walked) == sorted(walks_of(slug))
    assert sorted(still) == sorted(drawn_pictures(slug))
    assert walked


@pytest.mark.parametrize("slug", [engine.slug for engine in GAMES])
def test_every_rules_page_says_how_to_play_by_keyboard(client, slug):
    assert "Playing by keyboard</h2>" in client.get(f"/rules/{slug}/").content.decode()


@pytest.mark.parametrize("slug", ["chess", "x" * 300])
def test_rules_of_no_game_are_not_found(client, slug):
    assert client.get(f"/rules/{slug}/").status_code == 404


@pytest.mark.parametrize("slug", [engine.slug for engine in GAMES])
def test_all_that_a_board_imports_is_fetched_ahead(slug):
    found = imported(f"js/boards/{slug}/index.js")
    assert "js/boards/shared/svg.js" in found
    assert all((STATIC / path).exists() for path in found)


def test_a_game_page_loads_the_board_of_no_other_game():
    found = imported("js/pages/game.js")
    assert "js/net/socket.js" in found
    boards = [path for path in found if path.startswith("js/boards/")]
    assert [path for path in boards if not path.startswith("js/boards/shared/")] == []


def modules():
    """The text of every browser module, by its path."""
    return {path: path.read_text(encoding="utf-8") for path in STATIC.glob("js/**/*.js")}


def test_every_import_ends_so_that_its_name_is_hashed():
    without_end = re.compile(r'from "[^"]+"(?!;)')
    assert [path for path, text in modules().items() if without_end.search(text)] == []


def test_every_module_that_is_named_is_there():
    """Even those named in comments: hashing the files looks for the modules of types too."""
    named = re.compile(r'(?:from |import\()"(\.[^"]+)"')
    found = {path.parent / name for path, text in modules().items() for name in named.findall(text)}
    assert found
    assert {path for path in found if not path.is_file()} == set()
