"""A player without an open page of the game for a minute is away, and leaves if the
table says so."""

from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games.models import GameEvent, Heartbeat, Presence
from games.pages.access import get_viewer
from games.pages.snapshots import snapshot
from games.play import pause as stopping
from games.play.vote import end_pause
from games.schedule import jobs
from games.schedule.outages import beat
from games.store.presence import away_seats, note_pages
from games.store.sync import run_game
from tests.games.acting import pause_game, remove_seat, resign, resume_game
from tests.games.playing import PASS, begin, fresh, seal, seat, steps
from tests.games.sweeps import look_for_players

pytestmark = pytest.mark.django_db

LEAVES = {"leaves_when_away": True}
LOOK_SELDOM = 10
"""Seconds: more often than pages say that they are open, which is every twenty."""


@pytest.fixture
def club(clock, ada, bo, cy):
    """Lets time pass while the club works and pages are open. The club looks at the players every
    few seconds, and in the first and the last two."""

    def go(seconds, game=None, *there):
        seldom = range(LOOK_SELDOM, seconds, LOOK_SELDOM)
        looks = sorted({1, *seldom, seconds - 1, seconds} - {0})
        for before, look in zip([0, *looks], looks):
            clock.go(look - before)
            Heartbeat.objects.update(at=clock.now)  # as if it had been reported every second
            if game is not None and there:
                note_pages([seat(game, user).pk for user in there], clock.now)
            look_for_players()

    for of in Heartbeat.Of:
        beat(of)
    go(1)
    return go


def left(game):
    """Why seats have left, by number."""
    return dict(game.seats.exclude(left_why="").values_list("number", "left_why"))


def told(game):
    """How often members were told that players came or went."""
    return GameEvent.objects.filter(game=game, kind="presence.changed", audience="members").count()


def test_a_minute_after_the_last_page_has_gone_its_player_is_away(ada, bo, club):
    game = begin(ada, bo)
    club(59, game, ada)
    assert away_seats(game.pk) == []
    club(1, game, ada)
    assert (away_seats(game.pk), told(game)) == ([1], 1)


def test_a_player_who_comes_back_is_there_at_once(ada, bo, club, clock):
    game = begin(ada, bo)
    club(90, game, ada)
    note_pages([seat(game, bo).pk], clock.now)
    assert (away_seats(game.pk), told(game)) == ([], 2)


def test_nobody_is_told_of_players_who_stay(ada, bo, club):
    game = begin(ada, bo)
    club(200, game, ada, bo)
    assert told(game) == 0


def test_members_learn_who_is_away_and_visitors_do_not(ada, bo, cy, club, clock):
    game = begin(ada, bo)
    club(61, game, ada)
    states = [
        snapshot(fresh(game), get_viewer(game, user, clock.now), watching=0, now=clock.now)
        for user in (ada, cy, None)
    ]
    assert [hasattr(each, "away") and each.away for each in states[:2]] == [[1], [1]]
    assert not isinstance(states[2].away, list)
    assert not GameEvent.objects.filter(game=game, audience="everyone").exists()


def test_bots_are_never_away(ada, bot, club):
    game = begin(ada, bot)
    club(61)
    assert away_seats(game.pk) == [0]


def test_where_the_table_says_so_a_seat_leaves_after_two_minutes(ada, bo, cy, club):
    game = begin(ada, bo, cy, variant="territory", turn_ends="complete", turn_seconds=500, **LEAVES)
    club(119, game, ada, bo)
    assert left(game) == {}
    club(1, game, ada, bo)
    assert left(game) == {2: "away"}
    assert steps(game) == [("timer", [2])]
    assert seat(game, cy).tenures.get().why == "away"


def test_a_seat_that_has_left_for_it_is_looked_at_once_more_at_most(ada, bo, cy, club):
    game = begin(ada, bo, cy, turn_seconds=500, **LEAVES)
    club(121, game, ada, bo)
    assert left(game) == {2: "away"}
    club(61, game, ada, bo)
    assert Presence.objects.get(seat=seat(game, cy)).due_at is None


def test_elsewhere_nobody_leaves_for_being_away(ada, bo, cy, club):
    game = begin(ada, bo, cy, turn_seconds=500)
    club(300, game, ada, bo)
    assert left(game) == {}


def test_the_two_minutes_begin_anew_for_a_player_who_came_back(ada, bo, cy, club, clock):
    game = begin(ada, bo, cy, turn_seconds=500, **LEAVES)
    club(110, game, ada, bo)
    note_pages([seat(game, cy).pk], clock.now)
    club(119, game, ada, bo)
    assert left(game) == {}
    club(1, game, ada, bo)
    assert left(game) == {2: "away"}


def test_where_all_have_gone_everybody_leaves(ada, bo, club):
    game = begin(ada, bo, turn_seconds=500, **LEAVES)
    club(120)
    assert (fresh(game).status, fresh(game).outcome["reason"]) == ("finished", "leave")


def test_nobody_leaves_a_game_that_is_paused(ada, bo, cy, mo, club):
    game = begin(ada, bo, cy, turn_seconds=500, **LEAVES)
    pause_game(game_id=game.pk, by=mo, why="Tea")
    club(200, game, ada, bo)
    assert left(game) == {}
    resume_game(game_id=game.pk, by=mo, why="On we go")
    club(60, game, ada, bo)
    assert left(game) == {2: "away"}


@pytest.mark.parametrize("before", [30, 90])
def test_an_outage_of_the_club_is_not_being_away(ada, bo, cy, club, clock, before):
    game = begin(ada, bo, cy, turn_seconds=500, **LEAVES)
    club(before, game, ada, bo)
    clock.go(600)
    look_for_players()  # a worker comes back before a web process
    for of in Heartbeat.Of:
        beat(of)
    club(59, game)
    assert left(game) == {}
    assert away_seats(game.pk) == ([2] if before == 90 else [])


def test_nobody_becomes_away_while_choices_are_taken_only_now_and_then(ada, bo, club, clock):
    game = begin(ada, bo, turn_seconds=500, **LEAVES)
    club(30, game, ada, bo)
    for _ in range(60):  # pages may have lost their sockets, and cannot open others
        clock.go(3)
        for of in Heartbeat.Of:
            beat(of)
        look_for_players()
    assert away_seats(game.pk) == []
    club(61, game, ada)
    assert away_seats(game.pk) == [1]


def test_who_has_resigned_is_looked_at_no_more(ada, bo, cy, club, clock):
    game = begin(ada, bo, cy, turn_seconds=500, **LEAVES)
    resign(game_id=game.pk, user=cy)
    club(130, game, ada, bo)
    assert (left(game), away_seats(game.pk)) == ({2: "resigned"}, [])
    assert Presence.objects.get(seat=seat(game, cy)).due_at is None


def test_of_games_that_are_over_nothing_is_looked_at(ada, bo, club):
    game = begin(ada, bo)
    resign(game_id=game.pk, user=bo)
    club(61)
    assert not Presence.objects.filter(game=game, due_at__isnull=False).exists()
    assert told(game) == 0


def test_a_choice_over_plain_http_shows_that_its_player_is_there(ada, bo, club, client_of):
    game = begin(ada, bo, turn_seconds=500)
    club(61, game, bo)
    body = {"step": 1, "action": PASS}
    address = f"{game.get_absolute_url()}seal/"
    client_of(ada).post(address, body, content_type="application/json")
    assert away_seats(game.pk) == []


def test_a_choice_asks_nothing_more_about_who_is_there(ada, bo):
    game = begin(ada, bo)
    with CaptureQueriesContext(connection) as asked:
        seal(game, ada, PASS, step=1)
    assert [each["sql"] for each in asked.captured_queries if "presence" in each["sql"]] == []


def test_an_idle_club_is_asked_one_question(ada, bo, django_assert_num_queries, clock):
    with django_assert_num_queries(1):
        assert jobs.PRESENCE.first(clock.now + timedelta(seconds=5), set()) is None


@pytest.mark.parametrize("minutes", [1, 3, 5])
def test_the_table_says_after_how_many_minutes_a_seat_leaves(ada, bo, cy, club, minutes):
    game = begin(ada, bo, cy, turn_seconds=590, away_minutes=minutes, **LEAVES)
    club(60 * minutes - 1, game, ada, bo)
    assert left(game) == {}
    club(2, game, ada, bo)
    assert left(game) == {2: "away"}


def leaving(game, viewer, now):
    """When seats will leave according to this member's page, in seconds from now."""
    view = snapshot(fresh(game), get_viewer(fresh(game), viewer, now), watching=0, now=now)
    return {each.seat: (each.at - now).total_seconds() for each in view.leaving}


def test_the_others_are_told_when_a_player_who_is_away_leaves(ada, bo, cy, club, clock):
    game = begin(ada, bo, cy, turn_seconds=590, away_minutes=3, **LEAVES)
    club(59, game, ada, bo)
    assert leaving(game, ada, clock.now) == {}
    club(31, game, ada, bo)
    assert leaving(game, ada, clock.now) == {2: 90}
    note_pages([seat(game, cy).pk], clock.now)
    assert leaving(game, ada, clock.now) == {}


def test_of_a_seat_that_has_left_for_being_away_no_time_is_told(ada, bo, cy, club, clock):
    game = begin(ada, bo, cy, turn_seconds=590, away_minutes=3, **LEAVES)
    club(181, game, ada, bo)
    assert (left(game), leaving(game, ada, clock.now)) == ({2: "away"}, {})
    assert Presence.objects.get(seat=seat(game, cy)).due_at is None


def test_of_a_player_who_was_removed_while_away_no_time_is_told(ada, bo, cy, mo, club, clock):
    game = begin(ada, bo, cy, turn_seconds=590, away_minutes=3, **LEAVES)
    club(90, game, ada, bo)
    remove_seat(game_id=game.pk, by=mo, number=2, why="A test.")
    assert (left(game), leaving(game, ada, clock.now)) == ({2: "removed"}, {})


def test_whoever_has_left_is_no_longer_due_after_a_pause(ada, bo, cy, mo, club, clock):
    game = begin(ada, bo, cy, turn_seconds=590, away_minutes=3, **LEAVES)
    club(181, game, ada, bo)
    pause_game(game_id=game.pk, by=mo, why="Tea")
    before = told(game)
    resume_game(game_id=game.pk, by=mo, why="On we go")
    assert (leaving(game, ada, clock.now), told(game)) == ({}, before)
    assert Presence.objects.get(seat=seat(game, cy)).due_at is None


def test_where_nobody_leaves_for_being_away_no_time_is_told(ada, bo, club, clock):
    game = begin(ada, bo)
    club(70, game, ada)
    assert (away_seats(game.pk), leaving(game, ada, clock.now)) == ([1], {})


def test_a_pause_stops_the_time_until_a_player_leaves_who_is_away(ada, bo, cy, mo, club, clock):
    game = begin(ada, bo, cy, turn_seconds=590, away_minutes=3, **LEAVES)
    club(90, game, ada, bo)
    pause_game(game_id=game.pk, by=mo, why="Tea")
    club(400, game, ada, bo)
    before = told(game)
    assert (left(game), leaving(game, ada, clock.now)) == ({}, {})
    resume_game(game_id=game.pk, by=mo, why="On we go")
    assert (leaving(game, ada, clock.now), told(game)) == ({2: 120}, before + 1)
    club(120, game, ada, bo)
    assert left(game) == {2: "away"}


def test_a_pause_of_the_players_stops_the_time_too(ada, bo, cy, club, clock):
    game = begin(ada, bo, cy, turn_seconds=590, away_minutes=3, **LEAVES)
    club(90, game, ada, bo)
    with run_game(game.pk) as run:
        stopping.pause(run, until=clock.now + timedelta(seconds=300))
    club(300, game, ada, bo)
    with run_game(game.pk) as run:
        assert end_pause(run)
    assert (left(game), leaving(game, ada, clock.now)) == ({}, {2: 120})


def test_after_an_outage_the_others_are_told_anew_when_a_player_leaves(ada, bo, cy, club, clock):
    game = begin(ada, bo, cy, turn_seconds=590, away_minutes=3, **LEAVES)
    club(90, game, ada, bo)
    before = told(game)
    clock.go(600)
    for of in Heartbeat.Of:
        beat(of)
    assert (leaving(game, ada, clock.now), told(game)) == ({2: 90}, before + 1)


def test_an_outage_takes_nobody_the_time_that_is_left_until_they_leave(ada, bo, cy, club, clock):
    game = begin(ada, bo, cy, turn_seconds=590, away_minutes=5, **LEAVES)
    club(61, game, ada, bo)
    left_before = leaving(game, ada, clock.now)
    clock.go(20)
    for of in Heartbeat.Of:
        beat(of)
    assert leaving(game, ada, clock.now) == left_before
