"""Bots of members are rated as the server's are: by their games with people."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone

from accounts.services.bots import note_connected, register_bot, retire_bot
from games.play.rating import FEWEST_TURNS, Unrated
from games.schedule.jobs import FORMER_MEMBERS
from ratings.models import BotStanding, RatedGame
from ratings.schedule import RATINGS_OF_BOTS
from ratings.services.again import note_all
from ratings.skill import MIDDLE
from ratings.views import ladders
from scheduler.sweeping import sweep
from tests.games.acting import resign
from tests.games.playing import begin, fresh, place, play_turns, seal

pytestmark = pytest.mark.django_db


def own_bot(owner, name="Gravel"):
    return register_bot(owner=owner, name=name, now=timezone.now())[0]


def won_by(bot, person, clock):
    game = begin(person, bot, turn_ends="complete", turn_seconds=None)
    for _ in range(FEWEST_TURNS):
        for column, each in enumerate((person, bot)):
            seal(game, each, place(fresh(game).step, 2 * column))
        clock.go(1)
    resign(game_id=game.pk, user=person)
    sweep([RATINGS_OF_BOTS], ahead=timedelta())
    return game


def test_a_members_bot_that_wins_is_rated_higher(ada, bo, clock):
    bot = own_bot(ada)
    game = won_by(bot, bo, clock)
    standing = BotStanding.objects.get()
    assert (standing.bot, standing.level, standing.variant) == (bot, None, game.variant)
    assert standing.rating > MIDDLE
    assert not RatedGame.objects.exists()


def test_a_game_with_its_owner_does_not_count(ada, clock):
    won_by(own_bot(ada), ada, clock)
    assert not BotStanding.objects.exists()


def test_each_bot_has_a_rating_of_its_own(ada, bo, clock):
    for name in ("One", "Two"):
        won_by(own_bot(ada, name), bo, clock)
    assert sorted(each.bot.username for each in BotStanding.objects.all()) == ["One", "Two"]


def test_pages_show_the_bot_its_owner_and_its_rating(ada, bo, clock, client):
    bot = own_bot(ada)
    won_by(bot, bo, clock)
    takes = {"games": {"territory": {"seats": [2]}}, "paces": ["live"], "at_once": 3}
    note_connected(bot=bot, key="one", takes=takes, now=timezone.now())
    ladder = client.get("/ratings/bots/").content.decode()
    assert "bot of Ada" in ladder
    assert "connected now" in ladder
    page = client.get("/members/Gravel/").content.decode()
    for words in ("Ada", "connected", "Players: 2", "live", "provisional"):
        assert words in page


def test_a_game_does_not_become_rated_when_an_owner_retires_the_bot_in_it(ada, bo, clock):
    bot = own_bot(ada)
    game = begin(ada, bo, bot, turn_ends="complete", turn_seconds=None)
    for _ in range(FEWEST_TURNS):
        for column, each in enumerate((ada, bo, bot)):
            seal(game, each, place(fresh(game).step, column))
        clock.go(1)
    retire_bot(owner=ada, bot_id=bot.pk)
    sweep([FORMER_MEMBERS], ahead=timedelta())
    resign(game_id=game.pk, user=bo)
    over = fresh(game)
    assert over.status == over.Status.FINISHED
    assert over.why_unrated == Unrated.BOTS
    assert not RatedGame.objects.exists()


def test_the_page_of_the_bots_shows_the_best_of_active_members(ada, bo, client, monkeypatch):
    monkeypatch.setattr(ladders, "MOST_BOTS_OF_MEMBERS", 2)
    for mu, name in enumerate(("Worst", "Good", "Best")):
        BotStanding.objects.create(
            variant="territory", bot=own_bot(ada, name), mu=mu, sigma=1, games=9
        )
    BotStanding.objects.create(
        variant="automatafl", bot=own_bot(bo, "Other"), mu=1, sigma=1, games=9
    )
    page = client.get("/ratings/bots/").content.decode()
    assert page.index("Best") < page.index("Good")
    assert ("Worst" in page, "Other" in page) == (False, True)
    bo.is_active = False
    bo.save()
    assert "Other" not in client.get("/ratings/bots/").content.decode()


def test_a_game_that_is_over_stays_unrated_when_the_bot_in_it_is_retired(ada, bo, cy, clock):
    bot = own_bot(ada)
    game = begin(bo, cy, bot, turn_ends="complete", turn_seconds=None)
    play_turns(game, bo, cy, bot)
    for user in (bo, cy):
        resign(game_id=game.pk, user=user)
    assert fresh(game).why_unrated == Unrated.BOTS
    retire_bot(owner=ada, bot_id=bot.pk)
    assert fresh(game).why_unrated == Unrated.BOTS
    assert note_all(lambda _read: None) == 0
