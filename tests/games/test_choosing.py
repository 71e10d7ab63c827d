"""The page that helps to choose a game, and the way from a rules page to a game against bots."""

import pytest

from engines.registry import GAMES
from games.pages.choosing import profiles
from games.pages.pictures import has_board
from games.pages.rules import TEMPLATES

OFFERED = [game.slug for game in GAMES if has_board(game.slug)]
WITH_RULES = [slug for slug in OFFERED if (TEMPLATES / f"{slug}.html").exists()]


def order(page):
    """The page's games, in order."""
    fitting = [each.engine.slug for each in page.context["fitting"]]
    return fitting, [each.engine.slug for each, _ in page.context["others"]]


def test_every_game_that_can_be_played_says_what_it_is_like():
    assert [each.engine.slug for each in profiles()] == OFFERED


@pytest.mark.parametrize("game", profiles(), ids=lambda each: each.engine.slug)
def test_what_a_game_says_of_itself_is_complete(game):
    assert 0 < game.minutes[0] < game.minutes[1]
    assert game.learning in (1, 2, 3)
    assert {game.luck, game.guessing, game.calculation} <= {0, 1, 2, 3}
    assert all(words.endswith(".") for words in (game.sentence, game.feels, game.likes))


def test_without_a_question_every_game_is_shown_as_fitting(client):
    assert order(client.get("/rules/choose/")) == (OFFERED, [])


def test_games_for_other_numbers_of_players_come_after_those_that_fit(client):
    fitting, others = order(client.get("/rules/choose/", {"players": "3"}))
    assert {"multiplayer-go", "territory"} <= set(fitting)
    assert "automatafl" in others
    fitting, _ = order(client.get("/rules/choose/", {"players": "6"}))
    assert fitting == ["multiplayer-go"]


def test_a_game_that_does_not_fit_says_why(client):
    page = client.get("/rules/choose/", {"choices": "secret", "time": "long", "players": "2"})
    assert "for 2 or 4 players" in client.get("/rules/choose/", {"players": "3"}).text
    assert "over in 5 to 15 minutes, choices are open" in page.text


def test_whether_choices_are_secret_is_what_the_engine_says(client):
    secret, open_ones = order(client.get("/rules/choose/", {"choices": "secret"}))
    begins_sealed = {game.slug for game in GAMES if game.begins_sealed()}
    assert set(secret) == begins_sealed & set(OFFERED)
    assert set(open_ones) == set(OFFERED) - begins_sealed


def test_nonsense_is_told_apart_from_an_answer(client):
    page = client.get("/rules/choose/", {"players": "many"})
    assert page.status_code == 400
    assert order(page)[1] == []


def test_the_rules_lead_to_the_page(client):
    assert 'href="/rules/choose/"' in client.get("/rules/").text


@pytest.mark.parametrize("slug", WITH_RULES)
def test_a_visitor_is_led_from_the_rules_to_the_log_in_and_back(client, slug):
    assert f'href="/account/login/?next=/rules/{slug}/"' in client.get(f"/rules/{slug}/").text


@pytest.mark.django_db
@pytest.mark.parametrize("slug", WITH_RULES)
def test_a_member_starts_a_game_against_bots_from_the_rules(client, django_user_model, slug):
    client.force_login(django_user_model.objects.create(username="Ada", password="!"))
    page = client.get(f"/rules/{slug}/").text
    assert f'method="post" action="/practice/{slug}/"' in page
    assert "Log in to play" not in page
