"""Being ready, the countdown, and starting with fewer than planned."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone

from lobby.colours import Colours
from lobby.schedule import READINESS
from lobby.services import places
from lobby.services.closing import close_table
from lobby.services.readiness import start_with_fewer
from scheduler.jobs import Queue
from scheduler.sweeping import sweep_for
from tests.lobby.sweeps import make_bots_ready
from tests.lobby.tables import (
    counting_down,
    fresh,
    open_one,
    refused,
    say_ready,
    seated,
    sit,
    suspend,
)


def start(table, by):
    """This user asks to start with those who are here."""
    start_with_fewer(table_id=table.pk, by=by, now=timezone.now())


def test_the_countdown_takes_five_seconds_from_the_last_one_who_is_ready(host, ada, bo, clock):
    table = open_one(host)
    sit(table, ada)
    sit(table, bo)
    say_ready(table, ada)
    assert fresh(table).starts_at is None
    clock.go(30)
    say_ready(table, bo)
    assert fresh(table).starts_at == timezone.now() + timedelta(seconds=5)


def test_a_free_seat_keeps_the_countdown_from_beginning(host, ada, bo):
    table = open_one(host, seats=3)
    sit(table, ada)
    sit(table, bo)
    say_ready(table, ada, bo)
    assert fresh(table).starts_at is None


def test_anyone_who_is_not_ready_any_more_stops_the_countdown(host, ada, bo):
    table = counting_down(host, ada, bo)
    say_ready(table, ada, ready=False)
    assert fresh(table).starts_at is None


def test_a_countdown_that_was_stopped_begins_anew(host, ada, bo, clock):
    table = counting_down(host, ada, bo)
    clock.go(4)
    say_ready(table, ada, ready=False)
    say_ready(table, ada)
    assert fresh(table).starts_at == timezone.now() + timedelta(seconds=5)


def test_being_ready_twice_does_not_lengthen_the_countdown(host, ada, bo, clock):
    table = counting_down(host, ada, bo)
    clock.go(3)
    say_ready(table, ada)
    assert fresh(table).starts_at == table.starts_at


def test_who_leaves_stops_the_countdown(host, ada, bo):
    table = counting_down(host, ada, bo)
    places.leave_table(table_id=table.pk, user=bo, now=timezone.now())
    assert fresh(table).starts_at is None


def test_who_is_removed_stops_the_countdown(host, ada, bo):
    table = counting_down(host, ada, bo)
    place = table.places.get(user=bo)
    places.remove_place(table_id=table.pk, by=host, place_id=place.pk, now=timezone.now())
    assert fresh(table).starts_at is None


def test_other_colours_do_not_stop_the_countdown(host, ada, bo):
    table = counting_down(host, ada, bo)
    colours = Colours("night", "shell")
    places.change_colours(table_id=table.pk, user=bo, colours=colours, now=timezone.now())
    assert fresh(table).starts_at == table.starts_at


def test_a_bot_is_ready_after_a_while_and_begins_the_countdown_where_all_are(host, ada, clock):
    table = open_one(host)
    sit(table, ada)
    say_ready(table, ada)
    bot = places.put_bot(table_id=table.pk, by=host, now=timezone.now())
    clock.go(29)
    assert make_bots_ready(now=timezone.now()) == 0
    assert fresh(table).starts_at is None
    clock.go(1)
    sweep_for(Queue.TURNS, READINESS.every)
    bot.refresh_from_db()
    assert bot.ready
    assert fresh(table).starts_at is not None
    assert make_bots_ready(now=timezone.now()) == 0


def test_how_long_bots_wait_is_a_setting_of_the_site(host, ada, settings):
    settings.BOTS_READY_AFTER = 0
    table = open_one(host)
    assert places.put_bot(table_id=table.pk, by=host, now=timezone.now()).ready


def test_a_bot_makes_nobody_else_ready_and_none_at_a_table_that_closed(host, ada, clock):
    tables = [open_one(host, seats=3) for _ in range(2)]
    for table in tables:
        sit(table, ada)
        places.put_bot(table_id=table.pk, by=host, now=timezone.now())
    close_table(table_id=tables[1].pk, by=host, now=timezone.now())
    clock.go(60)
    assert make_bots_ready(now=timezone.now()) == 1
    ready = [list(table.places.values_list("ready", flat=True)) for table in tables]
    assert ready == [[False, True], [False, False]]


def test_who_does_not_sit_there_cannot_be_ready(host, ada):
    with refused("not-here"):
        say_ready(open_one(host), ada)


def test_a_suspended_member_cannot_be_ready_but_can_stop_being_it(host, ada, bo):
    table = counting_down(host, ada, bo)
    suspend(ada)
    say_ready(table, ada, ready=False)
    with refused("suspended"):
        say_ready(table, ada)


def test_the_host_starts_with_fewer_once_those_who_are_here_are_ready(host, ada, bo):
    table = open_one(host, seats=5)
    sit(table, ada)
    sit(table, bo)
    say_ready(table, ada, bo)
    start(table, host)
    assert (fresh(table).seats, fresh(table).starts_at is None) == (2, False)


def test_starting_with_fewer_lets_bots_move_up_where_seats_are_not_picked(host, ada, clock):
    table = open_one(host, "territory", seats=5)
    sit(table, ada)
    bot = places.put_bot(table_id=table.pk, by=host, number=4, now=timezone.now())
    clock.go(30)
    make_bots_ready(now=timezone.now())
    say_ready(table, ada)
    start(table, host)
    assert seated(table) == ["Ada", bot.user.username]
    assert sorted(table.places.values_list("number", flat=True)) == [0, 1]
    assert (fresh(table).seats, fresh(table).starts_at is None) == (2, False)


def test_a_host_who_plays_is_ready_by_asking_to_start(host, ada):
    table = open_one(host, seats=5)
    sit(table, ada)
    sit(table, host)
    say_ready(table, ada)
    start(table, host)
    assert fresh(table).starts_at is not None


def test_starting_with_fewer_waits_for_those_who_are_not_ready_and_names_them(host, ada, bo):
    table = open_one(host, seats=5)
    sit(table, ada)
    sit(table, bo)
    say_ready(table, bo)
    with refused("not-ready", "Ada is not ready yet"):
        start(table, host)
    assert (fresh(table).seats, fresh(table).starts_at) == (5, None)


def test_a_start_with_fewer_that_is_refused_does_not_make_the_host_ready(host, ada):
    table = open_one(host, seats=5)
    sit(table, ada)
    place = sit(table, host)
    with refused("not-ready"):
        start(table, host)
    place.refresh_from_db()
    assert not place.ready


def test_a_game_cannot_start_with_fewer_than_it_needs(host, ada):
    table = open_one(host, seats=5)
    sit(table, ada)
    say_ready(table, ada)
    with refused("too-few", "Parallel Multiplayer Go needs at least 2"):
        start(table, host)


def test_a_game_cannot_start_with_a_number_that_it_does_not_allow(host, ada, bo, mo):
    table = open_one(host, "automatafl", seats=4)
    for user in (ada, bo, mo):
        sit(table, user)
    say_ready(table, ada, bo, mo)
    with refused("bad-seats"):
        start(table, host)


def test_options_that_do_not_fit_fewer_seats_keep_the_game_from_starting(host, ada, bo):
    cells = [[0, 0], [3, 3], [5, 5]]
    table = open_one(host, "territory", seats=3, options={"start": cells})
    sit(table, ada)
    sit(table, bo)
    say_ready(table, ada, bo)
    with refused("bad-options"):
        start(table, host)


def test_with_all_seats_taken_there_is_nothing_to_start_with_fewer(host, ada, bo):
    with refused("nobody-missing"):
        start(counting_down(host, ada, bo), host)


@pytest.mark.parametrize("who", ["ada", "mo"])
def test_nobody_but_the_host_starts_with_fewer(who, host, ada, mo, request):
    table = open_one(host, seats=3)
    sit(table, ada)
    with refused("not-allowed"):
        start(table, request.getfixturevalue(who))


def test_a_suspended_host_starts_nothing(host):
    table = open_one(host, seats=3)
    suspend(host)
    with refused("suspended"):
        start(table, host)
