"""What a page asks the database is little, and no more in a large club than in a small one."""

from __future__ import annotations

import pytest
import time_machine
from django.core.cache import cache
from django.test import Client, override_settings
from django.utils import timezone

from accounts.models import User
from accounts.services.roles import set_host
from lobby import lists
from lobby.services.inviting import invite
from tests.games.acting import resign
from tests.games.playing import begin, place, play_turns, seal
from tests.games.statements import statements_sent
from tests.lobby.conftest import START
from tests.lobby.tables import open_one, sit
from tests.ratings.rated import rate

MOST = 12
"""Statements of a page, those for session and member among them."""

PAGES = {
    "home": "/",
    "tables": "/tables/",
    "own page": "/members/Ada/",
    "page of another member": "/members/Bo/",
    "archive": "/games/",
    "own games in the archive": "/games/?whose=mine",
    "archive, of a player": "/games/?player=Bo&result=won",
    "ratings": "/ratings/",
    "ladder": "/ratings/multiplayer-go/live/",
    "season": "/ratings/seasons/",
}


@pytest.fixture(scope="module")
def _few_and_many(made_once):
    """The statements of each page in a small club and in one of three times its size, which is the
    club of all tests here."""
    return made_once(ask_while_it_grows, START)


def ask_while_it_grows():
    """Makes the club, and asks for each page twice."""
    host, ada, bo = (User.objects.create(username=name) for name in ("Hostess", "Ada", "Bo"))
    set_host(user=host, hosts=True)
    client = Client()
    with (
        override_settings(TABLES_PER_HOST=1000),
        time_machine.travel(START, tick=False) as clock,
    ):
        grow(host, ada, bo, clock, "once")
        client.force_login(ada)
        few = {name: asked(client, path) for name, path in PAGES.items()}
        for more in ("twice", "thrice"):
            grow(host, ada, bo, clock, more)
        return few, {name: asked(client, path) for name, path in PAGES.items()}


def grow(host, ada, bo, clock, name):
    """Adds to the club: members, games in progress and finished ones, rated, by link, and left;
    tables of one's own, of others, and one to which one is invited; and a seat to take over."""
    di, ed = (User.objects.create(username=f"{short} {name}") for short in ("Di", "Ed"))
    for variant, turn in (("multiplayer-go", 60), ("parallel-go", 86_400)):
        over = begin(ada, di, variant=variant, turn_seconds=turn, turn_ends="complete")
        play_turns(over, ada, di)
        resign(game_id=over.pk, user=di)
        clock.shift(1)
    resign(game_id=begin(ada, bo, listed=False).pk, user=bo)
    resign(game_id=begin(bo, di, ed, seats_taken_over=True).pk, user=ed)
    begin(ada, di, turn_seconds=86_400)
    seal(begin(ada, bo, ed, listed=False), ada, place(1, 1))
    sit(open_one(host, title="Mine"), ada)
    sit(open_one(host, title="Of others", seats=3), di)
    by_link = open_one(host, title="For the invited", joining="link", listed=False)
    invite(table_id=by_link.pk, by=host, name=ada.username, now=timezone.now())
    clock.shift(1)
    rate()


@pytest.fixture
def few_and_many(_few_and_many, db):
    return _few_and_many


@pytest.fixture
def ada(few_and_many):
    return User.objects.get(username="Ada")


@pytest.fixture
def bo(few_and_many):
    return User.objects.get(username="Bo")


def asked(client, path):
    """The statements that the page takes when it was looked at before, long ago."""
    assert client.get(path).status_code == 200
    cache.clear()
    with statements_sent() as sent:
        assert client.get(path).status_code == 200
    return sent


@pytest.mark.parametrize("name", PAGES)
def test_a_page_takes_few_statements_however_much_there_is(name, few_and_many):
    few, many = (each[name] for each in few_and_many)
    assert len(many) <= MOST, "\n".join(many)
    assert len(many) == len(few)


@pytest.mark.parametrize("name", ["home", "tables"])
def test_more_than_a_list_shows_takes_no_more_than_that(name, ada, client_of, monkeypatch):
    monkeypatch.setattr(lists, "MOST_GAMES", 1)
    monkeypatch.setattr(lists, "MOST_TABLES", 1)
    assert len(asked(client_of(ada), PAGES[name])) <= MOST


def test_a_game_takes_as_much_after_many_turns_as_after_one(ada, bo, client_of):
    game, client = begin(ada, bo, turn_ends="complete"), client_of(ada)
    play_turns(game, ada, bo, turns=1)
    few = asked(client, game.get_absolute_url())
    for turn in range(1, 4):
        for row, player in enumerate((ada, bo)):
            seal(game, player, place(turn, row))
    many = asked(client, game.get_absolute_url())
    assert len(many) <= MOST, "\n".join(many)
    assert len(many) == len(few)
