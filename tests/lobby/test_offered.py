"""The games offered for tables."""

from __future__ import annotations

from django.contrib.staticfiles import finders

from engines.registry import GAMES
from lobby.offered import offered_games
from tests.lobby.test_open_form import filled_in


def test_every_game_with_a_board_is_offered_and_no_other():
    boards = {game.slug for game in GAMES if finders.find(f"js/boards/{game.slug}/index.js")}
    assert {game.slug for game in offered_games()} == boards
    assert "multiplayer-go" in boards


def test_a_game_without_a_board_can_neither_be_seen_nor_opened(client_of, host, monkeypatch):
    only_first = GAMES[:1]
    monkeypatch.setattr("lobby.views.opening.offered_games", lambda: only_first)
    page = client_of(host).get("/tables/new/", {"game": "territory"})
    assert "Territory" not in page.text
    answer = client_of(host).post("/tables/new/", filled_in("territory"))
    assert answer.status_code == 400
    assert "Choose a game." in answer.text
