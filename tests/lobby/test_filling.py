"""Seats that stay free for the agreed time are filled with bots, once."""

from __future__ import annotations

import pytest
from django.utils import timezone

from accounts.services.members import delete_account
from engines.bots import Level
from engines.registry import game as engine_for
from games.models import Game
from games.pages import opponents
from lobby.models import Table
from lobby.schedule import FILLING, WAITING
from lobby.services.places import leave_table, remove_place
from ratings.models import BotStanding, Standing
from ratings.skill import Skill
from tests.lobby.sweeps import make_bots_ready, start_ready_tables
from tests.lobby.tables import fresh, open_one, refused, say_ready, sit
from tests.lobby.test_open_form import filled_in

pytestmark = pytest.mark.django_db
MINUTE = 60


def look() -> None:
    """What a worker does at a tick."""
    now = timezone.now()
    for job in (WAITING, FILLING):
        job.handle(now, set())


def bots(table) -> int:
    """How many bots sit there."""
    return table.places.filter(engine_plays=True).count()


def test_free_seats_are_filled_when_the_time_is_over(host, ada, clock):
    table = open_one(host, seats=3, bots_after=5)
    sit(table, ada)
    clock.go(5 * MINUTE - 1)
    look()
    assert bots(table) == 0
    clock.go(1)
    look()
    assert bots(table) == 2


def test_the_game_starts_when_the_bots_are_ready(host, ada, clock):
    table = open_one(host, seats=3, bots_after=5, starts="full")
    sit(table, ada)
    clock.go(5 * MINUTE)
    look()
    clock.go(MINUTE)
    make_bots_ready(now=timezone.now())
    clock.go(5)
    start_ready_tables(sleep=clock.sleep)
    assert Game.objects.get().seats.filter(engine_plays=True).count() == 2


def test_the_time_begins_again_whenever_somebody_sits_down(host, ada, bo, clock):
    table = open_one(host, seats=3, bots_after=5)
    sit(table, ada)
    clock.go(4 * MINUTE)
    sit(table, bo)
    clock.go(4 * MINUTE)
    look()
    assert bots(table) == 0
    clock.go(MINUTE)
    look()
    assert bots(table) == 1


def test_a_table_that_says_nothing_of_bots_is_not_filled(host, ada, clock):
    table = open_one(host, seats=3)
    sit(table, ada)
    clock.go(60 * MINUTE)
    look()
    assert bots(table) == 0


def test_a_table_at_which_nobody_sits_is_not_filled(host, ada, clock):
    table = open_one(host, seats=3, bots_after=5)
    sit(table, ada)
    leave_table(table_id=table.pk, user=ada, now=timezone.now())
    clock.go(60 * MINUTE)
    look()
    assert bots(table) == 0


def test_a_bot_that_the_host_removes_does_not_come_back(host, ada, clock):
    table = open_one(host, seats=2, bots_after=5)
    sit(table, ada)
    clock.go(5 * MINUTE)
    look()
    bot = table.places.get(engine_plays=True)
    remove_place(table_id=table.pk, by=host, place_id=bot.pk, now=timezone.now())
    clock.go(60 * MINUTE)
    look()
    assert bots(table) == 0


def test_a_table_that_starts_by_itself_waits_for_its_bots(host, ada, bo, clock):
    table = open_one(host, seats=3, bots_after=5, starts="full")
    sit(table, ada)
    sit(table, bo)
    clock.go(4 * MINUTE)
    look()
    assert fresh(table).starts_at is None
    clock.go(MINUTE)
    look()
    assert bots(table) == 1


def test_the_level_is_the_one_in_the_middle_of_those_that_fit_the_players(
    ada, bo, member, monkeypatch
):
    suggested = {ada: Level.EASY, bo: Level.STRONG, member("Cy"): Level.MEDIUM}
    of_key = {user.pk: level for user, level in suggested.items()}
    monkeypatch.setattr(opponents, "beaten_levels", lambda user: {"territory": of_key[user.pk]})
    monkeypatch.setattr(opponents, "suggested_level", lambda _rules, level: level)
    people = list(suggested)
    levels = [
        opponents.fitting_level(engine_for("territory"), people[:count], live=True)
        for count in (1, 2, 3)
    ]
    assert levels == [Level.EASY, Level.EASY, Level.MEDIUM]


def test_ratings_say_which_bot_fits_where_they_are_known(host, ada, bo, clock):
    for member, mu in ((ada, 26), (bo, 40)):
        Standing.objects.create(
            member=member,
            ladder="multiplayer-go:live",
            mu=mu,
            sigma=2,
            rating=Skill(mu, 2).rating,
            games=20,
            last_at=timezone.now(),
        )
    for level, mu in ((Level.EASY, 15), (Level.MEDIUM, 25), (Level.STRONG, 38)):
        BotStanding.objects.create(variant="multiplayer-go", level=level, mu=mu, sigma=2, games=50)
    rules = engine_for("multiplayer-go")
    fits = [opponents.fitting_level(rules, [each], live=True) for each in (ada, bo)]
    assert fits == [Level.MEDIUM, Level.STRONG]
    assert opponents.fitting_level(rules, [bo], live=False) == Level.EASY
    table = open_one(host, seats=3, bots_after=5)
    sit(table, bo)
    clock.go(5 * MINUTE)
    look()
    assert {p.user.bot_level for p in table.places.filter(engine_plays=True)} == {Level.STRONG}


def test_only_the_offered_times_can_be_chosen(host):
    with refused("bad-filling"):
        open_one(host, bots_after=7)


@pytest.mark.parametrize("opener", ["host", "ada"])
def test_hosts_and_members_choose_it_in_the_form(opener, request, client_of):
    user = request.getfixturevalue(opener)
    client_of(user).post("/tables/new/", filled_in("multiplayer-go", bots_after="15"))
    table = Table.objects.get()
    assert table.bots_after == 15
    page = client_of(user).get(table.get_absolute_url()).text
    assert "Bots take free seats" in page


def test_ready_players_are_asked_nothing_more(host, ada, clock):
    table = open_one(host, seats=2, bots_after=5)
    sit(table, ada)
    say_ready(table, ada)
    clock.go(5 * MINUTE)
    look()
    clock.go(MINUTE)
    make_bots_ready(now=timezone.now())
    assert fresh(table).starts_at is not None


def test_bots_do_not_play_alone_at_the_table_of_somebody_whose_account_is_deleted(host, ada, clock):
    table = open_one(host, seats=2, bots_after=5, starts="full")
    sit(table, ada)
    delete_account(user=ada)
    clock.go(5 * MINUTE)
    look()
    assert bots(table) == 0


def test_bots_take_a_seat_that_a_deleted_account_leaves(host, ada, bo, clock):
    table = open_one(host, seats=2, bots_after=5)
    for user in (ada, bo):
        sit(table, user)
    delete_account(user=bo)
    clock.go(5 * MINUTE)
    look()
    assert bots(table) == 1
