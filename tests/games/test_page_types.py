"""The types of the browser modules match the server's, and boards load only their own."""

from __future__ import annotations

import pytest

from engines import registry
from games.pages.page_types import SCRIPTS, files
from pages.templatetags.page import imported

FILES = files()


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(SCRIPTS)))
def test_what_is_written_is_what_the_server_says_now(path):
    assert path.read_text(encoding="utf-8") == FILES[path], "run `make types`"


@pytest.mark.parametrize("slug", [game.slug for game in registry.GAMES])
def test_a_board_loads_its_own_modules_and_shared_ones_only(slug):
    folders = {
        path.split("/")[2] for path in imported(f"js/boards/{slug}/index.js") if "/boards/" in path
    }
    assert folders == {slug, "shared"}
