"""Whoever is asked about a game that they wished for is called on every page."""

from __future__ import annotations

import pytest
from django.urls import reverse

from tests.lobby.wishes import answer, look, wish

pytestmark = pytest.mark.django_db


def banner_of(page: str) -> str:
    """The tag that begins the banner; empty if the page has none."""
    _, found, rest = page.partition('id="asked-banner"')
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
