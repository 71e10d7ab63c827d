"""Whoever is asked about a game that they wished for, or whose live game begins, is called on every
page."""

from __future__ import annotations

import pytest
from django.urls import reverse

from tests.games.acting import resign
from tests.games.playing import begin
from tests.lobby.wishes import answer, look, wish

pytestmark = pytest.mark.django_db


def banner_of(page: str, name: str = "asked-banner") -> str:
    """The tag that begins the banner; empty if the page has none."""
    _, found, rest = page.partition(f'id="{name}"')
    return found and rest.partition(">")[0]


@pytest.fixture
def asked(ada, bo):
    wish(ada)
    wish(bo)
    look()
    return ada


def test_another_page_shows_it_with_a_way_to_the_answer(asked, client_of):
    page = client_of(asked).get(reverse("notices")).text
    assert "hidden" not in banner_of(page)
    assert 'href="/#asked-games"' in page
    assert "data-asked" in page.partition('id="bell"')[2].partition(">")[0]


def test_open_pages_are_told_whether_their_member_is_asked(asked, client_of):
    browser = client_of(asked)
    assert browser.get(reverse("notices-state")).json()["asked"] == 1
    answer(asked)
    assert browser.get(reverse("notices-state")).json()["asked"] == 0
    assert "hidden" in banner_of(browser.get(reverse("notices")).text)


def test_home_and_tables_show_the_game_itself(asked, client_of):
    for address in ("/", "/tables/"):
        page = client_of(asked).get(address).text
        assert (banner_of(page), 'id="asked-games"' in page) == ("", True)


def test_visitors_have_no_banner(client_of):
    assert banner_of(client_of().get("/rules/").text) == ""


def begun(browser, page: str = "") -> str:
    """What an open page is told of a live game that has begun without its member."""
    return browser.get(reverse("notices-state") + page).json()["begun"]


def test_a_live_game_that_begins_is_shown_on_every_other_page_until_it_is_opened(
    asked, bo, client_of
):
    browser = client_of(asked)
    answer(asked)
    assert begun(browser) == ""
    game = answer(bo)
    assert game is not None
    address = game.get_absolute_url()
    assert begun(browser) == begun(client_of(bo)) == address
    assert begun(browser, f"?game={game.public_id}") == ""
    page = browser.get(reverse("notices")).text
    assert "hidden" not in banner_of(page, "begun-banner")
    assert f'href="{address}">Go to the game' in page
    assert "hidden" in banner_of(browser.get(address).text, "begun-banner")
    for other in ("/", "/tables/"):  # which show the game in their lists
        assert banner_of(browser.get(other).text, "begun-banner") == ""
    browser.post(f"{reverse('opened')}?game={game.public_id}")
    assert begun(browser) == ""


@pytest.mark.parametrize("turn_seconds", [3600, None])
def test_nobody_is_called_to_a_game_by_correspondence(ada, bo, client_of, turn_seconds):
    begin(ada, bo, turn_seconds=turn_seconds)
    assert begun(client_of(ada)) == ""


def test_nobody_is_called_to_a_game_that_is_over(ada, bo, client_of):
    game = begin(ada, bo)
    assert begun(client_of(bo)) == game.get_absolute_url()
    resign(game_id=game.pk, user=ada)
    assert begun(client_of(bo)) == ""
