"""Events of finished games are deleted in small batches; what people read is kept."""

from datetime import timedelta

import pytest

from games.models import GameEvent
from games.schedule import pruning
from games.schedule.jobs import EVENTS
from games.schedule.pruning import KEPT_FOR, LOOKED_BACK, prune_events
from scheduler.jobs import all_jobs
from scheduler.sweeping import sweep
from tests.games.acting import cancel_game, end_turn, resign, say
from tests.games.playing import begin, fresh, place, seal

pytestmark = pytest.mark.django_db

HOUR = KEPT_FOR.total_seconds()


@pytest.fixture
def over(ada, bo, mo, clock):
    """A game that has just ended, with a step, a moderator's act and a message."""
    game = begin(ada, bo)
    seal(game, ada, place(0, 0))
    end_turn(game_id=game.pk, by=mo, why="Late")
    say(game=game, user=ada, room="table", text="Hello", now=clock.now)
    resign(game_id=game.pk, user=bo)
    return fresh(game)


def test_events_go_an_hour_after_the_end(over, clock):
    assert GameEvent.objects.filter(game=over).count() > 3
    clock.go(HOUR - 1)
    assert prune_events(now=clock.now) == 0
    clock.go(1)
    assert prune_events(now=clock.now) > 3
    assert not GameEvent.objects.exists()


def test_the_log_the_chat_the_record_and_the_page_are_the_same_afterwards(over, client_of, clock):
    paths = [over.get_absolute_url() + name for name in ("log.json", "record.json", "steps/1.json")]
    before = [client_of().get(path).content for path in paths]
    clock.go(HOUR)
    assert prune_events(now=clock.now)
    assert [client_of().get(path).content for path in paths] == before
    assert client_of().get(over.get_absolute_url()).status_code == 200
    assert over.chat.count() == 1


def test_what_is_said_afterwards_has_the_next_number_and_goes_in_its_turn(over, ada, clock):
    clock.go(HOUR)
    prune_events(now=clock.now)
    say(game=over, user=ada, room="table", text="Thank you", now=clock.now)
    event = GameEvent.objects.get()
    assert event.seq == fresh(over).numbers[event.audience] > 1
    assert prune_events(now=clock.now) == 0
    clock.go(HOUR)
    assert prune_events(now=clock.now) == 1


def test_a_cancelled_game_is_over_and_one_that_goes_on_is_not(ada, bo, mo, clock):
    running, cancelled = begin(ada, bo), begin(ada, bo)
    for game in (running, cancelled):
        end_turn(game_id=game.pk, by=mo, why="Late")
    cancel_game(game_id=cancelled.pk, by=mo, why="Rain")
    clock.go(LOOKED_BACK.total_seconds() - HOUR)
    assert prune_events(now=clock.now) > 1
    assert set(GameEvent.objects.values_list("game", flat=True)) == {running.pk}


def test_a_tick_deletes_a_bounded_number_in_small_batches(
    over, clock, monkeypatch, django_assert_num_queries
):
    monkeypatch.setattr(pruning, "AT_ONCE", 2)
    monkeypatch.setattr(pruning, "MOST", 1)
    clock.go(HOUR)
    with django_assert_num_queries(1):
        assert prune_events(now=clock.now) == 2
    assert GameEvent.objects.exists()


def test_it_is_due_again_and_again(over, clock):
    clock.go(HOUR)
    sweep([EVENTS], ahead=timedelta())
    assert EVENTS in all_jobs()
    assert not GameEvent.objects.exists()
