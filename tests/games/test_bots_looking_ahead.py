"""Bots that look ahead choose in their own time, and nobody else waits for them."""

from dataclasses import replace
from datetime import timedelta

import pytest

from engines.bots import Level
from engines.multiplayer_go import GAME
from games.play.thinking import Asked, Question, think
from games.schedule.bots import IN_FULL, LONGEST, read_owing
from games.schedule.jobs import BOTS, BOTS_LOOKING_AHEAD
from games.store.starting import bot_member
from scheduler.sweeping import sweep
from tests.games.playing import begin, place, sealed, state_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def budgets(monkeypatch):
    """Gives Parallel Multiplayer Go a bot that looks ahead for two seconds; lists the seconds that
    its budgets give it."""
    given = []

    class Noted:
        @staticmethod
        def of_seconds(seconds):
            given.append(seconds)

    def choose(state, seat, seed, budget):
        return place(seat, seat)

    usual = GAME.bot()
    strong = replace(usual, level=Level.STRONG, name="Patient", choose=choose, seconds=2.0)
    weaker = tuple(bot for bot in GAME.bots if bot.level != Level.STRONG)
    monkeypatch.setattr(type(GAME), "bots", (*weaker, strong))
    monkeypatch.setattr("games.play.thinking.Budget", Noted)
    return given


@pytest.fixture
def strong(budgets):
    return bot_member(GAME, [], Level.STRONG)


def looked_ahead(job):
    return sweep([job], ahead=timedelta())


def test_a_bot_of_another_level_is_another_member_with_its_own_name(strong, bot):
    assert strong != bot
    assert (strong.username, strong.bot_level) == ("Patient", Level.STRONG)
    assert bot_member(GAME, [strong.pk], Level.STRONG).username == "Patient 2"


def test_each_seat_is_played_by_the_bot_of_its_level(ada, bot, strong, budgets, clock):
    game = begin(ada, bot, strong)
    clock.go(1)
    while looked_ahead(BOTS_LOOKING_AHEAD):
        pass
    assert set(sealed(game)) == {1, 2}
    assert sealed(game)[2] == place(2, 2)
    assert sorted(budgets) == [0, 2.0]


def test_only_workers_for_bots_that_look_ahead_ask_them(ada, bot, strong, clock):
    slow, quick = begin(ada, strong), begin(ada, bot)
    clock.go(1)
    assert looked_ahead(BOTS) == 1
    assert (set(sealed(slow)), set(sealed(quick))) == (set(), {1})
    assert looked_ahead(BOTS_LOOKING_AHEAD) == 1
    assert set(sealed(slow)) == {1}


def test_bots_that_have_no_level_stored_are_medium(ada, bot, clock):
    bot.bot_level = None
    bot.save()
    game = begin(ada, bot)
    assert read_owing([]) == {}
    assert read_owing([game.pk])[game.pk].bots == {1: Level.MEDIUM}


def test_where_many_games_wait_each_bot_looks_ahead_for_a_share_of_its_time(ada, strong, clock):
    game = begin(ada, strong, turn_seconds=None, turn_ends="complete")
    owing = read_owing([game.pk])[game.pk]
    assert owing.most_ahead(1, clock.now) == owing.most_ahead(IN_FULL, clock.now) == LONGEST
    assert owing.most_ahead(4 * IN_FULL, clock.now) == LONGEST / 4


def test_bots_choose_before_the_turn_ends(ada, strong, clock):
    game = begin(ada, strong, turn_seconds=5)
    owing = read_owing([game.pk])[game.pk]
    clock.go(2)
    assert owing.most_ahead(1, clock.now) == 1.5  # half of the rest is left for storing
    clock.go(4)
    assert owing.most_ahead(1, clock.now) == 0


def test_nobody_looks_ahead_for_longer_than_asked(ada, strong, budgets):
    game = begin(ada, strong)
    question = Question(GAME, state_of(game), game.next_step, {1: Asked(Level.STRONG, 7)})
    think(question, choice_seconds=1, go_on=lambda: True, most_ahead=0.5)
    think(question, choice_seconds=1, go_on=lambda: True)
    assert budgets == [0.5, 2.0]
