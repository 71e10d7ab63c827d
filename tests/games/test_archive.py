"""The archive: which games are in it, and how they are found."""

import pytest

from games.archive import views as archive
from tests.games.acting import cancel_game, resign
from tests.games.playing import PASS, begin, fresh, place, seal
from tests.games.sweeps import resolve_due_turns

pytestmark = pytest.mark.django_db


@pytest.fixture
def finished(clock):
    """Plays a game to its end: the first player has a stone, so wins, unless it is a draw."""

    def play(*players, draw=False, **changes):
        game = begin(*players, turn_ends="complete", **changes)
        if not draw:
            for number, player in enumerate(players):
                seal(game, player, PASS if number else place(2, 2))
        for player in players:
            seal(game, player, PASS)
        clock.go(60)
        return game

    return play


@pytest.fixture
def found(client_of):
    """The titles that the archive shows for a query."""

    def look(query="", status=200):
        response = client_of().get(f"/games/?{query}")
        assert response.status_code == status
        return [game.title for game in response.context["page"]]

    return look


def test_finished_games_are_shown_newest_first(ada, bo, finished, found):
    finished(ada, bo, title="Older")
    finished(ada, bo, title="Newer")
    assert found() == ["Newer", "Older"]


def test_games_by_link_running_ones_and_cancelled_ones_are_not_in_the_archive(
    ada, bo, mo, clock, finished, found
):
    finished(ada, bo, listed=False)
    begin(ada, bo)
    cancel_game(game_id=begin(ada, bo).pk, by=mo, why="a mistake")
    assert found() == []


def test_games_are_found_by_what_is_played(ada, bo, finished, found):
    finished(ada, bo, title="Multiplayer")
    assert found("game=multiplayer-go") == ["Multiplayer"]
    assert found("game=parallel-go") == []


def test_games_are_found_by_a_piece_of_a_players_name(ada, bo, cy, finished, found):
    finished(ada, bo, title="Ada and Bo")
    finished(bo, cy, title="Bo and Cy")
    assert found("player=AD") == ["Ada and Bo"]
    assert found("player=bo") == ["Bo and Cy", "Ada and Bo"]


def test_games_are_found_by_their_result(ada, bo, finished, found, clock):
    finished(ada, bo, title="Won")
    finished(ada, bo, title="Drawn", draw=True)
    left = begin(ada, bo, title="Left")
    resign(game_id=left.pk, user=bo)
    assert found("result=draw") == ["Drawn"]
    assert found("result=leave") == ["Left"]
    assert set(found("result=won")) == {"Won", "Left"}


def test_with_a_player_the_result_is_that_players(ada, bo, finished, found):
    finished(ada, bo, title="Won by Ada")
    assert found("result=won&player=ada") == ["Won by Ada"]
    assert found("result=won&player=bo") == []


def test_games_are_found_by_the_day_they_ended(ada, bo, finished, found, clock):
    finished(ada, bo, title="Saturday")
    clock.go(24 * 3600)
    finished(ada, bo, title="Sunday")
    assert found("since=2026-11-22") == ["Sunday"]
    assert found("until=2026-11-21") == ["Saturday"]
    assert found("since=2026-11-21&until=2026-11-22") == ["Sunday", "Saturday"]


def test_a_wrong_date_is_told_and_nothing_that_was_typed_is_lost(ada, bo, finished, client_of):
    finished(ada, bo)
    response = client_of().get("/games/?since=soon&player=Ada")
    assert response.status_code == 400
    assert "since" in response.context["form"].errors
    assert b'value="soon"' in response.content
    assert [game.title for game in response.context["page"]] == ["Tuesday"]


@pytest.mark.parametrize(
    "query", ["player=%00", "page=x", "page=-1", "game=chess", "result=%FF", "until=0001-01-01"]
)
def test_no_query_is_a_fault(ada, bo, finished, client_of, query):
    finished(ada, bo)
    assert client_of().get(f"/games/?{query}").status_code in (200, 400)


def test_pages_keep_what_was_looked_for(ada, bo, finished, client_of, monkeypatch):
    monkeypatch.setattr(archive, "PAGE_LENGTH", 1)
    finished(ada, bo)
    finished(ada, bo)
    response = client_of().get("/games/?game=multiplayer-go")
    assert response.context["page"].paginator.num_pages == 2
    assert "game=multiplayer-go&amp;page=2" in response.content.decode()


def test_each_game_comes_with_its_last_position_and_its_record(ada, bo, finished, client_of):
    game = finished(ada, bo)
    response = client_of().get("/games/")
    assert f'src="/games/{game.public_id}/steps/{fresh(game).step}.svg"' in response.text
    assert f"/games/{game.public_id}/record.json" in response.content.decode()


def test_the_archive_asks_the_database_no_more_for_more_games(
    ada, bo, finished, client_of, django_assert_max_num_queries
):
    for _ in range(5):
        finished(ada, bo)
    with django_assert_max_num_queries(8):
        client_of().get("/games/")


def test_an_empty_archive_says_so(db, client_of):
    assert "No game has been finished yet" in client_of().get("/games/").content.decode()
    assert "No games found" in client_of().get("/games/?player=nobody").content.decode()


@pytest.mark.parametrize("asked", ["jörg", "JÖRG", "ÖR", "Jo%CC%88rg"])
def test_a_player_is_found_whatever_the_case_of_the_name(ada, member, finished, found, asked):
    finished(ada, member("Jörg"), title="With Jörg")
    finished(ada, member("Georg"), title="With Georg")
    assert found(f"player={asked}") == ["With Jörg"]


def test_what_is_looked_for_is_no_pattern(ada, bo, finished, found):
    finished(ada, bo)
    assert found("player=%25") == found("player=_") == []


def test_a_game_that_everybody_left_together_says_so_and_shows_no_winner(ada, bo, client_of, clock):
    game = begin(ada, bo, turn_seconds=60, absences_allowed=1)
    clock.go(60)
    resolve_due_turns(sleep=clock.sleep)
    game.refresh_from_db()
    assert list(game.seats.values_list("rank", flat=True)) == [None, None]
    page = client_of().get("/games/").text
    assert "All players left" in page
    assert ">won<" not in page
    assert ">draw<" not in page
    assert "All players left" in client_of(ada).get("/tables/").text
