"""What the home page and the lobby show, and to whom."""

from __future__ import annotations

import re

import pytest
from django.db import connection
from django.utils import timezone

from accounts.services.members import delete_account
from games.archive.tenures import seats_held_by
from games.models import Game, MemberPunctuality
from lobby import lists
from lobby.own_games import own_games
from lobby.services.closing import close_table
from lobby.services.starting import start_table
from tests.games.acting import pause_game, resign, seal_action
from tests.games.playing import begin
from tests.games.statements import statements_sent
from tests.lobby.tables import counting_down, open_one, sit

PASS = {"type": "pass"}


def started(clock, host, *users, **changes):
    """A running game of these users."""
    for user in users:  # they may play any number of games
        MemberPunctuality.objects.get_or_create(member=user, defaults={"games": "www"})
    table = counting_down(host, *users, **changes)
    clock.go(5)
    return start_table(table_id=table.pk, now=timezone.now())


def titles(text):
    """The titles of the tables and games on a page, in order."""
    return re.findall(r'class="(?:list-title row-link|card-link)"[^>]*>([^<]*)<', text)


def test_one_host_s_tables_push_no_other_s_out(host, ada, mo, settings):
    settings.TABLES_PER_HOST = lists.MOST_TABLES + 5
    open_one(mo, title="Alone")
    for number in range(lists.MOST_TABLES + 5):
        open_one(host, title=str(number))
    shown = [row.table.title for row in lists.other_tables(ada)]
    newest = [str(number) for number in range(lists.MOST_TABLES + 4, 5, -1)]
    assert shown == [*newest, "Alone"]


def test_one_host_s_games_push_no_other_s_out_running_or_finished(host, ada, bo, mo, clock):
    games = [started(clock, mo, ada, bo, title="Alone")]
    numbers = range(lists.MOST_GAMES + 2)
    games += [started(clock, host, ada, bo, title=str(number)) for number in numbers]
    expected = [*(str(number) for number in range(lists.MOST_GAMES + 1, 2, -1)), "Alone"]
    assert [game.title for game in lists.running_games()] == expected
    for game in games:
        resign(game_id=game.pk, user=ada)
        clock.go(1)
    finished = lists.just_finished_games()
    assert [game.title for game in finished] == expected


def test_the_lobby_shows_open_tables_running_and_finished_games(client_of, host, ada, bo, clock):
    open_one(host, title="Gathering")
    game = started(clock, host, ada, bo, title="Over")
    started(clock, host, ada, bo, title="Running")
    resign(game_id=game.pk, user=ada)
    page = client_of(ada).get("/tables/").text
    assert titles(page) == ["Gathering", "Running", "Over"]


def test_what_is_not_listed_is_in_nobody_else_s_lists(client_of, host, ada, bo, mo, clock):
    open_one(host, title="Hidden table", listed=False)
    started(clock, host, ada, bo, title="Hidden game", listed=False)
    for user in (mo, None):
        for address in ("/", "/tables/"):
            page = client_of(user).get(address)
            assert "Hidden" not in page.content.decode()


def test_one_s_own_tables_are_shown_though_they_are_not_listed(client_of, host, ada):
    sit(open_one(host, title="Hidden", listed=False), ada)
    for user in (host, ada):
        assert titles(client_of(user).get("/").text) == ["Hidden"]


def test_closed_and_started_tables_are_not_shown(client_of, host, ada, bo, clock):
    table = open_one(host, title="Closed")
    close_table(table_id=table.pk, by=host, now=timezone.now())
    started(clock, host, ada, bo, title="Started", listed=False)
    assert titles(client_of(host).get("/tables/").text) == []


def test_cards_tell_a_draw_from_a_win_and_bots_from_people(client_of, ada, member):
    game = begin(ada, member("Pebble", is_bot=True))
    outcome = {"ranks": [1, 1], "scores": None, "reason": "score"}
    over = {"status": Game.Status.FINISHED, "finished_at": timezone.now(), "outcome": outcome}
    Game.objects.filter(pk=game.pk).update(**over)
    game.seats.update(rank=1)
    page = client_of(ada).get("/tables/").text
    assert (page.count(">draw<"), page.count(">won<"), page.count("bot-sign")) == (2, 0, 1)


def test_cancelled_games_are_neither_running_nor_finished(client_of, host, ada, bo, clock):
    game = started(clock, host, ada, bo)
    Game.objects.filter(pk=game.pk).update(status=Game.Status.CANCELLED)
    assert titles(client_of(ada).get("/tables/").text) == []


def test_games_where_a_choice_is_owed_come_first_the_most_urgent_before_the_others(
    client_of, host, ada, bo, clock
):
    hidden = {"listed": False}
    slow = started(clock, host, ada, bo, title="Slow", turn_seconds=3600, **hidden)
    started(clock, host, ada, bo, title="Chosen", turn_seconds=1800, **hidden)
    started(clock, host, ada, bo, title="Quick", turn_seconds=60, **hidden)
    started(clock, host, ada, bo, title="No hurry", turn_seconds=None, **hidden)
    chosen = Game.objects.get(title="Chosen")
    seal_action(game_id=chosen.pk, user=ada, step=1, action=PASS, arrived=timezone.now())
    page = client_of(ada).get("/").text
    assert titles(page) == ["Quick", "Slow", "No hurry", "Chosen"]
    owed = page.split("Your other games")[0]
    assert "Chosen" not in owed
    assert slow.get_absolute_url() in owed


def test_where_no_choice_is_owed_the_games_are_no_other_ones(client_of, host, ada, bo, clock):
    game = started(clock, host, ada, bo)
    seal_action(game_id=game.pk, user=ada, step=1, action=PASS, arrived=timezone.now())
    page = client_of(ada).get("/").text
    assert ("Your games" in page, "Your other games" in page) == (True, False)


def test_a_paused_game_and_one_that_was_left_are_not_hurried_for(
    client_of, host, ada, bo, mo, clock
):
    left = started(clock, host, ada, bo, mo, title="Left", listed=False)
    resign(game_id=left.pk, user=ada)
    paused = started(clock, host, ada, bo, title="Paused", listed=False)
    pause_game(game_id=paused.pk, by=mo, why="tea")
    page = client_of(ada).get("/").text
    assert titles(page) == ["Paused"]
    assert "time is up" not in page


def test_nothing_that_is_sealed_is_in_any_list(client_of, host, ada, bo, clock):
    game, client = started(clock, host, ada, bo), client_of(bo)
    before = {a: client.get(a).content for a in ("/", "/tables/")}
    action = {"type": "place", "at": [6, 2]}
    seal_action(game_id=game.pk, user=ada, step=1, action=action, arrived=timezone.now())

    def plain(content):
        return re.sub(rb'csrfmiddlewaretoken" value="[^"]*', b"", content)

    for address, content in before.items():
        assert plain(client.get(address).content) == plain(content)


def test_each_running_game_comes_with_its_picture_as_it_is_now(client_of, host, ada, bo, clock):
    game = started(clock, host, ada, bo)
    for step in (0, 1):
        page = client_of(ada).get("/tables/").text
        assert f'src="/games/{game.public_id}/steps/{step}.svg"' in page
        for user in (ada, bo):
            now = timezone.now()
            seal_action(
                game_id=game.pk, user=user, step=1, action=PASS, arrived=now
            ) if not step else None


def test_visitors_see_what_this_is_how_to_join_and_a_game_to_watch(client_of, host, ada, bo, clock):
    game = started(clock, host, ada, bo, title="Open to all")
    open_one(host, title="Members only")
    page = client_of().get("/").text
    assert "Everybody moves at once" in page
    assert "How to join" in page
    assert game.get_absolute_url() in page
    assert "Members only" not in page


def test_visitors_are_shown_finished_games_when_none_is_running(client_of, host, ada, bo, clock):
    game = started(clock, host, ada, bo, title="Yesterday")
    assert "in progress" in client_of().get("/").text
    resign(game_id=game.pk, user=ada)
    page = client_of().get("/").text
    assert game.get_absolute_url() in page
    assert "in progress" not in page


def test_an_empty_club_says_what_can_be_done(client_of, host, ada, settings):
    assert client_of().get("/").status_code == 200
    assert "Open a table" in client_of(host).get("/").text
    assert "Open one" in client_of(host).get("/tables/").text
    assert "Open one" in client_of(ada).get("/tables/").text
    settings.QUICK_TABLES_PER_MEMBER = 0
    assert "When a host opens one" in client_of(ada).get("/tables/").text


def test_home_counts_what_the_tables_page_lists(client_of, host, ada, bo, clock, settings):
    settings.TABLES_PER_HOST = 9
    open_one(host, title="Free")
    open_one(host, title="With the link", joining="link")
    full = open_one(host, title="Full", seats=2)
    sit(full, ada)
    sit(full, host)
    sit(open_one(host, title="His own"), bo)
    started(clock, host, ada, bo)
    club = client_of(bo).get("/").context["club"]
    assert [each.words for each in (club.tables, club.seats, club.games)] == ["1", "0", "1"]
    listed = client_of(bo).get("/tables/").context
    assert [row.table.title for row in listed["tables"] if not row.own] == ["Free"]
    assert [row.table.title for row in listed["tables"] if row.own] == ["His own"]
    home = client_of(bo).get("/").text
    assert "His own" in home
    assert ">Free<" not in home
    assert "1 table to join" in home


def test_pages_say_more_than_the_number_at_which_counting_stops(
    client_of, host, ada, bo, member, clock, monkeypatch, settings
):
    cy, settings.TABLES_PER_HOST = member("Cy"), 9
    monkeypatch.setattr(lists, "MOST_COUNTED", 2)
    monkeypatch.setattr(lists, "MOST_GAMES", 1)
    counted = ("tables to join", "seats to take over", "games to watch")
    for words in ("2", "more than 2"):
        for _ in range(2):
            open_one(host)
            resign(game_id=begin(ada, bo, host, seats_taken_over=True).pk, user=ada)
            clock.go(1)
        home, tables = client_of(cy).get("/").text, client_of(cy).get("/tables/").text
        for said in counted:
            assert f" {words} {said}" in home
        assert f">{words} games in all" in tables
        assert f", {words} games in progress" in tables


def test_a_script_is_sent_the_lists_alone(client_of, ada):
    for address in ("/", "/tables/"):
        part = client_of(ada).get(address, headers={"Miai-Part": "1"}).text
        assert "<html" not in part
        assert 'id="lobby"' in part


def asked_by(work):
    """The statements that ``work`` sends once everything cacheable is cached."""
    work()
    with statements_sent() as sent:
        work()
    return sent


@pytest.mark.parametrize("path", ["/", "/tables/", "/games/"])
@pytest.mark.parametrize("logged_in", [True, False])
def test_no_list_loads_states_or_whole_steps(path, logged_in, client_of, host, ada, bo, clock):
    resign(game_id=started(clock, host, ada, bo).pk, user=bo)
    started(clock, host, ada, bo)
    client = client_of(ada if logged_in else None)
    statements = asked_by(lambda: client.get(path))
    assert statements or path == "/tables/"  # this page is for members
    for statement in statements:
        assert '"state"' not in statement
        assert '"events"' not in statement


def test_the_lobby_does_not_count_what_is_finished(client_of, host, ada, bo, clock, monkeypatch):
    monkeypatch.setattr(lists, "MOST_GAMES", 1)
    for _ in range(3):
        resign(game_id=started(clock, host, ada, bo).pk, user=bo)
        started(clock, host, ada, bo)
    client = client_of(ada)
    asked = asked_by(lambda: client.get("/tables/"))
    of_lists = [each for each in asked if "notices_notice" not in each]
    counting = [each for each in of_lists if "COUNT(" in each and "games_game" in each]
    assert len(counting) == 1
    assert '"finished_at" IS NULL' in counting[0]
    text = client.get("/tables/").content.decode()
    assert re.findall(r"\d+ games in all", text) == ["3 games in all"]
    assert "3 games in progress" in text


def test_the_lobby_counts_one_table_and_one_game_as_one(client_of, host, ada, bo, clock):
    client = client_of(ada)
    assert "0 open tables, 0 games in progress." in client.get("/tables/").content.decode()
    open_one(host)
    started(clock, host, ada, bo)
    assert "1 open table, 1 game in progress." in client.get("/tables/").content.decode()


@pytest.mark.parametrize(
    ("rows", "index"),
    [
        (lists.all_running, "listed_by_start"),
        (lists.all_finished, "finished_by_date"),
        (lists.all_open, "open_by_creation"),
    ],
)
def test_an_index_holds_what_a_list_shows_in_its_order(db, rows, index):
    with connection.cursor() as cursor:  # PostgreSQL does not use indexes on a small table
        cursor.execute("SET LOCAL enable_seqscan = off")
        cursor.execute("SET LOCAL enable_bitmapscan = off")
    plan = rows().values("pk")[: lists.MOST_GAMES].explain()
    assert index in plan
    assert "Sort" not in plan


def test_own_games_are_found_by_the_index_of_open_tenures(ada):
    """With a parameter in place of "is null", a prepared statement could not use the index."""
    assert '"to_step" IS NULL' in str(seats_held_by(ada).query)
    with connection.cursor() as cursor:
        cursor.execute("SELECT indexdef FROM pg_indexes WHERE indexname = 'seats_held_by_member'")
        held = "(member_id) INCLUDE (game_id, seat_id) WHERE (to_step IS NULL)"
        assert held in cursor.fetchone()[0]


def test_seats_to_take_over_are_listed_for_those_who_have_had_none_there(member, client_of):
    ada, bo, cy, di = (member(name) for name in ("Ada", "Bo", "Cy", "Di"))
    game = begin(ada, bo, cy, title="Long evening", seats_taken_over=True)
    hidden = begin(ada, bo, cy, listed=False, title="Hidden", seats_taken_over=True)
    for each in (game, hidden):
        resign(game_id=each.pk, user=ada)
    shown = client_of(di).get("/tables/").content.decode()
    assert "Seats to take over" in shown
    assert ("Long evening" in shown, "Hidden" in shown) == (True, False)
    for user in (ada, bo):
        assert "Seats to take over" not in client_of(user).get("/tables/").content.decode()


def test_a_seat_of_a_deleted_account_is_offered_as_that_of_a_former_member(member, client_of):
    ada, bo, cy, di = (member(name) for name in ("Ada", "Bo", "Cy", "Di"))
    game = begin(ada, bo, cy, seats_taken_over=True)
    resign(game_id=game.pk, user=ada)
    tables = client_of(di).get("/tables/").content.decode()
    assert "the seat of Ada" in tables
    delete_account(user=ada)
    assert "the seat of a former member" in client_of(di).get("/tables/").content.decode()


def test_a_seat_that_is_offered_keeps_its_name_in_lists(ada, bo, member, client_of):
    game = begin(ada, bo, member("Cy"), turn_seconds=86_400, seats_taken_over=True)
    resign(game_id=game.pk, user=ada)
    (own,) = own_games(bo)
    assert own.others == ["Ada", "Cy"]
    assert "former member" not in client_of(bo).get("/").content.decode()
