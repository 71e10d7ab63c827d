"""The Atom feed of finished games."""

from xml.etree import ElementTree

import pytest

from games.archive import feed
from tests.games.acting import cancel_game
from tests.games.playing import PASS, begin, place, seal

pytestmark = pytest.mark.django_db

ADDRESS = "/games/finished.atom"
ATOM = "{http://www.w3.org/2005/Atom}"


@pytest.fixture
def finished(clock):
    """Returns a function that plays a game that the first player wins by a stone."""

    def play(first, second, **changes):
        game = begin(first, second, turn_ends="complete", **changes)
        seal(game, first, place(2, 2))
        for player in (second, first, second):
            seal(game, player, PASS)
        clock.go(60)
        return game

    return play


@pytest.fixture
def read(client_of):
    """Returns a function that reads the feed as a program does."""

    def get(user=None, **headers):
        answer = client_of(user).get(ADDRESS, headers=headers)
        assert answer["Content-Type"].startswith("application/atom+xml")
        return ElementTree.fromstring(answer.content)  # noqa: S314 our own answer

    return get


def titles(found):
    return [entry.findtext(f"{ATOM}title") for entry in found.findall(f"{ATOM}entry")]


def test_an_entry_has_players_result_and_the_address_of_the_game(finished, ada, bo, read):
    game = finished(ada, bo, title="Tuesday")
    (entry,) = read().findall(f"{ATOM}entry")
    assert entry.findtext(f"{ATOM}title") == "Tuesday: Parallel Multiplayer Go"
    assert "with Ada and Bo. Ada won" in entry.findtext(f"{ATOM}summary")
    assert entry.find(f"{ATOM}link").get("href").endswith(f"/games/{game.public_id}/")
    assert entry.findtext(f"{ATOM}id") == f"urn:miai:game:{game.public_id}"


def test_only_finished_public_games_are_in_it_newest_first(finished, ada, bo, mo, read):
    finished(ada, bo, title="First")
    finished(ada, bo, title="Second")
    finished(ada, bo, title="Hidden", listed=False)
    cancel_game(game_id=begin(ada, bo).pk, by=mo, why="Tea")
    begin(ada, bo)
    assert [title.split(":")[0] for title in titles(read(ada))] == ["Second", "First"]


def test_it_has_only_the_newest_games(finished, ada, bo, read, monkeypatch):
    monkeypatch.setattr(feed, "MOST_IN_FEED", 2)
    for title in ("First", "Second", "Third"):
        finished(ada, bo, title=title)
    assert [title.split(":")[0] for title in titles(read())] == ["Third", "Second"]


def test_it_speaks_the_language_of_its_reader(finished, ada, bo, read):
    finished(ada, bo)
    found = read(**{"accept-language": "de"})
    assert found.get("{http://www.w3.org/XML/1998/namespace}lang") == "de"
    assert "Ada hat" in found.find(f"{ATOM}entry").findtext(f"{ATOM}summary")


def test_it_costs_the_same_few_queries_however_many_games_there_are(
    finished, ada, bo, read, django_assert_max_num_queries
):
    for _ in range(4):
        finished(ada, bo)
    with django_assert_max_num_queries(4):
        read()


def test_the_page_of_the_archive_names_it_for_feed_readers(client_of):
    page = client_of().get("/games/").content.decode()
    assert 'type="application/atom+xml"' in page
    assert f'href="{ADDRESS}"' in page
