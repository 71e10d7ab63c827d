"""Each check finds the fault that is planted for it, and nothing where all is well."""

from dataclasses import replace
from itertools import pairwise

import pytest

from chaos.absences import an_outage_makes_nobody_absent, nobody_is_removed_who_was_there
from chaos.checks import (
    check_game,
    choices_are_kept,
    events_are_whole,
    possible,
    step_differs,
    turns_have_their_time,
)
from chaos.ledger import DONE, Choice, Ledger, Pushed, PushedStep, text_of
from chaos.stored import Outage, StoredEvent, StoredGame, StoredSeat, StoredStep
from engines import registry
from engines.record import Record
from engines.replay import replay

GAME = "a1"
ENGINE = registry.game("multiplayer-go")
OPTIONS = {**ENGINE.usual_options(), "size": 9}
NO_AWAY = ()


def stone(x, y):
    return {"type": "place", "at": [x, y]}


PLAYED = [{0: stone(0, 0), 1: stone(8, 8)}, {0: stone(1, 0)}, {0: stone(2, 0), 1: stone(7, 8)}]


def lines_of(steps):
    record = [{"actions": {str(seat): each for seat, each in step.items()}} for step in steps]
    return list(replay(Record(ENGINE, 2, OPTIONS, 5, record)))


@pytest.fixture
def game():
    """Three steps of a game with turns of 5 s, the last two opened by the timer."""
    states = [ENGINE.dump(line.state) for line in lines_of(PLAYED)]
    causes = ("complete", "timer", "complete")
    opened = zip(PLAYED, causes, (102.0, 107.2, 109.0), strict=True)
    return StoredGame(
        public_id=GAME,
        variant="multiplayer-go",
        options=OPTIONS,
        seed=5,
        turn_seconds=5,
        absences_allowed=3,
        status="running",
        step=3,
        deadline=114.0,
        outcome=None,
        numbers={"everyone": 3},
        seats=[StoredSeat(0, False), StoredSeat(1, False)],
        steps=[
            StoredStep(0, {}, None, "start", 100.0, states[0]),
            *(
                StoredStep(n, actions, None, cause, at, states[n])
                for n, (actions, cause, at) in enumerate(opened, start=1)
            ),
        ],
        events=[StoredEvent("everyone", n, "step.resolved", {"step": n}) for n in (1, 2, 3)],
    )


@pytest.fixture
def ledger():
    """What two players sent and saw of it; seat 1 was absent in step 2."""
    seen = Ledger()
    for number, actions in enumerate(PLAYED, start=1):
        for seat, action in actions.items():
            seen.choices.append(Choice(GAME, number, seat, action, 100.0, 100.1, DONE))
    for before, line in pairwise(lines_of(PLAYED)):
        absences = {0: 0, 1: int(line.step == 2)}
        changes = ENGINE.shown_changes(before.state, line.state)
        seen.steps[GAME, line.step] = PushedStep({**line.as_json(), "changes": changes}, absences)
        seen.events[GAME, "everyone", line.step] = Pushed("step.resolved", "{}", line.step)
    return seen


def promises(game, ledger, outages=(), away=NO_AWAY):
    return {each.promise for each in check_game(game, ledger, outages, away)}


def test_a_game_in_which_all_is_well_has_no_violation(game, ledger):
    assert check_game(game, ledger, (), NO_AWAY) == []


def test_an_acknowledged_choice_that_is_not_in_its_step_is_lost(game, ledger):
    ledger.choices.append(Choice(GAME, 2, 1, stone(6, 6), 103.0, 103.1, DONE))
    assert promises(game, ledger) == {"no acknowledged choice is lost"}


def test_an_acknowledged_choice_for_the_step_to_come_has_to_lie_sealed(game, ledger):
    ledger.choices.append(Choice(GAME, 4, 1, stone(6, 6), 110.0, 110.1, DONE))
    assert promises(game, ledger) == {"no acknowledged choice is lost"}
    game.sealed[4, 1] = stone(6, 6)
    assert promises(game, ledger) == set()


@pytest.mark.parametrize("answer", [None, "unavailable", "status 503"])
def test_a_choice_of_which_the_player_cannot_be_sure_may_be_played_or_not(game, ledger, answer):
    ledger.choices.append(Choice(GAME, 4, 1, stone(6, 6), 110.0, 110.1, answer))
    assert promises(game, ledger) == set()
    game.sealed[4, 1] = stone(6, 6)
    assert promises(game, ledger) == set()


def test_a_choice_that_was_refused_is_not_played(game, ledger):
    ledger.choices.append(Choice(GAME, 4, 1, stone(6, 6), 110.0, 110.1, "late"))
    game.sealed[4, 1] = stone(6, 6)
    assert promises(game, ledger) == {"only what was chosen is played"}


def test_a_choice_that_was_replaced_may_be_gone_and_the_later_one_may_not(game, ledger):
    ledger.choices.insert(0, Choice(GAME, 1, 0, stone(5, 5), 99.0, 99.1, DONE))
    assert promises(game, ledger) == set()
    ledger.choices.append(Choice(GAME, 1, 0, stone(5, 5), 101.0, 101.1, DONE))
    assert promises(game, ledger) == {"only what was chosen is played"}


def test_what_was_taken_back_may_not_be_played(game, ledger):
    ledger.choices.append(Choice(GAME, 1, 0, None, 101.0, 101.1, DONE))
    assert promises(game, ledger) == {"only what was chosen is played"}


def test_a_choice_of_one_step_that_is_played_in_the_next_again_is_found(game, ledger):
    ledger.choices = [each for each in ledger.choices if (each.step, each.seat) != (3, 0)]
    assert promises(game, ledger) == {"only what was chosen is played"}


def test_a_choice_without_an_answer_may_be_played_or_not(game, ledger):
    ledger.choices.append(Choice(GAME, 2, 1, stone(6, 6), 103.0))
    assert promises(game, ledger) == set()
    last = next(each for each in ledger.choices if (each.step, each.seat) == (3, 1))
    last.answered = last.answer = None
    assert promises(game, ledger) == set()


def test_a_refused_choice_may_not_be_played(game, ledger):
    last = next(each for each in ledger.choices if (each.step, each.seat) == (3, 1))
    last.answer = "late"
    assert promises(game, ledger) == {"only what was chosen is played"}


def test_of_two_choices_that_were_under_way_together_either_may_hold(game):
    before = lines_of([])[0]
    first = Choice(GAME, 1, 0, stone(0, 0), 100.0, 101.5, DONE)
    second = Choice(GAME, 1, 0, stone(1, 1), 101.0, 102.0, DONE)
    assert possible({None}, [first, second], before) == {text_of(stone(0, 0)), text_of(stone(1, 1))}
    assert possible({None}, [replace(first, answered=100.5), second], before) == {
        text_of(stone(1, 1))
    }


def test_of_choices_of_one_page_that_were_under_way_together_the_later_one_holds(game):
    before = lines_of([])[0]
    first = Choice(GAME, 1, 0, stone(0, 0), 100.0, None, None, 1)
    back = Choice(GAME, 1, 0, None, 101.0, 101.1, DONE, 2)
    assert possible({None}, [first, back], before) == {None}
    answered = replace(first, answered=105.0, answer=DONE)
    assert possible({None}, [answered, back], before) == {None}
    again = replace(first, sent=102.0, number=3)
    assert possible({None}, [first, back, again], before) == {None, text_of(stone(0, 0))}


def test_a_choice_outlives_a_step_in_which_somebody_left(game, ledger):
    steps = [{"actions": {"0": stone(0, 0)}}]
    record = Record(ENGINE, 3, OPTIONS, 5, [{"leave": [2]}, *steps])
    lines = list(replay(record))
    game.seats.append(StoredSeat(2, False, 1, "resigned"))
    game.steps = [
        StoredStep(0, {}, None, "start", 100.0),
        StoredStep(1, None, [2], "complete", 101.0),
        StoredStep(2, {0: stone(0, 0)}, None, "timer", 106.0),
    ]
    game.step = 2
    ledger.choices = [Choice(GAME, 1, 0, stone(0, 0), 100.5, 100.6, DONE)]
    assert list(choices_are_kept(game, ledger, lines)) == []
    game.steps[2] = replace(game.steps[2], actions={})
    lines = list(replay(replace(record, steps=[{"leave": [2]}, {"actions": {}}])))
    assert [each.promise for each in choices_are_kept(game, ledger, lines)] == [
        "no acknowledged choice is lost"
    ]


def test_a_gap_and_a_double_among_steps_are_found(game, ledger):
    game.steps[2] = replace(game.steps[2], number=1)
    assert "a step is resolved once" in promises(game, ledger)


def test_a_gap_among_events_is_found(game, ledger):
    game.events = [each for each in game.events if each.seq != 2]
    del ledger.events[GAME, "everyone", 2]
    assert promises(game, ledger) == {"events have no gap"}


def test_events_of_a_game_that_is_over_may_have_been_deleted(game, ledger):
    game.status, game.events = "finished", game.events[2:]
    assert list(events_are_whole(game, ledger)) == []
    game.status = "running"
    assert {each.promise for each in events_are_whole(game, ledger)} == {
        "events have no gap",
        "nothing is pushed before it is stored",
    }


def test_an_event_that_was_pushed_and_is_not_stored_is_found(game, ledger):
    ledger.events[GAME, "everyone", 4] = Pushed("step.resolved", "{}", 4)
    assert promises(game, ledger) == {"nothing is pushed before it is stored"}


def test_a_step_that_was_pushed_and_is_not_stored_is_found(game, ledger):
    ledger.steps[GAME, 4] = ledger.steps[GAME, 3]
    assert promises(game, ledger) == {"nothing is pushed before it is stored"}


def test_a_push_that_says_something_else_than_the_database_is_found(game, ledger):
    ledger.events[GAME, "everyone", 3] = Pushed("game.cancelled", "{}", None)
    assert promises(game, ledger) == {"pushes agree with the database"}


def test_a_pushed_position_that_the_record_does_not_lead_to_is_found(game, ledger):
    pushed = ledger.steps[GAME, 3]
    ledger.steps[GAME, 3] = replace(pushed, step={**pushed.step, "events": []})
    assert promises(game, ledger) == {"pushes agree with the database"}


@pytest.mark.parametrize("change", [[["board", 3], 0, 1, [1]], [["nowhere", 3], 1]])
def test_a_push_that_makes_another_position_is_found(game, ledger, change):
    pushed = ledger.steps[GAME, 2]
    told = {**pushed.step, "changes": [*pushed.step["changes"], change]}
    ledger.steps[GAME, 2] = replace(pushed, step=told)
    assert promises(game, ledger) == {"pushes agree with the database"}


@pytest.mark.parametrize("number", [0, 2, 3])
def test_a_stored_state_that_the_record_does_not_lead_to_is_found(game, ledger, number):
    game.steps[number] = replace(game.steps[number], state=game.steps[1].state)
    assert promises(game, ledger) == {"the record replays"}


def test_a_step_whose_state_cannot_be_read_is_found(game, ledger):
    game.steps[2] = replace(game.steps[2], state=None)
    assert promises(game, ledger) == {"every step can be read"}


def test_a_game_that_was_stopped_is_found(game, ledger):
    game.status, game.deadline, game.acts = "paused", None, ["stopped"]
    assert promises(game, ledger) == {"rows fit together"}


@pytest.mark.parametrize("turn_seconds", [5, None])
def test_a_running_game_without_a_deadline_is_found(game, ledger, turn_seconds):
    game.turn_seconds = turn_seconds
    assert promises(game, ledger) == set()
    game.deadline = None
    assert promises(game, ledger) == {"rows fit together"}


def test_a_turn_that_was_too_short_is_found(game):
    lines = lines_of(PLAYED)
    assert list(turns_have_their_time(game, (), lines)) == []
    game.steps[2] = replace(game.steps[2], resolved_at=106.5)
    found = list(turns_have_their_time(game, (), lines))
    assert [each.promise for each in found] == ["every turn has its whole time"]


def test_the_time_of_an_outage_has_to_be_given_back(game):
    lines = lines_of(PLAYED)
    outage = Outage(103.0, 106.0)
    assert len(list(turns_have_their_time(game, [outage], lines))) == 1
    game.steps[2] = replace(game.steps[2], resolved_at=110.1)
    assert list(turns_have_their_time(game, [outage], lines)) == []


def test_an_absence_in_a_turn_in_which_the_club_was_away_is_found(game, ledger):
    found = list(an_outage_makes_nobody_absent(game, ledger, [(102.5, 120.0)]))
    assert [each.promise for each in found] == ["an outage makes nobody absent"]
    assert list(an_outage_makes_nobody_absent(game, ledger, [(120.0, 140.0)])) == []


@pytest.fixture
def removed(game, ledger):
    """Whether it is found that seat 1 was removed, who had missed step 2 alone."""
    game.absences_allowed = 1
    game.seats[1] = StoredSeat(1, False, 3, "absent")
    ledger.choices.append(Choice(GAME, 2, 1, stone(6, 6), 103.0))

    def found(idle=()):
        lines = lines_of(PLAYED)
        return list(nobody_is_removed_who_was_there(game, ledger, idle, lines))

    return found


def test_somebody_who_was_removed_and_never_chose_to_be_absent_is_found(removed, ledger):
    (found,) = removed()
    assert found.promise == "nobody is removed by an outage"
    assert found.seen.endswith("step 2 of 5.2 s (1.0 s: no answer)")
    ledger.skipped.add((GAME, 2, 1))
    assert removed() == []


def test_a_turn_missed_on_purpose_is_known_though_its_push_was_lost(removed, ledger):
    del ledger.steps[GAME, 1], ledger.steps[GAME, 2]
    assert len(removed()) == 1
    ledger.skipped.add((GAME, 2, 1))
    assert removed() == []


def test_a_turn_that_made_nobody_absent_removed_nobody(removed, ledger):
    ledger.skipped.add((GAME, 2, 1))
    ledger.steps[GAME, 2] = replace(ledger.steps[GAME, 2], absences={0: 0, 1: 0})
    assert len(removed()) == 1


def test_nobody_can_say_who_missed_a_turn_in_which_their_program_stood_still(removed):
    assert removed([(102.5, 103.0), (104.0, 104.6)]) == []
    assert removed([(107.0, float("inf"))]) != [], "it had stopped when the turn was over"
    assert removed([(102.5, 103.0), (90.0, 101.9)]) != []


def test_why_a_line_stopped_is_pushed_and_in_no_record():
    engine = registry.game("continuous-go")
    too_long = {"type": "draw", "path": [[0, 0], [1, 0], [1, 9]]}
    before = engine.new_state(engine.usual_options(), 2, 1)
    stored = engine.recorded(before, {0: too_long})[0]
    record = Record(engine, 2, engine.usual_options(), 1, [{"actions": {"0": stored}}])
    start, line = replay(record)
    _, events = engine.resolve(before, {0: too_long})
    changes = engine.shown_changes(before, line.state)
    pushed = {**line.as_json(), "events": events, "changes": changes}
    assert events[0]["stopped"] == "budget"
    assert step_differs(start, line, pushed) == ""
    pushed["events"] = [{**events[0], "length": 1}]
    assert "events is" in step_differs(start, line, pushed)
