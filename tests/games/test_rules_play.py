"""On a rules page one tap starts a game against bots."""

import re

import pytest

from engines.registry import GAMES
from games.models import Game


@pytest.mark.parametrize("slug", [engine.slug for engine in GAMES])
def test_one_tap_on_the_rules_opens_a_running_game_against_bots(slug, ada, client_of):
    client = client_of(ada)
    page = client.get(f"/rules/{slug}/").text
    (address,) = set(re.findall(r'<form class="rules-play" method="post" action="([^"]+)">', page))
    answer = client.post(address)
    game = Game.objects.get()
    assert answer["Location"] == game.get_absolute_url()
    assert (game.variant, game.status) == (slug, "running")
    first, *others = game.seats.order_by("number")
    assert first.user == ada
    assert all(seat.is_bot for seat in others)
