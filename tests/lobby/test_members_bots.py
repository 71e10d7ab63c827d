"""Bots of members sit down where somebody adds them, if they are connected, take such a game and
have room for one more."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from accounts.models import User
from accounts.services.bots import note_connected, note_gone, register_bot
from accounts.services.measures import suspend
from games.models import Game, MemberPunctuality
from lobby.members_bots import bots_to_add
from lobby.seating import Seating
from lobby.services.members_bots import put_members_bot
from lobby.services.places import remove_place
from lobby.services.rematch import offer_rematch
from lobby.services.talking import say
from tests.games.acting import resign
from tests.lobby.sweeps import make_bots_ready, start_ready_tables
from tests.lobby.tables import fresh, open_one, refused, say_ready, seated, sit

GO = "multiplayer-go"
TAKES = {"games": {GO: {}}, "at_once": 1}


@pytest.fixture
def owner(member) -> User:
    return member("Olga")


@pytest.fixture
def make_bot(owner) -> Callable[..., User]:
    """Returns a function that registers a bot of Olga's and connects it."""

    def make(name: str = "Gravel", **takes: Any) -> User:
        bot, _ = register_bot(owner=owner, name=name, now=timezone.now())
        connect(bot, **takes)
        return bot

    return make


def connect(bot: User, **takes: Any) -> None:
    note_connected(bot=bot, key="one", takes={**TAKES, **takes}, now=timezone.now())


def add(table, by, bot, **more):
    return put_members_bot(table_id=table.pk, by=by, bot_id=bot.pk, now=timezone.now(), **more)


def offered(table) -> list[str]:
    table = fresh(table)
    return [str(bot) for bot in bots_to_add(table, Seating.of(table), timezone.now())]


@pytest.fixture
def go_on(clock):
    """Returns a function that lets time pass until bots are ready and a countdown has ended."""

    def let(*bots: User):
        clock.go(30)
        make_bots_ready(now=timezone.now())
        clock.go(5)
        start_ready_tables(sleep=clock.sleep)
        for bot in bots:
            connect(bot)

    return let


@pytest.fixture
def table(host):
    """A table for two with the host."""
    table = open_one(host, seats=2)
    sit(table, host)
    return table


def test_a_bot_that_is_added_gets_ready_by_itself_and_plays(table, host, make_bot, go_on):
    bot = make_bot()
    add(table, host, bot)
    say_ready(table, host)
    go_on()
    game = fresh(table).game
    assert game is not None
    seat = game.seats.get(user=bot)
    assert (seat.engine_plays, seat.is_person, seat.extensions) == (False, False, 0)


@pytest.mark.parametrize(
    "takes",
    [
        {"games": {"territory": {}}},
        {"games": {GO: {"seats": [3]}}},
        {"games": {GO: {"options": {"size": [19]}}}},
        {"paces": ["correspondence"]},
    ],
)
def test_only_bots_that_take_such_a_game_are_offered(table, host, make_bot, takes):
    make_bot("Fits", games={GO: {"seats": [2], "options": {"size": [9]}}}, paces=["live"])
    other = make_bot("Other", **takes)
    assert offered(table) == ["Fits"]
    with refused("bot-away"):
        add(table, host, other)


def test_a_bot_that_is_not_connected_cannot_be_added(table, host, make_bot, clock):
    bot = make_bot()
    note_gone(bot=bot, key="one")
    assert offered(table) == []
    connect(bot)
    assert offered(table) == ["Gravel"]
    clock.go(60)
    with refused("bot-away"):
        add(table, host, bot)


def test_a_bot_takes_no_more_games_at_once_than_it_says(host, make_bot, go_on):
    bot = make_bot()
    first, second = (open_one(host, seats=2) for _ in range(2))
    sit(first, host)
    sit(second, host)
    add(first, host, bot)
    assert offered(second) == []
    say_ready(first, host)
    go_on(bot)
    assert fresh(first).game is not None
    assert offered(second) == []
    connect(bot, at_once=2)
    add(second, host, bot)


def test_the_bot_of_an_owner_who_has_to_wait_begins_no_game_with_others(
    table, host, owner, make_bot, go_on
):
    add(table, host, make_bot())
    say_ready(table, host)
    MemberPunctuality.objects.create(member=owner, games="l", abandoned=[timezone.now()])
    other = open_one(host, seats=2)
    sit(other, host)
    with refused("must-wait"):
        add(other, host, make_bot("Other"))
    go_on()
    assert fresh(table).game is None
    assert seated(table) == [str(host)]


def test_whoever_may_not_add_bots_may_not_add_members_bots(table, ada, make_bot):
    with refused("not-allowed"):
        add(table, ada, make_bot())


def test_the_bot_of_a_suspended_member_sits_down_nowhere(table, host, owner, make_bot, go_on):
    bot = make_bot()
    add(table, host, bot)
    say_ready(table, host)
    until = timezone.now() + timedelta(days=1)
    suspend(user=owner, reason="Rude.", until=until, by=None, now=timezone.now())
    go_on(bot)
    assert fresh(table).game is None
    assert seated(table) == ["Hostess"]
    assert offered(table) == []


def test_a_bot_sits_down_by_itself_only_where_the_table_allows_it(host, make_bot):
    bot = make_bot()
    closed, free = open_one(host, seats=2), open_one(host, seats=2, bots_join=True)
    with refused("not-allowed", "Bots take a seat here only"):
        sit(closed, bot)
    sit(free, bot)
    assert seated(free) == ["Gravel"]


def test_a_bot_does_not_chat_at_a_table(table, host, make_bot):
    bot = make_bot()
    add(table, host, bot)
    with refused("not-allowed"):
        say(table_id=table.pk, by=bot, text="Hi", now=timezone.now())


def test_the_owner_removes_the_bot(table, host, owner, ada, make_bot):
    place = add(table, host, make_bot())
    with refused("not-allowed"):
        remove_place(table_id=table.pk, by=ada, place_id=place.pk, now=timezone.now())
    remove_place(table_id=table.pk, by=owner, place_id=place.pk, now=timezone.now())
    assert seated(table) == ["Hostess"]


def test_games_of_bots_alone_are_few_a_day(host, make_bot, go_on, settings, clock):
    settings.BOTS_ALONE_A_DAY = 1
    one, other = make_bot("One", at_once=5), make_bot("Other", at_once=5)

    def of_bots():
        table = open_one(host, seats=2)
        add(table, host, one)
        connect(other, at_once=5)
        add(table, host, other)
        return table

    first = of_bots()
    go_on()
    Game.objects.filter(pk=fresh(first).game_id).update(status="finished", bots_alone=False)
    connect(one, at_once=5)
    with refused("too-many-bots", "One has had 1 bots-only games within a day"):
        of_bots()
    clock.go(86_400)
    connect(one, at_once=5)
    of_bots()


def test_a_game_with_a_bot_is_not_rated_for_people(host, ada, make_bot, client_of):
    table = open_one(host, seats=3)
    sit(table, host)
    sit(table, ada)
    assert "not rated" not in client_of(host).get(table.get_absolute_url()).context["page"].rated
    add(table, host, make_bot())
    assert "bot" in client_of(host).get(table.get_absolute_url()).context["page"].rated


def test_a_bot_that_is_there_plays_the_rematch(table, host, make_bot, go_on):
    bot = make_bot()
    add(table, host, bot)
    say_ready(table, host)
    go_on(bot)
    game = fresh(table).game
    resign(game_id=game.pk, user=host)
    again = offer_rematch(game_id=game.pk, by=host, now=timezone.now())
    assert sorted(seated(again)) == ["Gravel", "Hostess"]


def test_the_page_offers_the_bots_that_fit_and_seats_them(table, host, owner, make_bot, client_of):
    bot = make_bot()
    browser, address = client_of(host), table.get_absolute_url()
    assert "Gravel – bot of Olga" in browser.get(address).text
    browser.post(f"{address}bot/", {"number": 1, "level": f"bot-{bot.pk}"})
    assert seated(table) == ["Hostess", "Gravel"]
    assert "bot of Olga" in browser.get(address).text


@pytest.mark.parametrize("chosen", ["bot-", "bot-x", "bot-0", "bot-999999999999999999"])
def test_a_bot_that_does_not_exist_is_refused(table, host, client_of, chosen):
    address = table.get_absolute_url()
    answer = client_of(host).post(f"{address}bot/", {"number": 1, "level": chosen})
    assert answer.status_code == 409 or answer.status_code == 400
    assert seated(table) == ["Hostess"]


def test_inviting_a_bot_by_name_seats_it(table, host, make_bot, client_of):
    make_bot()
    client_of(host).post(f"{table.get_absolute_url()}invite/", {"name": "gravel"})
    assert seated(table) == ["Hostess", "Gravel"]
