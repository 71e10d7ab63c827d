"""Bots choose in time, whatever happens to the processes, and nobody can predict what
they choose."""

from datetime import timedelta

import pytest
from django.test import override_settings

from accounts.models import User
from engines.registry import GAMES
from engines.registry import game as engine_for
from games.models import Heartbeat
from games.play.bots import seed_for
from games.play.game_transaction import Need
from games.play.take_over import free_bot
from games.schedule.abandoned import cancel_abandoned_games
from games.schedule.bots import choose_for_bots
from games.schedule.outages import beat
from games.store.starting import bot_member
from games.store.sync import run_game
from tests.games.acting import pause_game, resign, resume_game
from tests.games.playing import PASS, START, begin, fresh, line_at, place, seal, sealed, steps
from tests.games.sweeps import play_due_bots, resolve_due_turns

pytestmark = pytest.mark.django_db


@pytest.fixture
def play(clock):
    """Does what a worker does for bots at a tick."""
    return play_due_bots


def test_a_bot_whose_turn_came_while_the_game_was_paused_chooses_when_it_goes_on(
    ada, bo, bot, mo, clock
):
    game = begin(ada, bot, bo, variant="territory", turn_seconds=3600, turn_ends="complete")
    assert fresh(game).awaiting == [0]
    pause_game(game_id=game.pk, by=mo, why="Tea")
    resign(game_id=game.pk, user=ada)
    assert fresh(game).awaiting == [1]
    resume_game(game_id=game.pk, by=mo, why="Done")
    clock.go(1)
    assert play_due_bots() == 1
    assert fresh(game).awaiting == [2]


def test_a_bot_chooses_once_a_step_has_begun(ada, bot, clock, play):
    game = begin(ada, bot)
    assert play() == 0
    clock.go(1)
    assert play() == 1
    assert set(sealed(game)) == {1}


def test_a_bot_is_asked_once_a_step(ada, bot, clock, play):
    game = begin(ada, bot)
    clock.go(1)
    assert [play(), play()] == [1, 0]
    assert fresh(game).bots_due is None


def test_a_bot_chooses_again_for_the_next_step(ada, bot, clock, play):
    game = begin(ada, bot)
    clock.go(1)
    play()
    clock.go(59)
    resolve_due_turns(sleep=clock.sleep)
    assert fresh(game).bots_due == clock.now + timedelta(seconds=1)
    clock.go(1)
    assert play() == 1
    assert set(sealed(game)) == {1}


def test_bots_owe_their_choices_in_the_database_so_that_they_survive_a_restart(ada, bot, clock):
    game = begin(ada, bot)
    assert fresh(game).bots_due == START + timedelta(seconds=1)


def test_the_last_choice_of_a_bot_opens_the_step(ada, bot, clock, play):
    game = begin(ada, bot, turn_ends="complete")
    seal(game, ada, place(0, 0))
    clock.go(1)
    play()
    assert fresh(game).step == 1
    assert steps(game)[0][0] == "complete"


def test_a_game_of_bots_alone_goes_on_to_its_end(member, clock, play):
    bots = [member(name, is_bot=True) for name in ("Pebble", "Pebble 2")]
    game = begin(*bots, turn_seconds=None, turn_ends="complete")
    for _ in range(120):
        clock.go(1)
        play()
        if fresh(game).is_over:
            break
    assert fresh(game).status == "finished"


@pytest.mark.parametrize("variant", [engine.slug for engine in GAMES])
def test_bots_of_every_game_get_through_some_turns(member, clock, play, variant):
    bots = [member(name, is_bot=True) for name in ("One", "Two")]
    game = begin(*bots, variant=variant, turn_seconds=None, turn_ends="complete")
    for _ in range(4):
        clock.go(1)
        play()
    assert fresh(game).step >= 3
    assert fresh(game).status == "running"


def test_bots_rest_in_a_pause_and_go_on_after_it(ada, bot, mo, clock, play):
    game = begin(ada, bot)
    pause_game(game_id=game.pk, by=mo, why="Tea")
    clock.go(100)
    assert play() == 0
    resume_game(game_id=game.pk, by=mo, why="Enough")
    clock.go(1)
    assert play() == 1


def test_a_bot_whose_turn_is_over_chooses_nothing_more(ada, bot, clock):
    game = begin(ada, bot, turn_ends="complete")
    clock.go(1)
    choose_for_bots(game_id=game.pk)
    assert not choose_for_bots(game_id=game.pk)


def test_a_bot_plays_in_an_open_step(ada, bot, clock, play):
    options = {"start": [[0, 0], [5, 5]]}
    game = begin(ada, bot, variant="territory", options=options)
    assert fresh(game).bots_due is None
    seal(game, ada, place(1, 1))
    clock.go(1)
    assert play() == 1
    assert [set(actions) for _, actions in steps(game)] == [{"0"}, {"1"}]


def test_a_bot_answers_when_dead_stones_are_counted(ada, bot, clock, play):
    game = begin(ada, bot, variant="parallel-go", turn_ends="complete")
    for _ in range(60):
        if line_at(game)["phase"] != "play":
            break
        seal(game, ada, PASS)
        clock.go(1)
        play()
    seal(game, ada, {"type": "accept"})
    clock.go(1)
    play()
    assert fresh(game).status == "finished"


def counted_with(bot, ada, play, clock, **changes):
    """A game against a bot, after both have passed."""
    game = begin(ada, bot, variant="parallel-go", turn_ends="complete", **changes)
    for _ in range(60):
        if line_at(game)["phase"] != "play":
            return game
        seal(game, ada, PASS)
        clock.go(1)
        play()
    raise AssertionError("the bot never passes")


def runs_out(game, clock, play):
    """Lets the time run out while only bots act."""
    while fresh(game).status == "running" and fresh(game).bots_due is not None:
        clock.go(1)
        play()
    clock.traveller.move_to(fresh(game).deadline)
    resolve_due_turns(sleep=clock.sleep)


def test_a_bot_takes_the_mark_of_its_living_stones_back_and_loses_nothing_when_time_runs_out(
    ada, bot, clock, play
):
    game = counted_with(bot, ada, play, clock)
    stone = next(
        [x, y]
        for y, row in enumerate(line_at(game)["position"]["board"])
        for x, owner in enumerate(row)
        if owner == 1
    )
    clock.traveller.move_to(fresh(game).deadline - timedelta(seconds=1))
    seal(game, ada, {"type": "mark", "at": stone})
    seal(game, ada, {"type": "accept"})
    runs_out(game, clock, play)
    assert fresh(game).status == "running"
    assert line_at(game)["phase"] == "play"


def test_somebody_who_falls_silent_in_a_count_with_a_bot_is_out_after_the_turns_allowed(
    ada, bot, clock, play
):
    game = counted_with(bot, ada, play, clock, absences_allowed=2)
    runs_out(game, clock, play)
    assert (fresh(game).status, line_at(game)["phase"]) == ("running", "play")
    runs_out(game, clock, play)
    assert (fresh(game).status, fresh(game).outcome["reason"]) == ("finished", "leave")


def test_a_bot_does_not_play_for_ever_against_silence(ada, bot, clock, play, settings):
    game = counted_with(bot, ada, play, clock, absences_allowed=None)
    settings.NOBODY_CHOSE_STEPS = 6
    for _ in range(settings.NOBODY_CHOSE_STEPS):
        runs_out(game, clock, play)
    cancel_abandoned_games(clock.now)
    assert fresh(game).status == "cancelled"


def seed_of(game, seat):
    return seed_for(game.public_id, game.next_step, seat)


def test_the_seed_of_a_choice_is_the_same_after_a_restart(ada, bot):
    game = begin(ada, bot)
    assert seed_of(game, 1) == seed_of(fresh(game), 1)


def test_the_seed_of_a_choice_differs_by_game_step_and_seat(ada, bot):
    game, other = begin(ada, bot), begin(ada, bot)
    seeds = [seed_of(game, 0), seed_of(game, 1), seed_of(other, 1)]
    game.step += 1
    seeds.append(seed_of(game, 1))
    assert len(set(seeds)) == 4
    assert all(0 <= seed < 2**63 for seed in seeds)


def test_the_seed_of_a_choice_cannot_be_worked_out_without_the_sites_secret(ada, bot):
    game = begin(ada, bot)
    seed = seed_of(game, 1)
    with override_settings(SECRET_KEY="another"):
        assert seed_of(game, 1) != seed


def test_bots_are_members_of_their_own_kind_numbered_after_the_first(db):
    engine = engine_for("multiplayer-go")
    first = bot_member(engine, [])
    second = bot_member(engine, [first.pk])
    assert (first.username, second.username) == (engine.bot().name, f"{engine.bot().name} 2")
    assert first.is_bot
    assert not first.has_usable_password()
    assert bot_member(engine, []) == first


def test_a_bot_that_was_deactivated_is_given_no_seat(db):
    engine = engine_for("multiplayer-go")
    User.objects.filter(pk=bot_member(engine, []).pk).update(is_active=False)
    found = bot_member(engine, [])
    assert (found.username, found.is_active) == (f"{engine.bot().name} 2", True)


def test_where_players_may_vote_for_a_bot_there_is_an_active_one(ada, bo):
    engine = engine_for("multiplayer-go")
    User.objects.filter(pk=bot_member(engine, []).pk).update(is_active=False)
    game = begin(ada, bo, seats_taken_over=True, votes=["bot"])
    with run_game(game.pk, needs=[Need.BOTS]) as run:
        assert free_bot(run) is not None


def test_a_member_who_has_a_bots_name_is_not_made_to_play_for_it(member):
    engine = engine_for("multiplayer-go")
    namesake = member(engine.bot().name.upper())
    found = bot_member(engine, [])
    assert found != namesake
    assert found.is_bot
    assert User.objects.filter(is_bot=True).count() == 1


def test_bots_alone_choose_at_the_deadline_and_their_turn_is_resolved_with_it(
    bot, another_bot, clock, play
):
    """All in one transaction: nothing is sealed before, and nobody is told about it."""
    game = begin(bot, another_bot)
    clock.go(59)
    assert play() == 0
    assert sealed(game) == {}
    clock.go(1)
    assert play() == 1
    assert [(cause, set(actions)) for cause, actions in steps(game)] == [("timer", {"0", "1"})]
    assert [event.kind for event in game.game_events.all()] == ["step.resolved"]
    assert fresh(game).bots_due == fresh(game).deadline == clock.now + timedelta(seconds=60)


def test_they_need_no_grace_as_no_choice_can_be_under_way(
    bot, another_bot, ada, clock, play, settings
):
    settings.TURN_GRACE = 200
    alone, mixed = begin(bot, another_bot), begin(ada, bot)
    clock.go(60)
    play()
    assert [fresh(game).step for game in (alone, mixed)] == [1, 0]


def test_a_bot_beside_people_chooses_a_second_after_the_turn_has_begun(ada, bot, clock, play):
    game = begin(ada, bot)
    clock.go(1)
    play()
    assert set(sealed(game)) == {1}
    assert [event.kind for event in game.game_events.all()] == ["action.sealed"]


def test_bots_that_choose_at_the_deadline_do_so_at_the_one_after_an_outage(bot, another_bot, clock):
    game = begin(bot, another_bot)
    beat(Heartbeat.Of.CHOICES)
    clock.go(30)
    beat(Heartbeat.Of.CHOICES)
    assert fresh(game).bots_due == fresh(game).deadline == clock.now + timedelta(seconds=60)
