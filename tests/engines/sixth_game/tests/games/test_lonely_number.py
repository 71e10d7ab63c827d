"""Lonely Number on the site: its rules, opening a table for it, and a game of it."""

import json

import pytest

from engines import registry
from games.models import Game
from games.schedule.bots import choose_for_bots
from games.store.starting import bot_member
from lobby.forms.options import option_fields
from lobby.offered import offered_games
from tests.games.playing import begin

GAME = registry.game("lonely-number")


def test_its_rules_are_listed_and_drawn(client):
    assert "/rules/lonely-number/" in client.get("/rules/").content.decode()
    page = client.get("/rules/lonely-number/")
    assert 'src="/rules/lonely-number/turn.svg' in page.text
    assert "js/boards/lonely-number/index.js" in page.text
    assert "4, 1 in all" in client.get("/rules/lonely-number/turn.svg").text


def test_it_can_be_chosen_and_tried_against_bots(client):
    page = client.get("/rules/choose/")
    assert "A wink across the table." in page.text
    assert "/rules/lonely-number/" in page.text
    assert "Log in to play" in client.get("/rules/lonely-number/").text


def test_a_table_can_be_opened_for_it():
    assert GAME in offered_games()
    assert list(option_fields(GAME)) == ["option_highest", "option_turns"]


@pytest.mark.django_db
def test_it_is_played_to_its_end_and_can_be_looked_at(client):
    first = bot_member(GAME, ())
    players = [first, bot_member(GAME, {first.pk})]
    game = begin(*players, variant="lonely-number", options={"turns": 3}, turn_ends="complete")
    for _ in range(3):
        choose_for_bots(game_id=game.pk)
    game.refresh_from_db()
    assert game.status == Game.Status.FINISHED
    kept = json.loads(client.get(f"{game.get_absolute_url()}record.json").content)
    assert len(kept["steps"]) == 3
    page = client.get(game.get_absolute_url()).content.decode()
    assert "js/boards/lonely-number/index.js" in page
