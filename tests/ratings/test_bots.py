"""The ratings of bots: from their games with people, whose own ratings stay as they are."""

from datetime import timedelta

import pytest

from engines.bots import Level
from engines.multiplayer_go import GAME
from games.models import Game
from games.play.rating import FEWEST_TURNS
from games.store.starting import bot_member
from ratings.models import BotGameToRate, BotStanding, RatedGame, Standing
from ratings.schedule import RATINGS_OF_BOTS
from ratings.skill import MIDDLE
from scheduler.sweeping import sweep
from tests.games.acting import resign
from tests.games.playing import PASS, begin, fresh, seal
from tests.games.sweeps import play_due_bots
from tests.ratings.rated import rate, won

pytestmark = pytest.mark.django_db


def rate_bots():
    """What a worker does at a tick; returns how many games it rated."""
    return sweep([RATINGS_OF_BOTS], ahead=timedelta())


def played(people, bots, clock, turns=FEWEST_TURNS, **settings):
    """A game that ends because all its people resign after some turns."""
    game = begin(*people, *bots, **{"turn_ends": "complete", "turn_seconds": None, **settings})
    for _ in range(turns):
        for each in people:
            seal(game, each, PASS)
        clock.go(1)
        play_due_bots()
    for each in people:
        resign(game_id=game.pk, user=each)
    return fresh(game)


def test_a_bot_that_wins_against_a_person_is_rated_higher(ada, bot, clock):
    game = played([ada], [bot], clock)
    assert game.status == "finished"
    assert rate_bots() == 1
    standing = BotStanding.objects.get()
    assert (standing.variant, standing.level, standing.games) == (game.variant, Level.MEDIUM, 1)
    assert standing.rating > MIDDLE
    assert standing.is_provisional


def test_the_person_is_not_rated_for_it(ada, bot, clock):
    played([ada], [bot], clock)
    rate()
    rate_bots()
    assert not RatedGame.objects.exists()
    assert not Standing.objects.exists()


def test_each_game_counts_once(ada, bot, clock):
    played([ada], [bot], clock)
    assert (rate_bots(), rate_bots()) == (1, 0)
    assert not BotGameToRate.objects.exists()


def test_two_seats_of_one_bot_have_one_rating(ada, bot, clock):
    played([ada], [bot, bot_member(GAME, [bot.pk])], clock)
    rate_bots()
    assert BotStanding.objects.get().games == 1


def test_whoever_wins_against_a_strong_member_gains_more(ada, bo, bot, clock):
    for _ in range(5):
        won(ada, bo, turn_seconds=60)
        clock.go(60)
    rate()
    gains = []
    for person in (ada, bo):
        BotStanding.objects.all().delete()
        played([person], [bot], clock, turn_seconds=60)
        rate_bots()
        gains.append(BotStanding.objects.get().mu)
    assert gains[0] > gains[1]


def test_too_short_a_game_does_not_count(ada, bot, clock):
    played([ada], [bot], clock, turns=FEWEST_TURNS - 1)
    assert rate_bots() == 0


def test_a_game_of_people_alone_does_not_count(ada, bo):
    won(ada, bo)
    assert rate_bots() == 0


def test_the_page_shows_every_bot_with_its_rating(ada, bot, clock, client):
    played([ada], [bot], clock)
    rate_bots()
    page = client.get("/ratings/bots/").text
    for game in Game.objects.all():
        for each in game.engine.bots:
            assert each.name in page
    assert str(BotStanding.objects.get().rating) in page
