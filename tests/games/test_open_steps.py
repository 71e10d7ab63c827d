"""Steps in which one seat acts and its action takes effect at once."""

from contextlib import suppress
from datetime import timedelta

import pytest

from games.models import Game
from games.pages.log import log_payload
from games.pages.payloads import game_payload
from games.play.clock import FOR_AN_ANSWER, MOST_ANSWERS
from games.play.messages import ActionKept
from games.play.pause import resume
from games.play.seal import kept
from games.play.states import packed, unpacked
from games.store.sync import run_game
from tests.games.acting import end_turn, pause_game, resume_game
from tests.games.playing import PASS, START, begin, fresh, line_at, place, seal, sealed, steps
from tests.games.sweeps import resolve_due_turns
from transport.refusals import Refused

pytestmark = pytest.mark.django_db


@pytest.fixture
def tiles(ada, bo):
    """A game of Territory; seat 0 is on turn, with a tile in the top left corner."""
    options = {"start": [[0, 0], [9, 5]]}
    return begin(ada, bo, variant="territory", options=options, turn_ends="timer")


@pytest.fixture
def counting(ada, bo):
    """A game of Parallel Go after two passes: both players are awaited, in the open."""
    game = begin(ada, bo, variant="parallel-go", turn_ends="complete")
    seal(game, ada, place(0, 0))
    seal(game, bo, place(4, 4))
    seal(game, ada, PASS)
    seal(game, bo, PASS)
    return game


def test_an_action_takes_effect_at_once_whatever_ends_a_sealed_turn(tiles, ada):
    seal(tiles, ada, place(1, 1))
    assert steps(tiles) == [("complete", {"0": place(1, 1)})]
    assert sealed(tiles) == {}


def test_the_next_seat_is_on_turn_with_the_whole_time(tiles, ada, bo, clock):
    clock.go(20)
    seal(tiles, ada, place(1, 1))
    assert fresh(tiles).deadline == clock.now + timedelta(seconds=60)
    with pytest.raises(Refused, match="not-awaited"):
        seal(tiles, ada, place(2, 2))
    seal(tiles, bo, place(8, 4))
    assert fresh(tiles).step == 2


def test_a_turn_that_ran_out_is_skipped(tiles, clock):
    clock.go(60)
    resolve_due_turns(sleep=clock.sleep)
    assert steps(tiles) == [("timer", {})]
    assert fresh(tiles).deadline == START + timedelta(seconds=120)


def test_in_a_pause_an_action_waits(tiles, ada, mo, clock):
    pause_game(game_id=tiles.pk, by=mo, why="Tea")
    seal(tiles, ada, place(1, 1))
    assert (fresh(tiles).step, sealed(tiles)) == (0, {0: place(1, 1)})


def test_resuming_plays_the_action_that_waited(tiles, ada, mo, clock):
    pause_game(game_id=tiles.pk, by=mo, why="Tea")
    seal(tiles, ada, place(1, 1))
    resume_game(game_id=tiles.pk, by=mo, why="Enough")
    assert steps(tiles) == [("complete", {"0": place(1, 1)})]


def test_in_a_pause_an_action_can_be_replaced(tiles, ada, mo, clock):
    pause_game(game_id=tiles.pk, by=mo, why="Tea")
    seal(tiles, ada, place(1, 1))
    seal(tiles, ada, place(0, 1))
    assert sealed(tiles) == {0: place(0, 1)}


def test_a_moderator_ends_an_open_turn_too(tiles, mo, clock):
    end_turn(game_id=tiles.pk, by=mo, why="Asleep")
    assert steps(tiles) == [("moderator", {})]


def test_one_action_at_a_time_when_both_are_awaited(counting, ada):
    seal(counting, ada, {"type": "mark", "at": [4, 4]})
    assert steps(counting)[-1] == ("complete", {"0": {"type": "mark", "at": [4, 4]}})


def test_who_has_accepted_waits_for_the_other(counting, ada, bo):
    seal(counting, ada, {"type": "accept"})
    with pytest.raises(Refused, match="not-awaited"):
        seal(counting, ada, {"type": "accept"})
    seal(counting, bo, {"type": "accept"})
    assert fresh(counting).status == "finished"


def test_each_answer_in_counting_gives_a_little_more_time(counting, ada, clock):
    clock.go(45)
    seal(counting, ada, {"type": "accept"})
    assert fresh(counting).deadline == clock.now + timedelta(seconds=15) + FOR_AN_ANSWER


def test_whoever_marks_for_ever_cannot_keep_a_count_going(counting, ada, bo, clock):
    """Each mark cancels the other player's acceptance."""
    began = clock.now
    while line_at(counting)["phase"] == "counting":
        clock.go(4)
        for user, action in ((bo, {"type": "accept"}), (ada, {"type": "mark", "at": [4, 4]})):
            with suppress(Refused):
                seal(counting, user, action)
        resolve_due_turns(sleep=clock.sleep)
    assert clock.now - began <= timedelta(seconds=60) + MOST_ANSWERS * FOR_AN_ANSWER


def test_play_that_is_resumed_has_a_whole_turn_again(counting, ada, clock):
    clock.go(50)
    seal(counting, ada, {"type": "resume"})
    assert fresh(counting).deadline == clock.now + timedelta(seconds=60)
    assert fresh(counting).answers == 0


def test_of_two_that_act_in_a_pause_the_second_is_asked_again(counting, ada, bo, mo, clock):
    pause_game(game_id=counting.pk, by=mo, why="Tea")
    seal(counting, bo, {"type": "mark", "at": [0, 0]})
    clock.go(1)
    seal(counting, ada, {"type": "mark", "at": [4, 4]})
    with run_game(counting.pk) as run:
        resume(run)
    assert steps(counting)[-1] == ("complete", {"1": {"type": "mark", "at": [0, 0]}})
    assert (sealed(counting), fresh(counting).awaiting) == ({}, [0, 1])
    told = [event for event in run.emitted if isinstance(event.message, ActionKept)]
    assert told == [kept(0, fresh(counting).next_step, None)]


def test_nobody_accepts_a_count_in_a_pause_that_they_have_not_seen(counting, ada, bo, mo, clock):
    """Black marks White's stone as dead, and White sees only that Black has chosen."""
    pause_game(game_id=counting.pk, by=mo, why="Tea")
    seal(counting, ada, {"type": "mark", "at": [4, 4]})
    clock.go(1)
    seal(counting, bo, {"type": "accept"})
    resume_game(game_id=counting.pk, by=mo, why="Enough")
    assert line_at(counting)["position"]["accepted"] == []
    seal(counting, ada, {"type": "accept"})
    assert (fresh(counting).status, fresh(counting).awaiting) == ("running", [1])


def test_what_became_illegal_by_the_others_action_is_dropped(counting, ada, bo, mo, clock):
    """One player resumes play, so the other's mark is no longer an action."""
    pause_game(game_id=counting.pk, by=mo, why="Tea")
    seal(counting, ada, {"type": "resume"})
    clock.go(1)
    seal(counting, bo, {"type": "mark", "at": [0, 0]})
    resume_game(game_id=counting.pk, by=mo, why="Enough")
    assert steps(counting)[-1] == ("complete", {"0": {"type": "resume"}})
    assert sealed(counting) == {}
    assert line_at(counting)["phase"] == "play"


def run_out_of_time(game, clock):
    """Lets the time run out while nobody acts."""
    clock.traveller.move_to(fresh(game).deadline)
    resolve_due_turns(sleep=clock.sleep)


def absences(game):
    """How many turns in a row each seat has missed."""
    return list(game.seats.order_by("number").values_list("absences", flat=True))


def test_a_count_that_runs_out_of_time_goes_back_to_play_whatever_one_side_claims(
    counting, ada, bo, clock
):
    seal(counting, bo, {"type": "mark", "at": [0, 0]})
    seal(counting, bo, {"type": "accept"})
    run_out_of_time(counting, clock)
    game = fresh(counting)
    assert (game.status, game.awaiting, line_at(game)["phase"]) == ("running", [0, 1], "play")
    assert game.deadline == clock.now + timedelta(seconds=60)
    assert line_at(game)["events"] == [{"type": "resumed", "why": "time"}]


def test_whoever_did_nothing_in_a_count_was_absent_and_nobody_else(counting, ada, bo, clock):
    seal(counting, bo, {"type": "mark", "at": [0, 0]})
    run_out_of_time(counting, clock)
    assert absences(counting) == [1, 0]
    assert fresh(counting).steps.get(number=fresh(counting).step).missed == [0]


def test_a_second_count_that_runs_out_of_time_is_scored_with_all_stones_alive(
    counting, ada, bo, clock
):
    for _ in range(2):
        seal(counting, bo, {"type": "mark", "at": [0, 0]})
        seal(counting, bo, {"type": "accept"})
        run_out_of_time(counting, clock)
        if fresh(counting).status == "running":
            seal(counting, ada, PASS)
            seal(counting, bo, PASS)
    game = fresh(counting)
    assert (game.status, game.outcome["reason"]) == ("finished", "score")
    assert (game.outcome["scores"], game.outcome["ranks"]) == ([1, 1], [1, 1])


def test_two_players_who_each_miss_a_turn_do_not_end_their_game(ada, bo, clock):
    game = begin(ada, bo, variant="parallel-go", turn_ends="complete")
    for turn, chooses in ((2, ada), (3, bo)):
        seal(game, chooses, PASS)
        run_out_of_time(game, clock)
        line = line_at(game)
        assert (line["phase"], line["turn"]) == ("play", turn)
    run_out_of_time(game, clock)
    assert (line_at(game)["phase"], fresh(game).status) == ("play", "running")


def test_two_players_who_never_come_back_are_out_of_the_game(ada, bo, clock):
    game = begin(ada, bo, variant="parallel-go", turn_ends="complete", absences_allowed=3)
    for _ in range(3):
        run_out_of_time(game, clock)
    assert (fresh(game).status, fresh(game).outcome["reason"]) == ("finished", "leave")


def test_a_game_that_was_begun_before_silence_ended_nothing_goes_on_as_it_began(ada, bo, clock):
    game = begin(
        ada,
        bo,
        variant="parallel-go",
        turn_ends="complete",
        options={"size": 5, "agreement": "assumed"},
    )
    as_it_was_stored_before(game)
    seal(game, ada, PASS)
    run_out_of_time(game, clock)
    assert line_at(game)["phase"] == "counting"
    payload = game_payload(fresh(game), game.seats.all())
    assert payload["options"] == {"size": 5, "agreement": "assumed"}
    run_out_of_time(game, clock)
    assert (fresh(game).status, line_at(game)["position"]["accepted"]) == ("finished", [0, 1])


def as_it_was_stored_before(game):
    """Removes from the game's rows what older versions did not store."""
    Game.objects.filter(pk=game.pk).update(options={"size": 5})
    first = game.steps.get(number=0)
    dump = unpacked(first.state)
    for new in ("agreement", "timeouts", "answered", "marks"):
        del dump[new]
    first.state = packed(dump)
    first.save(update_fields=["state"])


def test_a_conflict_gives_both_the_whole_time_again(ada, bo, clock):
    game = begin(ada, bo, variant="parallel-go", turn_ends="complete")
    clock.go(50)
    seal(game, ada, place(2, 2))
    seal(game, bo, place(2, 2))
    assert line_at(game)["turn"] == 1
    assert fresh(game).deadline == clock.now + timedelta(seconds=60)


def test_that_a_line_was_stopped_is_in_the_log_for_all_and_what_was_not_drawn_is_nowhere(ada, bo):
    game = begin(ada, bo, variant="continuous-go", turn_ends="complete")
    seal(game, ada, {"type": "draw", "path": [[5, 3], [5, 7]]})
    seal(game, bo, {"type": "draw", "path": [[3, 5], [8, 5]]})
    black, white = log_payload(fresh(game))
    assert [each["events"][0]["stopped"] for each in (black, white)] == [None, "opponent"]
    assert white["events"][0]["path"][1][0] < 5
    step = game.steps.get(number=2)
    assert step.events[0]["path"] == step.actions["1"]["path"]
