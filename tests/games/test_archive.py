"""The archive: which games are in it, and how to find them."""

import html
import itertools
import re
from datetime import date
from random import Random

import pytest

from accounts.names import name_key
from games.archive import search
from games.archive import views as archive
from games.archive.noting import note_games
from games.archive.search import Position, Wanted, find
from games.models import ArchivedGame, ArchivedPlayer, Game
from tests.games.acting import cancel_game, resign
from tests.games.playing import PASS, begin, fresh, place, seal
from tests.games.sweeps import resolve_due_turns

pytestmark = pytest.mark.django_db

NOTES = (ArchivedGame, ArchivedPlayer)


@pytest.fixture
def finished(clock):
    """Returns a function that plays a game to its end. The first player wins by a stone, unless it
    is a draw."""

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
    """Returns a function that gets the titles that the archive shows for a query."""

    def look(query="", status=200):
        response = client_of().get(f"/games/?{query}")
        assert response.status_code == status
        return [game.title for game in response.context["found"].games]

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
    assert [game.title for game in response.context["found"].games] == ["Tuesday"]


@pytest.mark.parametrize(
    "query", ["player=%00", "page=x", "page=-1", "game=chess", "result=%FF", "until=0001-01-01"]
)
def test_no_query_is_a_fault(ada, bo, finished, client_of, query):
    finished(ada, bo)
    assert client_of().get(f"/games/?{query}").status_code in (200, 400)


def titles_by_links(client, address, words):
    """The titles on all pages from an address on, following the link with this text."""
    titles = []
    for _ in range(20):
        response = client.get(address)
        titles.append([game.title for game in response.context["found"].games])
        found = re.search(rf'<a class="button"[^>]* href="([^"]+)">[^a-z]*{words}', plain(response))
        if found is None:
            return titles
        address = f"/games/{html.unescape(found[1])}"
    raise AssertionError(titles)


def plain(response):
    """The page without its icons."""
    return re.sub("<svg.*?</svg>", "", response.text)


@pytest.fixture
def five(ada, bo, finished, monkeypatch):
    """Five games, the first two of which ended at the same moment, on pages of two."""
    monkeypatch.setattr(search, "PAGE_LENGTH", 2)
    games = [finished(ada, bo, title=f"Game {number}") for number in range(5)]
    at = fresh(games[0]).finished_at
    for model in (Game.objects.filter(pk=games[1].pk), games[1].archived_players):
        model.update(finished_at=at)
    ArchivedGame.objects.filter(game=games[1]).update(finished_at=at)
    return games


def test_older_leads_through_all_games_and_newer_back(five, client_of):
    client = client_of()
    older = titles_by_links(client, "/games/", "Older")
    assert older == [["Game 4", "Game 3"], ["Game 2", "Game 1"], ["Game 0"]]
    newer = titles_by_links(client, "/games/?oldest=1", "Newer")
    assert newer == [["Game 1", "Game 0"], ["Game 3", "Game 2"], ["Game 4", "Game 3"]]


def test_newest_and_oldest_are_one_step_away(five, client_of):
    client = client_of()
    assert titles_by_links(client, "/games/", "Oldest")[-1] == ["Game 1", "Game 0"]
    assert titles_by_links(client, "/games/?oldest=1", "Newest")[-1] == ["Game 4", "Game 3"]


def test_old_addresses_with_a_page_number_lead_to_that_page(five, found):
    assert found("page=2") == ["Game 2", "Game 1"]
    assert found("page=3") == ["Game 0"]
    assert found("page=999999") == found("page=4") == ["Game 1", "Game 0"]


def test_the_links_between_pages_keep_what_was_looked_for(five, client_of):
    page = plain(client_of().get("/games/?game=multiplayer-go&page=2"))
    links = re.findall(r'<a class="button"[^>]* href="(\?[^"]+)"', page)
    assert len(links) == 4
    assert all("game=multiplayer-go" in link and "page=" not in link for link in links)


def test_a_page_beside_a_game_that_is_gone_is_the_newest(five, found):
    assert found("older=0123456789abcdef01234567") == ["Game 4", "Game 3"]
    assert found("newer=x") == found("older=%E2%80%99") == ["Game 4", "Game 3"]


def test_more_games_than_are_counted_are_more_than_that(five, client_of, monkeypatch):
    assert "5 games, newest first" in client_of().get("/games/").text
    monkeypatch.setattr(search, "MOST_COUNTED", 4)
    monkeypatch.setattr(archive, "MOST_COUNTED", 4)
    assert "More than 4 games, newest first" in client_of().get("/games/").text


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
    visitor, member = client_of(), client_of(ada)
    with django_assert_max_num_queries(3):
        visitor.get("/games/")
    member.get("/games/")  # the first page of a session stores that the session is used
    with django_assert_max_num_queries(12):
        member.get("/games/?whose=mine&player=bo&result=won")


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


@pytest.fixture
def many(ada, bo, cy, finished, clock):
    """Games of several days with different players and results, public and not, of two kinds."""
    for number in range(12):
        players = [(ada, bo), (ada, bo, cy), (cy, bo)][number % 3]
        game = finished(*players, title=str(number), listed=number % 4 != 3, draw=number % 5 == 0)
        if number % 6 == 2:
            Game.objects.filter(pk=game.pk).update(variant="parallel-go")
            ArchivedGame.objects.filter(pk=game.pk).update(variant="parallel-go")
            ArchivedPlayer.objects.filter(game=game).update(variant="parallel-go")
        clock.go(9 * 3600)
    left = begin(ada, bo, title="left")
    resign(game_id=left.pk, user=bo)


def fits(game, wanted):
    """Whether a search should find a game, written as plainly as possible."""
    first = [seat for seat in game.seats.all() if seat.rank == 1]
    tenures = list(game.tenures.all())
    if wanted.mine is not None:
        if wanted.mine.pk not in {tenure.member_id for tenure in tenures}:
            return False
    elif not game.listed:
        return False
    if wanted.player:
        sought = name_key(wanted.player)
        tenures = [each for each in tenures if sought in each.member.name_key]
    if not tenures or (wanted.variant and game.variant != wanted.variant):
        return False
    if wanted.since and game.finished_at.date() < wanted.since:
        return False
    if wanted.until and game.finished_at.date() > wanted.until:
        return False
    if wanted.result == "leave":
        return game.outcome["reason"] == "leave"
    if wanted.result:
        is_first = any(each.seat.rank == 1 for each in tenures)
        return is_first and (len(first) == 1) == (wanted.result == "won")
    return True


@pytest.mark.parametrize("few", [50, 0], ids=["few of the name", "many of the name"])
def test_whatever_is_looked_for_finds_what_fits(many, ada, few, monkeypatch):
    monkeypatch.setattr(search, "FEW_PLAYERS", few)
    monkeypatch.setattr(search, "PAGE_LENGTH", 3)
    games = Game.objects.order_by("-finished_at", "-pk")
    finished_games = list(games.prefetch_related("seats", "tenures__member", "tenures__seat"))
    assert len(finished_games) == 13
    days = [None, date(2026, 11, 22), date(2026, 11, 24)]
    combinations = itertools.product(
        ["", "multiplayer-go", "parallel-go", "territory"],
        ["", "ada", "B", "nobody"],
        ["", "won", "draw", "leave"],
        days,
        days,
        [None, ada],
    )
    for variant, player, result, since, until, mine in Random(1).sample([*combinations], 60):
        wanted = Wanted(variant, player, result, since, until, mine)
        expected = [game for game in finished_games if fits(game, wanted)]
        assert pages_of(wanted) == expected, wanted
        if few:
            assert find(wanted).count == len(expected), wanted


def pages_of(wanted):
    """The games of all pages, newest first."""
    found = find(wanted)
    games = list(found.games)
    while found.has_older:
        found = find(wanted, Position(older=found.last.public_id))
        games += found.games
    return games


def test_notes_of_finished_games_can_be_made_again_from_the_games(many):
    games, players = (list(model.objects.order_by("pk").values()) for model in NOTES)
    for model in NOTES:
        model.objects.all().delete()
    note_games(0, Game.objects.latest("pk").pk)
    again = [list(model.objects.order_by("pk").values()) for model in NOTES]
    assert again[0] == games
    assert without_keys(again[1]) == without_keys(players)


def without_keys(rows):
    return sorted(
        ({name: value for name, value in row.items() if name != "id"} for row in rows),
        key=lambda row: (row["game_id"], row["member_id"]),
    )


def test_notes_go_with_the_game_and_with_the_account(ada, bo, finished):
    finished(ada, bo)
    finished(ada, bo).delete()
    assert ArchivedGame.objects.count() == 1
    assert ArchivedPlayer.objects.count() == 2
    bo.delete()
    assert [row.member_id for row in ArchivedPlayer.objects.all()] == [ada.pk]
