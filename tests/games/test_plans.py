"""Plans are stored and used by a sweep, one step at a time, and shown only to their own seat."""

import pytest
from django.utils import timezone

from games.live.catch_up import missed_events
from games.models import Plan
from games.pages.access import get_game_for_viewer, get_viewer
from games.pages.snapshots import snapshot
from games.play.messages import ActionSealed
from games.schedule import plans
from games.schedule.bots import choose_for_bots
from tests.games.acting import end_turn, pause_game, resign, resume_game, set_plan
from tests.games.playing import PASS, begin, fresh, place, seal, sealed, seat, steps
from tests.games.sweeps import resolve_if_due, use_due_plans
from transport.refusals import Refused

pytestmark = pytest.mark.django_db

DAY = 86_400


@pytest.fixture
def game(ada, bo):
    return begin(ada, bo, turn_seconds=DAY, turn_ends="complete")


def plan(game, user, *actions, was=()):
    set_plan(game_id=game.pk, user=user, was=list(was), actions=list(actions))


def planned(game):
    """The plans, by seat."""
    rows = Plan.objects.filter(seat__game=game)
    return dict(rows.values_list("seat__number", "actions"))


def first_turn(game, ada, bo):
    seal(game, ada, place(0, 0))
    seal(game, bo, place(4, 4))


def you(game, user):
    now = timezone.now()
    return snapshot(fresh(game), get_viewer(fresh(game), user, now), watching=0, now=now).you


def test_a_sweep_seals_what_is_planned_a_second_after_the_step_began(game, ada, bo, clock):
    plan(game, ada, place(1, 1), place(2, 2))
    first_turn(game, ada, bo)
    assert use_due_plans() == 0
    clock.go(1)
    assert use_due_plans() == 1
    assert sealed(game) == {0: place(1, 1)}
    assert planned(game) == {0: [place(2, 2)]}
    assert use_due_plans() == 0


def test_two_plans_play_one_step_a_second(game, ada, bo, clock):
    for row, user in enumerate((ada, bo)):
        plan(game, user, *(place(x, row) for x in range(5)))
    first_turn(game, ada, bo)
    for step in (2, 3, 4):
        clock.go(1)
        use_due_plans()
        assert fresh(game).step == step
    assert steps(game)[1] == ("complete", {"0": place(1, 0), "1": place(0, 1)})


def test_plans_of_many_games_are_used_together(ada, bo, clock):
    games = [begin(ada, bo, turn_seconds=DAY, turn_ends="complete") for _ in range(3)]
    for game in games:
        plan(game, ada, place(1, 1))
        first_turn(game, ada, bo)
    clock.go(1)
    assert use_due_plans() == 3
    assert [sealed(game) for game in games] == [{0: place(1, 1)}] * 3


def test_while_a_game_is_paused_its_plans_wait(game, ada, bo, mo, clock):
    plan(game, ada, place(1, 1))
    first_turn(game, ada, bo)
    pause_game(game_id=game.pk, by=mo, why="Tea")
    clock.go(1)
    assert use_due_plans() == 0
    resume_game(game_id=game.pk, by=mo, why="Tea is over")
    assert use_due_plans() == 1


def test_plans_that_nobody_looks_at_are_late(game, ada, bo, clock):
    plan(game, ada, place(1, 1))
    first_turn(game, ada, bo)
    clock.go(60)
    assert plans.late(timezone.now()).count == 1


def test_a_turn_that_its_player_would_miss_is_played_by_the_plan(game, ada, bo, clock):
    plan(game, ada, place(1, 1))
    clock.go(DAY + 1)
    assert resolve_if_due(game)
    assert steps(game) == [("timer", {"0": place(1, 1)})]
    assert planned(game) == {}


def test_a_turn_that_a_moderator_ends_is_played_by_the_plan_too(game, ada, bo, mo):
    plan(game, ada, place(1, 1), place(2, 2))
    seal(game, bo, place(3, 3))
    end_turn(game_id=game.pk, by=mo, why="On we go")
    assert steps(game) == [("moderator", {"0": place(1, 1), "1": place(3, 3)})]
    assert planned(game) == {0: [place(2, 2)]}


def test_a_plan_is_used_before_the_turn_goes_on_for_another_and_pages_are_told(ada, bo, clock):
    game = begin(ada, bo, turn_seconds=DAY, extensions=1)
    plan(game, ada, place(1, 1))
    clock.go(DAY + 1)
    assert resolve_if_due(game)
    assert (steps(game), sealed(game)) == ([], {0: place(1, 1)})
    assert [seat(game, user).extensions for user in (ada, bo)] == [1, 0]
    found = get_game_for_viewer(game.public_id)
    told = missed_events(found, get_viewer(found, None, clock.now), {"everyone": 0})
    assert [each.seat for each in told if isinstance(each, ActionSealed)] == [0]


@pytest.fixture
def counting(ada, bo, clock):
    """A game of Parallel Go while stones are counted; Ada's plan contains a stone."""
    game = begin(ada, bo, variant="parallel-go", turn_seconds=DAY)
    for actions in ((place(0, 0), place(4, 4)), (PASS, PASS)):
        for user, action in zip((ada, bo), actions, strict=True):
            seal(game, user, action)
        if actions[0] != PASS:
            plan(game, ada, place(1, 1))
        clock.go(DAY + 1)
        assert resolve_if_due(game)
    return game


def test_nobody_plans_an_answer_to_a_count(counting, ada):
    was = [place(1, 1)]
    for answer in ({"type": "accept"}, {"type": "resume"}, {"type": "mark", "at": [0, 0]}):
        with pytest.raises(Refused, match="plan-later"):
            plan(counting, ada, *was, answer, was=was)
    assert planned(counting) == {0: was}


def test_a_plan_can_be_dropped_while_stones_are_counted(counting, ada):
    plan(counting, ada, was=[place(1, 1)])
    assert planned(counting) == {}


def test_an_answer_planned_before_answers_were_refused_is_not_sealed(counting, ada, clock):
    Plan.objects.filter(seat__game=counting).update(actions=[{"type": "accept"}])
    clock.go(DAY + 1)
    assert resolve_if_due(counting)
    assert steps(counting)[2:] == [("timer", {})]


def test_a_plan_is_used_where_a_bot_chooses_as_the_time_is_up(ada, bot, clock):
    game = begin(ada, bot, turn_seconds=DAY, extensions=1)
    plan(game, ada, place(1, 1))
    clock.go(DAY + 1)
    assert choose_for_bots(game_id=game.pk)
    ((cause, actions),) = steps(game)
    assert (cause, actions["0"]) == ("timer", place(1, 1))
    assert (seat(game, ada).extensions, seat(game, ada).absences) == (1, 0)


def test_a_plan_goes_with_its_player(game, ada, bo):
    plan(game, ada, place(1, 1))
    resign(game_id=game.pk, user=ada)
    assert planned(game) == {}
    assert fresh(game).plans_due is None


def test_a_plan_is_told_to_its_own_seat_alone(game, ada, bo, mo):
    plan(game, ada, place(1, 1))
    assert you(game, ada)["plan"] == [place(1, 1)]
    assert you(game, bo)["plan"] == []
    assert you(game, mo)["plan"] is None


def test_where_turns_are_short_nothing_is_planned(ada, bo):
    game = begin(ada, bo)
    assert you(game, ada)["plan"] is None
    with pytest.raises(Refused, match="no-plans"):
        plan(game, ada, PASS)


def test_a_plan_that_was_used_meanwhile_is_not_overwritten(game, ada, bo, clock):
    plan(game, ada, place(1, 1), place(2, 2))
    first_turn(game, ada, bo)
    clock.go(1)
    use_due_plans()
    with pytest.raises(Refused, match="plan-changed"):
        plan(game, ada, place(1, 1), place(2, 2), place(3, 3), was=[place(1, 1), place(2, 2)])
    plan(game, ada, place(3, 3), was=[place(2, 2)])
    assert planned(game) == {0: [place(3, 3)]}


def test_a_plan_that_arrives_after_its_turn_is_not_taken_though_the_old_one_is_the_same_again(
    game, ada, bo
):
    first_turn(game, ada, bo)
    late = {"was": [], "actions": [place(1, 1)], "step": 1}
    with pytest.raises(Refused, match="plan-changed"):
        set_plan(game_id=game.pk, user=ada, **late)
    assert planned(game) == {}
    set_plan(game_id=game.pk, user=ada, **{**late, "step": 2})
    assert planned(game) == {0: [place(1, 1)]}


def test_a_plan_that_comes_after_the_deadline_is_not_played_in_the_turn(game, ada, bo, clock):
    seal(game, bo, place(4, 4))
    clock.go(DAY)
    with pytest.raises(Refused, match="late"):
        plan(game, ada, place(1, 1))
    plan(game, bo, place(2, 2))  # who has chosen plans for coming turns
    clock.go(1)
    resolve_if_due(game)
    assert steps(game) == [("timer", {"1": place(4, 4)})]
    plan(game, ada, place(1, 1))
    assert planned(game) == {0: [place(1, 1)], 1: [place(2, 2)]}


def test_a_plan_has_no_text_of_its_own_that_a_log_could_show(game, ada):
    plan(game, ada, place(3, 3))
    row = Plan.objects.get()
    assert "3, 3" not in f"{row} {row!r}"
